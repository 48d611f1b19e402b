import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

// A delivery lock that more than one thread uses, or that none has reserved yet.
//
// No wake-up is lost:
// - A thread goes to sleep only after it has seen `contended` in `owner`, or set it, while it held the parking's
//   mutex; it gives the mutex up by falling asleep.
// - Only the thread that leaves clears the bit. It sees that with its exchange, and then takes the mutex and
//   wakes a sleeper; so it can't do so between that sleeper's look at `owner` and its sleep.
// - One bit may stand for many sleepers, and one is woken. If it gets in, it sets the bit when there are
//   others; if a newcomer was faster, it sets the bit before it sleeps again. So as long as anybody
//   sleeps, the bit is set, or a thread that has cleared it is about to wake one of them, or one of them is
//   awake and about to set it.
//
// Taking a reservation back:
// - It is done under the parking's mutex, by one thread at a time, and only the thread that does it changes
//   `owner` while the lock is reserved. Nobody sleeps then who is not about to be woken: who finds the lock reserved
//   for another thread takes that back first, and a lock is reserved only if the bit for sleepers is not set.
// - It sets `contended`, so that the owner's next look at `owner` fails, and runs the barrier. Then it looks at
//   `isHeld`. If it finds `true`, the owner is inside, or is entering and will find the bit: it gets the lock as
//   a shared one that it is inside of. If it finds `false`, the owner's next entry is bound to find the bit:
//   the lock becomes a shared one that is free.
// - An owner that finds the bit waits for the mutex, and then sees in `owner` which of the two it was.

extension _DeliveryLock {
    /// How often in a row a thread enters before the lock is reserved for it. Taking the reservation back
    /// should not cost much more than what these entries have.
    static var patience: UInt16 { 1024 }

    /// The `streak` of a lock that is shared for ever.
    static var shared: UInt16 { .max }

    // MARK: Entering

    @usableFromInline @inline(never)
    borrowing func enterShared(_ me: UInt) -> Bool {
        let now = settledOwner(me)
        if now & ~Self.contended == me { return reenter() }
        if now & Self.free != 0,
            owner.compareExchange(expected: now, desired: me, ordering: .acquiring).exchanged
        {
            noteEntry(me, after: now)
        } else {
            wait(me)
        }
        return false
    }

    @usableFromInline @inline(never)
    borrowing func tryEnterShared(_ me: UInt) -> Bool? {
        var now = settledOwner(me)
        if now & ~Self.contended == me { return reenter() }
        if now & Self.reserved != 0 {
            let parking = makeParking()
            parking.lock()
            revoke()
            parking.unlock()
            now = owner.load(ordering: .sequentiallyConsistent)
        }
        guard now & Self.free != 0,
            owner.compareExchange(expected: now, desired: me, ordering: .sequentiallyConsistent).exchanged
        else { return nil }
        noteEntry(me, after: now)
        return false
    }

    /// The reservation went away while this thread was entering.
    @usableFromInline @inline(never)
    borrowing func enterRevoked(_ me: UInt) -> Bool {
        awaitRevocation()
        // If this thread was taken for being inside, it is.
        return owner.load(ordering: .acquiring) & ~Self.contended == me ? false : enterShared(me)
    }

    @usableFromInline @inline(never)
    borrowing func tryEnterRevoked(_ me: UInt) -> Bool? {
        awaitRevocation()
        return owner.load(ordering: .acquiring) & ~Self.contended == me ? false : tryEnterShared(me)
    }

    @usableFromInline @inline(never)
    borrowing func exitShared() {
        let before = owner.exchange(_threadIdentity() | Self.free, ordering: .sequentiallyConsistent)
        if before & Self.contended != 0 { wakeOne() }
    }

    /// The reservation has gone while this thread was inside, or when it had just left.
    @usableFromInline @inline(never)
    borrowing func exitRevoked() {
        let me = _threadIdentity()
        if settledOwner(me) & ~Self.contended == me { exitShared() }
    }

    /// The owner word, once it is certain whether this thread is inside.
    @inline(__always)
    private borrowing func settledOwner(_ me: UInt) -> UInt {
        let now = owner.load(ordering: .sequentiallyConsistent)
        if now != me | Self.reserved | Self.contended { return now }
        awaitRevocation()
        return owner.load(ordering: .sequentiallyConsistent)
    }

    // MARK: Waiting

    private borrowing func wait(_ me: UInt) {
        let parking = makeParking()
        parking.lock()
        parking.waiting += 1
        while true {
            let now = owner.load(ordering: .relaxed)
            if now & Self.reserved != 0 {
                revoke()
            } else if now & Self.free != 0 {
                let mine = parking.waiting > 1 ? me | Self.contended : me
                if owner.compareExchange(expected: now, desired: mine, ordering: .acquiring).exchanged {
                    break
                }
            } else if now & Self.contended != 0
                || owner.compareExchange(
                    expected: now, desired: now | Self.contended, ordering: .relaxed
                ).exchanged
            {
                parking.sleep()
            }
        }
        parking.waiting -= 1
        parking.unlock()
        if streak.load(ordering: .relaxed) != Self.shared { streak.store(0, ordering: .relaxed) }
    }

    private borrowing func wakeOne() {
        // Whoever set the bit made the parking before that, and this lock keeps it.
        Self.parking(at: parking.load(ordering: .acquiring))._withUnsafeGuaranteedRef { parking in
            parking.lock()
            parking.wakeOne()
            parking.unlock()
        }
    }

    private borrowing func makeParking() -> _Parking {
        let address = parking.load(ordering: .acquiring)
        if address != 0 { return Self.parking(at: address).takeUnretainedValue() }
        let made = Unmanaged.passRetained(_Parking())
        let (isFirst, existing) = parking.compareExchange(
            expected: 0, desired: UInt(bitPattern: made.toOpaque()), ordering: .acquiringAndReleasing)
        if isFirst { return made.takeUnretainedValue() }
        made.release()
        return Self.parking(at: existing).takeUnretainedValue()
    }

    @usableFromInline
    static func parking(at address: UInt) -> Unmanaged<_Parking> {
        .fromOpaque(UnsafeRawPointer(bitPattern: address)!)
    }

    // MARK: Reserving, and taking it back

    /// This thread has just entered.
    @inline(__always)
    private borrowing func noteEntry(_ me: UInt, after last: UInt) {
        let count = streak.load(ordering: .relaxed)
        if count == Self.shared { return }
        if last != me | Self.free {
            streak.store(0, ordering: .relaxed)
        } else if count < Self.patience {
            streak.store(count + 1, ordering: .relaxed)
        } else {
            streak.store(_ProcessBarrier.isMissing ? Self.shared : 0, ordering: .relaxed)
            if _ProcessBarrier.isReady { reserve(me) }
        }
    }

    /// Reserves the lock for its owner, unless somebody waits for it.
    private borrowing func reserve(_ me: UInt) {
        isHeld.store(true, ordering: .relaxed)
        _ = owner.compareExchange(expected: me, desired: me | Self.reserved, ordering: .releasing)
    }

    /// Takes the reservation back, if there still is one. Under the parking's mutex.
    private borrowing func revoke() {
        let now = owner.load(ordering: .acquiring)
        guard now & Self.reserved != 0 else { return }
        owner.store(now | Self.contended, ordering: .sequentiallyConsistent)
        _ProcessBarrier.run()
        let thread = now & ~Self.reserved
        let isInside = isHeld.load(ordering: .acquiring)
        streak.store(Self.shared, ordering: .relaxed)
        owner.store(isInside ? thread : thread | Self.free, ordering: .sequentiallyConsistent)
    }

    private borrowing func awaitRevocation() {
        Self.parking(at: parking.load(ordering: .acquiring))._withUnsafeGuaranteedRef { parking in
            parking.lock()
            parking.unlock()
        }
    }
}

/// Where threads sleep that wait for one ``_DeliveryLock``.
@usableFromInline
final class _Parking {
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    /// How many threads want the lock and may be asleep. Under `mutex`.
    var waiting = 0

    init() {
        pthread_mutex_init(mutex, nil)
        pthread_cond_init(condition, nil)
    }

    deinit {
        pthread_cond_destroy(condition)
        pthread_mutex_destroy(mutex)
        condition.deallocate()
        mutex.deallocate()
    }

    func lock() { pthread_mutex_lock(mutex) }
    func unlock() { pthread_mutex_unlock(mutex) }
    func sleep() { pthread_cond_wait(condition, mutex) }
    func wakeOne() { pthread_cond_signal(condition) }
}
