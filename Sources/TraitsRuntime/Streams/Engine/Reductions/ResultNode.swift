import Synchronization

/// A subscription whose last value may have to wait until downstream asks for one.
///
/// `word` holds three bits: downstream has asked, the last value is there, all is over. Whoever sets the
/// second of the first two delivers, so that happens exactly once on whatever threads they are set. `output`
/// is written before `ready` is set, and after that belongs to the one that delivers; so no lock guards it.
@usableFromInline
class _ResultNode<Downstream: Subscriber>: _UpstreamNode {
    @usableFromInline static var asked: Int { @inlinable @inline(__always) get { 1 } }
    @usableFromInline static var ready: Int { @inlinable @inline(__always) get { 2 } }
    @usableFromInline static var closed: Int { @inlinable @inline(__always) get { 4 } }

    @usableFromInline final let downstream: Downstream
    @usableFromInline @exclusivity(unchecked) final var output: Downstream.Input?

    @inlinable
    init(_ downstream: Downstream, _ thunk: @escaping Thunk) {
        self.downstream = downstream
        super.init(thunk)
    }

    /// Nothing comes from upstream any more: delivers the last value, or keeps it until it is asked for.
    /// Without one, downstream is told at once that all is over.
    @inlinable
    final func finish(with result: Downstream.Input?) {
        guard let result else { return close(.finished) }
        output = result
        let before = word.bitwiseOr(Self.ready, ordering: .acquiringAndReleasing).oldValue
        if before & (Self.asked | Self.closed) == Self.asked { deliver() }
    }

    /// Downstream has asked for a value.
    @inlinable
    final func requested() {
        let before = word.bitwiseOr(Self.asked, ordering: .acquiringAndReleasing).oldValue
        if before == Self.ready { deliver() }
    }

    /// Called by whoever set the second of the bits `asked` and `ready`: exactly once.
    @inlinable
    final func deliver() {
        guard let output else { return }
        self.output = nil
        _ = downstream.receive(output)
        close(.finished)
    }

    /// Tells downstream that all is over, unless it has cancelled.
    @inlinable
    final func close(_ completion: Subscribers.Completion<Downstream.Failure>) {
        let before = word.bitwiseOr(Self.closed, ordering: .acquiringAndReleasing).oldValue
        if before & Self.closed == 0 { downstream.receive(completion: completion) }
    }

    /// Downstream has cancelled.
    @inlinable
    final func cancelled() {
        _ = word.bitwiseOr(Self.closed, ordering: .acquiringAndReleasing)
        cancelUpstream()
        downstream._letGo()
    }
}
