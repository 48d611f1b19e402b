import Foundation
import Testing

/// Mistakes that the compiler lets through: what the program says, or else the guide on errors.
@Suite(.compiling, .waiting) struct MistakenProgramTests {
    struct Mistake: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var code: String
        /// Parts of what the program says before it stops.
        var says: [String]
    }

    static let mistakes = [
        Mistake(
            testDescription: "a closure of the main actor on another queue",
            code: """
                import Dispatch
                import TraitsRuntime

                @MainActor func show(_ numbers: AnyPublisher<Int, Never>) -> AnyCancellable {
                    var total = 0
                    return numbers.sink { total += $0 }
                }
                let queue = DispatchQueue(label: "work")
                let cancellable = show(Just(1).receive(on: queue).eraseToAnyPublisher())
                queue.sync {}
                """,
            says: ["main.swift:6", "receive(on: .mainActor)"]),
        Mistake(
            testDescription: "a single with two values",
            code: """
                import TraitsRuntime

                let cancellable = [1, 2].publisher.assertSingle().sinkSingle { print($0) }
                """,
            says: ["SinglePublisher", "Sequence"]),
        Mistake(
            testDescription: "a property without a current value",
            code: """
                import TraitsRuntime

                let property = try Property(PassthroughSubject<Int, Never>())
                """,
            says: ["this publisher may have no current value", "'Property(initial:then:)'"]),
    ]

    @Test(arguments: mistakes)
    func `a program with a mistake stops, and says what to write`(_ mistake: Mistake) throws {
        let outcome = try Program.outcome(of: mistake.code + "\n", in: .six)
        guard case .failed(let said) = outcome else {
            Issue.record("\(outcome)")
            return
        }
        for part in mistake.says { #expect(said.contains(part), "\(part) isn't in \(said)") }
    }

    /// The guide has what nothing else tells.
    @Test(arguments: [PackageMode.five, .six])
    func `a subscription that nobody keeps is silent, and the guide says so`(in mode: PackageMode) throws {
        let code = """
            import TraitsRuntime

            let numbers = PassthroughSubject<Int, Never>()
            _ = numbers.sink { @Sendable in print($0) }
            numbers.send(1)
            print("end")

            """
        #expect(try Compiler.errors(of: code, in: mode, warns: true) == "")
        #expect(try Program.outcome(of: code, in: mode) == .printed(["end"]))
        let guide = try String(
            contentsOf: DocumentationTests.root.appending(
                path: "Sources/TraitsRuntime/TraitsRuntime.docc/Guides/ReadingTheCompilersErrors.md"),
            encoding: .utf8)
        let section = try #require(guide.components(separatedBy: "\n## What no message tells\n").last)
        #expect(
            section.contains("| `_ = publisher.sink { … }` | the subscription is cancelled immediately |"))
    }
}
