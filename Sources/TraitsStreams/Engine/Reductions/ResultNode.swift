/// The progress of a subscription with a result.
@frozen @usableFromInline
package struct _ResultProgress: OptionSet {
    @usableFromInline package let rawValue: Int

    @inlinable @inline(__always)
    package init(rawValue: Int) { self.rawValue = rawValue }

    /// Downstream has asked for a value.
    @inlinable @inline(__always) package static var asked: Self { Self(rawValue: 1) }
    /// Upstream has finished, and the last value, if there is one, is stored.
    @inlinable @inline(__always) package static var ready: Self { Self(rawValue: 2) }
    /// Nothing more is sent.
    @inlinable @inline(__always) static var closed: Self { Self(rawValue: 4) }
}

/// A subscription whose end waits until downstream asks for a value, because a value may precede the end. As in Combine, an
/// end without a value waits too; a failure doesn't.
///
/// The thread that sets the second of `asked` and `ready` delivers, so the delivery happens exactly once. `output` is
/// written before `ready` is set, and afterwards belongs to the delivering thread, so no lock guards it.
open class _ResultNode<Downstream: Subscriber>: _UpstreamNode, _ProgressNode {
    @usableFromInline package typealias Progress = _ResultProgress

    @usableFromInline package final let downstream: Downstream
    @usableFromInline @exclusivity(unchecked) final var output: Downstream.Input?

    @inlinable
    package init(_ downstream: Downstream, _ handler: @escaping Handler) {
        self.downstream = downstream
        super.init(handler)
    }

    /// Finishes after upstream's end: delivers the last value, if there is one, and the end, or keeps them until downstream
    /// asks.
    @inlinable
    package final func finish(with result: Downstream.Input?) {
        output = result
        let before = note(.ready)
        if before.contains(.closed) {
            _replace(&output, with: nil)
        } else if before.contains(.asked) {
            deliver()
        }
    }

    /// Notes that downstream has asked for a value, and delivers the result if it is ready.
    @inlinable
    final func asked() {
        if note(.asked) == .ready { deliver() }
    }

    /// Delivers the result. Called exactly once, by the thread that set the second of `asked` and `ready`.
    @inlinable
    package final func deliver() {
        if let output {
            self.output = nil
            _ = downstream.receive(output)
        }
        close(.finished)
    }

    /// Completes downstream, unless it has cancelled.
    @inlinable
    package final func close(_ completion: Subscribers.Completion<Downstream.Failure>) {
        if !note(.closed).contains(.closed) { downstream.receive(completion: completion) }
    }

    /// Ends the node after downstream's cancellation.
    ///
    /// - Returns: whether this call has ended the connection to upstream.
    @inlinable @discardableResult
    package final func cancelResult() -> Bool {
        // A result that wasn't asked for belongs to the call that closes the node.
        if note(.closed).intersection([.asked, .ready, .closed]) == .ready { _replace(&output, with: nil) }
        let isFirst = cancelUpstream()
        downstream._release()
        return isFirst
    }
}
