// swift-tools-version: 6.2

import PackageDescription

let package = Package(
    name: "Quickstart",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "trait-streams", path: "../..")],
    targets: [
        .executableTarget(
            name: "Quickstart",
            dependencies: [.product(name: "TraitsRuntime", package: "trait-streams")],
            // Reads Quickstart.traits and writes the conformances while the target is built.
            plugins: [.plugin(name: "TraitGenPlugin", package: "trait-streams")])
    ]
)
