import Foundation
import Testing

/// The depths that the guide on performance states for chains that a program builds at run time.
@Suite(.compiling, .waiting) struct ChainDepthTests {
    /// A row of the guide's table, and its links: expressions over `chain`, or over `rest` for the rest of the chain.
    struct Row: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var links: [String]
    }

    static let rows = [
        Row(
            testDescription: "`map`, `filter`",
            links: ["chain.map { $0 }", "chain.filter { _ in true }"]),
        Row(testDescription: "`merge(with:)`", links: ["chain.merge(with: Empty())"]),
        Row(
            testDescription:
                "`catch`, whose closure returns the rest of the chain; `flatMap` in the same way",
            links: [
                "Fail<Int, Offline>(error: Offline()).catch { _ in rest }",
                "Just(1).setFailureType(to: Offline.self).flatMap { _ in rest }",
            ]),
        Row(
            testDescription: "`catch` behind the rest of the chain",
            links: ["chain.catch { _ in Just(0).setFailureType(to: Offline.self) }"]),
        Row(
            testDescription: "`switchToLatest()` of a `Just` of the rest of the chain",
            links: ["Just(chain).setFailureType(to: Offline.self).switchToLatest()"]),
        Row(
            testDescription: "`map` to a `Just`, then `switchToLatest()`, behind the rest of the chain",
            links: ["chain.map { Just($0).setFailureType(to: Offline.self) }.switchToLatest()"]),
    ]

    @Test(arguments: rows)
    func `a chain of the stated depth sends its value`(_ row: Row) throws {
        let guide = try String(
            contentsOf: DocumentationTests.root.appending(
                path: "Sources/TraitsRuntime/TraitsRuntime.docc/Guides/Performance.md"),
            encoding: .utf8)
        let line = try #require(
            guide.split(separator: "\n").first { $0.hasPrefix("| \(row.testDescription) |") })
        // The tests are a debug build, whose column is the first.
        let number = try #require(line.dropFirst(row.testDescription.count + 4).split(separator: "|").first)
        let depth = try #require(Int(number.filter(\.isNumber)))
        for link in row.links {
            let code = """
                import TraitsRuntime

                struct Offline: Error {}
                var chain = Just(1).setFailureType(to: Offline.self).eraseToAnyPublisher()
                for _ in 0..<\(depth) {
                    let rest = chain
                    _ = rest
                    chain = \(link).eraseToAnyPublisher()
                }
                let cancellable = chain.sink(receiveCompletion: { _ in }, receiveValue: { print($0) })

                """
            #expect(try Program.outcome(of: code, in: .five) == .printed(["1"]), "\(link)")
        }
    }
}
