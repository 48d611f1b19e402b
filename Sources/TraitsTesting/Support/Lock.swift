#if TRAITS_PTHREAD_LOCK
    #if canImport(Glibc)
        import Glibc
    #elseif canImport(Musl)
        import Musl
    #else
        import Darwin
    #endif
#else
    import Synchronization
#endif

#if TRAITS_COUNT_LOCKS
    import TraitsRuntime
#endif

/// In a build that counts locks, requires that the running thread holds none of the runtime's.
@_transparent
func requireNoLock(_ call: StaticString) {
    #if TRAITS_COUNT_LOCKS
        _HeldLocks.requireNone(call)
    #endif
}

/// A lock for state whose types aren't `Sendable`: closures, subscribers, values of any type.
///
/// `Mutex.withLock` requires sendable arguments and results, which generic `Output` values are not. Every use in this module
/// follows two rules instead: state is touched only between `lock` and `unlock`, and no foreign code is called in between.
///
/// A build with `-DTRAITS_PTHREAD_LOCK`, for the thread sanitizer, uses a lock that the sanitizer understands, as the runtime
/// does.
@_spi(Proof) public final class Lock: @unchecked Sendable {
    #if TRAITS_PTHREAD_LOCK
        private let mutex: UnsafeMutablePointer<pthread_mutex_t>

        public init() {
            mutex = .allocate(capacity: 1)
            pthread_mutex_init(mutex, nil)
        }

        deinit {
            pthread_mutex_destroy(mutex)
            mutex.deallocate()
        }

        private func lock() { pthread_mutex_lock(mutex) }
        private func unlock() { pthread_mutex_unlock(mutex) }
    #else
        private let mutex = Mutex<Void>(())

        public init() {}

        private func lock() {
            #if TRAITS_SCHEDULES
                while !mutex._unsafeTryLock() { Threads.yield() }
            #else
                mutex._unsafeLock()
            #endif
        }

        private func unlock() { mutex._unsafeUnlock() }
    #endif

    public func withLock<Result>(_ body: () -> Result) -> Result {
        lock()
        defer { unlock() }
        return body()
    }
}
