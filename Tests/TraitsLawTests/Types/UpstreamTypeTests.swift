import Testing
import TraitsRuntime
@_spi(Samples) import TraitsTesting

/// What an operator's inside knows of upstream: what that sends, and not its type. Else types would grow with the square
/// of a chain's length, the optimizer would give up early, and the first subscription would make metadata for long.
@Suite("Subscribers don't carry upstream's type")
struct UpstreamTypeTests {
    /// Rows whose samples show a subscriber that carries the type of an input, and why it has to.
    static let reasons = [
        "Publishers.Retry": "subscribes to upstream again",
        "TraitPublishers.RetryWhen": "subscribes to upstream again",
        "TraitPublishers.DelaySubscription": "keeps upstream until the time has come",
        "Publishers.FlatMap": "asks upstream's type whether it sends more than one value",
        "Publishers.SwitchToLatest": "keeps the newest publisher, here an input too",
        "Publishers.Concatenate": "keeps what follows, here of the same type",
        "Publishers.Catch": "keeps what makes the one that follows, here of the same type",
        "Publishers.TryCatch": "keeps what makes the one that follows, here of the same type",
        "TraitPublishers.SwitchIfEmpty": "keeps what follows, here of the same type",
        "TraitPublishers.AndThen": "keeps what follows, here of the same type",
    ]

    @Test func `rows have reasons to carry the type of an input`() {
        var carrying: Set<String> = []
        var looked = 0
        for type in LawTable.types {
            let visit = TypeVisit(canFail: type != "Publishers.AssertNoFailure")
            let row = LawTable.row(type)
            for sample in row.sampleTexts.indices { row.visit(sample, with: visit) }
            // Some samples put an operator of this target between.
            let names = visit.subscribers.filter {
                $0.hasPrefix("TraitsStreams.") || $0.hasPrefix("TraitsRuntime.")
            }
            if names.contains(where: { $0.contains("LawUpstream") }) { carrying.insert(type) }
            if !names.isEmpty { looked += 1 }
        }
        #expect(carrying == Set(Self.reasons.keys))
        #expect(looked > 90)
    }

    /// Where the samples' inputs are all of one type, upstream's alone is watched.
    @Test func `an upstream that runs first is not part of what follows it`() {
        let chains: [(Watched) -> any Publisher] = [
            { $0.append(Just(1).setFailureType(to: TestFailure.self)) },
            { $0.append(1).append(2) },
            { $0.catch { _ in Just(1) } },
            { $0.tryCatch { _ in Just(1) } },
            { $0.ifEmpty(switchTo: Just(1).setFailureType(to: TestFailure.self)) },
            { $0.ignoreOutput().uncheckedCompletable().andThen(Empty<Int, TestFailure>()) },
        ]
        for chain in chains { #expect(!names(over: chain).joined().contains("Watched")) }
    }

    /// The check itself finds a subscriber that is nested in its publisher.
    @Test func `a nested subscriber is found`() throws {
        #expect(try #require(names { Nested(upstream: $0) }.first).contains("Watched"))
    }

    private func names(over chain: (Watched) -> any Publisher) -> [String] {
        var names: [String] = []
        TypeVisit.subscribe(to: chain(Watched { names.append($0) }))
        return names
    }
}

/// Subscribes to samples, and notes the names of the types that subscribe to the inputs.
private final class TypeVisit: LawSampleVisitor {
    private let canFail: Bool
    private(set) var subscribers: Set<String> = []

    init(canFail: Bool) { self.canFail = canFail }

    func visit<P: Publisher>(_ make: @escaping (TestScheduler, LawInputMaker) -> P) {
        for fails in canFail ? [false, true] : [false] {
            let maker = LawInputMaker(
                {
                    Record(output: [0, 1, 2], completion: fails ? .failure(TestFailure()) : .finished)
                        .eraseToAnyPublisher()
                },
                infallible: { Record(output: [0, 1, 2], completion: .finished).eraseToAnyPublisher() },
                onSubscriber: { self.subscribers.insert(String(reflecting: $0)) })
            let scheduler = TestScheduler()
            let subscription = Self.subscribe(to: make(scheduler, maker))
            scheduler.advance(by: 64)
            subscription?.cancel()
        }
    }

    @discardableResult
    static func subscribe<P: Publisher>(to publisher: P) -> (any Subscription)? {
        var subscription: (any Subscription)?
        publisher.subscribe(
            AnySubscriber(
                receiveSubscription: {
                    subscription = $0
                    $0.request(.unlimited)
                },
                receiveValue: { _ in .none }, receiveCompletion: { _ in }))
        return subscription
    }
}

/// Reports its subscribers, and fails after a value.
private struct Watched: Publisher {
    typealias Output = Int
    typealias Failure = TestFailure

    let note: (String) -> Void

    func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == TestFailure {
        note(String(reflecting: S.self))
        Record(output: [1], completion: .failure(TestFailure())).receive(subscriber: subscriber)
    }
}

/// An operator as it should not be.
private struct Nested<Upstream: Publisher>: Publisher {
    typealias Output = Upstream.Output
    typealias Failure = Upstream.Failure

    struct Inner<Downstream: Subscriber>: Subscriber
    where Downstream.Input == Output, Downstream.Failure == Failure {
        let combineIdentifier = CombineIdentifier()
        let downstream: Downstream

        func receive(subscription: any Subscription) { downstream.receive(subscription: subscription) }
        func receive(_ input: Output) -> Subscribers.Demand { downstream.receive(input) }
        func receive(completion: Subscribers.Completion<Failure>) {
            downstream.receive(completion: completion)
        }
    }

    let upstream: Upstream

    func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
        upstream.receive(subscriber: Inner(downstream: subscriber))
    }
}
