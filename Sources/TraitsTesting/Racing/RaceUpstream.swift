import Synchronization
import TraitsRuntime

/// An input of a publisher that threads race on: a subject that counts its subscribers.
public final class RaceUpstream: Publisher, Sendable {
    /// Numbers that count up.
    public typealias Output = Int
    /// The error of inputs.
    public typealias Failure = TestFailure

    let subject = PassthroughSubject<Int, TestFailure>()
    private let active = Atomic<Int>(0)

    init() {}

    /// The number of subscriptions that are neither ended nor cancelled.
    var activeCount: Int { active.load(ordering: .acquiring) }

    /// Begins a subscription.
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == TestFailure {
        active.add(1, ordering: .acquiringAndReleasing)
        subject.subscribe(Side(subscriber, self))
    }

    /// Passes all events on.
    ///
    /// Unchecked, since subscribers need not be sendable. `downstream` never changes, `subscription` is written before another
    /// thread can reach this object.
    private final class Side<S: Subscriber>: Subscriber, Subscription, @unchecked Sendable
    where S.Input == Int, S.Failure == TestFailure {
        private let downstream: S
        private let upstream: RaceUpstream
        private var subscription: (any Subscription)?
        private let isOver = Atomic<Bool>(false)

        init(_ downstream: S, _ upstream: RaceUpstream) {
            self.downstream = downstream
            self.upstream = upstream
        }

        func receive(subscription: any Subscription) {
            self.subscription = subscription
            downstream.receive(subscription: self)
        }

        func receive(_ input: Int) -> Subscribers.Demand { downstream.receive(input) }

        func receive(completion: Subscribers.Completion<TestFailure>) {
            leave()
            downstream.receive(completion: completion)
        }

        func request(_ demand: Subscribers.Demand) { subscription?.request(demand) }

        func cancel() {
            leave()
            subscription?.cancel()
        }

        private func leave() {
            if !isOver.exchange(true, ordering: .acquiringAndReleasing) {
                upstream.active.subtract(1, ordering: .acquiringAndReleasing)
            }
        }
    }
}
