// swift-tools-version: 6.2

import PackageDescription

let package = Package(
    name: "ViewModel",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "trait-streams", path: "../..")],
    targets: [
        .executableTarget(
            name: "ViewModel",
            dependencies: [.product(name: "TraitsRuntime", package: "trait-streams")])
    ])
