#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Android)
    import Android
#else
    import Darwin
#endif

#if TRAITS_COUNT_LOCKS
    import TraitsRuntime
#endif

/// A value behind a lock.
// The lock is pthread's, which the thread sanitizer knows.
// Safe to share: the lock guards the value.
final class Guarded<Value>: @unchecked Sendable {
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private var value: Value

    init(_ value: Value) {
        self.value = value
        pthread_mutex_init(mutex, nil)
    }

    deinit {
        pthread_mutex_destroy(mutex)
        mutex.deallocate()
    }

    func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
        pthread_mutex_lock(mutex)
        #if TRAITS_COUNT_LOCKS
            _HeldLocks.add(1)
            defer { _HeldLocks.add(-1) }
        #endif
        defer { pthread_mutex_unlock(mutex) }
        return try body(&value)
    }
}
