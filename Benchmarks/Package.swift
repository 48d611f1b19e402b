// swift-tools-version: 6.1

import PackageDescription

let package = Package(
    name: "benchmarks",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "trait-streams", path: "..")],
    targets: [
        // Counts allocations by standing in front of the C library's allocator.
        .target(name: "AllocationCounter"),
        // Has callgrind count the instructions between two points.
        .target(name: "InstructionCounter"),
        // What clients get from other modules, without seeing what it is made of.
        .target(name: "Hidden", dependencies: [.product(name: "TraitsRuntime", package: "trait-streams")]),
        .executableTarget(
            name: "benchmarks",
            dependencies: [
                "AllocationCounter", "Hidden", .product(name: "TraitsRuntime", package: "trait-streams"),
                .product(name: "TraitsExtras", package: "trait-streams"),
            ]),
        // The cost of every row of the tables.
        .executableTarget(
            name: "costs",
            dependencies: [
                "AllocationCounter", "InstructionCounter",
                .product(name: "TraitsRuntime", package: "trait-streams"),
                .product(name: "TraitsExtras", package: "trait-streams"),
                .product(name: "TraitsFoundation", package: "trait-streams"),
                .product(name: "TraitsTesting", package: "trait-streams"),
            ],
            // Valgrind can't read the debugging information of so many types.
            linkerSettings: [.unsafeFlags(["-Xlinker", "--strip-debug"], .when(platforms: [.linux]))]),
    ]
)
