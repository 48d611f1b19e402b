// swift-tools-version: 6.2

import PackageDescription

let package = Package(
    name: "Dashboard",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "trait-streams", path: "../..")],
    targets: [
        .executableTarget(
            name: "Dashboard",
            dependencies: [.product(name: "TraitsRuntime", package: "trait-streams")])
    ])
