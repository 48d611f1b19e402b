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

    /// A queue ticks twenty times while the main thread waits, and the timer of the run loop doesn't tick.
    @Test(arguments: [PackageMode.five, .six])
    func `a timer without a run loop is silent, and the guide says so`(in mode: PackageMode) throws {
        #if !canImport(Darwin)
            let code = """
                import Dispatch
                import Foundation
                import TraitsExtras
                import TraitsFoundation

                let timer = Timer.publish(every: 0.001, on: .main, in: .common).autoconnect()
                    .sink { _ in print("tick") }
                let queue = AnyPublisher.interval(.milliseconds(2), scheduler: DispatchQueue(label: "ticks"))
                for await _ in queue.prefix(20).values {}
                print("end")

                """
            #expect(try Program.outcome(of: code, in: mode) == .printed(["end"]))
        #endif
        let guide = try String(
            contentsOf: DocumentationTests.root.appending(
                path: "Sources/TraitsRuntime/TraitsRuntime.docc/Guides/ReadingTheCompilersErrors.md"),
            encoding: .utf8)
        let row = try #require(guide.split(separator: "\n").first { $0.hasPrefix("| `Timer.publish(") })
        #expect(
            row.contains("| no tick, no value |") && row.contains("`AnyPublisher.interval(_:scheduler:)`"))
    }
}
