// swift-tools-version: 6.2

import PackageDescription

/// For the modules whose interface takes closures of users.
///
/// A module in the Swift 6 mode vouches for it that closures stay on their actor, so the compiler leaves out of its
/// clients the check that stops a program where one runs elsewhere (SE-0423). These modules can't vouch: a closure runs
/// where the scheduler of the user's choice runs it. They are checked as completely as in the Swift 6 mode, and mean the
/// same by what they say, but their clients keep the check.
let takesClosures: [SwiftSetting] =
    [.swiftLanguageMode(.v5)]
    + [
        // What makes the difference between the modes.
        "StrictConcurrency", "GlobalConcurrency", "RegionBasedIsolation", "InferSendableFromCaptures",
        "IsolatedDefaultValues", "DisableOutwardActorInference", "GlobalActorIsolatedTypesUsability",
        "DynamicActorIsolation", "ConciseMagicFile", "ForwardTrailingClosures", "ImplicitOpenExistentials",
        "NonfrozenEnumExhaustivity",
        // Asynchronous functions run on the actor of their caller, so that they can be called from any and return
        // what isn't Sendable.
        "NonisolatedNonsendingByDefault",
    ].map { .enableUpcomingFeature($0) }

/// What follows from the tables of the libraries is committed, in their folders `Generated`, so that clients never
/// build the generator. Their tables are no sources, then; the plugin finds them for tables that import them.
func tables(_ paths: [String]) -> [String] {
    paths.flatMap { path in ["traits", "samples", "names"].map { "\(path).\($0)" } }
}

/// Laws try hundreds of thousands of histories, so a debug build optimises their kit. SwiftPM refuses such flags in a dependency
/// by version, which lies in a folder of this name.
let optimized: [SwiftSetting] =
    Context.packageDirectory.contains("/checkouts/")
    ? [] : [.unsafeFlags(["-O"], .when(configuration: .debug))]

/// The laws of rows run with short plans in a usual run of the tests.
let shortPlans: [SwiftSetting] = [.define("TRAITS_SHORT_PLANS")]

#if canImport(Darwin)
    /// Apple's platforms have Combine. A module of that name would stand in front of it, so the product is the streams under
    /// their own name there; clients use it elsewhere only.
    let combine = "StreamsNetworking"
    let combineTargets: [Target] = []
#else
    let combine = "Combine"
    let combineTargets: [Target] = [
        // The streams for sources that say `import Combine`.
        .target(name: "Combine", dependencies: ["StreamsNetworking"], swiftSettings: takesClosures)
    ]
#endif

/// The program that the plugin runs, with the verbs `generate` and `check`: a client builds nothing else of the generator,
/// and not even that where `TRAITGEN_BUNDLE` names a bundle that `.ci/bundle` made.
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
    traits: [
        // Off, so that code written for Combine compiles.
        .trait(
            name: "StrictIsolation",
            description: "The compiler refuses a closure of an actor where a stream may run it elsewhere."),
        // Off, since it makes streams several times slower.
        .trait(
            name: "SmallCode",
            description: "Clients compile no code for the types of their streams, which run in the library."),
    ],
    targets: combineTargets + [
        generator,
        // The streams alone, Combine's interface. No Foundation.
        .target(name: "TraitsStreams", exclude: ["Templates"], swiftSettings: takesClosures),
        // The streams with their traits and properties.
        .target(
            name: "TraitsRuntime", dependencies: ["TraitsStreams"],
            exclude: tables(["Operators", "Traits/TraitOperators", "Properties/Properties"]) + ["Templates"],
            swiftSettings: takesClosures),
        // The bridges of streams to Foundation: timers, notifications, run loops, operation queues, coders.
        .target(name: "StreamsFoundation", dependencies: ["TraitsStreams"], swiftSettings: takesClosures),
        // The same with traits.
        .target(
            name: "TraitsFoundation", dependencies: ["TraitsRuntime", "StreamsFoundation"],
            exclude: tables(["Foundation"]), swiftSettings: takesClosures),
        // The bridge of streams to URLSession. On its own, since off Apple's platforms a static program that has it is linked with
        // curl.
        .target(name: "StreamsNetworking", dependencies: ["StreamsFoundation"], swiftSettings: takesClosures),
        // The same with traits.
        .target(
            name: "TraitsNetworking", dependencies: ["TraitsFoundation", "StreamsNetworking"],
            exclude: tables(["Networking"]), swiftSettings: takesClosures),
        // Operators that Combine doesn't have and that the traits don't need.
        .target(
            name: "TraitsExtras", dependencies: ["TraitsRuntime"],
            exclude: tables(["Extras"]) + ["Templates"],
            swiftSettings: takesClosures),
        // Properties for Swift's `Observation`, and back. On its own, since the runtime would carry that library into each
        // client and ask it at each read of a property.
        .target(name: "TraitsObservation", dependencies: ["TraitsRuntime"], swiftSettings: takesClosures),
        // The recorder of traces: files, a page that follows a program, and a collector of OpenTelemetry. On its own, since a
        // program that records nothing has no use for threads, files and sockets.
        .target(
            name: "TraitsTracing", dependencies: ["TraitsRuntime", "TracePage"], swiftSettings: takesClosures),
        // Virtual time, marbles and recorders for tests of streams.
        .target(
            name: "TraitsTesting", dependencies: ["TraitsRuntime", "TraitsTracing"],
            swiftSettings: takesClosures + optimized),

        // The generator as far as a build needs it: reading, derivation, templates. Everything that can be tested is in
        // libraries, because a test target can't link an executable that a plugin also uses.
        .target(name: "TraitgenCore", path: "Sources/traitgen/Core"),
        // What a maintainer asks of tables besides: the other verbs of the command, and output in JSON.
        .target(
            name: "TraitgenVerbs", dependencies: ["TraitgenCore", "TracePage"],
            path: "Sources/traitgen/Verbs"),
        // What an editor asks of tables: the server of the Language Server Protocol.
        .target(
            name: "TraitgenEditor", dependencies: ["TraitgenCore", "TraitgenVerbs"],
            path: "Sources/traitgen/Editor"),
        // The files that both programs work on.
        .target(name: "TraitgenDisk", dependencies: ["TraitgenCore"], path: "Sources/traitgen/Disk"),
        // The page that shows a trace, which the generator writes and a running program serves.
        .target(name: "TracePage"),
        .executableTarget(
            name: "traitgen", dependencies: ["TraitgenVerbs", "TraitgenEditor", "TraitgenDisk"],
            path: "Sources/traitgen/CLI"),
        // Writes what the package trait `StrictIsolation` makes of methods that take closures, which is committed.
        .executableTarget(name: "strictgen", path: "Sources/traitgen/StrictForms"),
        .plugin(name: "TraitGenPlugin", capability: .buildTool(), dependencies: ["traitgen-build"]),
        .plugin(
            name: "TraitGenCommand",
            capability: .command(
                // No permission is declared: SwiftPM would ask for it whatever the verb, and most only read.
                intent: .custom(verb: "traitgen", description: "Derive and explain trait conformances")),
            dependencies: ["traitgen"]),

        .testTarget(
            name: "TraitsRuntimeTests", dependencies: ["TraitsRuntime", "TraitsFoundation", "TraitsTesting"]),
        .testTarget(
            name: "TraitsFoundationTests", dependencies: ["TraitsFoundation", "TraitsTesting"],
            swiftSettings: shortPlans,
            plugins: ["TraitGenPlugin"]),
        .testTarget(name: "TraitsNetworkingTests", dependencies: ["TraitsNetworking", "TraitsTesting"]),
        .testTarget(
            name: "TraitsExtrasTests", dependencies: ["TraitsExtras", "TraitsFoundation", "TraitsTesting"],
            swiftSettings: shortPlans,
            plugins: ["TraitGenPlugin"]),
        .testTarget(name: "TraitsObservationTests", dependencies: ["TraitsObservation", "TraitsTesting"]),
        // Every row of the runtime's tables against the running code; with TraitsFoundation, whose publishers are
        // among those that every check of the contract is made of.
        .testTarget(
            name: "TraitsLawTests",
            dependencies: [
                "TraitsRuntime", "TraitsFoundation", "TraitsExtras", "TraitsTesting", "TraitsTracing",
            ],
            swiftSettings: shortPlans,
            plugins: ["TraitGenPlugin"]),
        // Programs for the compiler, against the modules of the same build: samples of the documentation, mistakes, chains,
        // isolation. `.ci/compiled` runs them; a usual run leaves out the tests that start compilers.
        .testTarget(
            name: "DocumentationTests",
            dependencies: [
                "TraitsRuntime", "TraitsFoundation", "TraitsNetworking", "TraitsExtras", "TraitsObservation",
                "TraitsTesting", "TraitsTracing", "TraitgenCore", "TraitgenVerbs",
            ] + combineTargets.map { .target(name: $0.name) },
            exclude: ["Interface/Baselines", "Budget/Real"]),
        .testTarget(name: "TraitsTestingTests", dependencies: ["TraitsTesting"]),
        .testTarget(
            name: "TraitsTracingTests", dependencies: ["TraitsTracing", "TraitsTesting", "TracePage"]),
        .testTarget(
            name: "TraitgenEditorTests", dependencies: ["TraitgenCore", "TraitgenVerbs", "TraitgenEditor"]),
        // The golden files belong to another module: TraitsRuntimeTests compiles them through a link.
        .testTarget(
            name: "TraitgenCoreTests",
            dependencies: ["TraitgenCore", "TraitgenVerbs", "TracePage", "strictgen"],
            exclude: ["Goldens"]),
    ]
)

// `.ci/locks`, `.ci/schedules` and the races of `.ci/sanitize` build once more what they run, and nothing is optimised there.
let counted = Context.environment["TRAITS_COUNT_LOCKS"] != nil
let rebuilt: [String]? =
    if counted || Context.environment["TRAITS_RACES"] != nil {
        [
            "TraitsRuntimeTests", "TraitsLawTests", "TraitsFoundationTests", "TraitsExtrasTests",
            "TraitsNetworkingTests", "TraitsObservationTests", "TraitsTracingTests", "TraitsTestingTests",
        ]
    } else if Context.environment["TRAITS_SCHEDULES"] != nil {
        ["TraitsRuntimeTests", "TraitsLawTests"]
    } else {
        nil
    }
if let rebuilt {
    package.targets.removeAll { $0.type == .test && !rebuilt.contains($0.name) }
    for target in package.targets where target.type == .test {
        // Each function of the tests asks at its start whether the library holds a lock; see `.ci/locks`.
        target.swiftSettings = counted ? [.unsafeFlags(["-sanitize-coverage=func,trace-pc"])] : nil
    }
}
