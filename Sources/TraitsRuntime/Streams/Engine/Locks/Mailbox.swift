import Synchronization

/// Lets any thread have something done that only the thread inside a ``_DeliveryLock`` may do, without waiting for it.
///
/// There is one thing to be done, such as to look at the demand again, so one bit of a word holds the mailbox.
@frozen @usableFromInline
struct _Mailbox {
    @usableFromInline let bit: Int

    @inlinable @inline(__always)
    init(bit: Int) { self.bit = bit }

    /// Has `work` done: here and now if no other thread is inside, else by that thread after it has left.
    @inlinable @inline(__always)
    func enqueue(
        in word: borrowing Atomic<Int>, for delivery: borrowing _DeliveryLock, _ work: () -> Void
    ) {
        word.bitwiseOr(bit, ordering: .sequentiallyConsistent)
        drain(in: word, for: delivery, work)
    }

    /// Does what was left to do. A thread calls this each time after it has left, so that the work is seen whichever
    /// of the two comes later.
    ///
    /// - Parameter work: called inside the lock, which it leaves.
    @inlinable @inline(__always)
    func drain(
        in word: borrowing Atomic<Int>, for delivery: borrowing _DeliveryLock, _ work: () -> Void
    ) {
        while word.load(ordering: .sequentiallyConsistent) & bit != 0, let isNested = delivery.tryEnter() {
            if isNested {
                delivery.exit()
                return
            }
            word.bitwiseAnd(~bit, ordering: .sequentiallyConsistent)
            work()
        }
    }
}
