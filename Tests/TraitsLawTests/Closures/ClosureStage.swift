import TraitsRuntime
import TraitsTesting

/// The sources of an operator whose closure is watched.
final class ClosureStage {
    typealias Source = PassthroughSubject<Int, TestFailure>

    /// The first events of ``upstream``.
    enum Start: CaseIterable, Sendable {
        /// They come from a subject, after the subscription.
        case later
        /// A value and the end are available synchronously.
        case value
        /// The end is available synchronously.
        case empty
        /// A failure is available synchronously.
        case failure
    }

    private let start: Start
    let source = Source()
    /// The inner publisher, which answers later.
    let inner = Source()
    let scheduler = TestScheduler()

    init(_ start: Start) { self.start = start }

    var upstream: AnyPublisher<Int, TestFailure> {
        switch start {
        case .later: source.eraseToAnyPublisher()
        case .value: Result<Int, TestFailure>.success(1).publisher.eraseToAnyPublisher()
        case .empty: Empty<Int, TestFailure>().eraseToAnyPublisher()
        case .failure: Fail<Int, TestFailure>(error: TestFailure()).eraseToAnyPublisher()
        }
    }

    /// The upstream publisher without failures.
    var infallible: AnyPublisher<Int, Never> {
        upstream.catch { _ in Empty<Int, Never>() }.eraseToAnyPublisher()
    }

    func send(_ value: Int) {
        source.send(value)
        inner.send(value)
        scheduler.advance(by: 1)
    }

    func endSource(_ completion: Subscribers.Completion<TestFailure>) {
        source.send(completion: completion)
        scheduler.advance(by: 100)
    }

    func endInner() {
        inner.send(completion: .finished)
        scheduler.advance(by: 100)
    }
}

/// Returns a value, and uses the token of the closure that calls it.
@inline(never)
func uses<T>(_ token: LeakToken, _ value: T) -> T { withExtendedLifetime(token) { value } }

/// A subscriber that keeps its subscription.
private final class Holder<Input, Failure: Error>: Subscriber {
    var subscription: (any Subscription)?
    var isOver = false

    func receive(subscription: any Subscription) {
        self.subscription = subscription
        subscription.request(.unlimited)
    }

    func receive(_ input: Input) -> Subscribers.Demand { .none }
    func receive(completion: Subscribers.Completion<Failure>) { isOver = true }
}

/// The end of a stream, as its subscriber sees it.
private final class Fate { var isOver = false }

/// The way in which a program subscribes.
enum ClosureReader: CaseIterable, Sendable {
    case sink, erasedSink, outcomeSink, sharedSink, replayedSink
    /// A custom subscriber that keeps its subscription.
    case holder

    /// Subscribes, and keeps nothing of the publisher.
    ///
    /// - Returns: closures that cancel, and that return whether the stream is over.
    func subscribe<P: Publisher>(to publisher: consuming P) -> (cancel: () -> Void, isOver: () -> Bool) {
        let fate = Fate()
        let handle: AnyCancellable
        switch self {
        case .sink:
            handle = publisher.sink(receiveCompletion: { _ in fate.isOver = true }, receiveValue: { _ in })
        case .erasedSink:
            handle = publisher.eraseToAnyPublisher()
                .sink(receiveCompletion: { _ in fate.isOver = true }, receiveValue: { _ in })
        case .outcomeSink:
            handle = publisher.last().sinkMaybe { _ in fate.isOver = true }
        case .sharedSink:
            handle = publisher.eraseToAnyPublisher().share()
                .sink(receiveCompletion: { _ in fate.isOver = true }, receiveValue: { _ in })
        case .replayedSink:
            handle = publisher.eraseToAnyPublisher().share(replay: 1)
                .sink(receiveCompletion: { _ in fate.isOver = true }, receiveValue: { _ in })
        case .holder:
            let holder = Holder<P.Output, P.Failure>()
            publisher.subscribe(holder)
            return ({ holder.subscription?.cancel() }, { holder.isOver })
        }
        return (handle.cancel, { fate.isOver })
    }
}
