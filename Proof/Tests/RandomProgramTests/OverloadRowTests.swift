import Foundation
import Testing

/// The list of the floor `overload` is complete.
@Suite struct OverloadRowTests {
    /// Methods that take a scheduler and are no operators of values.
    private static let exempt = [
        "interval": "it has no upstream; the tests of schedulers have timers on one that is behind"
    ]

    @Test func everyMethodThatTakesASchedulerTakesPart() throws {
        let root = URL(filePath: #filePath).appending(path: "../../../..").standardized
        let rows = try String(
            contentsOf: root.appending(path: "Proof/Sources/Overload/OverloadRow.swift"),
            encoding: .utf8)
        var methods: Set<String> = []
        for module in ["TraitsStreams", "TraitsRuntime", "TraitsExtras"] {
            let files = FileManager.default.enumerator(
                at: root.appending(path: "Sources/\(module)"), includingPropertiesForKeys: nil)
            for case let file as URL in files! where file.pathExtension == "swift" {
                let text = try String(contentsOf: file, encoding: .utf8)
                for match in text.matches(of: /public (?:static )?func `?(\w+)`?<[^(]*: Scheduler[^(]*\(/) {
                    methods.insert(String(match.1))
                }
            }
        }
        #expect(methods.count > 15)
        let missing = methods.filter { Self.exempt[$0] == nil && !rows.contains(".\($0)(") }
        #expect(missing.sorted() == [])
    }
}
