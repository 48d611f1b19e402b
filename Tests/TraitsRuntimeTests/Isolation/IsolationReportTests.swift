import Foundation
import Testing

@testable import TraitsRuntime

/// A closure of an actor that is called elsewhere stops the program, which says before why, and what helps.
@Suite("Reports of closures that left their actor", .limited)
struct IsolationReportTests {
    /// Streams of the main actor that hear of what another thread sends, and the operator whose closure is called.
    private static let closures: [(name: String, stream: String, caller: String)] = [
        ("sink", "s.sink { model.x = $0 }", "sink"),
        ("sink of two", "s.sink(receiveCompletion: { _ in }, receiveValue: { model.x = $0 })", "sink"),
        ("sinkSingle", "s.first().replaceEmpty(with: 0).sinkSingle { _ in model.x = 0 }", "sink"),
        ("sinkMaybe", "s.first().sinkMaybe { _ in model.x = 0 }", "sink"),
        ("map", "s.map { $0 + model.x }.sink(receiveValue: ignore)", "map"),
        ("filter", "s.filter { $0 > model.x }.sink(receiveValue: ignore)", "filter"),
        ("compactMap", "s.compactMap { $0 > model.x ? $0 : nil }.sink(receiveValue: ignore)", "compactMap"),
        ("flatMap", "s.flatMap { Just($0 + model.x) }.sink(receiveValue: ignore)", "flatMap"),
        ("tryMap", "s.tryMap { $0 + model.x }.replaceError(with: 0).sink(receiveValue: ignore)", "tryMap"),
        ("scan", "s.scan(0) { $0 + $1 + model.x }.sink(receiveValue: ignore)", "scan"),
        (
            "removeDuplicates",
            "s.prepend(0).removeDuplicates { $0 + model.x == $1 }.sink(receiveValue: ignore)",
            "removeDuplicates"
        ),
        (
            "handleEvents", "s.handleEvents(receiveOutput: { model.x = $0 }).sink(receiveValue: ignore)",
            "handleEvents"
        ),
        ("reduce", "s.first().reduce(0) { $0 + $1 + model.x }.sink(receiveValue: ignore)", "reduce"),
        (
            "catch", "s.tryMap(fail).catch { _ in Just(model.x) }.sink(receiveValue: ignore)",
            "catch"
        ),
        (
            "mapError",
            "s.tryMap(fail).mapError { model.x = 1; return $0 }.replaceError(with: 0).sink(receiveValue: ignore)",
            "mapError"
        ),
        ("behind a queue", "s.receive(on: DispatchQueue.global()).sink { model.x = $0 }", "sink"),
        ("behind an eraser", "s.map(increment).eraseToAnyPublisher().sink { model.x = $0 }", "sink"),
        ("a property", "Property(initial: 0, then: s).allValues.sink { model.x = $0 }", "sink"),
    ]

    private static let prologue = """
        import TraitsRuntime
        import Dispatch
        import Glibc

        struct E: Error {}
        nonisolated func ignore(_: Int) {}
        nonisolated func increment(_ x: Int) -> Int { x + 1 }
        nonisolated func fail(_: Int) throws -> Int { throw E() }
        nonisolated let s = PassthroughSubject<Int, Never>()
        nonisolated protocol Named {}
        nonisolated struct Label: @MainActor Named {}
        nonisolated func isNamed(_: Int) -> Bool { Label() as Any is any Named }
        nonisolated func wait() -> Never { while true { sleep(1) } }

        @MainActor final class Model { var x = 0; var bag: [AnyCancellable] = [] }
        @MainActor let model = Model()
        actor Journal {
            var lines: [Int] = []
            var cancellable: AnyCancellable?
            func keep() { cancellable = s.sink { self.lines.append($0) } }
        }
        @MainActor func serve(_ name: String) {
            switch name {

        """

    private static let epilogue = """
            default: exit(64)
            }
        }
        @main struct Program {
            static func main() { serve(CommandLine.arguments[1]) }
        }
        """

    /// Programs where nothing is wrong.
    private static let fine = """
        case "the main queue":
            model.bag.append(s.receive(on: DispatchQueue.main).sink { model.x = $0; exit(0) })
            DispatchQueue.global().async { s.send(1) }
            dispatchMain()
        case "a queue that serves the main thread":
            model.bag.append(s.sink { model.x = $0; exit(0) })
            DispatchQueue(label: "own").sync { s.send(1) }
        case "a queue that serves the main queue":
            model.bag.append(s.sink { model.x = $0; exit(0) })
            DispatchQueue.global().async {
                DispatchQueue.main.async { DispatchQueue(label: "own").sync { s.send(1) } }
            }
            dispatchMain()
        case "a cast to a conformance of the main actor":
            let cancellable = s.filter(isNamed).sink(receiveValue: ignore)
            DispatchQueue(label: "own").async { s.send(1); s.send(completion: .finished); exit(0) }
            withExtendedLifetime(cancellable) { wait() }

        """

    private static func program(_ mode: PackageMode) throws -> ClientProgram {
        let scenes = closures.map { scene in
            """
            case "\(scene.name)":
                model.bag.append(\(scene.stream))
                DispatchQueue(label: "clerk").async { s.send(1); s.send(2) }
                wait()

            """
        }
        let actors = """
            case "an actor":
                let journal = Journal()
                Task.detached { await journal.keep(); await MainActor.run { s.send(1) } }
                dispatchMain()
            case "no publisher":
                DispatchQueue(label: "clerk").async { MainActor.preconditionIsolated("by itself") }
                wait()

            """
        return try ClientProgram(
            ["Program.swift": prologue + scenes.joined() + actors + fine + epilogue],
            arguments: mode.flags + ["-parse-as-library"])
    }

    @Test func `the report names actor, closure, operator and queue, and what helps`() throws {
        let program = try Self.program(.six)
        #expect(program.diagnostics == "")
        for scene in Self.closures {
            let run = try program.run(scene.name)
            #expect(run.status == SIGABRT, "\(scene.name): \(run.output)")
            let place =
                scene.name == "behind a queue"
                ? "the global queue 'com.apple.root.default-qos'" : "the queue 'clerk'"
            for part in [
                "Fatal error: a closure that belongs to the main actor was called elsewhere.",
                "in program.serve(", "called by:  '\(scene.caller)'", "called on:  \(place)",
                "'receive(on: .mainActor)'", "@Sendable", "'StrictIsolation'",
                // Which the runtime says then.
                "error: data race detected: @MainActor function at program/Program.swift:",
            ] {
                #expect(run.output.contains(part), "\(scene.name) has no “\(part)”: \(run.output)")
            }
        }
        let actor = try program.run("an actor")
        #expect(actor.status == SIGABRT)
        #expect(
            actor.output.contains("a closure that belongs to the actor Journal"), "\(actor.output)")
        #expect(actor.output.contains("'receive(on: #isolation)'"), "\(actor.output)")
        for name in [
            "the main queue", "a queue that serves the main thread", "a queue that serves the main queue",
            "a cast to a conformance of the main actor",
        ] {
            let run = try program.run(name)
            #expect(run.status == 0 && run.output == "", "\(name): \(run.output)")
        }
        // The program stops as it would without the library.
        let other = try program.run("no publisher")
        #expect(other.status == SIGILL && !other.output.contains("a closure that belongs"), "\(other.output)")
    }

    @Test(arguments: [
        ("TraitsRuntime._MapSubscriber.receive(A) -> TraitsRuntime.Subscribers.Demand", "map"),
        (
            "generic specialization <TraitsRuntime._RelayNode<TraitsRuntime._DirectScheduling<Dispatch.DispatchQueue>, "
                + "TraitsRuntime._ValueSink<Swift.Int>>> of (extension in TraitsRuntime):TraitsRuntime._DrainingNode.drain() -> ()",
            "receive(on:)"
        ),
        ("TraitsRuntime._SerialNode.deliver(A.Input) -> TraitsRuntime.Subscribers.Demand", nil),
        ("TraitsRuntime._ReplayCore.serve(TraitsRuntime._ConduitRoot) -> ()", "share(replay:)"),
        ("main", nil),
    ])
    func `a function of the engine belongs to an operator`(function: String, name: String?) {
        #expect(_OperatorNames.operator(of: function) == name)
    }
}
