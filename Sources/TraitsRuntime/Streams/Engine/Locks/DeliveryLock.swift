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
/// This is the one kind of lock that is held while downstream is called. It may be, because no other call
/// waits for it: the delivering thread re-enters freely, and requests, cancellations and subscriptions from
/// other threads use ``tryEnter()`` or don't come here at all. Only another *delivery* waits, which is what
/// "calls to one subscriber never overlap" asks for.
///
/// `owner` is zero while nobody is inside, and else the identity of the thread inside, with its lowest bit set
/// if others wait. To enter is one compare-and-exchange, to leave one exchange, and to re-enter two plain
/// stores. A thread that has to wait sleeps as ``_Waits`` says; only ``enterSoon()`` looks a limited number of times before
/// that. A thread that comes while others sleep may enter before them, so that a lock that is taken often isn't handed from
/// sleeper to sleeper.
///
/// A thread that would wait for itself, because the thread inside waits for a lock of its own, enters as a *guest*: as if
/// the thread inside had called it. See ``_Waits``.
///
/// Leaving and ``tryEnter()`` are sequentially consistent. A thread that leaves a note elsewhere and then finds
/// the lock taken may rely on the thread inside to see that note, if that looks after it has left.
///
/// No wake-up is lost:
/// - A thread goes to sleep only after it has seen `contended` in `owner`, or set it, under the mutex of ``_Waits``;
///   it gives the mutex up by falling asleep.
/// - Only the thread that leaves clears the bit. It sees that with its exchange, and then takes the mutex and
///   wakes a sleeper; so it can't do so between that sleeper's look at `owner` and its sleep.
/// - One bit may stand for many sleepers, and one is woken. If it gets in, it sets the bit when there are
///   others; if a newcomer was faster, it sets the bit before it sleeps again. So as long as anybody
///   sleeps, the bit is set, or a thread that has cleared it is about to wake one of them, or one of them is
///   awake and about to set it. A sleeper with guests can't get in: it wakes another one, and looks again when they have
///   left.
@frozen @usableFromInline
struct _DeliveryLock: ~Copyable, @unchecked Sendable {
    @usableFromInline let owner = Atomic<UInt>(0)
    /// How often the owner has re-entered, touched by the owner alone; with ``guestBit`` if the owner is a guest.
    @usableFromInline let depth = Atomic<UInt32>(0)

    // Thread identities are addresses of aligned objects: their lowest bit is free.
    @inlinable @inline(__always) static var contended: UInt { 1 }
    @inlinable @inline(__always) static var guestBit: UInt32 { 1 << 31 }

    @inlinable @inline(__always)
    init() {}

    /// Enters, after waiting if another thread is inside.
    ///
    /// - Returns: whether this thread was inside already, or is a guest: then it is to ``exit()`` as if it had re-entered.
    @inlinable @inline(__always) @discardableResult
    borrowing func enter() -> Bool {
        let me = _threadIdentity()
        let (isFirst, now) = owner.compareExchange(expected: 0, desired: me, ordering: .acquiring)
        if isFirst { return false }
        if now & ~Self.contended == me { return reenter() }
        return wait(me, isReluctant: false)
    }

    /// Enters a lock that this thread isn't inside of and that is held for moments: looks for a while whether it has become
    /// free before it sleeps. If a circle of waits has to be opened, another thread of the circle becomes a guest rather than
    /// this one.
    ///
    /// - Returns: whether this thread is a guest.
    @inlinable @inline(__always) @discardableResult
    borrowing func enterSoon() -> Bool {
        let me = _threadIdentity()
        if owner.compareExchange(expected: 0, desired: me, ordering: .acquiring).exchanged { return false }
        return lookThenWait(me)
    }

    /// Enters unless another thread is inside.
    ///
    /// - Returns: whether this thread was inside already; `nil` if another one is.
    @inlinable @inline(__always)
    borrowing func tryEnter() -> Bool? {
        let me = _threadIdentity()
        let (isFirst, now) = owner.compareExchange(
            expected: 0, desired: me, ordering: .sequentiallyConsistent)
        if isFirst { return false }
        return now & ~Self.contended == me ? reenter() : nil
    }

    /// Leaves.
    ///
    /// - Returns: whether nobody is inside now.
    @inlinable @inline(__always) @discardableResult
    borrowing func exit() -> Bool {
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

    /// Leaves, for a thread that knows that it has not re-entered and is no guest.
    @inlinable @inline(__always)
    borrowing func exitOutermost() {
        if owner.exchange(0, ordering: .sequentiallyConsistent) & Self.contended != 0 { wakeOne() }
    }

    /// Whether this thread is inside.
    @inlinable @inline(__always)
    var isInside: Bool { owner.load(ordering: .relaxed) & ~Self.contended == _threadIdentity() }

    /// For the thread inside: whether it has not re-entered and is no guest.
    @inlinable @inline(__always)
    borrowing func isOutermost() -> Bool { depth.load(ordering: .relaxed) == 0 }

    /// For the thread inside: whether it is a guest.
    @usableFromInline
    var isGuest: Bool { depth.load(ordering: .relaxed) & Self.guestBit != 0 }

    /// For the thread inside: how many calls are inside the first one, those of the threads that it is a guest of included.
    @inlinable @inline(__always)
    var level: UInt32 { depth.load(ordering: .relaxed) & ~Self.guestBit }

    @inlinable @inline(__always) @discardableResult
    borrowing func reenter() -> Bool {
        depth.store(depth.load(ordering: .relaxed) &+ 1, ordering: .relaxed)
        return true
    }
}

// MARK: - Waiting

extension _DeliveryLock {
    /// Sleeps until this thread has the lock, or is a guest of the thread that has it.
    ///
    /// - Parameter isReluctant: whether another thread of a circle had better be the guest.
    /// - Returns: whether it is a guest.
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
                    becomeGuest(me, of: now & ~Self.contended)
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

    /// A microsecond of looking, ever less often, and then to sleep.
    @usableFromInline @inline(never)
    borrowing func lookThenWait(_ me: UInt) -> Bool {
        #if !TRAITS_SCHEDULES
            var pause = 1
            while pause <= 512 {
                for _ in 0..<pause { _ = owner.load(ordering: .relaxed) }
                if owner.load(ordering: .relaxed) == 0,
                    owner.compareExchange(expected: 0, desired: me, ordering: .acquiring).exchanged
                {
                    return false
                }
                pause *= 2
            }
        #endif
        return wait(me, isReluctant: true)
    }

    @usableFromInline @inline(never)
    borrowing func wakeOne() {
        _Waits.mutex.lock()
        _Waits.wakeOne(for: word)
        _Waits.mutex.unlock()
    }

    /// Takes the place of a thread that stands still. Under the mutex: nobody but that thread could write either word
    /// without it, apart from a thread that finds the lock taken.
    private borrowing func becomeGuest(_ me: UInt, of host: UInt) {
        let before = depth.load(ordering: .relaxed)
        _Waits.visits.append(_Visit(guest: me, host: host, lock: word, depth: before))
        depth.store((before &+ 1) | Self.guestBit, ordering: .relaxed)
        owner.store(me | Self.contended, ordering: .relaxed)
    }

    /// Leaves, for a guest: for the last time, if it has entered once, and then its host has the lock again.
    @usableFromInline @inline(never)
    borrowing func exitAsGuest(_ now: UInt32) {
        _Waits.mutex.lock()
        let visit = _Waits.visits.lastIndex { $0.lock == word }!
        let before = _Waits.visits[visit].depth
        let isLast = (now &- 1) & ~Self.guestBit == before & ~Self.guestBit
        depth.store(isLast ? before : now &- 1, ordering: .relaxed)
        if isLast {
            owner.store(_Waits.visits[visit].host | Self.contended, ordering: .relaxed)
            _Waits.endVisit(at: visit)
        }
        _Waits.mutex.unlock()
    }

    /// The lock's address, and the word in which other threads see its owner.
    private var word: UnsafePointer<Atomic<UInt>> { withUnsafePointer(to: owner) { $0 } }
}
