import Dispatch
import Synchronization
import Testing

@_spi(Proof) @testable import TraitsTesting

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Runs closures on threads of their own, and waits for all. If one doesn't end in time, the test fails and leaves them
/// to themselves.
///
/// - Parameters:
///   - stackSize: how much stack each thread has, in bytes; if left out, what the system gives.
///   - seed: how they meet, in a build with `-DTRAITS_SCHEDULES`; if left out, as it happens. No thread may wait for another
///     in a loop of its own then.
func onThreads(
    stackSize: Int? = nil, seed: UInt64? = nil, at location: SourceLocation = #_sourceLocation,
    _ bodies: [@Sendable () -> Void]
) {
    if Threads.areScheduled, let seed { return Threads.race(bodies.map { body in { body() } }, seed: seed) }
    final class Body {
        let run: @Sendable () -> Void
        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }
    #if canImport(Darwin)
        typealias Thread = pthread_t?
        let none: Thread = nil
    #else
        typealias Thread = pthread_t
        let none: Thread = 0
    #endif
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    if let stackSize { pthread_attr_setstacksize(&attributes, stackSize) }
    let running = DispatchGroup()
    let threads = bodies.map { body -> Thread in
        var thread: Thread = none
        running.enter()
        let argument = Unmanaged.passRetained(
            Body {
                body()
                running.leave()
            }
        ).toOpaque()
        #if canImport(Darwin)
            pthread_create(
                &thread, &attributes,
                {
                    Unmanaged<Body>.fromOpaque($0).takeRetainedValue().run()
                    return nil
                }, argument)
        #else
            pthread_create(
                &thread, &attributes,
                {
                    Unmanaged<Body>.fromOpaque($0!).takeRetainedValue().run()
                    return nil
                }, argument)
        #endif
        return thread
    }
    // The group has a limit; joining tells the thread sanitizer what happened before what.
    let isOver = running.waitInTime(at: location)
    for thread in threads {
        #if canImport(Darwin)
            _ = isOver ? pthread_join(thread!, nil) : pthread_detach(thread!)
        #else
            _ = isOver ? pthread_join(thread, nil) : pthread_detach(thread)
        #endif
    }
}

/// Runs a closure on so many threads, each with a number of its own, from the same moment on.
///
/// A pool has no more threads than the machine has cores, and runs the rest of the closures after the first ones.
func onThreads(
    _ count: Int, seed: UInt64? = nil, at location: SourceLocation = #_sourceLocation,
    _ body: @escaping @Sendable (Int) -> Void
) {
    if Threads.areScheduled, let seed {
        return Threads.race((0..<count).map { thread in { body(thread) } }, seed: seed)
    }
    final class Begun: Sendable {
        let count = Atomic<Int>(0)
    }
    let begun = Begun()
    onThreads(
        at: location,
        (0..<count).map { thread in
            {
                begun.count.add(1, ordering: .acquiringAndReleasing)
                while begun.count.load(ordering: .acquiring) < count { sched_yield() }
                body(thread)
            }
        })
}
