import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Dedicated threads, since a pool might run racing closures one after the other.
@_spi(Proof) public enum Threads {
    private final class Body {
        let run: () -> Void
        init(_ run: @escaping () -> Void) { self.run = run }
    }

    /// Begins to run the closures concurrently.
    ///
    /// They need not be sendable: races test that publishers can take calls from any thread. The threads belong to the ward of
    /// this thread.
    static func begin(_ bodies: [() -> Void]) -> [pthread_t] {
        let ward = Ward.current
        return bodies.compactMap { body in
            let guarded = ward.map { ward in { Ward.run(in: ward, body) } } ?? body
            let argument = Unmanaged.passRetained(Body(guarded)).toOpaque()
            #if canImport(Glibc)
                var thread = pthread_t()
            #else
                var thread: pthread_t?
            #endif
            #if canImport(Darwin)
                let status = pthread_create(
                    &thread, nil,
                    {
                        Unmanaged<Body>.fromOpaque($0).takeRetainedValue().run()
                        return nil
                    }, argument)
            #else
                let status = pthread_create(
                    &thread, nil,
                    { argument in
                        if let argument { Unmanaged<Body>.fromOpaque(argument).takeRetainedValue().run() }
                        return nil
                    }, argument)
            #endif
            precondition(status == 0, "there is no thread left")
            return thread
        }
    }

    /// Waits until the threads have ended.
    static func join(_ threads: [pthread_t]) { for thread in threads { pthread_join(thread, nil) } }

    /// Runs the closures concurrently, from the same moment on, and waits for all.
    ///
    /// - Parameter seed: In a build with `-DTRAITS_SCHEDULES` this chooses the thread that goes on at each step.
    public static func race(_ bodies: [() -> Void], seed: UInt64) {
        #if TRAITS_SCHEDULES
            if areScheduled { return Schedule.run(bodies, seed: seed) }
        #endif
        final class Begun: Sendable {
            let count = Atomic<Int>(0)
        }
        let begun = Begun()
        let all = bodies.count
        join(
            begin(
                bodies.map { body in
                    {
                        begun.count.add(1, ordering: .acquiringAndReleasing)
                        var looks = 0
                        while begun.count.load(ordering: .acquiring) < all {
                            looks += 1
                            // With more threads than cores, waiting threads keep others from starting.
                            if looks > 1000 { sched_yield() }
                        }
                        body()
                    }
                }))
    }

    /// A Boolean value that indicates whether a seed chooses the thread that goes on at each step.
    ///
    /// In a build with `-DTRAITS_SCHEDULES` it does, unless `TRAITS_SCHEDULES=no` is in the environment.
    #if TRAITS_SCHEDULES
        public static let areScheduled = getenv("TRAITS_SCHEDULES").map { String(cString: $0) } != "no"
    #else
        public static let areScheduled = false
    #endif

    /// The command that runs the tests in the present build.
    static var testCommand: String {
        areScheduled
            ? "swift test -Xswiftc -DTRAITS_SCHEDULES --scratch-path .build/schedules" : "swift test"
    }

    /// Lets other threads run, because this thread can't go on without them.
    public static func yield() {
        #if TRAITS_SCHEDULES
            if Schedule.wait() { return }
        #endif
        sched_yield()
    }

    /// Waits until a condition is met that another thread brings about.
    ///
    /// After many looks it sleeps in between: a thread that only looks takes a processor from the threads that it waits for.
    public static func wait(until isMet: () -> Bool) {
        var looks = 0
        while !isMet() {
            looks += 1
            if looks > 1000, !areScheduled { usleep(20) } else { yield() }
        }
    }

    /// Lets other threads run in between, if a schedule chooses when.
    public static func step() {
        #if TRAITS_SCHEDULES
            Schedule.step()
        #endif
    }

    /// Lets another thread run in between here, even on a single processor.
    static func change() {
        #if TRAITS_SCHEDULES
            if areScheduled { return Schedule.step() }
        #endif
        sched_yield()
    }

    /// Runs a closure that holds a lock unknown to the schedule.
    static func withoutSteps(_ body: () -> Void) {
        #if TRAITS_SCHEDULES
            Schedule.withoutSteps(body)
        #else
            body()
        #endif
    }

    /// A number that no other running thread has.
    static var current: UInt {
        #if canImport(Glibc)
            UInt(pthread_self())
        #else
            UInt(bitPattern: pthread_self())
        #endif
    }
}
