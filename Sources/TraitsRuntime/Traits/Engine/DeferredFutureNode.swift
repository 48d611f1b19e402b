/// The progress of a deferred future's job.
@frozen @usableFromInline
struct _JobProgress: OptionSet {
    @usableFromInline let rawValue: Int

    @inlinable @inline(__always)
    init(rawValue: Int) { self.rawValue = rawValue }

    /// Downstream has asked for a value, or has cancelled before it did: the closure belongs to the thread that set this.
    @inlinable @inline(__always) static var asked: Self { Self(rawValue: 1) }
    /// The closure has returned, and the cancellable that cleans up is stored.
    @inlinable @inline(__always) static var started: Self { Self(rawValue: 2) }
    /// There is an outcome, or nobody wants one: further outcomes are ignored.
    @inlinable @inline(__always) static var settled: Self { Self(rawValue: 4) }
    /// The outcome has been delivered, or downstream has cancelled: it is time to clean up.
    @inlinable @inline(__always) static var ended: Self { Self(rawValue: 8) }
    @inlinable @inline(__always) static var cancelled: Self { Self(rawValue: 16) }
}

/// The subscription behind `DeferredFutureSingle` and its siblings.
///
/// Five bits of one atomic word say which thread does what, so no lock is needed. The thread that sets `settled`
/// delivers; the thread that sets the second of `started` and `ended` cleans up, so that happens exactly once, and not
/// before the closure has returned.
@usableFromInline
final class _DeferredFutureNode<Answer, Downstream: Subscriber>: _Node, _OperatorNode, _ProgressNode {
    @usableFromInline typealias Progress = _JobProgress
    @usableFromInline typealias Attempt = (@escaping @Sendable (Answer) -> Void) -> AnyCancellable
    @usableFromInline typealias Outcome = MaybeResult<Downstream.Input, Downstream.Failure>

    /// Belongs to the thread that sets `settled`: the work may keep its promise, and so the node, for ever.
    @usableFromInline @exclusivity(unchecked) var downstream: Downstream?
    /// Turns an answer into an outcome. Captures nothing.
    @usableFromInline let outcome: (Answer) -> Outcome
    /// The job's closure, which may own the object that answers. Belongs to the thread that sets `asked`, and then to the thread
    /// that cleans up.
    @usableFromInline @exclusivity(unchecked) var attempt: Attempt?
    /// Written before `started` is set; belongs to the thread that cleans up after that.
    @usableFromInline @exclusivity(unchecked) var cleanup: AnyCancellable?

    @inlinable
    init(_ downstream: Downstream, _ attempt: @escaping Attempt, _ outcome: @escaping (Answer) -> Outcome) {
        self.downstream = downstream
        self.attempt = attempt
        self.outcome = outcome
        super.init(_handled(by: _DeferredFutureNode<Answer, Downstream>.self))
    }

    @usableFromInline override var description: String { "DeferredFuture" }

    @inlinable @inline(__always)
    static var acceptsZeroDemand: Bool { true }

    @inlinable
    func requested(_ demand: Subscribers.Demand) {
        guard demand > .none, !note(.asked).contains(.asked), let attempt else { return }
        let promise = _Promise<Answer> { [self] in settle($0) }
        // Safe to send: any thread may settle. The cast changes no bits; see `DispatchQueue.sendable(_:)`.
        cleanup = attempt(unsafeBitCast(promise, to: _SendablePromise<Answer>.self).settle)
        if note(.started).contains(.ended) { cleanUp() }
    }

    /// Delivers the outcome of an answer, if it is the first.
    @inlinable
    func settle(_ answer: Answer) {
        if note(.settled).contains(.settled) { return }
        let downstream = self.downstream.take()!
        if !progress.contains(.cancelled) { deliver(answer, to: downstream) }
        if note(.ended).contains(.started) { cleanUp() }
    }

    @inlinable @inline(__always)
    func deliver(_ answer: Answer, to downstream: Downstream) {
        switch outcome(answer) {
        case .success(let value):
            _ = downstream.receive(value)
            if !progress.contains(.cancelled) { downstream.receive(completion: .finished) }
        case .finished: downstream.receive(completion: .finished)
        case .failure(let error): downstream.receive(completion: .failure(error))
        }
    }

    @inlinable
    func cancelled() {
        let before = note([.asked, .settled, .cancelled])
        if !before.contains(.asked) { _replace(&attempt, with: nil) }
        if before.contains(.settled) { return }
        _replace(&downstream, with: nil)
        if note(.ended).contains(.started) { cleanUp() }
    }

    // Inlinable, so that it is specialised: generic code would look up the type of the closure each time.
    @inlinable @inline(never)
    func cleanUp() {
        let cleanup = cleanup
        self.cleanup = nil
        cleanup?.cancel()
        _replace(&attempt, with: nil)
    }
}

@frozen @usableFromInline
struct _Promise<Answer> {
    @usableFromInline let settle: (Answer) -> Void

    @inlinable @inline(__always)
    init(settle: @escaping (Answer) -> Void) { self.settle = settle }
}

@frozen @usableFromInline
struct _SendablePromise<Answer> {
    @usableFromInline let settle: @Sendable (Answer) -> Void
}
