/// A subscription that waits, with others, for one and the same result.
@usableFromInline
class _WaitingNode: _Node, _IndexedMember {
    /// Under the lock of what it waits for: the index among the further ones.
    @exclusivity(unchecked) final var setIndex = -1

    @usableFromInline
    override init(_ thunk: @escaping Thunk) { super.init(thunk) }
}

/// The subscriptions that wait, but for the first, which needs no list. It knows no types, so that clients compile nothing of
/// its array.
@usableFromInline
final class _FurtherWaiters {
    private var waiters = _IndexedSet<_WaitingNode>()

    @usableFromInline init() {}

    /// How many places there are, empty ones included.
    @usableFromInline var count: Int { waiters.places.count }

    @usableFromInline var isEmpty: Bool { waiters.isEmpty }

    @usableFromInline subscript(index: Int) -> _WaitingNode? { waiters.places[index] }

    @usableFromInline
    func add(_ waiter: _WaitingNode) { waiters.insert(waiter) }

    /// Takes out a waiter.
    ///
    /// - Returns: whether it was there.
    @usableFromInline @discardableResult
    func remove(_ waiter: _WaitingNode) -> Bool { waiters.remove(waiter) }
}
