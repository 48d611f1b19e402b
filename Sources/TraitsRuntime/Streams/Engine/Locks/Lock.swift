import Synchronization

#if TRAITS_PTHREAD_LOCK
    #if canImport(Glibc)
        import Glibc
    #elseif canImport(Musl)
        import Musl
    #else
        import Darwin
    #endif
#endif

/// A lock that is stored in place, one word wide, and not recursive. Nothing foreign is called or released while a thread
/// holds one, which a build with `-DTRAITS_COUNT_LOCKS` checks.
///
/// The thread sanitizer doesn't understand the hand-over inside `Synchronization.Mutex` on Linux and reports
/// false races, so a build with `-DTRAITS_PTHREAD_LOCK` uses a `pthread_mutex_t` instead.
@frozen @usableFromInline
package struct _Lock: ~Copyable, @unchecked Sendable {
    #if TRAITS_PTHREAD_LOCK
        @usableFromInline let mutex: UnsafeMutablePointer<pthread_mutex_t>

        @usableFromInline
        package init() {
            mutex = .allocate(capacity: 1)
            pthread_mutex_init(mutex, nil)
        }

        deinit {
            pthread_mutex_destroy(mutex)
            mutex.deallocate()
        }

        @usableFromInline
        package borrowing func lock() { pthread_mutex_lock(mutex) }

        @usableFromInline
        package borrowing func tryLock() -> Bool { pthread_mutex_trylock(mutex) == 0 }

        @usableFromInline
        package borrowing func unlock() { pthread_mutex_unlock(mutex) }
    #else
        @usableFromInline let mutex = Mutex<Void>(())

        @inlinable @inline(__always)
        package init() {}

        #if TRAITS_SCHEDULES
            /// The thread that holds the lock, if that thread is under a schedule.
            @usableFromInline let owner = Synchronization.Atomic<UInt>(0)

            @usableFromInline
            package borrowing func lock() {
                guard _Schedules.isOn() else {
                    mutex._unsafeLock()
                    return _countLocks(1)
                }
                while !tryLock() { _Schedules.waitFor(owner.load(ordering: .relaxed)) }
            }

            @usableFromInline
            package borrowing func tryLock() -> Bool {
                _Schedules.step()
                guard mutex._unsafeTryLock() else { return false }
                owner.store(_threadIdentity(), ordering: .relaxed)
                _countLocks(1)
                return true
            }

            @usableFromInline
            package borrowing func unlock() {
                _countLocks(-1)
                owner.store(0, ordering: .relaxed)
                mutex._unsafeUnlock()
            }
        #elseif TRAITS_COUNT_LOCKS
            @usableFromInline
            package borrowing func lock() {
                mutex._unsafeLock()
                _countLocks(1)
            }

            @usableFromInline
            package borrowing func tryLock() -> Bool {
                let isFree = mutex._unsafeTryLock()
                if isFree { _countLocks(1) }
                return isFree
            }

            @usableFromInline
            package borrowing func unlock() {
                _countLocks(-1)
                mutex._unsafeUnlock()
            }
        #else
            @inlinable @inline(__always)
            package borrowing func lock() { mutex._unsafeLock() }

            @inlinable @inline(__always)
            package borrowing func tryLock() -> Bool { mutex._unsafeTryLock() }

            @inlinable @inline(__always)
            package borrowing func unlock() { mutex._unsafeUnlock() }
        #endif
    #endif

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
