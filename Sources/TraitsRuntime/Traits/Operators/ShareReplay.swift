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
    /// - Threads: subscribers that wait get the outcome one after the other, in the order they came, on the thread that
    ///   upstream ends on; later subscribers get it on their own thread.
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

        @usableFromInline let core = _ReplayOnce<Upstream.Output, Upstream.Failure>()

        /// Shares a publisher.
        @inlinable
        public init(upstream: Upstream) { self.upstream = upstream }

        @inlinable
        public func _attach<Downstream: Subscriber>(_ downstream: __owned Downstream)
        where Downstream.Input == Output, Downstream.Failure == Failure {
            let node = _ReplayOnceNode(downstream, core)
            if node.attach(), let taker = core.join(node) {
                taker.ask()
                upstream.subscribe(taker)
            }
            // The subscription may have been cancelled before it was in the list.
            if node.isOver { core.leave(node) }
        }

        /// Returns a Boolean value that indicates whether two publishers are the same object.
        public static func == (lhs: ShareReplay, rhs: ShareReplay) -> Bool { lhs === rhs }
    }
}

// Safe to share: all mutable state is under `lock`, and the values that pass through may be shared.
extension TraitPublishers.ShareReplay: @unchecked Sendable
where Upstream: Sendable, Upstream.Output: Sendable {}

/// The state that the subscribers of ``TraitPublishers/ShareReplay`` share. It knows neither upstream nor its subscribers
/// by type.
@usableFromInline
final class _ReplayOnce<Output, Failure: Error> {
    @usableFromInline typealias Outcome = MaybeResult<Output, Failure>
    @usableFromInline typealias Taker = _OutcomeTaker<Output, Failure>
    @usableFromInline typealias Waiter = _OutcomeRoot<Output, Failure>

    @usableFromInline let lock = _Lock()
    // All under `lock`.
    @usableFromInline @exclusivity(unchecked) var outcome: _Cell<Outcome>?
    @usableFromInline @exclusivity(unchecked) var taker: Taker?
    @usableFromInline @exclusivity(unchecked) var waiters = _Waiters()
    /// The number of times that upstream was started: the outcome of an abandoned start doesn't count.
    @usableFromInline @exclusivity(unchecked) var starts = 0

    @inlinable
    init() {}

    /// Has a subscription wait for the outcome, or settles it if the outcome is known.
    ///
    /// - Returns: the subscriber for upstream, if nothing runs yet.
    @inlinable
    func join(_ node: Waiter) -> Taker? {
        lock.lock()
        if let outcome {
            lock.unlock()
            node.tell(node, outcome.value)
            return nil
        }
        waiters.add(node)
        var new: Taker?
        if taker == nil {
            starts += 1
            new = Taker("ShareReplay", index: starts) { [self] start, outcome in
                settled(outcome, start: start)
            }
            taker = new
        }
        lock.unlock()
        return new
    }

    @inlinable
    func settled(_ outcome: Outcome, start: Int) {
        let cell = _Cell(outcome)
        lock.lock()
        guard let current = taker, start == starts else { return lock.unlock() }
        self.outcome = cell
        taker = nil
        let waiters = waiters.takeAll()
        lock.unlock()
        waiters.forEach {
            let waiter = _unsafeUncheckedDowncast($0, to: Waiter.self)
            waiter.tell(waiter, outcome)
        }
        withExtendedLifetime(current) {}
    }

    /// Removes a subscription that doesn't wait any more. The last one cancels upstream.
    @inlinable
    func leave(_ node: Waiter) {
        lock.lock()
        var last: Taker?
        if waiters.remove(node), waiters.isEmpty {
            last = taker
            taker = nil
        }
        lock.unlock()
        last?.cancelUpstream()
    }
}

/// The subscription of ``TraitPublishers/ShareReplay``.
@usableFromInline
final class _ReplayOnceNode<Downstream: Subscriber>: _OutcomeNode<Downstream> {
    @usableFromInline typealias Core = _ReplayOnce<Downstream.Input, Downstream.Failure>

    /// The shared state, until all is over: a subscriber may keep this object, and the core keeps the outcome. Under
    /// `lock`.
    @usableFromInline @exclusivity(unchecked) var core: Core?

    @inlinable
    init(_ downstream: Downstream, _ core: Core) {
        self.core = core
        super.init(downstream, name: "ShareReplay") { node, hook in
            let node = _unsafeUncheckedDowncast(node, to: _ReplayOnceNode<Downstream>.self)
            if case .stop = hook { node.leave() }
        }
    }

    @inlinable
    func leave() {
        lock.lock()
        let core = core
        self.core = nil
        lock.unlock()
        core?.leave(self)
    }
}
