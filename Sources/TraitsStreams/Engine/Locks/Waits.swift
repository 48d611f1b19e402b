import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#else
    import Darwin
#endif

/// The threads that wait inside the library: for a ``_DeliveryLock``, or for one thread at a ``_StartGate``. The library waits
/// nowhere else, apart from a ``_Lock``, under which nothing is called: a thread that waits for one is in no circle.
///
/// A waiting thread holds every delivery lock that it has entered, so threads that wait for each other in a circle would
/// deadlock. So each thread looks for such a circle before it sleeps, under one mutex: the thread that closes the circle
/// sees all others asleep. It goes on as a *guest* of its *host*, the thread that it would have waited for. The guest acts
/// inside the lock that it wants, as if the host had called it. A host doesn't go on before its guests have left, even
/// if it is woken.
///
/// **Why a guest is safe.** The host is blocked in a call out of the library, to a subscriber or a closure. A guest's calls
/// look like re-entrance from that call, which each node supports. The host writes before it sleeps, and a guest
/// before it leaves, both under the mutex, so each thread sees the other's writes.
///
/// **Why no circle is missed.** Every wait is listed, and a thread took each of its locks before it waited. So a thread
/// that looks sees all of a circle but its own part, which it knows. A lock changes hands unseen only to a running thread,
/// which looks before it waits itself. When a guest leaves, its lock goes back to a waiting thread, which is woken and
/// looks again.
///
/// **Why one thread can always go on.** The thread that closes the circle runs until then, so it has no guests.
enum _Waits {
    nonisolated(unsafe) static let mutex = _WaitMutex()

    // Under the mutex.
    nonisolated(unsafe) private static var waiters: ContiguousArray<_Waiter> = []
    nonisolated(unsafe) static var visits: ContiguousArray<_Visit> = []
    // Kept between waits, so that a wait allocates nothing.
    nonisolated(unsafe) private static var idle: ContiguousArray<_Waiter> = []
    nonisolated(unsafe) private static var reached: ContiguousArray<UInt> = []
    nonisolated(unsafe) private static var reachedByOther: ContiguousArray<UInt> = []
    nonisolated(unsafe) private static var toFollow: ContiguousArray<UInt> = []

    // MARK: Waiting

    static func begin(_ thread: UInt, for aim: _Waiter.Aim, isReluctant: Bool) -> _Waiter {
        let waiter = idle.popLast() ?? _Waiter()
        (waiter.thread, waiter.aim, waiter.isReluctant) = (thread, aim, isReluctant)
        waiters.append(waiter)
        return waiter
    }

    static func end(_ waiter: _Waiter) {
        waiters.remove(at: waiters.firstIndex { $0 === waiter }!)
        idle.append(waiter)
    }

    #if !TRAITS_SCHEDULES
        /// Looks for about a microsecond, ever less often, whether a lock is free, and takes it then.
        ///
        /// - Returns: whether this thread has taken it.
        static func takes(_ word: borrowing Atomic<UInt>, as owner: UInt) -> Bool {
            var pause = 1
            while pause <= 512 {
                for _ in 0..<pause { _ = word.load(ordering: .relaxed) }
                if word.load(ordering: .relaxed) == 0,
                    word.compareExchange(expected: 0, desired: owner, ordering: .acquiring).exchanged
                {
                    return true
                }
                pause *= 2
            }
            return false
        }
    #endif

    /// Wakes the next thread that waits for a lock, for a thread that isn't under the mutex.
    static func wakeNext(for lock: UnsafeRawPointer) {
        mutex.lock()
        wakeOne(for: lock)
        mutex.unlock()
    }

    /// Wakes the thread that has waited longest for a lock, leaving out hosts, which can't take it.
    static func wakeOne(for lock: UnsafeRawPointer) {
        waiters.first { $0.waits(for: lock) && !isHost($0.thread) }?.wake()
    }

    static func isWanted(_ lock: UnsafeRawPointer, besides waiter: _Waiter) -> Bool {
        waiters.contains { $0 !== waiter && $0.waits(for: lock) }
    }

    /// Wakes the threads that wait for a thread, not for a lock.
    static func wakeAllAtGates() {
        for waiter in waiters { if case .thread = waiter.aim { waiter.wake() } }
    }

    // MARK: Guests

    static func isHost(_ thread: UInt) -> Bool {
        !visits.isEmpty && visits.contains { $0.host == thread }
    }

    static func endVisit(at index: Int) {
        let host = visits.remove(at: index).host
        waiters.first { $0.thread == host }?.wake()
    }

    /// Returns whether a thread must become a guest because its wait closes a circle. A reluctant thread doesn't if another
    /// thread of the circle can: that thread is woken, and finds the circle too.
    static func opensCircle(_ waiter: _Waiter) -> Bool {
        findThreads(ahead: waiter, &reached)
        guard reached.contains(waiter.thread) else { return false }
        guard waiter.isReluctant else { return true }
        for other in waiters
        where !other.isReluctant && reached.contains(other.thread) && !isHost(other.thread) {
            findThreads(ahead: other, &reachedByOther)
            guard reachedByOther.contains(waiter.thread) else { continue }
            other.wake()
            return false
        }
        return true
    }

    /// Finds the threads that a waiter waits for, directly or through other threads. A host waits for its guests too.
    private static func findThreads(ahead waiter: _Waiter, _ found: inout ContiguousArray<UInt>) {
        found.removeAll(keepingCapacity: true)
        toFollow.append(waiter.awaited)
        while let thread = toFollow.popLast() {
            if thread == 0 || found.contains(thread) { continue }
            found.append(thread)
            if let waiter = waiters.first(where: { $0.thread == thread }) { toFollow.append(waiter.awaited) }
            for visit in visits where visit.host == thread { toFollow.append(visit.guest) }
        }
    }
}

/// A guest's stay inside its host's lock. The host is blocked meanwhile.
struct _Visit {
    let guest: UInt
    let host: UInt
    /// The lock's word; `nil` at a ``_StartGate``.
    let lock: UnsafePointer<Atomic<UInt>>?
    /// The lock's depth before the visit.
    let depth: UInt32
    /// What the lock said of its host besides.
    let bits: UInt
}

/// A waiting thread. Everything but the sleep happens under the mutex of ``_Waits``.
final class _Waiter {
    enum Aim {
        /// The word that holds the owner of the lock.
        case lock(UnsafePointer<Atomic<UInt>>)
        case thread(UInt)
        /// A ``_Lock``, which is held for a moment, whoever holds it.
        case moment(UnsafeRawPointer)
    }

    private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    var thread: UInt = 0
    var aim = Aim.thread(0)
    var isReluctant = false

    init() { pthread_cond_init(condition, nil) }

    deinit {
        pthread_cond_destroy(condition)
        condition.deallocate()
    }

    /// The thread that this thread waits for at this moment.
    var awaited: UInt {
        switch aim {
        case .lock(let word): word.pointee.load(ordering: .relaxed) & ~_DeliveryLock.bits
        case .thread(let thread): thread
        case .moment: 0
        }
    }

    func waits(for lock: UnsafeRawPointer) -> Bool {
        switch aim {
        case .lock(let word): UnsafeRawPointer(word) == lock
        case .moment(let place): place == lock
        case .thread: false
        }
    }

    func sleep() { _Waits.mutex.sleep(condition) }
    func wake() { pthread_cond_signal(condition) }
}

/// The mutex of ``_Waits``.
final class _WaitMutex {
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)

    init() { pthread_mutex_init(mutex, nil) }

    func lock() {
        #if TRAITS_SCHEDULES
            if _Schedules.isOn() {
                while pthread_mutex_trylock(mutex) != 0 { _ = _Schedules.wait(false) }
                return _countLocks(1)
            }
        #endif
        pthread_mutex_lock(mutex)
        _countLocks(1)
    }

    func unlock() {
        _countLocks(-1)
        pthread_mutex_unlock(mutex)
    }

    fileprivate func sleep(_ condition: UnsafeMutablePointer<pthread_cond_t>) {
        #if TRAITS_SCHEDULES
            if _Schedules.isOn() {
                // The schedule has this thread look again after other threads have made steps, so no thread need wake it.
                unlock()
                defer { lock() }
                return _ = _Schedules.wait(false)
            }
        #endif
        pthread_cond_wait(condition, mutex)
    }
}
