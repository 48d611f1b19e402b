import Synchronization

/// A note that asks the thread inside a ``_DeliveryLock`` to do some work, without waiting for that thread.
///
/// Only one kind of work is left, such as looking at the demand again, so the mailbox is one bit of a word.
@frozen @usableFromInline
struct _Mailbox {
    @usableFromInline let bit: Int

    @inlinable @inline(__always)
    init(bit: Int) { self.bit = bit }

    /// Has `work` done: immediately if no other thread is inside, otherwise by that thread after it has left.
    @inlinable @inline(__always)
    func enqueue(
        in word: borrowing Atomic<Int>, for delivery: borrowing _DeliveryLock, _ work: () -> Void
    ) {
        word.bitwiseOr(bit, ordering: .sequentiallyConsistent)
        drain(in: word, for: delivery, work)
    }

    /// Does the work if a note asks for it. A thread calls this each time after it has left the lock, so that no note
    /// is missed.
    ///
    /// - Parameter work: a closure that is called inside the lock and leaves it.
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
