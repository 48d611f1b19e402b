// swift-tools-version: 6.2

import PackageDescription

// A client of the library, so that its optimizer works on the library's inlinable code as every client's does.
let package = Package(
    name: "release-proof",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "trait-streams", path: "../..")],
    targets: [
        .executableTarget(
            name: "releasecheck",
            dependencies: [.product(name: "TraitsRuntime", package: "trait-streams")],
            swiftSettings: [.swiftLanguageMode(.v5)])
    ])
