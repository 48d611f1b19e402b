import Foundation
import Testing

/// With the package trait `StrictIsolation` the compiler refuses programs that rely on luck; without it, and in programs
/// that say where they are, nothing changes.
@Suite("Strict isolation", .compiling, .waiting)
struct StrictIsolationTests {
    /// Programs of the main actor that say nothing about where their streams deliver.
    private static let lucky = [
        "s.sink { self.x = $0 }",
        "s.sink(receiveCompletion: { _ in self.x = 0 }, receiveValue: { _ in })",
        "s.map { self.x + $0 }.sink { _ in }",
        "s.map { $0 }.map { self.x + $0 }.sink { _ in }",
        "s.filter { self.x > $0 }.sink { _ in }",
        "s.compactMap { self.x > $0 ? $0 : nil }.sink { _ in }",
        "s.flatMap { Just(self.x + $0) }.sink { _ in }",
        "s.handleEvents(receiveOutput: { self.x = $0 }).sink { _ in }",
        "s.first().sinkMaybe { _ in self.x = 0 }",
        "s.count().sinkSingle { _ in self.x = 0 }",
        "s.ignoreOutput().sinkCompletable { _ in self.x = 0 }",
        "s.tryMap { self.x + $0 }.replaceError(with: 0).sink { _ in }",
        "s.map { $0 }.tryMap { self.x + $0 }.replaceError(with: 0).sink { _ in }",
        "s.tryFilter { self.x > $0 }.replaceError(with: 0).sink { _ in }",
        "s.tryCompactMap { self.x > $0 ? $0 : nil }.replaceError(with: 0).sink { _ in }",
        "s.setFailureType(to: Lost.self).catch { _ in Just(self.x) }.sink { _ in }",
        "s.setFailureType(to: Lost.self).tryCatch { _ in Just(self.x) }.replaceError(with: 0).sink { _ in }",
        "s.setFailureType(to: Lost.self).mapError { self.x = 0; return $0 }.replaceError(with: 0).sink { _ in }",
        "s.scan(0) { $0 + $1 + self.x }.sink { _ in }",
        "s.tryScan(0) { $0 + $1 + self.x }.replaceError(with: 0).sink { _ in }",
        "s.drop { $0 > self.x }.sink { _ in }",
        "s.tryDrop { $0 > self.x }.replaceError(with: 0).sink { _ in }",
        "s.prefix { $0 > self.x }.sink { _ in }",
        "s.tryPrefix { $0 > self.x }.replaceError(with: 0).sink { _ in }",
        "s.removeDuplicates { $0 + self.x == $1 }.sink { _ in }",
        "s.tryRemoveDuplicates { $0 + self.x == $1 }.replaceError(with: 0).sink { _ in }",
        "s.allSatisfy { $0 > self.x }.sink { _ in }",
        "s.tryAllSatisfy { $0 > self.x }.replaceError(with: true).sink { _ in }",
        "s.contains { $0 > self.x }.sink { _ in }",
        "s.tryContains { $0 > self.x }.replaceError(with: true).sink { _ in }",
        "s.first { $0 > self.x }.sink { _ in }",
        "s.tryFirst { $0 > self.x }.replaceError(with: 0).sink { _ in }",
        "s.last { $0 > self.x }.sink { _ in }",
        "s.tryLast { $0 > self.x }.replaceError(with: 0).sink { _ in }",
        "s.min { $0 + self.x < $1 }.sink { _ in }",
        "s.tryMin { $0 + self.x < $1 }.replaceError(with: 0).sink { _ in }",
        "s.max { $0 + self.x < $1 }.sink { _ in }",
        "s.tryMax { $0 + self.x < $1 }.replaceError(with: 0).sink { _ in }",
        "s.reduce(0) { $0 + $1 + self.x }.sink { _ in }",
        "s.tryReduce(0) { $0 + $1 + self.x }.replaceError(with: 0).sink { _ in }",
        "s.setFailureType(to: Lost.self).retry { e in self.x = 0; return e }.replaceError(with: 0).sink { _ in }",
        "s.receive(on: .mainActor).merge(with: s).sink { self.x = $0 }",
        "s.receive(on: .mainActor).share().sink { self.x = $0 }",
        "s.setFailureType(to: Lost.self).timeout(1, scheduler: DispatchQueue.global()) { self.x = 0; return Lost() }"
            + ".replaceError(with: 0).sink { _ in }",
        "s.setFailureType(to: Lost.self).first().timeout(1, scheduler: DispatchQueue.global(), error: Lost(self.x))"
            + ".replaceError(with: 0).sink { _ in }",
        "s.setFailureType(to: Lost.self).first(orError: Lost(self.x)).replaceError(with: 0).sink { _ in }",
        "s.setFailureType(to: Lost.self).replaceEmpty(withError: Lost(self.x)).replaceError(with: 0).sink { _ in }",
        "s.ignoreOutput().andThen { Just(self.x) }.sink { _ in }",
        "s.multicast { self.x = 0; return PassthroughSubject<Int, Never>() }.autoconnect().sink { _ in }",
        "s.zip(s) { $0 + $1 + self.x }.sink { _ in }",
        "s.combineLatest(s, s) { $0 + $1 + $2 + self.x }.sink { _ in }",
        "Deferred { Just(self.x) }.sink { _ in }",
        "DeferredFutureSingle<Int, Never> { $0(.success(self.x)); return AnyCancellable {} }.sink { _ in }",
        "Using(resource: { self.x }, product: { Just($0) }, release: { _ in }).sink { _ in }",
        "p.map { $0 + self.x }.allValues.sink { _ in }",
        "p.filter(initial: 0) { $0 > self.x }.allValues.sink { _ in }",
        "p.flatMap { Property($0 + self.x) }.allValues.sink { _ in }",
        "p.removeDuplicates { $0 + self.x == $1 }.allValues.sink { _ in }",
        "p.scan(0) { $0 + $1 + self.x }.allValues.sink { _ in }",
        "p.combineLatest(p) { $0 + $1 + self.x }.allValues.sink { _ in }",
        "ValidatingProperty<Int, Lost>(0) { $0 > self.x ? .valid : .invalid(Lost()) }.property.allValues.sink { _ in }",
    ]

    /// The same programs, with a word about it.
    private static let proven = [
        "s.receive(on: .mainActor).sink { self.x = $0 }",
        "s.receive(on: .mainActorImmediate).sink(receiveCompletion: { _ in self.x = 0 }, receiveValue: { _ in })",
        "s.receive(on: .mainActor).map { self.x + $0 }.sink { _ in }",
        "s.receive(on: .mainActor).map { $0 }.map { self.x + $0 }.sink { _ in }",
        "s.debounce(for: .seconds(1), scheduler: .mainActor).filter { self.x > $0 }.sink { _ in }",
        "s.receive(on: .mainActor).compactMap { self.x > $0 ? $0 : nil }.sink { _ in }",
        "s.receive(on: .mainActor).flatMap { Just(self.x + $0).receive(on: .mainActor) }.sink { self.x = $0 }",
        "s.receive(on: .mainActor).handleEvents(receiveOutput: { self.x = $0 }).sink { _ in }",
        "s.receive(on: .mainActor).merge(with: s.receive(on: .mainActor)).sink { self.x = $0 }",
        "s.share().receive(on: .mainActor).sink(receiveValue: show)",
        "s.receive(on: .mainActor).map { _ in Box() }.sink { self.x = $0.n }",
        "s.receive(on: .mainActor).tryMap { self.x + $0 }.replaceError(with: 0).sink { self.x = $0 }",
        "s.receive(on: .mainActor).tryMap { $0 }.catch { _ in Just(self.x).receive(on: .mainActor) }.sink { self.x = $0 }",
        "s.receive(on: .mainActor).scan(0) { $0 + $1 + self.x }.sink { self.x = $0 }",
        "s.receive(on: .mainActor).removeDuplicates { $0 + self.x == $1 }.sink { self.x = $0 }",
        "s.receive(on: .mainActor).removeDuplicates().min().sink { self.x = $0 }",
        "s.receive(on: .mainActor).first { $0 > self.x }.sink { self.x = $0 }",
        "s.receive(on: .mainActor).reduce(0) { $0 + $1 + self.x }.sink { self.x = $0 }",
        "s.receive(on: .mainActor).prefix { $0 > self.x }.sink { self.x = $0 }",
        "s.tryMap { $0 }.receive(on: .mainActorImmediate).catch { _ in Just(self.x) }.share(replay: 1)"
            + ".receive(on: .mainActorImmediate).sink { self.x = $0 }",
        "s.receive(on: .mainActor).first().eraseToAnyMainActorMaybePublisher().sinkMaybe { _ in self.x = 0 }",
        "s.receive(on: DispatchQueue.main).sink { self.x = $0 }",
        "s.receive(on: DispatchQueue.main).sink(receiveValue: show)",
        "s.receive(on: DispatchQueue.main).removeDuplicates().map { $0 + self.x }.sink { self.x = $0 }",
        "s.debounce(for: .seconds(1), scheduler: DispatchQueue.main).sink { self.x = $0 }",
        "s.delay(for: 1, scheduler: DispatchQueue.main).filter { $0 > self.x }.sink { self.x = $0 }",
        "s.throttle(for: 1, scheduler: DispatchQueue.main, latest: true).sink { self.x = $0 }",
        "s.setFailureType(to: Lost.self).timeout(1, scheduler: DispatchQueue.main) { Lost(self.x) }"
            + ".replaceError(with: 0).sink { self.x = $0 }",
        "s.setFailureType(to: Lost.self).first().timeout(1, scheduler: DispatchQueue.main, error: Lost(self.x))"
            + ".replaceError(with: 0).sink { self.x = $0 }",
        "s.setFailureType(to: Lost.self).receive(on: .mainActor).first(orError: Lost(self.x)).replaceError(with: 0)"
            + ".sink { self.x = $0 }",
        "s.receive(on: .mainActor).ifEmpty(default: self.x).receive(on: .mainActor).sink { self.x = $0 }",
        "s.receive(on: .mainActor).ignoreOutput().andThen { Just(self.x) }.receive(on: .mainActor).sink { self.x = $0 }",
        "s.receive(on: DispatchQueue.global()).sink { print($0) }",
        "s.receive(on: other).map { $0 + 1 }.sink { print($0) }",
        "p.map { $0 + 1 }.receive(on: .mainActor).allValues.sink { print($0) }",
        "Deferred { Just(1) }.receive(on: DispatchQueue.main).sink { self.x = $0 }",
    ]

    private static func program(_ chains: [String]) -> String {
        let lines = chains.map { "        \($0).store(in: &bag)" }
        return """
            import Dispatch
            nonisolated struct Lost: Error { init(_ x: Int = 0) {} }
            final class Box { var n = 0 }
            @MainActor final class Model {
                var x = 0
                var bag: [AnyCancellable] = []
                let p = MutableProperty(1).property
                let other: DispatchQueue = DispatchQueue.main
                func show(_ x: Int) { self.x = x }
                func observe(_ s: PassthroughSubject<Int, Never>) {
            \(lines.joined(separator: "\n"))
                }
            }
            func elsewhere(_ s: PassthroughSubject<Int, Never>) -> [AnyCancellable] {
                let box = Box()
                return [s.receive(on: .mainActor).map { $0 + 1 }.sink { box.n = $0 }]
            }
            """
    }

    @Test func strictlyLuckIsAnErrorAndWhatIsProvenIsNot() throws {
        let module = try StrictModule.shared.get()
        for mode in [PackageMode.six, .onMainActor] {
            let program = Self.program(Self.lucky)
            let said = try module.diagnostics(of: program, mode: mode)
            // `main.swift:12:34: error: …`, of a file that begins with an import.
            let lines = program.split(separator: "\n", omittingEmptySubsequences: false)
            let refused = said.split(separator: "\n")
                .filter { $0.contains("error: main actor-isolated property 'x' can not be") }
                .compactMap { $0.split(separator: ":").dropFirst().first.flatMap { Int($0) } }
                .map { String(lines[$0 - 2]).trimmingCharacters(in: .whitespaces) }
            for chain in Self.lucky {
                #expect(refused.contains { $0.hasPrefix(chain) }, "\(mode): \(chain)")
            }
            #expect(try module.diagnostics(of: Self.program(Self.proven), mode: mode) == "", "\(mode)")
        }
    }

    /// The model of a screen as one writes it in a package that isolates to the main actor.
    @Test func strictlyAModuleOnTheMainActorSaysNoMoreThanWhereItsStreamsArrive() throws {
        let said = try StrictModule.shared.get().diagnostics(of: Self.screen, mode: .onMainActor)
        #expect(said == "")
    }

    private static let screen = """
        nonisolated struct Hit: Sendable, Equatable { var name: String }
        nonisolated struct Offline: Error {}

        nonisolated final class Service: Sendable {
            func search(_ text: String) -> AnySinglePublisher<[Hit], Offline> { .just([Hit(name: text)]) }
        }

        final class Screen: ObservableObject {
            @Published var query = ""
            @Published var hits: [Hit] = []
            private(set) var log: [String] = []
            private var all: Set<AnyCancellable> = []
            private let service: Service

            init(_ service: Service) { self.service = service }

            func start() {
                let service = service
                $query
                    .debounce(for: .milliseconds(300), scheduler: .mainActor)
                    .removeDuplicates()
                    .map { text in service.search(text).replaceError(with: []) }
                    .switchToLatest()
                    .receive(on: .mainActor)
                    .assign(to: &$hits)
                $hits.receive(on: .mainActorImmediate)
                    .sink { [weak self] in self?.log.append("\\($0.count)") }.store(in: &all)
            }

            func load() async throws -> [Hit] { try await service.search("a").value }
        }
        """

    @Test(arguments: ["5", "6"])
    func otherwiseAllOfThemCompile(mode: String) throws {
        let said = try ClientCompiler.diagnostics(
            of: Self.program(Self.lucky + Self.proven), arguments: ["-typecheck", "-swift-version", mode])
        #expect(!said.contains("error:"), "\(said)")
    }

    /// The library itself complies: turning the trait on gives no warning in here.
    @Test func strictlyTheLibraryIsQuiet() throws {
        let said = try StrictModule.shared.get().diagnostics
        #expect(said == "", "\(said)")
    }

    /// Chains of a function on no actor, whose closures belong to the main actor since the chain does.
    private static let visiting = """
        @MainActor final class Model { var x = 0 }
        func elsewhere(_ m: Model, _ s: PassthroughSubject<Int, Never>) -> [AnyCancellable] {
            let main = s.receive(on: .mainActor)
            return [
                main.map { m.x + $0 }.map { m.x + $0 }.filter { $0 > m.x }.filter { $0 > m.x }.sink { m.x = $0 },
                main.compactMap { $0 > m.x ? $0 : nil }.compactMap { $0 > m.x ? $0 : nil }.sink { m.x = $0 },
                main.compactMap { $0 > 1 ? $0 : nil }.map { m.x + $0 }.handleEvents(receiveOutput: { m.x = $0 })
                    .sink { _ in },
                main.flatMap { Just($0 + m.x).receive(on: .mainActor) }.sink { m.x = $0 },
                main.tryMap { $0 }.map { m.x + $0 }.tryFilter { $0 > 1 }.filter { $0 > m.x }
                    .replaceError(with: 0).sink { m.x = $0 },
                s.debounce(for: .seconds(1), scheduler: .mainActor).map { m.x + $0 }.sink { m.x = $0 },
            ]
        }
        """

    @Test func strictlyClosuresOfAPromisedActorMayBeWrittenAnywhere() throws {
        #expect(try StrictModule.shared.get().diagnostics(of: Self.visiting) == "")
    }

    /// `#isolation` is of any type: it must not be taken for the scheduler that a promise asks for.
    @Test(arguments: ["5", "6"])
    func theActorOfTheCodeIsNoScheduler(mode: String) throws {
        let said = try ClientCompiler.diagnostics(
            of: """
                @MainActor final class Model {
                    var x = 0
                    var bag: [AnyCancellable] = []
                    func observe(_ s: PassthroughSubject<Int, Never>) {
                        bag.append(s.receive(on: #isolation).sink { self.x = $0 })
                        bag.append(s.receive(on: #isolation).map { $0 + self.x }.filter { $0 > 0 }.sink { self.x = $0 })
                        bag.append(s.receive(on: #isolation).first().sink { self.x = $0 })
                        bag.append(s.receive(on: #isolation).flatMap { Just($0).receive(on: #isolation) }
                            .sink { self.x = $0 })
                        bag.append(Just(1).receive(on: #isolation).map { $0 }.sinkSingle { _ in self.x = 1 })
                    }
                }
                """, arguments: ["-typecheck", "-swift-version", mode])
        #expect(said == "")
    }

    /// Chains with a scheduler whose type the compiler learns last. Without the overloads for an actor each takes some
    /// 1,765 scopes, with them 1,775; where those asked of the scheduler that it conform to a protocol it was 8,250.
    @Test(arguments: [
        "receive(on: DispatchQueue.main)", "debounce(for: .seconds(1), scheduler: DispatchQueue.main)",
        "receive(on: ImmediateScheduler.shared)",
    ])
    func overloadsForAnActorCostTheCompilerLittle(timing: String) throws {
        let said = try ClientCompiler.diagnostics(
            of: """
                import Dispatch
                func chain(_ s: PassthroughSubject<Int, Never>) -> AnyCancellable {
                    s.zip(s).map { $0.0 + $0.1 }.zip(s).map { $0.0 + $0.1 }.map { $0 + 1 }.removeDuplicates()
                        .\(timing).sink { _ in }
                }
                """,
            arguments: ["-typecheck", "-swift-version", "5", "-Xfrontend", "-solver-scope-threshold=1850"])
        #expect(said == "")
    }

    /// A client's tables are written by the same templates as those of the runtime, which are strict with it.
    @Test func strictlyGeneratedCodeCompiles() throws {
        let module = try StrictModule.shared.get()
        for mode in PackageMode.all {
            let said = try CallShapeTests.withShop { try module.diagnostics(of: $0, mode: mode) }
            #expect(said == "", "\(mode)")
        }
    }
}
