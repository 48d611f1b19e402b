import Foundation
import Testing

/// What the package trait `StrictIsolation` refuses and accepts of the operators of TraitsExtras.
@Suite("Strict isolation of the extras", .compiling, .waiting)
struct StrictExtrasTests {
    /// Programs of the main actor that say nothing about where their streams deliver.
    private static let lucky = [
        "s.first().onSuccess { self.x = $0 }.sink { _ in }",
        "f.onFailure { _ in self.x = 0 }.replaceError(with: 0).sink { _ in }",
        "s.onCompletion { self.x = 0 }.sink { _ in }",
        "s.doFinally { self.x = 0 }.sink { _ in }",
        "s.withLatestFrom(s) { $0 + $1 + self.x }.sink { _ in }",
        "s.prefix(while: { $0 < self.x }, behavior: .inclusive).sink { _ in }",
        "s.partition { $0 < self.x }.matches.sink { _ in }",
        "s.groupBy { $0 < self.x }.sink { _ in }",
        "s.concatMap { Just($0 + self.x) }.sink { _ in }",
        "s.receive(on: .mainActor).concatMap { Just($0 + self.x) }.sink { _ in }",
        "s.flatMapLatest { Just($0 + self.x) }.sink { _ in }",
        "s.flatMapFirst { Just($0 + self.x) }.sink { _ in }",
        "s.chunked { $0 + self.x < $1 }.sink { _ in }",
        "s.sink(with: self) { $0.x = $1 }",
        "f.retry(2, backoff: .none, scheduler: clock, when: { _ in self.x > 0 }).replaceError(with: 0).sink { _ in }",
        "s.repeat(2, backoff: .none, scheduler: clock, while: { self.x > 0 }).sink { _ in }",
        "AnyPublisher<Int, Never>.create { $0.send(self.x); return AnyCancellable {} }.sink { _ in }",
        "AnySinglePublisher<Int, Never>.create { $0(.success(self.x)); return AnyCancellable {} }.sink { _ in }",
        "Action { Just($0 + self.x) }.apply(1).sink(receiveCompletion: { _ in }, receiveValue: { _ in })",
        "Action(state: p) { Just($0 + $1 + self.x) }.apply(1).sink(receiveCompletion: { _ in }, receiveValue: { _ in })",
    ]

    /// The same programs, with a word about it.
    private static let proven = [
        "m.first().onSuccess { self.x = $0 }.sink { _ in }",
        "m.setFailureType(to: Lost.self).onFailure { _ in self.x = 0 }.replaceError(with: 0).sink { _ in }",
        "m.onCompletion { self.x = 0 }.sink { _ in }",
        "m.doFinally { self.x = 0 }.sink { _ in }",
        "m.withLatestFrom(s) { $0 + $1 + self.x }.sink { _ in }",
        "m.prefix(while: { $0 < self.x }, behavior: .inclusive).sink { self.x = $0 }",
        "m.partition { $0 < self.x }.matches.sink { _ in }",
        "m.groupBy { $0 < self.x }.sink { _ in }",
        "m.concatMap { Just($0 + self.x).receive(on: .mainActor) }.sink { _ in }",
        "m.flatMapLatest { Just($0 + self.x) }.sink { _ in }",
        "m.flatMapFirst { Just($0 + self.x) }.sink { _ in }",
        "m.chunked { $0 + self.x < $1 }.sink { _ in }",
        "m.sink(with: self) { $0.x = $1 }",
        "m.setFailureType(to: Lost.self).retry(2, backoff: .none, scheduler: clock, when: { _ in self.x > 0 })"
            + ".replaceError(with: 0).sink { _ in }",
        "m.repeat(2, backoff: .none, scheduler: clock, while: { self.x > 0 }, onFinish: { self.x = $0 }).sink { _ in }",
        "s.concatMap { Just($0 + 1) }.doFinally {}.sink { _ in }",
        "f.retry(2, backoff: .none, scheduler: clock).replaceError(with: 0).sink { _ in }",
        "s.repeat(2, backoff: .none, scheduler: clock).sink { _ in }",
        "AnyPublisher<Int, Never>.create { $0.send(1); return AnyCancellable {} }.sink { _ in }",
        "Action { Just($0 + 1) }.apply(1).sink(receiveCompletion: { _ in }, receiveValue: { _ in })",
    ]

    private static func program(_ chains: [String]) -> String {
        let lines = chains.map { "        \($0).store(in: &bag)" }
        return """
            import TraitsExtras
            import Dispatch
            nonisolated struct Lost: Error {}
            @MainActor final class Model {
                var x = 0
                var bag: [AnyCancellable] = []
                let p = MutableProperty(1).property
                func observe(_ s: PassthroughSubject<Int, Never>, _ f: PassthroughSubject<Int, Lost>) {
                    let m = s.receive(on: .mainActor), clock = DispatchQueue.global()
            \(lines.joined(separator: "\n"))
                }
            }
            """
    }

    @Test(arguments: [PackageMode.six, .onMainActor])
    func `luck is an error, and what is proven isn't`(mode: PackageMode) throws {
        let module = try StrictModule.shared.get()
        let program = Self.program(Self.lucky)
        let said = try module.diagnostics(of: program, mode: mode)
        let lines = program.split(separator: "\n", omittingEmptySubsequences: false)
        // `main.swift:12:34: error: …`, of a file that begins with an import.
        let refused = said.split(separator: "\n").filter {
            $0.contains("error: main actor-isolated property 'x' can not be")
        }
        .compactMap { $0.split(separator: ":").dropFirst().first.flatMap { Int($0) } }
        .map { String(lines[$0 - 2]).trimmingCharacters(in: .whitespaces) }
        for chain in Self.lucky {
            #expect(refused.contains { $0.hasPrefix(chain) }, "\(chain)\n\(said)")
        }
        #expect(try module.diagnostics(of: Self.program(Self.proven), mode: mode) == "")
    }

    /// The closures of the main actor run there, whoever ends or cancels the stream.
    @Test func `closures of the main actor run there`() throws {
        let program = try ClientProgram(
            [
                "Program.swift": """
                import Dispatch
                import TraitsExtras
                import TraitsRuntime

                struct Lost: Error {}

                @MainActor final class Model {
                    var lines: [String] = []
                    var all: [AnyCancellable] = []

                    func observe(_ source: PassthroughSubject<Int, Lost>) {
                        let main = source.receive(on: .mainActor)
                        all.append(main.prefix(2).concatMap { self.seen("made \\($0)", $0).receive(on: .mainActor) }
                            .sink(receiveCompletion: { _ in }, receiveValue: { _ in }))
                        all.append(main.retry(1, backoff: .none, scheduler: DispatchQueue.global(),
                            onFailure: { _, number in self.lines.append("failed \\(number)") })
                            .sink(receiveCompletion: { _ in }, receiveValue: { _ in }))
                        all.append(main.doFinally { self.lines.append("over") }
                            .sink(receiveCompletion: { _ in }, receiveValue: { _ in }))
                        all.append(Just(1).receive(on: .mainActor)
                            .repeat(2, backoff: .none, scheduler: DispatchQueue.global(),
                                onFinish: { self.lines.append("finished \\($0)") })
                            .sink { _ in })
                    }

                    func cancel(_ source: PassthroughSubject<Int, Never>) -> AnyCancellable {
                        source.receive(on: .mainActor).doFinally { self.lines.append("cancelled") }.sink { _ in }
                    }

                    func seen(_ line: String, _ value: Int) -> Result<Int, Lost>.Publisher {
                        lines.append(line)
                        return Result<Int, Lost>.success(value).publisher
                    }
                }

                @main struct Program {
                    @MainActor static func main() async {
                        let model = Model(), source = PassthroughSubject<Int, Lost>()
                        model.observe(source)
                        let cancellable = model.cancel(PassthroughSubject())
                        DispatchQueue.global().async {
                            source.send(1)
                            source.send(2)
                            source.send(completion: .failure(Lost()))
                            cancellable.cancel()
                        }
                        while model.lines.count < 7 { await Task.yield() }
                        for line in model.lines.sorted() { print(line) }
                    }
                }
                """
            ], arguments: PackageMode.six.flags + ["-parse-as-library"], module: StrictModule.shared.get())
        #expect(program.diagnostics == "", "\(program.diagnostics)")
        let run = try program.run()
        #expect(
            run.status == 0
                && run.output
                    == "cancelled\nfailed 1\nfailed 2\nfinished 1\nmade 1\nmade 2\nover\n",
            "\(run.output)")
    }
}
