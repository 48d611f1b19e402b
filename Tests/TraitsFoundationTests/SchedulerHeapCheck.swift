#if canImport(Glibc)
    import Foundation
    import TraitsFoundation
    @_spi(Samples) import TraitsTesting

    /// Compares the heap before and after.
    struct SchedulerHeapCheck {
        actor Home {}

        /// Indicates whether more is tried than in a usual run.
        static var isLong: Bool { rounds > 2000 }
        static let rounds = Int(ProcessInfo.processInfo.environment["TRAITS_MEMORY_ROUNDS"] ?? "") ?? 2000
        /// The most bytes that one round may leave. What is freed may stay with the thread that freed it, up to a limit, so
        /// that this isn't zero.
        static var bound: Int { 4 * rounds + 32_768 }

        private let name: String

        init(_ name: String) { self.name = name }

        /// Runs what must leave the heap where it was: four times, since what waits at the same time, and what a thread keeps
        /// of freed memory, takes its place once. What leaks does so each time, also if all of it is done again: a machine
        /// with much else to do may have let go of less than usual when the heap was looked at.
        ///
        /// - Parameter settle: waits until all that was scheduled is over.
        func expectFlat(_ what: String, settle: () -> Void = {}, _ round: () -> Void) {
            var growth = 0
            for _ in 0..<3 {
                let sizes = (0..<4).map { _ in
                    for _ in 0..<Self.rounds { round() }
                    settle()
                    return Heap.size
                }
                growth = zip(sizes, sizes.dropFirst()).map { $1 - $0 }.min() ?? 0
                if growth <= Self.bound { break }
            }
            let line = "\(name), \(what): \(growth) bytes in \(Self.rounds) rounds"
            print(growth > Self.bound ? "leak: \(line)" : line)
        }

        static func dispatchQueue() { run(DispatchQueue(label: "heap")) }

        static func operationQueue() {
            let queue = OperationQueue()
            queue.maxConcurrentOperationCount = 1
            run(queue)
        }

        static func actor() { run(ActorScheduler(Home())) }

        static func runLoop() {
            let loop = runLoopOfAThread()
            SchedulerHeapCheck("Timer.publish").expectFlat("connections") {
                Timer.publish(every: 3600, on: loop, in: .default).autoconnect().sink { _ in }.cancel()
            }
            run(loop)
        }

        /// A run loop that runs until the process ends.
        static func runLoopOfAThread() -> RunLoop {
            let made = DispatchSemaphore(value: 0)
            nonisolated(unsafe) var loop: RunLoop?
            Thread.detachNewThread {
                loop = RunLoop.current
                // A loop with nothing to wait for wouldn't sleep.
                RunLoop.current.add(
                    Timer(fire: .distantFuture, interval: 1e8, repeats: true) { _ in }, forMode: .default)
                made.signal()
                while true { _ = RunLoop.current.run(mode: .default, before: .distantFuture) }
            }
            made.wait()
            return loop!
        }

        static func run<S: Scheduler>(_ scheduler: S) where S.SchedulerTimeType.Stride: Sendable {
            let check = SchedulerHeapCheck("\(S.self)")
            let subject = PassthroughSubject<Int, Never>()
            func expectFlat<P: Publisher>(_ what: String, _ publisher: P) {
                check.expectFlat(what, settle: { settle(scheduler) }) {
                    let one = publisher.sink(receiveCompletion: { _ in }, receiveValue: { _ in })
                    subject.send(1)
                    one.cancel()
                }
            }
            let hour = S.SchedulerTimeType.Stride.seconds(3600)
            // Cancelled before its time.
            expectFlat("debounce", subject.debounce(for: hour, scheduler: scheduler))
            expectFlat("throttle", subject.throttle(for: hour, scheduler: scheduler, latest: true))
            expectFlat("delay", subject.delay(for: hour, scheduler: scheduler))
            // Its second value waits for the end of the interval.
            check.expectFlat("throttle, trailing", settle: { settle(scheduler) }) {
                let sent = DispatchSemaphore(value: 0)
                let one = subject.throttle(for: hour, scheduler: scheduler, latest: true).sink { _ in
                    sent.signal()
                }
                subject.send(1)
                sent.wait()
                subject.send(2)
                one.cancel()
            }
            expectFlat("timeout", subject.timeout(hour, scheduler: scheduler))
            expectFlat("collect", subject.collect(.byTime(scheduler, hour)))
            expectFlat("receive(on:)", subject.receive(on: scheduler))
            expectFlat("subscribe(on:)", subject.subscribe(on: scheduler))
            check.expectFlat("a repetition", settle: { settle(scheduler) }) {
                scheduler.schedule(after: scheduler.now.advanced(by: hour), interval: hour) {}.cancel()
            }
            // One after another through one subscription, in their time.
            let values = subject.receive(on: scheduler).sink { _ in }
            check.expectFlat("values", settle: { settle(scheduler) }) { subject.send(1) }
            values.cancel()
            let delayed = subject.delay(for: .milliseconds(1), scheduler: scheduler).sink { _ in }
            check.expectFlat("delayed values", settle: { settle(scheduler) }) { subject.send(1) }
            delayed.cancel()
            let debounced = subject.debounce(for: .microseconds(1), scheduler: scheduler).sink { _ in }
            check.expectFlat("debounced values", settle: { settle(scheduler) }) { subject.send(1) }
            debounced.cancel()
        }

        /// Waits until what was scheduled is over: twice, as one closure may schedule another.
        private static func settle<S: Scheduler>(_ scheduler: S) {
            for _ in 0..<2 {
                let done = DispatchSemaphore(value: 0)
                scheduler.schedule(after: scheduler.now.advanced(by: .milliseconds(20))) {
                    scheduler.schedule { done.signal() }
                }
                done.wait()
            }
        }
    }
#endif
