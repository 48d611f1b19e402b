extension MaybePublisher {
    /// Lets all subscribers share one subscription to this publisher, and replays its outcome to late subscribers.
    ///
    /// ```
    ///                ----o|
    /// shareReplay()
    /// 1st            ----o|
    /// 2nd              ^-o|
    /// 3rd                   ^o|
    /// ```
    ///
    /// `share()` of a single isn't a single: a subscriber that arrives after the end gets the end and no value. Here each
    /// subscriber gets the value or the failure, whenever it arrives, so the promise is preserved.
    ///
    /// The first subscriber starts upstream. If all cancel before the outcome is there, upstream is cancelled, and
    /// the next subscriber starts it again; once the outcome is there, upstream is never started again.
    ///
    /// - Demand: unlimited towards upstream. A subscriber's value waits until it asks for one.
    /// - Failure: replayed as well. Put `retry(_:)` in front to try again.
    /// - Threads: subscribers that wait get the outcome one after the other, in the order of their first requests, on the thread
    ///   that upstream ends on; later subscribers get it on their own thread.
    /// - Cancellation: of the last subscriber cancels upstream; see ``Publisher/preventCancellation()``.
    /// - Complexity: constant time for a subscriber; the outcome is kept as long as the publisher is.
    ///
    /// ```swift
    /// let token = AnySinglePublisher<String, any Error>.just("secret").shareReplay()
    /// let first = token.sinkSingle { print($0) }
    /// let second = token.sinkSingle { print($0) }      // the same outcome, no second request
    /// ```
    @_disfavoredOverload
    @inlinable
    public func shareReplay() -> TraitPublishers.ShareReplay<Self> {
        TraitPublishers.ShareReplay(upstream: self)
    }
}

extension TraitPublishers {
    /// A publisher whose subscribers share one subscription and all see its outcome; see `shareReplay()`.
    ///
    /// It is an object, since it holds the state that its subscribers share.
    public final class ShareReplay<Upstream: MaybePublisher>: _NodePublisher, Equatable {
        public typealias Output = Upstream.Output
        public typealias Failure = Upstream.Failure

        /// The publisher that is shared.
        public let upstream: Upstream

        @usableFromInline let shared: MorePublishers.ShareReplay<Upstream>

        /// Shares a publisher.
        @inlinable
        public init(upstream: Upstream) {
            self.upstream = upstream
            shared = .init(upstream: upstream, policy: _ReplayPolicy(replay: 1, sendsOutcome: true))
        }

        @inlinable
        public func _attach<Downstream: Subscriber>(_ downstream: __owned Downstream)
        where Downstream.Input == Output, Downstream.Failure == Failure {
            shared._attach(consume downstream)
        }

        /// Returns a Boolean value that indicates whether two publishers are the same object.
        public static func == (lhs: ShareReplay, rhs: ShareReplay) -> Bool { lhs === rhs }
    }
}

// Safe to share: the properties are constants that guard themselves, and the values that pass through may be shared.
extension TraitPublishers.ShareReplay: @unchecked Sendable
where Upstream: Sendable, Upstream.Output: Sendable {}
