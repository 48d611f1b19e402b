// swift-tools-version: 6.2

import PackageDescription

func product(_ name: String) -> Target.Dependency { .product(name: name, package: "trait-streams") }

let streams = ["TraitsRuntime", "TraitsExtras", "TraitsFoundation", "TraitsTesting", "TraitsTracing"].map(
    product)

// Everything that takes longer than a usual run of the tests, as one program.
let package = Package(
    name: "proof",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "trait-streams", path: "..")],
    targets: [
        // Chains that nobody has thought of, in virtual time, on threads, and on real queues. Tests see its inside in a release
        // build, too, so that they need no build of their own.
        .target(
            name: "RandomPrograms", dependencies: streams, swiftSettings: [.unsafeFlags(["-enable-testing"])]),
        // What operators and their closures keep.
        .target(name: "Lifetimes", dependencies: streams),
        // Operators that take a scheduler, on schedulers that are behind.
        .target(name: "Overload", dependencies: streams),
        // The laws of all rows.
        .target(
            name: "RowLaws", dependencies: streams,
            plugins: [.plugin(name: "TraitGenPlugin", package: "trait-streams")]),
        // The targets before are compiled beside each other, so what joins them is small.
        .executableTarget(
            name: "proof", dependencies: ["RandomPrograms", "Lifetimes", "Overload", "RowLaws"] + streams),
        // The random programs find the faults that are planted for them.
        .testTarget(name: "RandomProgramTests", dependencies: ["RandomPrograms"] + streams),
    ]
)
