import Foundation
import Testing
import TraitgenCore
import TraitgenVerbs

/// Every `async` member is called from every kind of code that can call it, in each language mode, and the compiler has
/// nothing to say.
@Suite("Shapes of asynchronous calls", .compiling, .waiting)
struct CallShapeTests {
    @Test(arguments: PackageMode.all)
    func everyShapeCompiles(mode: PackageMode) throws {
        let file = Self.file(Self.shapes, Self.calls)
        #expect(try ClientCompiler.diagnostics(of: file, arguments: mode.checking) == "")
    }

    /// The matrix sees a call that can't be made: an argument that is sent away and used again.
    @Test func theMatrixFindsWhatIsWrong() throws {
        let wrong = """
            func take(_ box: sending Box) {}
            let box = try await s.single.value
            take(box)
            print(box.n)
            """
        let file = Self.file([Self.shapes[0]], wrong)
        let said = try ClientCompiler.diagnostics(of: file, arguments: PackageMode.six.checking)
        #expect(said.contains("error: sending"))
    }

    /// The ways that the guide gives from a stream to an actor, and from a callback to a stream.
    @Test(arguments: PackageMode.all)
    func everyWayToAnActorCompiles(mode: PackageMode) throws {
        #expect(try ClientCompiler.diagnostics(of: Self.ways, arguments: mode.checking) == "")
    }

    /// Code without an actor can't ask for delivery there.
    @Test func thereIsNoWayToNoActor() throws {
        let said = try ClientCompiler.diagnostics(
            of: "func f(_ ints: AnyPublisher<Int, Never>) { _ = ints.receive(on: #isolation) }",
            arguments: PackageMode.six.checking)
        let error = "error: 'nil' is not compatible with expected argument type 'any Actor'"
        #expect(said.contains(error), "\(said)")
    }

    /// What generated code may not do is to depend on the mode of the package that it is for.
    @Test(arguments: PackageMode.all)
    func generatedCodeCompiles(mode: PackageMode) throws {
        let said = try Self.withShop { try ClientCompiler.diagnostics(of: $0, arguments: mode.checking) }
        #expect(said == "")
    }

    /// Calls a closure with the code that a client's table gets, and with the publishers of that table.
    static func withShop<T>(_ body: ([URL]) throws -> T) throws -> T {
        let tests = "Tests/TraitsExtrasTests/Custom"
        let files = GeneratedFiles(root: DocumentationTests.root)
        let command = TraitgenCommand(files: files, output: { _ in }, errors: { Issue.record("\($0)") })
        let status = command.run(arguments: [
            "generate", "\(tests)/Shop.traits", "--module", "Shop", "--access", "internal", "--output", "Out",
        ])
        try #require(status == .clean && files.written.count > 5)
        return try ClientCompiler.inTemporaryFolder { folder in
            let written = try files.written.map { path, text in
                let file = folder.appending(path: Path.name(path))
                try text.write(to: file, atomically: true, encoding: .utf8)
                return file
            }
            return try body(
                written + [DocumentationTests.root.appending(path: "\(tests)/ShopPublishers.swift")])
        }
    }

    // MARK: - What is compiled

    /// A value that isn't `Sendable`, and a publisher of each kind that has one.
    private static let declarations = """
        struct Offline: Error {}
        struct Late: Error {}
        nonisolated final class Box { var n = 0 }

        nonisolated final class Sources {
            let single = AnySinglePublisher<Box, Never>.just(Box())
            let failingSingle = AnySinglePublisher<Box, Offline>.just(Box())
            let throwingSingle = AnySinglePublisher<Box, any Error>.just(Box())
            let maybe = AnyMaybePublisher<Box, Never>.just(Box())
            let failingMaybe = AnyMaybePublisher<Box, Offline>.just(Box())
            let throwingMaybe = AnyMaybePublisher<Box, any Error>.just(Box())
            let end = AnyCompletablePublisher<Never, Never>.empty()
            let failingEnd = AnyCompletablePublisher<Never, Offline>.empty()
            let throwingEnd = AnyCompletablePublisher<Never, any Error>.empty()
            let future = Future<Box, Never> { $0(.success(Box())) }
            let failingFuture = Future<Box, Offline> { $0(.success(Box())) }
            let task = DeferredTaskSingle<Box, any Error> { Box() }
            let boxes = [Box()].publisher
            let failingBoxes = [Box()].publisher.setFailureType(to: Offline.self)
            let property = Property(Box())
        }

        @globalActor actor Store {
            static let shared = Store()
        }

        """

    /// A call of each member; `s` is at hand.
    private static let calls = """
        var got: [Box] = []
        got.append(try await s.single.value)
        got.append(try await s.failingSingle.value)
        got.append(try await s.throwingSingle.value)
        got.append(try await s.single.value(onCancel: Late()))
        got.append(try await s.failingSingle.value(onCancel: Offline()))
        got.append(try await s.throwingSingle.value(onCancel: Late()))
        if let box = await s.maybe.value { got.append(box) }
        if let box = try await s.failingMaybe.value { got.append(box) }
        if let box = try await s.throwingMaybe.value { got.append(box) }
        if let box = try await s.maybe.value(onCancel: Late()) { got.append(box) }
        if let box = try await s.failingMaybe.value(onCancel: Offline()) { got.append(box) }
        if let box = try await s.throwingMaybe.value(onCancel: Late()) { got.append(box) }
        await s.end.value
        try await s.failingEnd.value
        try await s.throwingEnd.value
        try await s.end.value(onCancel: Late())
        try await s.failingEnd.value(onCancel: Offline())
        try await s.throwingEnd.value(onCancel: Late())
        got.append(await s.future.value)
        got.append(try await s.failingFuture.value)
        got.append(try await s.future.value(onCancel: Late()))
        got.append(try await s.failingFuture.value(onCancel: Offline()))
        got.append(try await s.task.value)
        got.append(await Just(Box()).map { $0 }.value)
        for await box in s.boxes.values { got.append(box) }
        for try await box in s.failingBoxes.values { got.append(box) }
        for await box in s.property.allValues.values { got.append(box) }
        var steps = s.boxes.values.makeAsyncIterator()
        if let box = await steps.next() { got.append(box) }
        var throwingSteps = s.failingBoxes.values.makeAsyncIterator()
        if let box = try await throwingSteps.next() { got.append(box) }
        print(got.count)
        """

    private static let ways = """
        import Dispatch

        @MainActor final class Model {
            var count = 0
            var results: [Result<Int, Never>] = []
            @Published var published = 0
            let property = MutableProperty(0)
            var cancellables: Set<AnyCancellable> = []

            func observe(_ ints: AnyPublisher<Int, Never>, _ single: AnySinglePublisher<Int, Never>) {
                ints.receive(on: DispatchQueue.main).sink { self.count = $0 }.store(in: &cancellables)
                ints.receive(on: MainActor.shared).sink { [weak self] in self?.count = $0 }
                    .store(in: &cancellables)
                ints.receive(on: #isolation).assign(to: \\.count, on: self).store(in: &cancellables)
                ints.receive(on: .mainActor).assign(to: &$published)
                ints.debounce(for: .seconds(1), scheduler: .mainActor).map { self.count + $0 }
                    .handleEvents(receiveOutput: { self.count = $0 })
                    .sink(receiveCompletion: { _ in self.count = 0 }, receiveValue: { _ in })
                    .store(in: &cancellables)
                single.receive(on: #isolation).sinkSingle { self.results.append($0) }.store(in: &cancellables)
                property.property.receive(on: #isolation).map { self.count + $0 }.allValues
                    .sink { self.count = $0 }.store(in: &cancellables)
                Task { for await int in ints.values { self.count = int } }
            }
        }

        actor Counter {
            var count = 0
            var cancellables: Set<AnyCancellable> = []

            func observe(_ ints: AnyPublisher<Int, Never>, _ property: Property<Int>) {
                ints.receive(on: self).sink { self.count = $0 }.store(in: &cancellables)
                ints.receive(on: #isolation).map { self.count + $0 }.sink { self.count = $0 }
                    .store(in: &cancellables)
                ints.delay(for: .seconds(1), scheduler: ActorScheduler(self)).sink { self.count += $0 }
                    .store(in: &cancellables)
                property.receive(on: self).allValues.sink { self.count = $0 }.store(in: &cancellables)
            }

            func gather(_ ints: sending AnyPublisher<Int, Never>) async {
                for await int in ints.values { count = int }
            }
        }

        nonisolated final class Request: Sendable {
            func load(_ done: @escaping @Sendable (String) -> Void) {}
        }

        nonisolated final class Loading<Downstream: Subscriber>: TraitSubscriptions.Single<Downstream, Request>
        where Downstream.Input == String {
            var starts = 0

            override func start(with request: Request) {
                starts += 1
                let promise = promise
                request.load { promise(.success($0)) }
            }
        }

        nonisolated struct Page: SinglePublisher {
            typealias Output = String
            typealias Failure = Never
            let request: Request

            func receive<S: Subscriber>(subscriber: S) where S.Input == String, S.Failure == Never {
                subscriber.receive(subscription: Loading(downstream: subscriber, context: request))
            }
        }
        """

    /// The caller.
    private static let shapes = [
        "nonisolated final class Plain { let s = Sources(); func run() async throws { CALLS } }",
        "@MainActor final class Main { let s = Sources(); func run() async throws { CALLS } }",
        "@Store final class Stored { let s = Sources(); func run() async throws { CALLS } }",
        "actor Single { let s = Sources(); func run() async throws { CALLS } }",
        "actor Beside { nonisolated func run(_ s: Sources) async throws { CALLS } }",
        "nonisolated struct Value { let s = Sources(); func run() async throws { CALLS } }",
        "@MainActor struct MainValue { let s = Sources(); func run() async throws { CALLS } }",
        "nonisolated enum Statics { static func run(_ s: Sources) async throws { CALLS } }",
        "nonisolated func free(_ s: Sources) async throws { CALLS }",
        "@MainActor func main(_ s: Sources) async throws { CALLS }",
        "nonisolated(nonsending) func nonsending(_ s: Sources) async throws { CALLS }",
        "@concurrent nonisolated func concurrent(_ s: Sources) async throws { CALLS }",
        "func on(_ actor: isolated (any Actor)? = #isolation, _ s: Sources) async throws { CALLS }",
        "@MainActor final class MainTask { let s = Sources(); func run() { Task { CALLS } } }",
        "actor ActorTask { let s = Sources(); func run() { Task { CALLS } } }",
        "nonisolated func task() { Task { let s = Sources(); CALLS } }",
        "@MainActor func detached() { Task.detached { let s = Sources(); CALLS } }",
        "nonisolated func hop() { Task { @MainActor in let s = Sources(); CALLS } }",
        """
        @MainActor func generic<S: SinglePublisher, M: MaybePublisher>(_ single: S, _ maybe: M) async throws
        where S.Output == Box, M.Output == Box {
            print(try await single.value.n, try await maybe.value?.n ?? 0)
        }
        """,
        """
        nonisolated func generic<S: SinglePublisher, C: CompletablePublisher>(_ s: S, _ end: C) async throws
        where S.Failure == Never {
            print(try await s.value, try await s.value(onCancel: Late()))
            try await end.value
        }
        """,
    ]

    private static func file(_ shapes: [String], _ calls: String) -> String {
        declarations + shapes.map { $0.replacing("CALLS", with: "\n\(calls)\n") + "\n" }.joined()
    }
}

extension PackageMode {
    /// Has the compiler say all that it can: the stage that checks what is sent between actors comes after the types.
    var checking: [String] {
        ["-emit-sil", "-wmo", "-o", "/dev/null", "-warnings-as-errors", "-parse-as-library"] + flags
    }
}
