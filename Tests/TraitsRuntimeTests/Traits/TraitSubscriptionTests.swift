import Foundation
import Synchronization
import Testing
import TraitsRuntime
import TraitsTesting

/// A subscription that writes down what happens to it.
private final class Tracked<Downstream: Subscriber>: TraitSubscriptions.Maybe<Downstream, Tracked.Log> {
    final class Log: Sendable {
        private let entries = Mutex<[String]>([])
        func callAsFunction(_ entry: String) { entries.withLock { $0.append(entry) } }
        var all: [String] { entries.withLock { $0 } }
    }

    /// What happens inside `start(with:)`.
    var job: (Tracked) -> Void = { _ in }

    override func start(with log: Log) {
        log("start")
        job(self)
        log("started")
    }

    override func didCancel(with log: Log) { log("didCancel") }
    override func didComplete(with log: Log) { log("didComplete") }
}

@Suite struct TraitSubscriptionTests {
    private typealias Sink = TrackingSubscriber<Int, MyError>

    private func make(
        demand: Subscribers.Demand = .unlimited, job: @escaping (Tracked<Sink>) -> Void = { _ in }
    ) -> (subscription: Tracked<Sink>, sink: Sink, log: Tracked<Sink>.Log) {
        let sink = Sink(receiveSubscription: { if demand > .none { $0.request(demand) } })
        let log = Tracked<Sink>.Log()
        let subscription = Tracked(downstream: sink, context: log)
        subscription.job = job
        sink.receive(subscription: subscription)
        return (subscription, sink, log)
    }

    @Test func `the job starts with the first request, once`() {
        let (_, sink, log) = make(demand: .none)
        #expect(log.all.isEmpty)
        sink.request(.max(1))
        sink.request(.max(1))
        #expect(log.all == ["start", "started"])
    }

    @Test func `the first outcome counts`() {
        let (subscription, sink, log) = make()
        subscription.receive(.success(1))
        subscription.receive(.finished)
        subscription.cancel()
        #expect(sink.values == [1])
        #expect(sink.completions == [.finished])
        #expect(log.all == ["start", "started", "didComplete"])
    }

    @Test func `an end without a value, and a failure`() {
        let finished = make()
        finished.subscription.receive(.finished)
        #expect(finished.sink.values.isEmpty && finished.sink.completions == [.finished])
        let failed = make()
        failed.subscription.receive(.failure(MyError()))
        #expect(failed.sink.completions == [.failure(MyError())])
    }

    @Test func `an outcome inside start is delivered synchronously and cleaned up afterwards`() {
        let (_, sink, log) = make { $0.receive(.success(1)) }
        #expect(sink.values == [1] && sink.completions == [.finished])
        #expect(log.all == ["start", "started", "didComplete"])
    }

    @Test func `a cancellation inside the value spares the completion`() {
        let log = Tracked<Sink>.Log()
        var cancel: () -> Void = {}
        let sink = Sink(
            receiveSubscription: {
                cancel = $0.cancel
                $0.request(.unlimited)
            },
            receiveValue: { _ in
                cancel()
                return .none
            })
        let subscription = Tracked(downstream: sink, context: log)
        sink.receive(subscription: subscription)
        subscription.receive(.success(1))
        cancel = {}
        #expect(sink.values == [1] && sink.completions.isEmpty)
        #expect(log.all == ["start", "started", "didComplete"])
    }

    @Test func `subscriptions have a name`() {
        let sink = Sink()
        #expect("\(Tracked(downstream: sink, context: Tracked<Sink>.Log()))".hasPrefix("Tracked<"))
        DeferredFutureMaybe<Int, MyError> { _ in AnyCancellable {} }.subscribe(sink)
        #expect(sink.history == [.subscription("DeferredFuture")])
    }

    @Test func `a cancellation inside start is cleaned up afterwards`() {
        let (subscription, sink, log) = make { $0.cancel() }
        subscription.receive(.success(1))
        #expect(sink.values.isEmpty && sink.completions.isEmpty)
        #expect(log.all == ["start", "started", "didCancel"])
    }

    /// That this compiles is half of the test: the callback is `@Sendable`, and the subscription has state of its own.
    @Test func `a callback takes the promise along`() async throws {
        final class Request: Sendable {
            func load(_ done: @escaping @Sendable (Int) -> Void) { Thread.detachNewThread { done(7) } }
        }
        final class Single<Downstream: Subscriber>: TraitSubscriptions.Single<Downstream, Request>
        where Downstream.Input == Int {
            var starts = 0
            override func start(with request: Request) {
                starts += 1
                let promise = promise
                request.load { promise(.success($0)) }
            }
        }
        final class Maybe<Downstream: Subscriber>: TraitSubscriptions.Maybe<Downstream, Request>
        where Downstream.Input == Int {
            override func start(with request: Request) {
                let promise = promise
                request.load { promise(.success($0)) }
            }
        }
        final class End<Downstream: Subscriber>: TraitSubscriptions.Completable<Downstream, Request> {
            override func start(with request: Request) {
                let promise = promise
                request.load { _ in promise(.finished) }
            }
        }
        struct Requests<Output, S: Subscription>: Publisher {
            typealias Failure = Never
            let make: (AnySubscriber<Output, Never>) -> S
            func receive<D: Subscriber>(subscriber: D) where D.Input == Output, D.Failure == Never {
                subscriber.receive(subscription: make(AnySubscriber(subscriber)))
            }
        }
        let single = Requests { Single(downstream: $0, context: Request()) }.uncheckedSingle()
        #expect(try await single.value == 7)
        let maybe = Requests { Maybe(downstream: $0, context: Request()) }.uncheckedMaybe()
        #expect(await maybe.value == 7)
        await Requests<Never, _> { End(downstream: $0, context: Request()) }.uncheckedCompletable().value
    }

    @Test func `a job that never started has nothing to clean up`() {
        let (subscription, sink, log) = make(demand: .none)
        subscription.cancel()
        sink.request(.max(1))
        #expect(log.all.isEmpty)
    }

    @Test func `a value before the request waits for it`() {
        let (subscription, sink, log) = make(demand: .none)
        subscription.receive(.success(1))
        subscription.receive(.finished)
        #expect(sink.values.isEmpty && sink.completions.isEmpty)
        sink.request(.max(1))
        #expect(sink.values == [1] && sink.completions == [.finished])
        #expect(log.all.isEmpty, "the job was never started")
    }

    @Test func `context and downstream are released when it ends`() throws {
        let leaks = LeakTracker()
        final class Subscription<Downstream: Subscriber>: TraitSubscriptions.Single<Downstream, LeakToken> {
            override func start(with context: LeakToken) {}
        }
        func run(_ end: (Subscription<Sink>) -> Void) -> Subscription<Sink> {
            let sink = leaks.track(Sink(demand: .unlimited), "sink")
            let subscription = Subscription(downstream: sink, context: leaks.token("context"))
            subscription.request(.unlimited)
            end(subscription)
            return subscription
        }
        let completed = run { $0.receive(.success(1)) }
        let cancelled = run { $0.cancel() }
        // The subscriptions are still there; what they held is not.
        try leaks.expectAllReleased()
        withExtendedLifetime((completed, cancelled)) {}
    }

    /// A subscription on its way to several threads; everything that they call on it may be called from any thread.
    private struct Shared: @unchecked Sendable { let subscription: Tracked<Sink> }

    @Test(arguments: [false, true])
    func `of racing threads one ends it, and it is cleaned up once`(racesWithStart: Bool) async {
        for _ in 0..<300 {
            let (subscription, sink, log) = make(demand: racesWithStart ? .none : .unlimited)
            let shared = Shared(subscription: subscription)
            await withTaskGroup(of: Void.self) { group in
                if racesWithStart { group.addTask { shared.subscription.request(.max(1)) } }
                group.addTask { shared.subscription.receive(.success(1)) }
                group.addTask { shared.subscription.receive(.success(2)) }
                group.addTask { shared.subscription.receive(.failure(MyError())) }
                group.addTask { shared.subscription.cancel() }
            }
            #expect(sink.completions.count <= 1)
            #expect(sink.values.count <= 1)
            let entries = log.all
            if entries.contains("started") {
                #expect(entries.count == 3)
                // A cancellation while the value is being delivered spares downstream the completion alone.
                let hasCompleted = !sink.completions.isEmpty || !sink.values.isEmpty
                #expect(entries.last == (hasCompleted ? "didComplete" : "didCancel"))
            } else {
                #expect(racesWithStart && entries.isEmpty)
            }
        }
    }
}
