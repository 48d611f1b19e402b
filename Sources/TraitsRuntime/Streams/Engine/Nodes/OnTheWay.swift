/// The values of a node that downstream is inside of, and the end that comes meanwhile.
///
/// This is the engine's rule that **an end follows the values that are on their way**. A closure downstream may send,
/// complete, request, cancel or subscribe while it holds a value, and by that end this node's stream, on the same
/// thread and inside of the value. The node keeps such an end here, and sends it when downstream has returned.
///
/// It belongs to upstream's deliveries, which never overlap, and needs no lock. Nodes with a delivery lock know by that lock
/// whether they are inside of a value: see ``_SharedEndNode``.
@frozen @usableFromInline
struct _OnTheWay<Failure: Error> {
    /// Twice the number of values, and one more if there is an end: one test covers both.
    @usableFromInline var word = 0
    /// In an object of its own: destroying a generic optional in place would look its type up.
    @usableFromInline var ending: _Cell<Subscribers.Completion<Failure>>?

    @inlinable @inline(__always)
    init() {}

    /// Whether downstream is inside of no value, so that an end may be sent.
    @inlinable @inline(__always)
    var isEmpty: Bool { word == 0 }

    /// A value is sent.
    @inlinable @inline(__always)
    mutating func begin() { word &+= 2 }

    /// Downstream has returned from a value.
    ///
    /// - Returns: whether that was the last one, and an end has come meanwhile.
    @inlinable @inline(__always)
    mutating func finish() -> Bool {
        word &-= 2
        return word == 1
    }

    /// Keeps an end until downstream has returned. The first one counts.
    @inlinable
    mutating func keep(_ completion: Subscribers.Completion<Failure>) {
        if ending != nil { return }
        ending = _Cell(completion)
        word |= 1
    }

    /// Hands out the end that was kept.
    @inlinable
    mutating func take() -> Subscribers.Completion<Failure>? {
        word &= ~1
        let kept = ending
        ending = nil
        return kept?.value
    }
}

/// A node to which several threads send: their values inside of the delivery lock, and one end.
///
/// The thread that brings the end doesn't wait for a value on another thread. That one sends the end when it has left the lock.
@usableFromInline
protocol _SharedEndNode: _Node {
    /// The end that isn't sent yet, a cell of the completion. Under `lock`.
    var ending: AnyObject? { get set }

    /// Sends the end, unless downstream has cancelled. Inside the delivery lock.
    func sendEnd(_ ending: AnyObject)
}

extension _SharedEndNode {
    /// Sends the end after the values that are on their way. For the one call that has ended the node.
    @usableFromInline
    func leaveEnd(_ ending: AnyObject) {
        lock.withLock { self.ending = ending }
        lookForEnd()
    }

    /// Sends the end that was left, unless a thread is inside the delivery lock. Each thread does so after it has left the lock of
    /// a node that is over, and the one that ends it after it has left the end: so one of them finds it.
    @usableFromInline @inline(never)
    func lookForEnd() {
        while lock.withLock({ ending != nil }), let isNested = delivery.tryEnter() {
            if !isNested, let ending = lock.withLock({ ending.take() }) { sendEnd(ending) }
            delivery.exit()
            if isNested { return }
        }
    }
}
