/// The subscriptions that wait for the same result, in the order in which they came.
///
/// Usually there is a single subscription, which needs no set. It isn't generic, so that clients don't compile an array's
/// code. Its owner guards it.
@frozen @usableFromInline
struct _Waiters {
    @usableFromInline var first: _ListedNode?
    @usableFromInline var others: _FurtherWaiters?

    @inlinable @inline(__always)
    init() {}

    @usableFromInline var isEmpty: Bool { first == nil && others?.set.isEmpty != false }

    /// Adds a subscription, after all others.
    @inlinable
    mutating func add(_ waiter: _ListedNode) {
        if first == nil && others == nil { first = waiter } else { addFurther(waiter) }
    }

    @usableFromInline
    mutating func addFurther(_ waiter: _ListedNode) {
        if isEmpty { return first = waiter }
        if others == nil { others = _FurtherWaiters() }
        others!.set.insert(waiter)
    }

    /// Takes out a subscription.
    ///
    /// - Returns: whether it was there.
    @inlinable @discardableResult
    mutating func remove(_ waiter: _ListedNode) -> Bool {
        guard first === waiter else { return others?.remove(waiter) == true }
        first = nil
        return true
    }

    /// Takes out all subscriptions, to be told the result. ``remove(_:)`` returns `false` for them from then on.
    @inlinable @inline(__always)
    mutating func takeAll() -> _Waiters {
        let all = self
        self = _Waiters()
        return all
    }

    /// Calls a body with each subscription. No subscription may be added or removed any more.
    @inlinable @inline(__always)
    func forEach(_ body: (_ListedNode) -> Void) {
        if let first { body(first) }
        if let others { others.forEach(body) }
    }
}

/// The waiting subscriptions, without the first.
@usableFromInline
final class _FurtherWaiters {
    fileprivate var set = _IndexedSet<_ListedNode>()

    @usableFromInline
    func remove(_ waiter: _ListedNode) -> Bool { set.remove(waiter) }

    @usableFromInline
    func forEach(_ body: (_ListedNode) -> Void) {
        for case let waiter? in set.places { body(waiter) }
    }
}
