extension Publisher {
    /// Lets all subscribers share one subscription to upstream, and replays the newest values to late subscribers.
    ///
    /// ```
    ///                    --1--2--3--|-->
    /// share(replay: 2)
    /// 1st                --1--2--3--|-->
    /// 2nd                       ^12-3--|-->
    /// 3rd                                 ^23|
    /// ```
    ///
    /// The first subscriber starts upstream. A later subscriber gets the newest values inside the call that
    /// subscribes, and then the values that follow. When the last subscriber cancels, upstream is cancelled and the
    /// values are released: the next subscriber starts upstream again, and gets no earlier values. Once upstream has
    /// ended it is never started again, and a late subscriber gets the newest values and the end.
    ///
    /// A single stays a single: every subscriber gets the newest value, or the end that there was instead. Where nothing is
    /// to be replayed, there is ``share()``.
    ///
    /// - Demand: unlimited towards upstream. A subscriber is sent the values it has asked for. Of the others the newest wait,
    ///   as many as are replayed, and the end waits behind them.
    /// - Failure: sent to all, after the values before it, and to late subscribers after the newest values.
    /// - Threads: a value reaches the subscribers one after the other, in the order of their first requests, on the thread that
    ///   upstream sends on; replayed values come on the thread that subscribes, or that makes the first request, even while
    ///   other threads deliver. No call waits for another thread: while one thread starts upstream, a call that subscribes
    ///   returns without a value, and its subscriber gets the first value on the thread that starts upstream. So
    ///   `share(replay:)` doesn't promise a value inside the call that subscribes. A value that is requested later comes on the
    ///   requesting thread, or on the thread that is delivering then. An event that upstream sends from inside a delivery
    ///   follows that delivery, so all subscribers see the same order.
    /// - Cancellation: of one subscriber, means nothing to the others; of the last one, cancels upstream.
    /// - Complexity: sending is linear in the number of subscribers. It keeps `replay` values, for as long as there are
    ///   subscribers; after the end, as long as the publisher is kept.
    ///
    /// ```swift
    /// let prices = PassthroughSubject<Int, Never>()
    /// let shared = prices.share(replay: 1)
    /// let chart = shared.sink { print("chart \($0)") }
    /// prices.send(10)                                      // chart 10
    /// let label = shared.sink { print("label \($0)") }     // label 10
    /// ```
    ///
    /// - Parameter replay: how many values a late subscriber gets: at least one, or the program stops.
    @_disfavoredOverload
    @inlinable
    public func share(replay: Int) -> MorePublishers.ShareReplay<Self> {
        MorePublishers.ShareReplay(upstream: self, replay: replay)
    }
}

extension MorePublishers {
    /// A publisher whose subscribers share one subscription and its newest values; see `share(replay:)`.
    ///
    /// It is an object, since it holds the connection that its subscribers share.
    public final class ShareReplay<Upstream: Publisher>: _NodePublisher, Equatable {
        public typealias Output = Upstream.Output
        public typealias Failure = Upstream.Failure

        /// The publisher that is shared.
        public let upstream: Upstream

        /// The number of values that a late subscriber gets.
        public let replay: Int

        @usableFromInline let policy: _ReplayPolicy
        @usableFromInline let lock = _Lock()
        /// The newest connection. Under `lock`.
        @usableFromInline var current: _ReplayCore<Output>?

        /// Shares a publisher.
        @inlinable
        public convenience init(upstream: Upstream, replay: Int) {
            precondition(replay > 0, "replay one value at the least; to replay none there is share()")
            self.init(upstream: upstream, policy: _ReplayPolicy(replay: replay))
        }

        @inlinable
        package init(upstream: Upstream, policy: _ReplayPolicy) {
            self.upstream = upstream
            self.policy = policy
            replay = policy.replay
        }

        @inlinable
        public func _attach<Downstream: Subscriber>(_ downstream: Downstream)
        where Downstream.Input == Output, Downstream.Failure == Failure {
            let core = retainConnection()
            let conduit = _SubscriberConduit(core, core, [.missed, .joining], downstream)
            conduit.reader = core.makeReader()
            downstream._receive(node: conduit)
            if conduit.isOver { return }
            let input = core.begin { _ReplayInput<Output, Failure>(core) }
            core.attached(conduit)
            if let input { upstream.subscribe(input) }
        }

        /// Returns the connection for one more subscriber.
        @usableFromInline
        func retainConnection() -> _ReplayCore<Output> {
            if policy.expiry != nil { forgetIfExpired() }
            lock.lock()
            if let current, current.retain() {
                lock.unlock()
                if policy.stopLater != nil { current.endAbsence() }
                return current
            }
            let new = _ReplayCore<Output>(policy)
            let old = current
            current = new
            lock.unlock()
            withExtendedLifetime(old) {}
            return new
        }

        /// Forgets the connection: the next subscriber starts upstream again. Earlier subscribers stay connected.
        package func forgetConnection() {
            if let known = lock.withLock({ current }) { forget(known) }
        }

        /// Forgets a connection whose outcome has expired. A closure tells, so no lock is held.
        private func forgetIfExpired() {
            if let known = lock.withLock({ current }), known.hasExpired { forget(known) }
        }

        private func forget(_ core: _ReplayCore<Output>) {
            let old = lock.withLock { current === core ? current.take() : nil }
            withExtendedLifetime(old) {}
        }

        /// Returns a Boolean value that indicates whether two publishers are the same object.
        public static func == (lhs: ShareReplay, rhs: ShareReplay) -> Bool { lhs === rhs }
    }
}

// Safe to share: all mutable state is touched under a lock, and the values may be shared.
extension MorePublishers.ShareReplay: @unchecked Sendable
where Upstream: Sendable, Upstream.Output: Sendable {}
