import Foundation
import Testing

@testable import TraitsRuntime
@testable import TraitsStreams

/// A closure of an actor that is called elsewhere stops the program, which first writes where it was called, and what helps.
@Suite("Reports of closures that left their actor", .compiling, .waiting)
struct IsolationReportTests {
    /// Streams of the main actor that hear of what another thread sends.
    private static let closures: [(name: String, stream: String)] = [
        ("sink", "s.sink { model.x = $0 }"),
        ("sink of two", "s.sink(receiveCompletion: { _ in }, receiveValue: { model.x = $0 })"),
        ("sinkSingle", "s.first().replaceEmpty(with: 0).sinkSingle { _ in model.x = 0 }"),
        ("sinkMaybe", "s.first().sinkMaybe { _ in model.x = 0 }"),
        ("map", "s.map { $0 + model.x }.sink(receiveValue: ignore)"),
        ("filter", "s.filter { $0 > model.x }.sink(receiveValue: ignore)"),
        ("compactMap", "s.compactMap { $0 > model.x ? $0 : nil }.sink(receiveValue: ignore)"),
        ("flatMap", "s.flatMap { Just($0 + model.x) }.sink(receiveValue: ignore)"),
        ("tryMap", "s.tryMap { $0 + model.x }.replaceError(with: 0).sink(receiveValue: ignore)"),
        ("scan", "s.scan(0) { $0 + $1 + model.x }.sink(receiveValue: ignore)"),
        (
            "removeDuplicates",
            "s.prepend(0).removeDuplicates { $0 + model.x == $1 }.sink(receiveValue: ignore)"
        ),
        ("handleEvents", "s.handleEvents(receiveOutput: { model.x = $0 }).sink(receiveValue: ignore)"),
        ("reduce", "s.first().reduce(0) { $0 + $1 + model.x }.sink(receiveValue: ignore)"),
        ("catch", "s.tryMap(fail).catch { _ in Just(model.x) }.sink(receiveValue: ignore)"),
        (
            "mapError",
            "s.tryMap(fail).mapError { model.x = 1; return $0 }.replaceError(with: 0).sink(receiveValue: ignore)"
        ),
        ("behind a queue", "s.receive(on: DispatchQueue.global()).sink { model.x = $0 }"),
        ("behind an eraser", "s.map(increment).eraseToAnyPublisher().sink { model.x = $0 }"),
        ("a property", "Property(initial: 0, then: s).allValues.sink { model.x = $0 }"),
        (
            "the map of a property",
            "Property(initial: 0, then: s).map { $0 + model.x }.allValues.sink(receiveValue: ignore)"
        ),
        ("combineLatest", "s.combineLatest(s) { $0 + $1 + model.x }.sink(receiveValue: ignore)"),
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

    /// Scenes where nothing is wrong.
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

    private static var source: String {
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
        return prologue + scenes.joined() + actors + fine + epilogue
    }

    @Test func `the report names actor, queue, file and line, and what helps`() throws {
        let program = try ClientProgram(
            ["Program.swift": Self.source], arguments: PackageMode.six.flags + ["-parse-as-library"])
        #expect(program.diagnostics == "")
        let lines = Self.lines
        for scene in Self.closures {
            let run = try program.run(scene.name)
            #expect(run.status == SIGABRT, "\(scene.name): \(run.output)")
            let place =
                scene.name == "behind a queue"
                ? "the global queue 'com.apple.root.default-qos'" : "the queue 'clerk'"
            for part in [
                "Fatal error: code that belongs to the main actor was called elsewhere, on \(place).",
                "'receive(on: .mainActor)'", "@Sendable", "'StrictIsolation'",
                // Which Swift's runtime writes next.
                "error: data race detected: @MainActor function at program/Program.swift:\(try #require(lines[scene.name])) ",
            ] {
                #expect(run.output.contains(part), "\(scene.name) has no “\(part)”: \(run.output)")
            }
        }
        let actor = try program.run("an actor")
        #expect(actor.status == SIGABRT)
        #expect(
            actor.output.contains("code that belongs to the actor Journal"), "\(actor.output)")
        #expect(actor.output.contains("'receive(on: #isolation)'"), "\(actor.output)")
        for name in [
            "the main queue", "a queue that serves the main thread", "a queue that serves the main queue",
            "a cast to a conformance of the main actor",
        ] {
            let run = try program.run(name)
            #expect(run.status == 0 && run.output == "", "\(name): \(run.output)")
        }
        let other = try program.run("no publisher")
        #expect(other.output.contains("If a publisher calls that code"), "\(other.output)")
        #expect(other.output.contains("by itself"), "\(other.output)")
    }

    /// A line of the program for each closure.
    private static var lines: [String: Int] {
        let text = source.split(separator: "\n", omittingEmptySubsequences: false)
        return Dictionary(
            uniqueKeysWithValues: closures.compactMap { scene in
                text.firstIndex { $0.hasSuffix("model.bag.append(\(scene.stream))") }.map {
                    (scene.name, $0 + 1)
                }
            })
    }
}
