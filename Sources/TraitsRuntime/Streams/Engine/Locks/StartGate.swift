#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Where a thread waits that brings the end of an input before downstream has its subscription.
///
/// The end is to arrive where the input sends it, and not where somebody is subscribing. Subscribing is short, and its end
/// is rarely waited for, so all nodes share one gate. A thread that subscribes and waits for the one that waits here
/// would never go on: after a second the end is left to it.
enum _StartGate {
    // Safe to share: they are made to be.
    private nonisolated(unsafe) static let mutex = {
        let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
        pthread_mutex_init(mutex, nil)
        return mutex
    }()
    private nonisolated(unsafe) static let condition = {
        let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
        pthread_cond_init(condition, nil)
        return condition
    }()

    /// Waits until a condition holds, which is looked at whenever the gate opens.
    static func wait(until holds: () -> Bool) {
        var limit = timespec()
        clock_gettime(CLOCK_REALTIME, &limit)
        limit.tv_sec += 1
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        while !holds() {
            if pthread_cond_timedwait(condition, mutex, &limit) != 0 { return }
        }
    }

    /// Lets all that wait look again.
    static func open() {
        pthread_mutex_lock(mutex)
        pthread_cond_broadcast(condition)
        pthread_mutex_unlock(mutex)
    }
}
