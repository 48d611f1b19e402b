// swift-tools-version: 6.2

import PackageDescription

/// The settings of modules that take closures of clients.
///
/// They are checked as in the Swift 6 mode, and stay in the Swift 5 mode for their clients: the compiler trusts a module in the
/// Swift 6 mode to run a closure on its actor (SE-0423), but these run it where the client's scheduler does.
let takesClosures: [SwiftSetting] =
    [.swiftLanguageMode(.v5)]
    + [
        // The difference between the modes.
        "StrictConcurrency", "GlobalConcurrency", "RegionBasedIsolation", "InferSendableFromCaptures",
        "IsolatedDefaultValues", "DisableOutwardActorInference", "GlobalActorIsolatedTypesUsability",
        "DynamicActorIsolation", "ConciseMagicFile", "ForwardTrailingClosures", "ImplicitOpenExistentials",
        "NonfrozenEnumExhaustivity",
        // Asynchronous functions run on the actor of their caller, and may return values that aren't Sendable.
        "NonisolatedNonsendingByDefault",
    ].map { .enableUpcomingFeature($0) }

/// The kit of laws is optimised in a debug build, too: it tries hundreds of thousands of histories. SwiftPM refuses such flags in a
/// dependency by version, which is in a folder of this name.
let optimized: [SwiftSetting] =
    Context.packageDirectory.contains("/checkouts/")
    ? [] : [.unsafeFlags(["-O", "-wmo", "-num-threads", "2"], .when(configuration: .debug))]

/// The files of tables whose code is committed in `Generated`, so that clients don't build the generator.
func tables(_ paths: String...) -> [String] {
    paths.flatMap { path in ["traits", "samples", "names"].map { "\(path).\($0)" } }
}

#if canImport(Darwin)
    /// The product `Combine` has the streams. A module of that name would hide the system's.
    let combine = "StreamsNetworking"
    let combineTargets: [Target] = []
#else
    let combine = "Combine"
    let combineTargets: [Target] = [
        // The streams for sources that say `import Combine`.
        .target(name: "Combine", dependencies: ["StreamsNetworking"], swiftSettings: takesClosures)
    ]
#endif

/// The program that the plugin runs. `TRAITGEN_BUNDLE` names a bundle from `.ci/bundle` to use in place of the sources.
let generator: Target =
    if let bundle = Context.environment["TRAITGEN_BUNDLE"] {
        .binaryTarget(name: "traitgen-build", path: bundle)
    } else {
        .executableTarget(
            name: "traitgen-build", dependencies: ["TraitgenCore", "TraitgenDisk"],
            path: "Sources/traitgen/BuildCLI")
    }

let package = Package(
    name: "trait-streams",
    platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
    products: [
        .library(name: "TraitsRuntime", targets: ["TraitsRuntime"]),
        .library(name: "TraitsStreams", targets: ["TraitsStreams"]),
        .library(name: "TraitsFoundation", targets: ["TraitsFoundation"]),
        .library(name: "TraitsNetworking", targets: ["TraitsNetworking"]),
        .library(name: "TraitsExtras", targets: ["TraitsExtras"]),
        .library(name: "TraitsObservation", targets: ["TraitsObservation"]),
        .library(name: "TraitsTesting", targets: ["TraitsTesting"]),
        .library(name: "TraitsTracing", targets: ["TraitsTracing"]),
        .library(name: "Combine", targets: [combine]),
        .executable(name: "traitgen", targets: ["traitgen"]),
        .plugin(name: "TraitGenPlugin", targets: ["TraitGenPlugin"]),
        .plugin(name: "TraitGenCommand", targets: ["TraitGenCommand"]),
    ],
    // Both are off: code written for Combine needs looser isolation, and small code makes streams several times slower.
    traits: [
        .trait(
            name: "StrictIsolation",
            description: "The compiler refuses a closure of an actor where a stream may run it elsewhere."),
        .trait(
            name: "SmallCode",
            description: "Clients compile no code for the types of their streams, which run in the library."),
    ],
    targets: combineTargets + [
        // Streams, which are Combine's interface, and their bridges. Each is a target of its own, because a program is linked with
        // all of a target: without traits, without Foundation, and off Apple's platforms without curl.
        .target(name: "TraitsStreams", exclude: ["Templates"], swiftSettings: takesClosures),
        .target(name: "StreamsFoundation", dependencies: ["TraitsStreams"], swiftSettings: takesClosures),
        .target(
            name: "StreamsNetworking", dependencies: ["StreamsFoundation"], swiftSettings: takesClosures),

        // The same with traits and properties.
        .target(
            name: "TraitsRuntime", dependencies: ["TraitsStreams"],
            exclude: tables("Operators", "Traits/TraitOperators", "Properties/Properties") + ["Templates"],
            swiftSettings: takesClosures),
        .target(
            name: "TraitsFoundation", dependencies: ["TraitsRuntime", "StreamsFoundation"],
            exclude: tables("Foundation"), swiftSettings: takesClosures),
        .target(
            name: "TraitsNetworking", dependencies: ["TraitsFoundation", "StreamsNetworking"],
            exclude: tables("Networking"), swiftSettings: takesClosures),

        // Operators that Combine doesn't have and that no trait needs.
        .target(
            name: "TraitsExtras", dependencies: ["TraitsRuntime"],
            exclude: tables("Extras") + ["Templates"], swiftSettings: takesClosures),
        // Properties for Swift's `Observation`, and back.
        .target(name: "TraitsObservation", dependencies: ["TraitsRuntime"], swiftSettings: takesClosures),
        // The recorder of traces: files, a page that follows a program, a collector of OpenTelemetry.
        .target(
            name: "TraitsTracing", dependencies: ["TraitsRuntime", "TracePage"], swiftSettings: takesClosures),
        // Virtual time, marbles, recorders, laws and races for tests of streams.
        .target(
            name: "TraitsTesting", dependencies: ["TraitsRuntime", "TraitsTracing"],
            swiftSettings: takesClosures + optimized),

        // The generator. Clients of the plugin build `traitgen-build` alone. Most of the code is in libraries, because a test can't
        // be linked with a program that a plugin uses.
        generator,
        .target(name: "TraitgenCore", path: "Sources/traitgen/Core"),
        .target(name: "TraitgenDisk", dependencies: ["TraitgenCore"], path: "Sources/traitgen/Disk"),
        .target(
            name: "TraitgenVerbs", dependencies: ["TraitgenCore", "TracePage"],
            path: "Sources/traitgen/Verbs"),
        .target(
            name: "TraitgenEditor", dependencies: ["TraitgenCore", "TraitgenVerbs"],
            path: "Sources/traitgen/Editor"),
        .executableTarget(
            name: "traitgen", dependencies: ["TraitgenVerbs", "TraitgenEditor", "TraitgenDisk"],
            path: "Sources/traitgen/CLI"),
        // Writes the forms that methods with closures have under `StrictIsolation`. They are committed.
        .executableTarget(name: "strictgen", path: "Sources/traitgen/StrictForms"),
        // The page that shows a trace: the generator writes it, and a running program serves it.
        .target(name: "TracePage"),
        .plugin(name: "TraitGenPlugin", capability: .buildTool(), dependencies: ["traitgen-build"]),
        .plugin(
            name: "TraitGenCommand",
            // It declares no permission: SwiftPM would ask for it before each verb, and most verbs only read.
            capability: .command(
                intent: .custom(verb: "traitgen", description: "Derive and explain trait conformances")),
            dependencies: ["traitgen"]),

        .testTarget(
            name: "TraitsRuntimeTests", dependencies: ["TraitsRuntime", "TraitsFoundation", "TraitsTesting"]),
        .testTarget(
            name: "TraitsFoundationTests", dependencies: ["TraitsFoundation", "TraitsTesting"],
            plugins: ["TraitGenPlugin"]),
        .testTarget(name: "TraitsNetworkingTests", dependencies: ["TraitsNetworking", "TraitsTesting"]),
        .testTarget(
            name: "TraitsExtrasTests", dependencies: ["TraitsExtras", "TraitsFoundation", "TraitsTesting"],
            plugins: ["TraitGenPlugin"]),
        .testTarget(name: "TraitsObservationTests", dependencies: ["TraitsObservation", "TraitsTesting"]),
        .testTarget(
            name: "TraitsTracingTests", dependencies: ["TraitsTracing", "TraitsTesting", "TracePage"]),
        .testTarget(name: "TraitsTestingTests", dependencies: ["TraitsTesting", "TestPace"]),
        // How many tests run at a time, with which plans. All tests are one program, so one target's dependency is enough.
        .target(name: "TestPace", path: "Tests/TestPace"),
        // Every row of the runtime's tables against the running code.
        .testTarget(
            name: "TraitsLawTests",
            dependencies: [
                "TraitsRuntime", "TraitsFoundation", "TraitsExtras", "TraitsTesting", "TraitsTracing",
            ],
            plugins: ["TraitGenPlugin"]),
        // Programs for the compiler, which uses the modules of the same build. `.ci/compiled` runs the tests that start it.
        .testTarget(
            name: "DocumentationTests",
            dependencies: [
                "TraitsRuntime", "TraitsFoundation", "TraitsNetworking", "TraitsExtras", "TraitsObservation",
                "TraitsTesting", "TraitsTracing", "TraitgenCore", "TraitgenVerbs",
            ] + combineTargets.map { .target(name: $0.name) },
            exclude: ["Interface/Baselines", "Budget/Real"]),
        .testTarget(
            name: "TraitgenCoreTests",
            dependencies: ["TraitgenCore", "TraitgenVerbs", "TraitgenDisk", "TracePage", "strictgen"]),
        .testTarget(
            name: "TraitgenEditorTests", dependencies: ["TraitgenCore", "TraitgenVerbs", "TraitgenEditor"]),
    ]
)

// A compiler takes some seconds before it begins with the files of a target. So each takes up to 50 files of tests, and not 25.
for target in package.targets where target.type == .test {
    target.swiftSettings = (target.swiftSettings ?? []) + [.unsafeFlags(["-driver-batch-size-limit", "50"])]
}
