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

/// A lock in place, one word wide, not recursive. Nobody calls out of the library while holding one.
///
/// The thread sanitizer doesn't understand the hand-over inside `Synchronization.Mutex` on Linux and reports
/// races that are none, so a build with `-DTRAITS_PTHREAD_LOCK` takes a `pthread_mutex_t` instead.
@frozen @usableFromInline
struct _Lock: ~Copyable, @unchecked Sendable {
    #if TRAITS_PTHREAD_LOCK
        @usableFromInline let mutex: UnsafeMutablePointer<pthread_mutex_t>

        @usableFromInline
        init() {
            mutex = .allocate(capacity: 1)
            pthread_mutex_init(mutex, nil)
        }

        deinit {
            pthread_mutex_destroy(mutex)
            mutex.deallocate()
        }

        @usableFromInline
        borrowing func lock() { pthread_mutex_lock(mutex) }

        @usableFromInline
        borrowing func tryLock() -> Bool { pthread_mutex_trylock(mutex) == 0 }

        @usableFromInline
        borrowing func unlock() { pthread_mutex_unlock(mutex) }
    #else
        @usableFromInline let mutex = Mutex<Void>(())

        @inlinable @inline(__always)
        init() {}

        #if TRAITS_SCHEDULES
            /// The thread that holds it, if that is under a schedule.
            @usableFromInline let owner = Synchronization.Atomic<UInt>(0)

            @usableFromInline
            borrowing func lock() {
                guard _Schedules.isOn() else { return mutex._unsafeLock() }
                while !tryLock() { _Schedules.waitFor(owner.load(ordering: .relaxed)) }
            }

            @usableFromInline
            borrowing func tryLock() -> Bool {
                _Schedules.step()
                guard mutex._unsafeTryLock() else { return false }
                owner.store(_threadIdentity(), ordering: .relaxed)
                return true
            }

            @usableFromInline
            borrowing func unlock() {
                owner.store(0, ordering: .relaxed)
                mutex._unsafeUnlock()
            }
        #else
            @inlinable @inline(__always)
            borrowing func lock() { mutex._unsafeLock() }

            @inlinable @inline(__always)
            borrowing func tryLock() -> Bool { mutex._unsafeTryLock() }

            @inlinable @inline(__always)
            borrowing func unlock() { mutex._unsafeUnlock() }
        #endif
    #endif

    /// Runs a body under the lock. The body must not call code that isn't this library's.
    @inlinable @inline(__always)
    borrowing func withLock<R>(_ body: () -> R) -> R {
        lock()
        defer { unlock() }
        return body()
    }
}
