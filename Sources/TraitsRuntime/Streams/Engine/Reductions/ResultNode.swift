/// What has happened so far to a subscription with a result.
@frozen @usableFromInline
struct _ResultProgress: OptionSet {
    @usableFromInline let rawValue: Int

    @inlinable @inline(__always)
    init(rawValue: Int) { self.rawValue = rawValue }

    /// Downstream has asked for a value.
    @inlinable @inline(__always) static var asked: Self { Self(rawValue: 1) }
    /// Upstream has finished; the last value is there, if there is one.
    @inlinable @inline(__always) static var ready: Self { Self(rawValue: 2) }
    /// Nothing more is sent.
    @inlinable @inline(__always) static var closed: Self { Self(rawValue: 4) }
}

/// A subscription whose end may have to wait until downstream asks for a value, because one may come before it. As in
/// Combine, an end without a value waits too; a failure doesn't.
///
/// The thread that sets the second of `asked` and `ready` delivers, so that happens exactly once, whichever threads
/// set them. `output` is written before `ready` is set, and after that belongs to the one that delivers; so no lock
/// guards it.
@usableFromInline
class _ResultNode<Downstream: Subscriber>: _UpstreamNode, _ProgressNode {
    @usableFromInline typealias Progress = _ResultProgress

    @usableFromInline final let downstream: Downstream
    @usableFromInline @exclusivity(unchecked) final var output: Downstream.Input?

    @inlinable
    init(_ downstream: Downstream, _ thunk: @escaping Thunk) {
        self.downstream = downstream
        super.init(thunk)
    }

    /// Nothing comes from upstream any more: delivers the last value, if there is one, and the end, or keeps them until
    /// downstream asks.
    @inlinable
    final func finish(with result: Downstream.Input?) {
        output = result
        let before = note(.ready)
        if before.contains(.closed) {
            output = nil
        } else if before.contains(.asked) {
            deliver()
        }
    }

    /// Downstream has asked for a value.
    @inlinable
    final func asked() {
        if note(.asked) == .ready { deliver() }
    }

    /// For the thread that set the second of `asked` and `ready`: called exactly once.
    @inlinable
    final func deliver() {
        if let output {
            self.output = nil
            _ = downstream.receive(output)
        }
        close(.finished)
    }

    /// Tells downstream that all is over, unless it has cancelled.
    @inlinable
    final func close(_ completion: Subscribers.Completion<Downstream.Failure>) {
        if !note(.closed).contains(.closed) { downstream.receive(completion: completion) }
    }

    /// Ends all, since downstream has cancelled.
    ///
    /// - Returns: whether this call has ended the connection to upstream.
    @inlinable @discardableResult
    final func cancelResult() -> Bool {
        // A result that wasn't asked for belongs to the call that closes.
        if note(.closed).intersection([.asked, .ready, .closed]) == .ready { output = nil }
        let isFirst = cancelUpstream()
        downstream._release()
        return isFirst
    }
}
