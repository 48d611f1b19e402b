import Testing

/// What a package says of how it is compiled: how strict the compiler is, and whether what doesn't say where it runs
/// belongs to the main actor.
struct PackageMode: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var flags: [String]

    private init(_ description: String, _ version: String, features: [String] = [], _ others: [String] = []) {
        testDescription = description
        flags = ["-swift-version", version] + features.flatMap { ["-enable-upcoming-feature", $0] } + others
    }

    static let five = PackageMode("Swift 5", "5")
    static let six = PackageMode("Swift 6", "6")
    /// What new packages of applications choose.
    static let onMainActor = PackageMode(
        "on the main actor", "6", features: ["InferIsolatedConformances", "NonisolatedNonsendingByDefault"],
        ["-default-isolation", "MainActor"])
    static let fiveOnMainActor = PackageMode(
        "on the main actor, Swift 5", "5", ["-default-isolation", "MainActor"])
    /// What libraries ask for.
    static let strict = PackageMode(
        "strict", "6", features: ["ExistentialAny", "InternalImportsByDefault", "MemberImportVisibility"],
        ["-strict-memory-safety"])

    static let all = [five, six, onMainActor, fiveOnMainActor, strict]

    /// Each setting alone, besides all that are in `all`.
    static let settings =
        all
        + [
            PackageMode("Swift 5, complete checking", "5", ["-strict-concurrency=complete"]),
            PackageMode("warnings as errors", "6", ["-warnings-as-errors"]),
            PackageMode(
                "approachable concurrency", "6",
                features: ["InferIsolatedConformances", "NonisolatedNonsendingByDefault"]),
            PackageMode("strict memory safety", "6", ["-strict-memory-safety"]),
            PackageMode("C++ interoperation", "6", ["-cxx-interoperability-mode=default"]),
            PackageMode("library evolution", "6", ["-enable-library-evolution"]),
        ]
        + ["ExistentialAny", "InternalImportsByDefault", "MemberImportVisibility"].map {
            PackageMode($0, "6", features: [$0])
        }

    /// How a file imports what its public declarations need.
    var publicImport: String { flags.contains("InternalImportsByDefault") ? "public import" : "import" }
}
