import Synchronization

/// A lock that is stored in place, one word wide, and not recursive. Nothing foreign is called or released while a thread
/// holds one, which a build with `-DTRAITS_COUNT_LOCKS` checks.
///
/// The word is 0 while the lock is free, 1 while a thread holds it, and 2 if other threads may sleep as well. So taking a free
/// lock is one compare-and-exchange, and releasing it one exchange. A thread that finds the lock taken looks again for about a
/// microsecond, and then sleeps among the threads of ``_Waits``. The engine's page says why this isn't `Mutex`.
///
/// No wake-up is lost: a thread writes 2 and falls asleep under the mutex of ``_Waits``, and a thread that releases the lock and
/// finds 2 takes that mutex before it wakes the one that has slept longest. A woken thread writes 2 again, since it doesn't know
/// of others. A thread that comes meanwhile may be faster, so a busy lock isn't handed from sleeper to sleeper.
@frozen @usableFromInline
package struct _Lock: ~Copyable, @unchecked Sendable {
    // Not the `Atomic` that a schedule steps through: a schedule makes one step for a lock.
    @usableFromInline let word = Synchronization.Atomic<UInt>(0)
    #if TRAITS_SCHEDULES
        /// The thread that holds the lock, if that thread is under a schedule.
        @usableFromInline let owner = Synchronization.Atomic<UInt>(0)
    #endif

    @inlinable @inline(__always)
    package init() {}

    @inlinable @inline(__always)
    package borrowing func lock() {
        #if TRAITS_SCHEDULES
            if _Schedules.isOn() {
                while !tryLock() { _Schedules.waitFor(owner.load(ordering: .relaxed)) }
                return
            }
        #endif
        if !take() { wait() }
        _countLocks(1)
    }

    @inlinable @inline(__always)
    package borrowing func tryLock() -> Bool {
        #if TRAITS_SCHEDULES
            _Schedules.step()
        #endif
        guard take() else { return false }
        #if TRAITS_SCHEDULES
            owner.store(_threadIdentity(), ordering: .relaxed)
        #endif
        _countLocks(1)
        return true
    }

    @inlinable @inline(__always)
    package borrowing func unlock() {
        _countLocks(-1)
        #if TRAITS_SCHEDULES
            owner.store(0, ordering: .relaxed)
        #endif
        if word.exchange(0, ordering: .releasing) == 2 { wakeOne() }
    }

    @inlinable @inline(__always)
    borrowing func take() -> Bool {
        word.compareExchange(expected: 0, desired: 1, ordering: .acquiring).exchanged
    }

    @usableFromInline @inline(never)
    borrowing func wait() {
        #if !TRAITS_SCHEDULES
            if _Waits.takes(word, as: 1) { return }
        #endif
        _Waits.mutex.lock()
        defer { _Waits.mutex.unlock() }
        let waiter = _Waits.begin(0, for: .moment(place), isReluctant: false)
        defer { _Waits.end(waiter) }
        while word.exchange(2, ordering: .acquiring) != 0 { waiter.sleep() }
    }

    @usableFromInline @inline(never)
    borrowing func wakeOne() { _Waits.wakeNext(for: place) }

    /// The address of the word, which identifies the lock.
    private var place: UnsafeRawPointer { withUnsafePointer(to: word) { UnsafeRawPointer($0) } }

    /// Runs a body under the lock. The body must not call code that isn't this library's.
    @inlinable @inline(__always)
    package borrowing func withLock<R>(_ body: () -> R) -> R {
        lock()
        defer { unlock() }
        return body()
    }

    /// Calls a body without the lock, with a value that was taken out under the lock, and releases the value before it takes
    /// the lock again. Pass the value with `consume`: this may be its last use, and its `deinit` may call anything.
    @inlinable @inline(__always)
    package borrowing func unlocked<Value, R>(_ value: consuming Value, _ body: (Value) -> R) -> R {
        unlock()
        let result = body(value)
        _ = consume value
        lock()
        return result
    }
}
