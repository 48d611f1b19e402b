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

/// The recursive lock that serialises deliveries to downstream: an owner word over a lock that parks.
///
/// This is the one kind of lock that is held while downstream is called. It may be, because no other call
/// waits for it: the delivering thread re-enters freely, and requests, cancellations and subscriptions from
/// other threads use ``tryEnter()`` or don't come here at all. Only another *delivery* waits, which is what
/// "calls to one subscriber never overlap" asks for.
@frozen
public struct _DeliveryLock: ~Copyable, @unchecked Sendable {
    @usableFromInline let lock = _Lock()
    @usableFromInline let owner = Atomic<UInt>(0)
    /// How often the owner has re-entered; touched by the owner alone.
    @usableFromInline let depth = Atomic<UInt>(0)

    @inlinable @inline(__always)
    init() {}

    /// Enters, waiting for another thread's delivery to end.
    ///
    /// - Returns: whether this thread was inside already.
    @inlinable @inline(__always) @discardableResult
    borrowing func enter() -> Bool {
        let me = _threadIdentity()
        if owner.load(ordering: .relaxed) == me {
            depth.store(depth.load(ordering: .relaxed) &+ 1, ordering: .relaxed)
            return true
        }
        lock.lock()
        owner.store(me, ordering: .relaxed)
        return false
    }

    /// Enters if that needs no waiting.
    ///
    /// - Returns: whether this thread was inside already, or `nil` if another thread is.
    @inlinable
    borrowing func tryEnter() -> Bool? {
        let me = _threadIdentity()
        if owner.load(ordering: .relaxed) == me {
            depth.store(depth.load(ordering: .relaxed) &+ 1, ordering: .relaxed)
            return true
        }
        guard lock.tryLock() else { return nil }
        owner.store(me, ordering: .relaxed)
        return false
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
        owner.store(0, ordering: .relaxed)
        lock.unlock()
        return true
    }

    /// Whether this thread is inside.
    @inlinable @inline(__always)
    var isInside: Bool { owner.load(ordering: .relaxed) == _threadIdentity() }

    /// Whether the owner is in its first, outermost entry. For the owner alone.
    @inlinable @inline(__always)
    borrowing func isOutermost() -> Bool { depth.load(ordering: .relaxed) == 0 }
}
