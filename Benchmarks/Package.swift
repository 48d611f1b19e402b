// swift-tools-version: 6.1

import PackageDescription

let package = Package(
    name: "benchmarks",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "trait-streams", path: "..")],
    targets: [
        // Counts allocations by standing in front of the C library's allocator.
        .target(name: "AllocationCounter"),
        // What clients get from other modules, without seeing what it is made of.
        .target(name: "Hidden", dependencies: [.product(name: "TraitsRuntime", package: "trait-streams")]),
        .executableTarget(
            name: "benchmarks",
            dependencies: [
                "AllocationCounter", "Hidden", .product(name: "TraitsRuntime", package: "trait-streams"),
            ]),
    ]
)
