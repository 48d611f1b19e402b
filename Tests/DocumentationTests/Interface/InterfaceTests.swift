import Foundation
import Testing

/// No change of the public interface goes unnoticed: it changes a file that a reviewer sees.
@Suite(.compiling, .waiting) struct InterfaceTests {
    private static let baselines = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "Baselines")

    @Test(arguments: [
        "TraitsRuntime", "TraitsFoundation", "TraitsNetworking", "TraitsExtras", "TraitsObservation",
        "TraitsTesting", "TraitsTracing",
    ])
    func `the public interface is the one on record`(module: String) throws {
        let now = try Interface(of: module).lines
        // One module has little more than conformances of types of others.
        #expect(now.count > (module == "TraitsObservation" ? 3 : 10))
        let file = Self.baselines.appending(path: "\(module).txt")
        if ProcessInfo.processInfo.environment["TRAITGEN_BLESS"] != nil {
            let text = now.sorted().joined(separator: "\n") + "\n"
            try text.write(to: file, atomically: true, encoding: .utf8)
        }
        let text = try String(contentsOf: file, encoding: .utf8)
        let recorded = Set(text.split(separator: "\n").map(String.init))
        let gone = recorded.subtracting(now).sorted().map { "- \($0)\n" }
        let added = now.subtracting(recorded).sorted().map { "+ \($0)\n" }
        #expect(
            gone.isEmpty,
            """
            programs that use these no longer compile. If that is meant, CHANGELOG.md says so under Changed or \
            Removed, and `TRAITGEN_BLESS=1 swift test --filter InterfaceTests` records what is there now:
            \(gone.joined())
            """)
        #expect(
            added.isEmpty,
            """
            these are new. If they are meant to stay, `TRAITGEN_BLESS=1 swift test --filter InterfaceTests` \
            records them:
            \(added.joined())
            """)
    }
}
