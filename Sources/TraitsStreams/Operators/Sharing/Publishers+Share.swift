extension Publisher {
    /// Lets all subscribers share one subscription to upstream.
    ///
    /// ```
    ///          --1--2--3--|-->
    /// share()
    /// 1st      --1--2--3--|-->
    /// 2nd           ^2-3--|-->
    /// ```
    ///
    /// The first subscriber starts upstream. A late subscriber misses earlier values. After upstream has ended, a subscriber
    /// gets the completion only: `share()` of a single is no single.
    ///
    /// When the last subscriber cancels, upstream is cancelled, and the next subscriber starts it again. So the work of a
    /// single that takes time may be done twice behind `share().first()`; `shareReplay()` keeps its outcome instead. Work
    /// that is done synchronously isn't repeated: if the last subscriber leaves inside the call that starts upstream, as
    /// `first()` does, upstream may end within that call, without its further values being sent to anybody, and a later
    /// subscriber gets that end. Upstream is cancelled if it hasn't ended when the call returns, or after a thousand values.
    ///
    /// - Demand: unlimited towards upstream, from a subscriber's first request on; a subscriber without demand misses the value.
    /// - Failure: sent to all.
    /// - Threads: values reach the subscribers one after the other on upstream's thread. A subscriber that arrives while another
    ///   thread cancels upstream doesn't wait: it starts upstream again, and upstream has two subscriptions for that time.
    ///
    /// ```swift
    /// let dice = Timer.publish(every: 1, on: .main, in: .common).autoconnect()
    ///     .map { _ in Int.random(in: 1...6) }
    ///     .share()      // all subscribers see the same throws
    /// ```
    @inlinable
    public func share() -> Publishers.Share<Self> { Publishers.Share(upstream: self) }
}

extension Publishers {
    /// A publisher whose subscribers share one subscription; see `share()`.
    public final class Share<Upstream: Publisher>: _NodePublisher, Equatable {
        public typealias Output = Upstream.Output
        public typealias Failure = Upstream.Failure

        /// The publisher that is shared.
        public let upstream: Upstream

        @usableFromInline let connection = _SharedConnection(.share)

        /// Creates a publisher whose subscribers share one subscription.
        @inlinable
        public init(upstream: Upstream) { self.upstream = upstream }

        @inlinable
        public final func _attach<Downstream: Subscriber>(_ downstream: Downstream)
        where Downstream.Input == Output, Downstream.Failure == Failure {
            let (attempt, isNew) = connection.retain { PassthroughSubject<Output, Failure>() }
            let subject = _unsafeUncheckedDowncast(
                attempt.subject!, to: PassthroughSubject<Output, Failure>.self)
            subject.subscribe(_ObserverNode(downstream, _ShareObserver(connection)))
            if isNew {
                upstream._feed(subject) { attempt.take($0, feed: $0) }
                connection.made(attempt)
            }
        }

        /// Returns a Boolean value that indicates whether two publishers are the same object.
        public static func == (lhs: Share, rhs: Share) -> Bool { lhs === rhs }
    }
}

// Unchecked: the connection guards itself, and a value may come to subscribers on other threads.
extension Publishers.Share: @unchecked Sendable where Upstream: Sendable, Upstream.Output: Sendable {}
