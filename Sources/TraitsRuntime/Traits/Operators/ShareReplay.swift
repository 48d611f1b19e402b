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
    /// `share()` of a single is no single: a subscriber that arrives after the end gets the end and no value. Here
    /// each subscriber gets the value or the failure, whenever it arrives, so the promise is preserved.
    ///
    /// The first subscriber starts upstream. If all cancel before the outcome is there, upstream is cancelled, and
    /// the next subscriber starts it again; once the outcome is there, upstream is never started again.
    ///
    /// - Demand: unlimited towards upstream. A subscriber's value waits until it asks for one.
    /// - Failure: replayed as well. Put `retry(_:)` in front to try again.
    /// - Threads: subscribers that wait get the outcome one after the other, in the order they came, on the thread that
    ///   upstream ends on; later ones get it on their own.
    /// - Cancellation: of the last subscriber cancels upstream; see ``Publisher/preventCancellation()``.
    /// - Complexity: constant time for a subscriber; the outcome is kept as long as the publisher is.
    ///
    /// ```swift
    /// let token = AnySinglePublisher<String, any Error>.just("secret").shareReplay()
    /// let first = token.sinkSingle { print($0) }
    /// let second = token.sinkSingle { print($0) }      // the same outcome, no second request
    /// ```
    @_disfavoredOverload
    public func shareReplay() -> TraitPublishers.ShareReplay<Self> {
        TraitPublishers.ShareReplay(upstream: self)
    }
}

extension TraitPublishers {
    /// A publisher whose subscribers share one subscription and all see its outcome; see `shareReplay()`.
    ///
    /// It is an object, since what its subscribers share has to be somewhere.
    public final class ShareReplay<Upstream: MaybePublisher>: _NodePublisher, Equatable {
        public typealias Output = Upstream.Output
        public typealias Failure = Upstream.Failure

        /// The publisher that is shared.
        public let upstream: Upstream

        private let lock = _Lock()
        // All under `lock`.
        private var outcome: MaybeResult<Output, Failure>?
        private var taker: _OutcomeTaker<Output, Failure>?
        private var waiting: [Int: (MaybeResult<Output, Failure>) -> Void] = [:]
        private var tickets = 0
        /// How often upstream was started: what an abandoned start still says doesn't count.
        private var starts = 0

        /// Shares a publisher.
        public init(upstream: Upstream) { self.upstream = upstream }

        public func _attach<Downstream: Subscriber>(_ downstream: Downstream)
        where Downstream.Input == Output, Downstream.Failure == Failure {
            let ticket = lock.withLock {
                tickets += 1
                return tickets
            }
            let node = Inner(downstream, self, ticket)
            if node.attach() { join(node, ticket) }
        }

        /// Whether both are one and the same.
        public static func == (lhs: ShareReplay, rhs: ShareReplay) -> Bool { lhs === rhs }

        private func join<S: Subscriber>(_ node: Inner<S>, _ ticket: Int)
        where S.Input == Output, S.Failure == Failure {
            lock.lock()
            if let outcome {
                lock.unlock()
                return node.settle(outcome)
            }
            waiting[ticket] = node.settle
            var new: _OutcomeTaker<Output, Failure>?
            if taker == nil {
                let taker = makeTaker()
                self.taker = taker
                new = taker
            }
            lock.unlock()
            if let new {
                new.ask()
                upstream.subscribe(new)
            }
            // It may have been cancelled before it was in the list.
            if node.isOver { leave(ticket) }
        }

        /// For the owner of the lock.
        private func makeTaker() -> _OutcomeTaker<Output, Failure> {
            starts += 1
            return _OutcomeTaker("ShareReplay") { [self, starts] outcome in settled(outcome, start: starts) }
        }

        private func settled(_ outcome: MaybeResult<Output, Failure>, start: Int) {
            lock.lock()
            guard let current = taker, start == starts else { return lock.unlock() }
            self.outcome = outcome
            taker = nil
            let waiting = waiting
            self.waiting = [:]
            lock.unlock()
            for (_, settle) in waiting.sorted(by: { $0.key < $1.key }) { settle(outcome) }
            withExtendedLifetime(current) {}
        }

        fileprivate func leave(_ ticket: Int) {
            lock.lock()
            let settle = waiting.removeValue(forKey: ticket)
            var last: _OutcomeTaker<Output, Failure>?
            if settle != nil && waiting.isEmpty {
                last = taker
                taker = nil
            }
            lock.unlock()
            last?.cancelUpstream()
            withExtendedLifetime(settle) {}
        }
    }
}

// Safe to share: all that changes is touched under `lock`, and what passes through may be shared.
extension TraitPublishers.ShareReplay: @unchecked Sendable
where Upstream: Sendable, Upstream.Output: Sendable {}

extension TraitPublishers.ShareReplay {
    private final class Inner<Downstream: Subscriber>: _OutcomeNode<Downstream>
    where Downstream.Input == Output, Downstream.Failure == Failure {
        /// Until all is over: a subscriber may keep this object, and the publisher keeps the outcome. Under `lock`.
        private var publisher: TraitPublishers.ShareReplay<Upstream>?
        private let ticket: Int

        init(_ downstream: Downstream, _ publisher: TraitPublishers.ShareReplay<Upstream>, _ ticket: Int) {
            self.publisher = publisher
            self.ticket = ticket
            super.init(downstream, name: "ShareReplay")
        }

        override func stop() {
            let publisher = lock.withLock { self.publisher.take() }
            publisher?.leave(ticket)
        }
    }
}
