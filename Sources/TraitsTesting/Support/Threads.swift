import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Threads of their own, since a pool would run what is meant to race one after the other.
enum Threads {
    private final class Body {
        let run: @Sendable () -> Void
        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }

    /// Runs the closures beside each other and waits for all.
    static func run(_ bodies: [@Sendable () -> Void]) {
        #if canImport(Darwin)
            var threads: [pthread_t] = []
            for body in bodies {
                var thread: pthread_t?
                let argument = Unmanaged.passRetained(Body(body)).toOpaque()
                let status = pthread_create(
                    &thread, nil,
                    {
                        Unmanaged<Body>.fromOpaque($0).takeRetainedValue().run()
                        return nil
                    }, argument)
                precondition(status == 0, "there is no thread left")
                if let thread { threads.append(thread) }
            }
        #else
            var threads: [pthread_t] = []
            for body in bodies {
                var thread = pthread_t()
                let argument = Unmanaged.passRetained(Body(body)).toOpaque()
                let status = pthread_create(
                    &thread, nil,
                    { argument in
                        if let argument { Unmanaged<Body>.fromOpaque(argument).takeRetainedValue().run() }
                        return nil
                    }, argument)
                precondition(status == 0, "there is no thread left")
                threads.append(thread)
            }
        #endif
        for thread in threads { pthread_join(thread, nil) }
    }

    /// Runs the closures beside each other, from the same moment on, and waits for all.
    ///
    /// They need not be sendable: that publishers can take calls from any thread is what races are about.
    static func race(_ bodies: [() -> Void]) {
        final class Begun: Sendable {
            let count = Atomic<Int>(0)
        }
        let begun = Begun()
        let all = bodies.count
        run(
            bodies.map { body in
                // See above; the thread that waits here does not touch what they capture meanwhile.
                nonisolated(unsafe) let body = body
                return {
                    begun.count.add(1, ordering: .acquiringAndReleasing)
                    var looks = 0
                    while begun.count.load(ordering: .acquiring) < all {
                        looks += 1
                        // With more threads than cores, those who wait keep others from coming.
                        if looks > 1000 { sched_yield() }
                    }
                    body()
                }
            })
    }

    /// Lets other threads run.
    static func yield() { sched_yield() }

    /// A number that no other running thread has.
    static var current: UInt {
        #if canImport(Darwin)
            UInt(bitPattern: pthread_self())
        #else
            UInt(pthread_self())
        #endif
    }
}
