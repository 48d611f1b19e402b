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
/// stores. A thread that has to wait sleeps in the lock's ``_Parking``, which is made when it is first needed; only
/// ``enterSoon()`` looks a limited number of times before that. A thread that comes while others sleep may enter before
/// them, so that a lock that is taken often isn't handed from sleeper to sleeper.
///
/// Leaving and ``tryEnter()`` are sequentially consistent. A thread that leaves a note elsewhere and then finds
/// the lock taken may rely on the thread inside to see that note, if that looks after it has left.
///
/// No wake-up is lost:
/// - A thread goes to sleep only after it has seen `contended` in `owner`, or set it, while it held the parking's
///   mutex; it gives the mutex up by falling asleep.
/// - Only the thread that leaves clears the bit. It sees that with its exchange, and then takes the mutex and
///   wakes a sleeper; so it can't do so between that sleeper's look at `owner` and its sleep.
/// - One bit may stand for many sleepers, and one is woken. If it gets in, it sets the bit when there are
///   others; if a newcomer was faster, it sets the bit before it sleeps again. So as long as anybody
///   sleeps, the bit is set, or a thread that has cleared it is about to wake one of them, or one of them is
///   awake and about to set it.
@frozen @usableFromInline
struct _DeliveryLock: ~Copyable, @unchecked Sendable {
    @usableFromInline let owner = Atomic<UInt>(0)
    /// The address of the ``_Parking``, with a reference of its own, or zero.
    @usableFromInline let parking = Atomic<UInt>(0)
    /// How often the owner has re-entered; touched by the owner alone.
    @usableFromInline let depth = Atomic<UInt32>(0)

    // Thread identities are addresses of aligned objects: their lowest bit is free.
    @inlinable @inline(__always) static var contended: UInt { 1 }

    @inlinable @inline(__always)
    init() {}

    @inlinable
    deinit {
        let address = parking.load(ordering: .acquiring)
        if address != 0 { Self.parking(at: address).release() }
    }

    /// Enters, after waiting if another thread is inside.
    ///
    /// - Returns: whether this thread was inside already.
    @inlinable @inline(__always) @discardableResult
    borrowing func enter() -> Bool {
        let me = _threadIdentity()
        let (isFirst, now) = owner.compareExchange(expected: 0, desired: me, ordering: .acquiring)
        if isFirst { return false }
        if now & ~Self.contended == me { return reenter() }
        wait(me)
        return false
    }

    /// Enters a lock that this thread isn't inside of and that is held for moments: looks for a while whether it has become
    /// free before it sleeps.
    @inlinable @inline(__always)
    borrowing func enterSoon() {
        let me = _threadIdentity()
        if !owner.compareExchange(expected: 0, desired: me, ordering: .acquiring).exchanged {
            lookThenWait(me)
        }
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
    /// - Returns: whether this thread is outside now.
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

    /// Leaves, for a thread that knows that it has not re-entered.
    @inlinable @inline(__always)
    borrowing func exitOutermost() {
        if owner.exchange(0, ordering: .sequentiallyConsistent) & Self.contended != 0 { wakeOne() }
    }

    /// Whether this thread is inside.
    @inlinable @inline(__always)
    var isInside: Bool { owner.load(ordering: .relaxed) & ~Self.contended == _threadIdentity() }

    /// For the thread inside: whether it has not re-entered.
    @inlinable @inline(__always)
    borrowing func isOutermost() -> Bool { depth.load(ordering: .relaxed) == 0 }

    @inlinable @inline(__always)
    borrowing func reenter() -> Bool {
        depth.store(depth.load(ordering: .relaxed) &+ 1, ordering: .relaxed)
        return true
    }
}

// MARK: - Waiting

extension _DeliveryLock {
    @usableFromInline @inline(never)
    borrowing func wait(_ me: UInt) {
        let parking = makeParking()
        parking.lock()
        parking.waiting += 1
        while true {
            let now = owner.load(ordering: .relaxed)
            if now == 0 {
                let mine = parking.waiting > 1 ? me | Self.contended : me
                if owner.compareExchange(expected: 0, desired: mine, ordering: .acquiring).exchanged { break }
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
    }

    /// A microsecond of looking, ever less often, and then to sleep.
    @usableFromInline @inline(never)
    borrowing func lookThenWait(_ me: UInt) {
        #if !TRAITS_SCHEDULES
            var pause = 1
            while pause <= 512 {
                for _ in 0..<pause { _ = owner.load(ordering: .relaxed) }
                if owner.load(ordering: .relaxed) == 0,
                    owner.compareExchange(expected: 0, desired: me, ordering: .acquiring).exchanged
                {
                    return
                }
                pause *= 2
            }
        #endif
        wait(me)
    }

    @usableFromInline @inline(never)
    borrowing func wakeOne() {
        // The thread that set the bit made the parking before that, and this lock keeps it.
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
}

/// Where threads sleep that wait for something, such as one ``_DeliveryLock``.
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

    func lock() {
        #if TRAITS_SCHEDULES
            if _Schedules.isOn() {
                while pthread_mutex_trylock(mutex) != 0 { _ = _Schedules.wait(false) }
                return
            }
        #endif
        pthread_mutex_lock(mutex)
    }

    func sleep() {
        #if TRAITS_SCHEDULES
            if _Schedules.isOn() {
                // The schedule has this thread look again when others have gone on, so nobody need wake it.
                unlock()
                defer { lock() }
                return _ = _Schedules.wait(false)
            }
        #endif
        pthread_cond_wait(condition, mutex)
    }

    func unlock() { pthread_mutex_unlock(mutex) }
    func wakeOne() { pthread_cond_signal(condition) }
    func wakeAll() { pthread_cond_broadcast(condition) }
}
