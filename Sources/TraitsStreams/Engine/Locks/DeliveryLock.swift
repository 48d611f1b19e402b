import Synchronization

#if canImport(Glibc)
    public import Glibc
#elseif canImport(Musl)
    public import Musl
#elseif canImport(Android)
    public import Android
#else
    public import Darwin
#endif

/// The identity of the running thread: the address of something aligned, and never zero.
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
/// No other kind of lock is held while downstream is called. This lock may be, because only another *delivery*
/// waits for it, as the rule "calls to one subscriber never overlap" requires. The delivering thread re-enters
/// freely; requests, cancellations and subscriptions from other threads use ``tryEnter()`` or don't need the lock.
///
/// `owner` is zero while no thread is inside. Otherwise it is the identity of the thread inside, with the lowest bit set
/// if other threads wait. Two more bits serve a subject: the thread inside only lets somebody in or out, or it has an event
/// to bring before it leaves; see ``leaveToThreadInside()``. Entering takes one compare-and-exchange, leaving one exchange, and
/// re-entering two plain stores. A waiting thread sleeps, as described at ``_Waits``; only ``enterSoon()`` first spins a
/// limited number of times. A thread that arrives while others sleep may enter before them, so that a busy lock isn't handed
/// from sleeper to sleeper.
///
/// A thread enters as a *guest* if it would otherwise wait for itself, because the thread inside waits for a lock that it
/// holds. It then acts as if the thread inside had called it. See ``_Waits``.
///
/// Leaving and ``tryEnter()`` are sequentially consistent. If a thread writes a note elsewhere and then finds the lock
/// taken, the thread inside sees the note, provided that it looks for notes after it leaves.
///
/// No wake-up is lost:
/// - A thread goes to sleep only after it has seen `contended` in `owner`, or set it, under the mutex of ``_Waits``;
///   falling asleep releases the mutex.
/// - Only the leaving thread clears the bit. Its exchange tells it that the bit was set; it then takes the mutex and
///   wakes a sleeper. So the wake-up can't come between that sleeper's look at `owner` and its sleep.
/// - One bit may stand for many sleepers, of which one is woken. If this sleeper enters, it sets the bit when there are
///   other sleepers; if a newcomer was faster, it sets the bit before it sleeps again. So while any thread sleeps, the
///   bit is set, or the thread that cleared it is about to wake a sleeper, or a woken sleeper is about to set it.
///   A sleeper with guests can't enter: it wakes another sleeper, and looks again when its guests have left.
@frozen @usableFromInline
package struct _DeliveryLock: ~Copyable, @unchecked Sendable {
    @usableFromInline let owner = Atomic<UInt>(0)
    /// The number of times that the owner has re-entered, with ``guestBit`` set if the owner is a guest. Only the owner
    /// reads or writes it.
    @usableFromInline let depth = Atomic<UInt32>(0)

    // Thread identities are addresses of aligned objects: their lowest bits are free.
    /// Other threads wait.
    @inlinable @inline(__always) static var contended: UInt { 1 }
    /// The thread inside brings no event of another thread: it visits, or it is a guest.
    @inlinable @inline(__always) static var visiting: UInt { 2 }
    /// Another thread has left an event to the thread inside.
    @inlinable @inline(__always) static var due: UInt { 4 }
    @inlinable @inline(__always) static var bits: UInt { 7 }
    @inlinable @inline(__always) static var guestBit: UInt32 { 1 << 31 }

    @inlinable @inline(__always)
    package init() {}

    /// Enters, after waiting if another thread is inside.
    ///
    /// - Returns: whether this thread was inside already, or is a guest. In both cases it must call ``exit()``.
    @inlinable @inline(__always) @discardableResult
    package borrowing func enter() -> Bool {
        let me = _threadIdentity()
        let (isFirst, now) = owner.compareExchange(expected: 0, desired: me, ordering: .acquiring)
        if isFirst { return false }
        if now & ~Self.bits == me { return reenter() }
        return wait(me, isReluctant: false)
    }

    /// Enters a lock that is held only for moments, and that this thread isn't inside: spins for a while before it sleeps.
    /// If threads wait for each other in a circle, another thread of the circle becomes the guest, if one can.
    ///
    /// - Returns: whether this thread is a guest.
    @inlinable @inline(__always) @discardableResult
    package borrowing func enterSoon() -> Bool {
        let me = _threadIdentity()
        if owner.compareExchange(expected: 0, desired: me, ordering: .acquiring).exchanged { return false }
        return lookThenWait(me)
    }

    /// Enters unless another thread is inside.
    ///
    /// - Returns: whether this thread was inside already; `nil` if another thread is.
    @inlinable @inline(__always)
    borrowing func tryEnter() -> Bool? {
        let me = _threadIdentity()
        let (isFirst, now) = owner.compareExchange(
            expected: 0, desired: me, ordering: .sequentiallyConsistent)
        if isFirst { return false }
        return now & ~Self.bits == me ? reenter() : nil
    }

    /// Enters like ``tryEnter()``, to let somebody in or out and not to send anything.
    @inlinable @inline(__always)
    borrowing func tryVisit() -> Bool? {
        let me = _threadIdentity()
        let (isFirst, now) = owner.compareExchange(
            expected: 0, desired: me | Self.visiting, ordering: .sequentiallyConsistent)
        if isFirst { return false }
        return now & ~Self.bits == me ? reenter() : nil
    }

    /// Leaves the lock, or undoes one re-entrance.
    ///
    /// - Returns: whether no thread is inside now.
    @inlinable @inline(__always) @discardableResult
    package borrowing func exit() -> Bool {
        let depth = self.depth.load(ordering: .relaxed)
        if depth != 0 {
            if depth & Self.guestBit != 0 {
                exitAsGuest(depth)
            } else {
                self.depth.store(depth &- 1, ordering: .relaxed)
            }
            return false
        }
        exitOutermost()
        return true
    }

    /// Leaves the lock. The calling thread must not have re-entered, and must be no guest.
    @inlinable @inline(__always)
    package borrowing func exitOutermost() {
        if owner.exchange(0, ordering: .sequentiallyConsistent) & Self.contended != 0 { wakeOne() }
    }

    /// Leaves the lock like ``exitOutermost()``, unless there is more to do than that.
    ///
    /// - Parameter visit: whether this thread visits.
    /// - Returns: whether it has left.
    @inlinable @inline(__always)
    borrowing func tryExit(visit: Bool = false) -> Bool {
        let me = visit ? _threadIdentity() | Self.visiting : _threadIdentity()
        // Fails with any other bit.
        return owner.compareExchange(expected: me, desired: 0, ordering: .sequentiallyConsistent).exchanged
    }

    /// Leaves the lock like ``exitOutermost()``, unless another thread has left an event to this one. This thread then brings
    /// it before it leaves.
    ///
    /// - Returns: whether it has left.
    borrowing func exitUnlessDue() -> Bool {
        while true {
            let now = owner.load(ordering: .relaxed)
            if now & Self.due != 0 { return false }
            guard
                owner.compareExchange(expected: now, desired: 0, ordering: .sequentiallyConsistent).exchanged
            else { continue }
            if now & Self.contended != 0 { wakeOne() }
            return true
        }
    }

    /// Leaves an event to the thread inside, unless that thread visits.
    ///
    /// - Returns: whether a thread is inside that brings the event before it leaves.
    borrowing func leaveToThreadInside() -> Bool {
        while true {
            let now = owner.load(ordering: .relaxed)
            if now == 0 || now & Self.visiting != 0 { return false }
            let desired = now | Self.due
            if owner.compareExchange(expected: now, desired: desired, ordering: .sequentiallyConsistent)
                .exchanged
            {
                return true
            }
        }
    }

    /// Takes the event that another thread has left. For the thread inside.
    borrowing func takeDue() { owner.bitwiseAnd(~Self.due, ordering: .sequentiallyConsistent) }

    /// Indicates whether this thread is inside.
    @inlinable @inline(__always)
    package var isInside: Bool { owner.load(ordering: .relaxed) & ~Self.bits == _threadIdentity() }

    /// Returns whether the thread inside has not re-entered and is no guest. Only that thread may call it.
    @inlinable @inline(__always)
    borrowing func isOutermost() -> Bool { depth.load(ordering: .relaxed) == 0 }

    /// Indicates whether the thread inside is a guest. Only that thread may read it.
    @usableFromInline
    var isGuest: Bool { depth.load(ordering: .relaxed) & Self.guestBit != 0 }

    /// The number of calls inside the first call, including the calls of this guest's hosts. Only the thread inside may
    /// read it.
    @inlinable @inline(__always)
    var level: UInt32 { depth.load(ordering: .relaxed) & ~Self.guestBit }

    @inlinable @inline(__always) @discardableResult
    package borrowing func reenter() -> Bool {
        depth.store(depth.load(ordering: .relaxed) &+ 1, ordering: .relaxed)
        return true
    }
}

// MARK: - Waiting

extension _DeliveryLock {
    /// Sleeps until this thread has the lock, or is a guest of its owner.
    ///
    /// - Parameter isReluctant: whether another thread of a circle is preferred as the guest.
    /// - Returns: whether this thread is a guest.
    @usableFromInline @inline(never)
    borrowing func wait(_ me: UInt, isReluctant: Bool) -> Bool {
        _Waits.mutex.lock()
        defer { _Waits.mutex.unlock() }
        let waiter = _Waits.begin(me, for: .lock(word), isReluctant: isReluctant)
        defer { _Waits.end(waiter) }
        while true {
            let now = owner.load(ordering: .relaxed)
            let isHost = _Waits.isHost(me)
            if now != 0 {
                if now & Self.contended == 0 {
                    let (isNoted, _) = owner.compareExchange(
                        expected: now, desired: now | Self.contended, ordering: .relaxed)
                    if !isNoted { continue }
                }
                if !isHost, _Waits.opensCircle(waiter) {
                    guard becomeGuest(me, instead: owner.load(ordering: .relaxed)) else { continue }
                    return true
                }
            } else if isHost {
                _Waits.wakeOne(for: word)
            } else {
                let mine = _Waits.isWanted(word, besides: waiter) ? me | Self.contended : me
                if owner.compareExchange(expected: 0, desired: mine, ordering: .acquiring).exchanged {
                    return false
                }
                continue
            }
            waiter.sleep()
        }
    }

    /// Spins for about a microsecond, looking ever less often, and then sleeps.
    @usableFromInline @inline(never)
    borrowing func lookThenWait(_ me: UInt) -> Bool {
        #if !TRAITS_SCHEDULES
            if _Waits.takes(owner, as: me) { return false }
        #endif
        return wait(me, isReluctant: true)
    }

    @usableFromInline @inline(never)
    borrowing func wakeOne() { _Waits.wakeNext(for: word) }

    /// Takes the place of the host, which is blocked. Call it under the mutex. Without the mutex, only the host could write
    /// the two words, apart from a thread that finds the lock taken. An event that was left to the host stays for it.
    ///
    /// - Returns: `false` if another thread has just left an event.
    private borrowing func becomeGuest(_ me: UInt, instead host: UInt) -> Bool {
        let guest = me | Self.contended | Self.visiting
        guard owner.compareExchange(expected: host, desired: guest, ordering: .relaxed).exchanged else {
            return false
        }
        let before = depth.load(ordering: .relaxed)
        _Waits.visits.append(
            _Visit(
                guest: me, host: host & ~Self.bits, lock: word, depth: before,
                bits: host & (Self.visiting | Self.due)))
        depth.store((before &+ 1) | Self.guestBit, ordering: .relaxed)
        return true
    }

    /// Leaves as a guest. When the guest leaves for the last time, its host has the lock again.
    @usableFromInline @inline(never)
    borrowing func exitAsGuest(_ now: UInt32) {
        _Waits.mutex.lock()
        let visit = _Waits.visits.lastIndex { $0.lock == word }!
        let (host, bits) = (_Waits.visits[visit].host, _Waits.visits[visit].bits)
        let before = _Waits.visits[visit].depth
        let isLast = (now &- 1) & ~Self.guestBit == before & ~Self.guestBit
        depth.store(isLast ? before : now &- 1, ordering: .relaxed)
        if isLast {
            owner.store(host | bits | Self.contended, ordering: .relaxed)
            _Waits.endVisit(at: visit)
        }
        _Waits.mutex.unlock()
    }

    /// The address of the word that holds the owner, which identifies the lock.
    private var word: UnsafePointer<Atomic<UInt>> { withUnsafePointer(to: owner) { $0 } }
}
