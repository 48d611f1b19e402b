import TraitsRuntime

/// A publisher that carries three tokens of a ``LeakTracker``: one for the publisher itself, one for its subscription, and one
/// for its hold on the subscriber. Each is alive as long as its part is kept.
///
/// Values, demand and completions pass through.
public struct LeakTracked<Upstream: Publisher>: Publisher {
    /// The values of the upstream publisher.
    public typealias Output = Upstream.Output
    /// The errors of the upstream publisher.
    public typealias Failure = Upstream.Failure

    /// The publisher whose signals pass through.
    public let upstream: Upstream
    private let tracker: LeakTracker
    private let name: String
    private let place: (fileID: String, line: UInt)
    private let token: LeakToken

    init(upstream: Upstream, tracker: LeakTracker, name: String, fileID: String, line: UInt) {
        self.upstream = upstream
        self.tracker = tracker
        self.name = name
        self.place = (fileID, line)
        self.token = tracker.token("\(name): publisher", fileID: fileID, line: line)
    }

    /// Begins a tracked subscription.
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
        // The closure must not keep this publisher's own token alive.
        let makeToken = { [tracker, name, place] (part: String) in
            tracker.token("\(name): \(part)", fileID: place.fileID, line: place.line)
        }
        upstream.subscribe(
            Inner(
                downstream: subscriber, token: makeToken("subscriber"),
                makeSubscriptionToken: { makeToken("subscription") }))
    }

    private final class Inner<Downstream: Subscriber>: Subscriber
    where Downstream.Input == Output, Downstream.Failure == Failure {
        private let downstream: Downstream
        private let token: LeakToken
        private let makeSubscriptionToken: () -> LeakToken

        init(
            downstream: Downstream, token: LeakToken, makeSubscriptionToken: @escaping () -> LeakToken
        ) {
            self.downstream = downstream
            self.token = token
            self.makeSubscriptionToken = makeSubscriptionToken
        }

        func receive(subscription: any Subscription) {
            downstream.receive(
                subscription: Carrying(subscription: subscription, token: makeSubscriptionToken()))
        }

        func receive(_ input: Output) -> Subscribers.Demand { downstream.receive(input) }

        func receive(completion: Subscribers.Completion<Failure>) {
            downstream.receive(completion: completion)
        }
    }
}

/// A subscription that carries a token and passes all calls on.
private final class Carrying: Subscription, CustomStringConvertible {
    private let subscription: any Subscription
    private let token: LeakToken

    init(subscription: any Subscription, token: LeakToken) {
        self.subscription = subscription
        self.token = token
    }

    var description: String { String(describing: subscription) }

    func request(_ demand: Subscribers.Demand) { subscription.request(demand) }

    func cancel() { subscription.cancel() }
}

/// Operators for tests.
extension Publisher {
    /// Tracks the publisher, its subscriptions and its hold on subscribers, and changes no events.
    ///
    /// ```swift
    /// let leaks = LeakTracker()
    /// var cancellable: AnyCancellable? = source.leakTracked(by: leaks, "source")
    ///     .flatMap { Just($0) }
    ///     .sink { _ in }
    /// cancellable = nil
    /// try leaks.expectAllReleased()
    /// ```
    public func leakTracked(
        by tracker: LeakTracker, _ name: String, fileID: String = #fileID, line: UInt = #line
    ) -> LeakTracked<Self> {
        LeakTracked(upstream: self, tracker: tracker, name: name, fileID: fileID, line: line)
    }
}
