#if canImport(ObjectiveC)
    import ObjectiveC

    /// The root class of the subscriptions that users subclass: `NSObject` where it exists, so that a subscription can be
    /// the delegate of an Objective-C interface.
    public typealias TraitSubscriptionRoot = NSObject
#else
    /// The root class of the subscriptions that users subclass: `NSObject` where it exists, so that a subscription can be
    /// the delegate of an Objective-C interface.
    ///
    /// Elsewhere, and so on Linux, it is this class, which has all requirements of `NSObjectProtocol`. One line, which
    /// TraitsFoundation has, makes a subscription the delegate of a `URLSession` or an `XMLParser` there too: `extension
    /// TraitSubscriptionRoot: NSObjectProtocol {}`.
    open class TraitSubscriptionRoot: CustomStringConvertible, CustomDebugStringConvertible {
        /// Creates an instance.
        public init() {}

        /// The text that `print()` shows: the name of the subscription's type, unless a subclass overrides it.
        open var description: String { String(describing: type(of: self)) }

        /// The same as ``description``, unless a subclass overrides it.
        open var debugDescription: String { description }

        /// Returns whether an object is this one, unless a subclass overrides it.
        open func isEqual(_ object: Any?) -> Bool { object as AnyObject? === self }

        /// The hash value, which is the same for equal objects.
        open var hash: Int { ObjectIdentifier(self).hashValue }

        /// Returns `false`: this isn't a proxy of another object.
        open func isProxy() -> Bool { false }

        /// This object.
        public final func `self`() -> Self { self }
    }
#endif

/// The base class of the subscriptions in ``TraitSubscriptions``: a job that starts with the first request and ends once.
///
/// Subclass `TraitSubscriptions.Single` and its siblings, which add a `receive(_:)` that takes only outcomes that the trait
/// allows.
///
/// **The order of events.** ``start(with:)`` is called inside the first request for at least one value, at most once. Then
/// exactly one of two things happens, however many threads race: the job completes (downstream gets its value and
/// completion, then ``didComplete(with:)`` is called), or the subscription is cancelled (``didCancel(with:)`` is called,
/// downstream gets nothing more). The second of the two is ignored, with one exception: after a cancellation during the
/// delivery of the value, downstream doesn't get the completion. A cleanup is called once, never before `start(with:)` has
/// returned, and not at all if the job never started: if the end comes while `start(with:)` still runs, the thread that
/// runs it cleans up right after.
///
/// **Threads.** Every method may be called from any thread. No lock is held while a subclass or downstream is
/// called. The context, the subscriber and the value are released when the subscription ends.
///
/// **Callbacks.** A subclass may have state that nothing guards, so it isn't `Sendable`, and a `@Sendable` callback can't
/// capture it. The generated subclasses have a `promise` for that: a callback needs nothing else, and any thread may call
/// it.
open class TraitSubscription<Downstream: Subscriber, Context>: TraitSubscriptionRoot, Subscription {
    private enum Job {
        /// No value was requested yet.
        case waiting
        /// `start(with:)` runs.
        case starting
        /// `start(with:)` has returned.
        case started
    }

    private enum Cleanup { case didCancel, didComplete }

    private struct State {
        var job = Job.waiting
        /// The subscriber that receives; `nil` after the end.
        var downstream: Downstream?
        /// `nil` after the cleanup.
        var context: Context?
        /// A value received before any was requested.
        var early: MaybeResult<Downstream.Input, Downstream.Failure>?
        /// The cleanup that the thread in `start(with:)` has to do when that method returns.
        var cleanup: Cleanup?
        var isCancelled = false
    }

    private let lock = TraitLock()
    private var state: State

    /// Creates a subscription; hand it to `downstream` with `downstream.receive(subscription:)`.
    ///
    /// - Parameters:
    ///   - downstream: The subscriber that receives the outcome.
    ///   - context: The data that the job needs; it is passed to `start`, `didCancel` and `didComplete`.
    public init(downstream: Downstream, context: Context) {
        state = State(downstream: downstream, context: context)
        super.init()
    }

    /// Starts the job. Subclasses override it and eventually call `receive(_:)`, from here or later, from any thread.
    ///
    /// The default implementation does nothing, so a subclass may call `super.start(with:)`. A subclass that doesn't
    /// override it stays silent until something else calls `receive(_:)`.
    open func start(with context: Context) {}

    /// Cleans up after the subscription was cancelled. The default implementation does nothing.
    open func didCancel(with context: Context) {}

    /// Cleans up after the subscription was completed. The default implementation does nothing.
    open func didComplete(with context: Context) {}

    // MARK: Subscription

    public final func request(_ demand: Subscribers.Demand) {
        guard demand > .none else { return }
        lock.lock()
        guard case .waiting = state.job, state.downstream != nil, let context = state.context else {
            lock.unlock()
            return
        }
        if let early = state.early {
            end(early)
            return
        }
        state.job = .starting
        lock.unlock()

        start(with: context)

        lock.lock()
        state.job = .started
        let cleanup = state.cleanup
        state.cleanup = nil
        lock.unlock()
        if let cleanup { cleanUp(cleanup) }
    }

    public final func cancel() {
        lock.lock()
        state.isCancelled = true
        guard let downstream = state.downstream else {
            lock.unlock()
            return
        }
        let early = state.early
        state.downstream = nil
        state.early = nil
        lock.unlock()
        withExtendedLifetime((downstream, early)) {}
        cleanUp(.didCancel)
    }

    /// Ends the job with an outcome. For the `receive(_:)` of generated subclasses, each of which takes only outcomes that
    /// its trait allows; any other outcome breaks the promise of the trait.
    public final func _receive(_ result: MaybeResult<Downstream.Input, Downstream.Failure>) {
        lock.lock()
        switch (state.job, result) {
        case _ where state.downstream == nil || state.early != nil:
            lock.unlock()
        case (.waiting, .success):
            // Nobody has asked for a value yet: keep it until then.
            state.early = result
            lock.unlock()
        default:
            end(result)
        }
    }

    /// Calls `_receive`. For the `promise` of generated subclasses.
    public final var _promise: @Sendable (MaybeResult<Downstream.Input, Downstream.Failure>) -> Void {
        let target = TraitSubscriptionTarget(receive: _receive)
        return { target.receive($0) }
    }

    // MARK: Inside

    /// Delivers the outcome and cleans up. Call with the lock held and a downstream; it is released.
    private func end(_ result: MaybeResult<Downstream.Input, Downstream.Failure>) {
        let downstream = state.downstream
        state.downstream = nil
        state.early = nil
        lock.unlock()
        if let downstream {
            switch result {
            case .success(let value):
                _ = downstream.receive(value)
                if !isCancelled { downstream.receive(completion: .finished) }
            case .finished:
                downstream.receive(completion: .finished)
            case .failure(let failure):
                downstream.receive(completion: .failure(failure))
            }
        }
        cleanUp(.didComplete)
    }

    private var isCancelled: Bool {
        lock.lock()
        defer { lock.unlock() }
        return state.isCancelled
    }

    /// Cleans up, or leaves it to the thread that is still inside `start(with:)`. The subscription has ended, and the call
    /// that ended it calls this, so it happens once.
    private func cleanUp(_ cleanup: Cleanup) {
        lock.lock()
        let job = state.job
        if case .starting = job {
            state.cleanup = cleanup
            lock.unlock()
            return
        }
        let context = state.context
        state.context = nil
        lock.unlock()
        // A job that never started has nothing to clean up.
        guard case .started = job, let context else { return }
        switch cleanup {
        case .didCancel: didCancel(with: context)
        case .didComplete: didComplete(with: context)
        }
    }
}

/// The way back to the subscription, for the thread that ends the job.
///
/// Safe to send: `receive` is always `TraitSubscription._receive`, which any thread may call.
private struct TraitSubscriptionTarget<Output, Failure: Error>: @unchecked Sendable {
    let receive: (MaybeResult<Output, Failure>) -> Void
}
