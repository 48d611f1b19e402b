import Foundation
import Testing

/// Correct programs, on no actor, on the main actor, on an actor of their own, in a model and in task groups: they compile
/// without a warning and do what they should.
@Suite("Correct programs", .compiling, .waiting)
struct CorrectProgramTests {
    /// What each program does; it returns whether all is well.
    private static let bodies = [
        "var all: [Int] = []; let c = [1, 2].publisher.map { $0 * 2 }.sink { all.append($0) }; c.cancel(); return all == [2, 4]",
        "var x = 0; let s = PassthroughSubject<Int, Never>(); let c = s.sink { x = $0 }; s.send(4); c.cancel(); return x == 4",
        "var n = 0; let s = CurrentValueSubject<Int, Never>(1); let c = s.filter { $0 > 1 }.sink { n += $0 }; s.value = 2; c.cancel(); return n == 2",
        "var sum = 0; for await x in [1, 2, 3].publisher.values { sum += x }; return sum == 6",
        "return await Just(3).value == 3",
        "return try await Future<Int, any Error> { $0(.success(5)) }.value == 5",
        "return await Fail<Int, Lost>(error: Lost()).replaceError(with: 7).value == 7",
        "var all: [Int] = []; let c = Just(1).zip(Just(2)) { $0 + $1 }.sink { all.append($0) }; c.cancel(); return all == [3]",
        "var all: [Int] = []; let c = [1, 2].publisher.flatMap { [$0, $0].publisher }.sink { all.append($0) }; c.cancel(); return all == [1, 1, 2, 2]",
        "var x = 0; let c = Fail<Int, Lost>(error: Lost()).catch { _ in Just(9) }.sink { x = $0 }; c.cancel(); return x == 9",
        "var all: [Int] = []; let c = [1, 1, 2].publisher.removeDuplicates().scan(0) { $0 + $1 }.sink { all.append($0) }; c.cancel(); return all == [1, 3]",
        "let s = PassthroughSubject<Int, Never>(); let shared = s.share(); var n = 0; let c = shared.sink { n += $0 }; let d = shared.sink { n += $0 }; s.send(2); c.cancel(); d.cancel(); return n == 4",
        "var log: [String] = []; let c = Just(1).handleEvents(receiveOutput: { log.append(\"\\($0)\") }).sink { _ in log.append(\"sink\") }; c.cancel(); return log == [\"1\", \"sink\"]",
        "var x = 0; let c = Just(1).tryMap { if $0 > 0 { throw Lost() }; return $0 }.replaceError(with: 8).sink { x = $0 }; c.cancel(); return x == 8",
        "let a = MutableProperty(1), b = MutableProperty(2); let sum = a.property.combineLatest(b.property) { $0 + $1 }; a.value = 5; return sum.value == 7",
        "let a = MutableProperty(1); var all: [Int] = []; let c = a.property.allValues.sink { all.append($0) }; a.value = 2; c.cancel(); return all == [1, 2]",
        "let s = PassthroughSubject<Int, Never>(); let values = s.values(buffering: .unbounded); s.send(1); s.send(completion: .finished); var n = 0; for await x in values { n += x }; return n == 1",
        "let load = DeferredFutureSingle<Int, Lost> { promise in promise(.success(6)); return AnyCancellable {} }; return try await load.value == 6",
        "return try await DeferredTaskSingle<Int, Never> { 11 }.value == 11",
        "var all: [Int] = []; let c = [3, 1].publisher.receive(on: ImmediateScheduler.shared).collect().sink { all = $0 }; c.cancel(); return all == [3, 1]",
    ]

    private static var program: String {
        func functions(_ prefix: String, _ attribute: String) -> String {
            bodies.enumerated().map { "\(attribute)func \(prefix)\($0)() async throws -> Bool { \($1) }\n" }
                .joined()
        }
        func calls(_ prefix: String) -> String {
            bodies.indices.map { "        check(\"\(prefix)\($0)\", try await \(prefix)\($0)())\n" }.joined()
        }
        let tasks = bodies.indices.map { "group.addTask { try await free\($0)() }\n" }.joined()
        return """
            import TraitsRuntime
            import Dispatch

            nonisolated struct Lost: Error {}
            \(functions("free", "nonisolated "))
            \(functions("main", "@MainActor "))
            actor Worker {
            \(functions("work", ""))
            }
            @MainActor final class Model: ObservableObject {
                @Published var query = ""
                var seen: [String] = []
                var bag: Set<AnyCancellable> = []
                init() { $query.dropFirst().sink { self.seen.append($0) }.store(in: &bag) }
                isolated deinit { bag.removeAll() }
                \(functions("show", ""))
                func observe() { $query.receive(on: .mainActorImmediate).sink { [weak self] in self?.seen.append($0) }.store(in: &bag) }
            }
            nonisolated func doubled<P: Publisher<Int, Never>>(_ publisher: P) -> some Publisher<Int, Never> {
                publisher.map { $0 * 2 }
            }
            nonisolated func callback(_ done: @escaping @Sendable (Int) -> Void) { done(12) }

            nonisolated func check(_ name: String, _ isRight: Bool) { if !isRight { print("wrong: \\(name)") } }

            @main struct Program {
                @MainActor static func main() async throws {
            \(calls("free"))\(calls("main"))
                    let worker = Worker(), model = Model()
            \(calls("work").replacing("await work", with: "await worker.work"))
            \(calls("show").replacing("await show", with: "await model.show"))
                    try await withThrowingTaskGroup(of: Bool.self) { group in
                        \(tasks)
                        for try await isRight in group { check("group", isRight) }
                    }
                    model.query = "a"
                    model.observe()
                    check("a model", model.seen == ["a", "a"])
                    let subject = PassthroughSubject<Int, Never>()
                    var all: [Int] = []
                    let c = doubled(subject).sink { all.append($0) }
                    callback { subject.send($0) }
                    check("a callback", all == [24])
                    c.cancel()
                    let late = PassthroughSubject<Int, Never>()
                    let values = late.receive(on: .mainActor).values(buffering: .unbounded)
                    DispatchQueue.global().async { late.send(1); late.send(completion: .finished) }
                    for await value in values { check("another thread", value == 1) }
                    print("done")
                }
            }
            """
    }

    @Test(arguments: [PackageMode.six, .onMainActor])
    func `they compile without a warning and do what they should`(mode: PackageMode) throws {
        let program = try ClientProgram(
            ["Program.swift": Self.program], arguments: mode.flags + ["-parse-as-library"])
        #expect(program.diagnostics == "", "\(program.diagnostics)")
        let run = try program.run()
        #expect(run.status == 0 && run.output == "done\n", "\(run.output)")
    }
}
