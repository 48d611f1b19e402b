#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
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
/// The thread sanitizer understands this lock, and `Mutex` on Linux it doesn't.
@_spi(Proof) public final class Lock: @unchecked Sendable {
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)

    public init() { pthread_mutex_init(mutex, nil) }

    deinit {
        pthread_mutex_destroy(mutex)
        mutex.deallocate()
    }

    public func withLock<Result>(_ body: () -> Result) -> Result {
        #if TRAITS_SCHEDULES
            while pthread_mutex_trylock(mutex) != 0 { Threads.yield() }
        #else
            pthread_mutex_lock(mutex)
        #endif
        defer { pthread_mutex_unlock(mutex) }
        return body()
    }
}
