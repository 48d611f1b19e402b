/// The number of a node's values that downstream is inside of, and an end that comes meanwhile.
///
/// It implements the engine's rule that **an end follows the values that are on their way**. A closure downstream may send,
/// complete, request, cancel or subscribe while it holds a value, and may thereby end this node's stream, on the same
/// thread and inside the value. The node keeps such an end here, and sends it when downstream has returned.
///
/// Only upstream's deliveries use it; they never overlap, so it needs no lock. Nodes with a delivery lock use that lock to
/// tell whether they are inside a value: see ``_SharedEndNode``.
@frozen @usableFromInline
struct _OnTheWay<Failure: Error> {
    /// Twice the number of values, plus one if there is an end: one test covers both.
    @usableFromInline var word = 0
    /// The end. It is in an object of its own, because destroying a generic optional in place would look up its type.
    @usableFromInline var ending: _Cell<Subscribers.Completion<Failure>>?

    @inlinable @inline(__always)
    init() {}

    /// Indicates whether downstream is inside no value and no end is kept, so that an end may be sent.
    @inlinable @inline(__always)
    var isEmpty: Bool { word == 0 }

    /// Notes that a value is about to be sent.
    @inlinable @inline(__always)
    mutating func begin() { word &+= 2 }

    /// Notes that downstream has returned from a value.
    ///
    /// - Returns: whether that was the outermost value, and an end has come meanwhile.
    @inlinable @inline(__always)
    mutating func finish() -> Bool {
        word &-= 2
        return word == 1
    }

    /// Keeps an end until downstream has returned. Only the first end counts.
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

/// A node to which several threads send values, inside the delivery lock, and one end.
///
/// The thread that brings the end doesn't wait for a value on another thread. The other thread sends the end after it has
/// left the lock.
@usableFromInline
protocol _SharedEndNode: _Node {
    /// The end that isn't sent yet, as a cell of the completion. Under `lock`.
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

    /// Sends the end that was left, unless a thread is inside the delivery lock. Each thread calls this after it has left the
    /// lock of a node that is over, and the ending thread after it has stored the end, so one of them finds the end.
    @usableFromInline @inline(never)
    func lookForEnd() {
        while lock.withLock({ ending != nil }), let isNested = delivery.tryEnter() {
            if !isNested, let ending = lock.withLock({ ending.take() }) { sendEnd(ending) }
            delivery.exit()
            if isNested { return }
        }
    }
}
