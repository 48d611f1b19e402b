// swift-tools-version: 6.2

import PackageDescription

let streams = Package.Dependency.package(name: "trait-streams", path: "../..")

let package = Package(
    name: "Service",
    platforms: [.macOS(.v15)],
    dependencies: [streams],
    targets: [
        .target(
            name: "Guestbook",
            dependencies: [
                .product(name: "TraitsRuntime", package: "trait-streams"),
                .product(name: "TraitsExtras", package: "trait-streams"),
            ]),
        .executableTarget(name: "guestbook-server", dependencies: ["Guestbook"]),
        .testTarget(
            name: "GuestbookTests",
            dependencies: [
                "Guestbook", "guestbook-server", .product(name: "TraitsTesting", package: "trait-streams"),
            ]),
    ])
