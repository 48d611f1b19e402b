import Foundation
import Testing
import TraitsRuntime
@_spi(Samples) import TraitsTesting

/// The table of ``ClosureTests`` is complete.
@Suite("Rows with closures")
struct ClosureRowTests {
    /// The rows whose samples have a closure take part, but for those with a reason.
    @Test func everyRowWithAClosureTakesPart() {
        #expect(ClosureCase.missing(from: LawTable.types) { LawTable.row($0).sampleTexts } == [])
    }

    /// The methods that take closures take part. Each of them stands in a generated file, in its form for the strict mode.
    @Test(arguments: ["TraitsStreams", "TraitsRuntime", "TraitsExtras"])
    func everyMethodWithAClosureTakesPart(module: String) throws {
        let here = URL(filePath: #filePath).deletingLastPathComponent()
        let file = here.appending(path: "../../../Sources/\(module)/Generated/Strict/StrictClosures.swift")
        let methods = try String(contentsOf: file, encoding: .utf8)
            .matches(of: /public (?:static )?func `?(\w+)/).map { String($0.1) }
        #expect(methods.count > 20)
        let cases = try FileManager.default.contentsOfDirectory(
            at: here.appending(path: "../Lifetimes"), includingPropertiesForKeys: nil
        ).compactMap {
            try String(contentsOf: $0, encoding: .utf8).components(separatedBy: "extension ClosureCase {")
                .last
        }.joined()
        let missing = Set(methods).filter { name in
            ClosureCase.exemptMethods[name] == nil && !cases.contains(".\(name) ")
                && !cases.contains(".\(name)(")
        }
        #expect(missing.sorted() == [])
    }
}
