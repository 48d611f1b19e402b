/// The subscriptions that wait for one and the same result, in the order in which they came.
///
/// Usually that is a single one, which needs no set. It knows no types, so that clients compile nothing of an array.
/// Whoever owns it guards it.
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

    /// Takes out all, to be told the result: for each of these nobody calls ``remove(_:)`` with success any more.
    @inlinable @inline(__always)
    mutating func takeAll() -> _Waiters {
        let all = self
        self = _Waiters()
        return all
    }

    /// Calls a body with each subscription. Nobody adds one or takes one out any more.
    @inlinable @inline(__always)
    func forEach(_ body: (_ListedNode) -> Void) {
        if let first { body(first) }
        if let others { others.forEach(body) }
    }
}

/// The subscriptions that wait, but for the first.
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
