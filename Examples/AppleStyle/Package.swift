// swift-tools-version: 6.2

import PackageDescription

let package = Package(
    name: "AppleStyle",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "trait-streams", path: "../..")],
    targets: [
        .executableTarget(
            name: "AppleStyle",
            dependencies: [
                // On a Mac `import Combine` is Apple's.
                .product(name: "Combine", package: "trait-streams", condition: .when(platforms: [.linux]))
            ],
            swiftSettings: [.swiftLanguageMode(.v5)])
    ])
