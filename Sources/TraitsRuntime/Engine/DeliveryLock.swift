import Synchronization

#if canImport(Glibc)
    public import Glibc
#elseif canImport(Musl)
    public import Musl
#else
    public import Darwin
#endif

/// A number that is this thread's own while the thread lives, and never zero.
@inlinable @inline(__always)
func _threadIdentity() -> UInt {
    #if canImport(Glibc)
        return UInt(pthread_self())
    #else
        return UInt(bitPattern: pthread_self())
    #endif
}

/// The recursive lock that serialises deliveries to downstream.
///
/// This is the one kind of lock that is held while downstream is called. It may be, because no other call
/// waits for it: the delivering thread re-enters freely, and requests, cancellations and subscriptions from
/// other threads use ``tryEnter()`` or don't come here at all. Only another *delivery* waits, which is what
/// "calls to one subscriber never overlap" asks for.
///
/// `owner` holds the identity of a thread, and in its lowest bits what that thread has to do with the lock:
///
/// | bits | the thread |
/// | --- | --- |
/// | none | is inside |
/// | `contended` | is inside, and others wait |
/// | `free` | was the last one inside; now nobody is |
/// | `reserved` | has the lock to itself, and is inside if `isHeld` |
/// | `reserved`, `contended` | the same, and another thread is taking that away |
///
/// A lock begins as a *shared* one: to enter is one compare-and-exchange, to leave one exchange, and to
/// re-enter two plain stores. Nobody spins: who has to wait sleeps in the lock's ``_Parking``, which is made
/// when it is first needed; DeliveryLock+Sharing.swift shows that no wake-up is lost.
///
/// Most subjects and nodes are only ever used by one thread, and then the two atomic operations are most of
/// what a delivery costs. A lock that one thread has entered many times in a row is therefore *reserved* for
/// it, where the system has a ``_ProcessBarrier``. From then on that thread enters and leaves with plain stores
/// to `isHeld`. The first other thread that comes takes the reservation back, which takes microseconds; it
/// happens once, as a lock that has been shared is never reserved again.
///
/// Leaving and ``tryEnter()`` are sequentially consistent. Who leaves mail elsewhere and then finds the lock
/// taken may rely on the thread inside to see that mail if it looks after it has left.
@frozen
public struct _DeliveryLock: ~Copyable, @unchecked Sendable {
    @usableFromInline let owner = Atomic<UInt>(4)
    /// The address of the ``_Parking``, with a reference of its own, or zero.
    @usableFromInline let parking = Atomic<UInt>(0)
    /// How often the owner has re-entered; touched by the owner alone.
    @usableFromInline let depth = Atomic<UInt32>(0)
    /// How often in a row one thread has entered the lock; touched by the owner alone.
    @usableFromInline let streak = Atomic<UInt16>(0)
    /// Whether the thread that has reserved the lock is inside. May be `true` if none has, but is `true` whenever
    /// one has and is inside.
    @usableFromInline let isHeld = Atomic<Bool>(false)

    // Thread identities are addresses of aligned objects: their lowest bits are free.
    @usableFromInline static var contended: UInt { @inlinable @inline(__always) get { 1 } }
    @usableFromInline static var reserved: UInt { @inlinable @inline(__always) get { 2 } }
    @usableFromInline static var free: UInt { @inlinable @inline(__always) get { 4 } }

    @inlinable @inline(__always)
    init() {}

    @inlinable
    deinit {
        let address = parking.load(ordering: .acquiring)
        if address != 0 { Self.parking(at: address).release() }
    }

    /// Enters, waiting for another thread's delivery to end.
    ///
    /// - Returns: whether this thread was inside already.
    @inlinable @inline(__always) @discardableResult
    borrowing func enter() -> Bool {
        let me = _threadIdentity()
        if owner.load(ordering: .relaxed) == me | Self.reserved {
            // Acquiring, since identities are used again: a thread that has ended may have stored the `false`.
            if isHeld.load(ordering: .acquiring) { return reenter() }
            return hold(me) ? false : enterRevoked(me)
        }
        return enterShared(me)
    }

    /// Enters if that needs no waiting.
    ///
    /// - Returns: whether this thread was inside already, or `nil` if another thread is.
    @inlinable
    borrowing func tryEnter() -> Bool? {
        let me = _threadIdentity()
        if owner.load(ordering: .relaxed) == me | Self.reserved {
            if isHeld.load(ordering: .acquiring) { return reenter() }
            return hold(me) ? false : tryEnterRevoked(me)
        }
        return tryEnterShared(me)
    }

    /// Leaves once.
    ///
    /// - Returns: whether this thread is now outside.
    @inlinable @inline(__always) @discardableResult
    borrowing func exit() -> Bool {
        let depth = self.depth.load(ordering: .relaxed)
        if depth != 0 {
            self.depth.store(depth &- 1, ordering: .relaxed)
            return false
        }
        exitOutermost()
        return true
    }

    /// Leaves, for an owner that knows that it is in its outermost entry.
    @inlinable @inline(__always)
    borrowing func exitOutermost() {
        if isHeld.load(ordering: .relaxed) {
            isHeld.store(false, ordering: .releasing)  // and then the load: see `hold`
            let bits = owner.load(ordering: .acquiring) & (Self.contended | Self.reserved)
            if bits != Self.reserved { exitRevoked() }
        } else {
            exitShared()
        }
    }

    /// Whether this thread is inside.
    @inlinable @inline(__always)
    var isInside: Bool {
        let now = owner.load(ordering: .relaxed)
        return now & ~(Self.contended | Self.reserved) == _threadIdentity()
            && (now & Self.reserved == 0 || isHeld.load(ordering: .relaxed))
    }

    /// Whether the owner is in its first, outermost entry. For the owner alone.
    @inlinable @inline(__always)
    borrowing func isOutermost() -> Bool { depth.load(ordering: .relaxed) == 0 }

    @inlinable @inline(__always)
    borrowing func reenter() -> Bool {
        depth.store(depth.load(ordering: .relaxed) &+ 1, ordering: .relaxed)
        return true
    }

    /// Enters a lock that was reserved for this thread a moment ago.
    ///
    /// Here, and where it leaves, the thread stores to `isHeld` and then loads `owner`; a thread that takes the
    /// reservation back stores to `owner` and then loads `isHeld`. One of the two must see the other's store.
    /// A fence between store and load on both sides would do it and cost what is to be saved; instead the
    /// other side has a barrier that acts on all threads of the process. What is left to ask for on this side
    /// is that the compiler keeps the two operations in order, as LLVM does with all atomic ones.
    ///
    /// - Returns: `false` if the reservation has been taken back. The other thread may or may not have seen
    ///   this one inside.
    @inlinable @inline(__always)
    borrowing func hold(_ me: UInt) -> Bool {
        isHeld.store(true, ordering: .releasing)
        return owner.load(ordering: .acquiring) == me | Self.reserved
    }
}
