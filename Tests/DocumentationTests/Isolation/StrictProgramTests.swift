import Foundation
import Testing

/// Programs that the package trait `StrictIsolation` accepts run: what is proven to be on the main actor is there.
@Suite("Programs in strict mode", .compiling, .waiting)
struct StrictProgramTests {
    /// `main.swift` of a new user. Its closure belongs to the main actor by where it is written, and touches nothing of it.
    @Test func aClosureThatTouchesNothingRunsOnAnyQueue() throws {
        let program = try Self.program([
            "main.swift": """
            import Dispatch
            import TraitsRuntime

            let s = PassthroughSubject<Int, Never>()
            let queue = DispatchQueue(label: "work")
            let c = s.receive(on: queue).sink { print($0) }
            s.send(1)
            queue.sync {}
            """
        ])
        let run = try program.run()
        #expect(run.status == 0 && run.output == "1\n", "\(run.output)")
    }

    /// The queues that serve the main thread count as the main actor, by the name that programs give them.
    @Test(arguments: ["DispatchQueue.main", "RunLoop.main", "OperationQueue.main"])
    func aQueueOfTheMainThreadIsTheMainActor(queue: String) throws {
        let program = try Self.program([
            "Program.swift": """
            import Foundation
            import TraitsFoundation

            @MainActor final class Model {
                var lines: [String] = []
                var all: Set<AnyCancellable> = []

                func observe(_ source: PassthroughSubject<Int, Never>) {
                    source.receive(on: \(queue)).map { $0 + self.lines.count }
                        .sink { self.lines.append("received \\($0)") }.store(in: &all)
                    source.delay(for: .milliseconds(1), scheduler: \(queue))
                        .sink { self.lines.append("delayed \\($0)") }.store(in: &all)
                }
            }

            @main struct Program {
                static func main() async {
                    let model = Model(), source = PassthroughSubject<Int, Never>()
                    model.observe(source)
                    DispatchQueue.global().async { source.send(1) }
                    while model.lines.count < 2 { await Task.yield() }
                    for line in model.lines.sorted() { print(line) }
                }
            }
            """
        ])
        let run = try program.run()
        #expect(run.status == 0 && run.output.contains("delayed 1\nreceived 1\n"), "\(run.output)")
    }

    /// A view model of a module that isolates to the main actor, whose recipe goes on after a failure.
    @Test func aRecipeRunsUnderFailure() throws {
        let program = try Self.program(
            [
                "Program.swift": """
                import Dispatch
                import TraitsRuntime

                nonisolated struct Lost: Error {}

                final class Model {
                    var seen: [Int] = []
                    var fallback = 7
                    var all: Set<AnyCancellable> = []

                    func observe(_ source: PassthroughSubject<Int, Never>) {
                        source.tryMap { if $0 < 0 { throw Lost() } else { $0 } }
                            .receive(on: .mainActorImmediate)
                            .catch { _ in Just(self.fallback) }
                            .share(replay: 1)
                            .receive(on: .mainActorImmediate)
                            .sink { self.seen.append($0) }.store(in: &all)
                    }
                }

                @main struct Program {
                    static func main() async {
                        let model = Model(), source = PassthroughSubject<Int, Never>()
                        model.observe(source)
                        DispatchQueue.global().async { for value in [1, 2, -1] { source.send(value) } }
                        while model.seen.count < 3 { await Task.yield() }
                        print(model.seen)
                    }
                }
                """
            ], mode: .onMainActor)
        let run = try program.run()
        #expect(run.status == 0 && run.output == "[1, 2, 7]\n", "\(run.output)")
    }

    private static func program(_ files: [String: String], mode: PackageMode = .six) throws -> ClientProgram {
        let program = try ClientProgram(
            files, arguments: mode.flags + (files["main.swift"] == nil ? ["-parse-as-library"] : []),
            module: StrictModule.shared.get())
        #expect(program.diagnostics == "", "\(program.diagnostics)")
        return program
    }
}
