import Dispatch
import Synchronization
import Testing
import TraitsRuntime
import TraitsTesting

@Suite("ActorScheduler", .limited)
struct ActorSchedulerTests {
    /// Somewhere to be.
    private actor Place {
        var log: [Int] = []

        func add(_ value: Int) { log.append(value) }
    }

    private final class Log: Sendable {
        private let entries = Mutex<[Int]>([])
        var values: [Int] { entries.withLock { $0 } }
        func add(_ value: Int) { entries.withLock { $0.append(value) } }
    }

    /// Jobs of different priorities pass one another; the closures don't.
    @Test func closuresRunInOrderWhateverTheirPriority() async {
        let place = Place()
        let scheduler = ActorScheduler(place)
        let log = Log()
        let count = 500
        await withCheckedContinuation { (done: CheckedContinuation<Void, Never>) in
            Task {
                for number in 0..<count {
                    let priority: TaskPriority = [.high, .background, .low][number % 3]
                    await Task(priority: priority) {
                        scheduler.schedule {
                            place.assumeIsolated { _ in log.add(number) }
                            if number == count - 1 { done.resume() }
                        }
                    }.value
                }
            }
        }
        #expect(log.values == Array(0..<count))
    }

    @Test func eventsArriveInOrderOnTheActor() async {
        let place = Place()
        var got: [Int] = []
        for await value in (1...1000).publisher.receive(on: place)
            .map({ value in place.assumeIsolated { _ in value } }).values
        { got.append(value) }
        #expect(got == Array(1...1000))
    }

    @Test func otherWorkKeepsItsPlaceBetweenTheClosures() async {
        let executor = WaitingJobs()
        let place = DrivenPlace(executor)
        let scheduler = ActorScheduler(place)
        scheduler.schedule { place.assumeIsolated { $0.log.append(1) } }
        await executor.hasJobs(1)
        let other = Task { await place.add(2) }
        await executor.hasJobs(2)
        scheduler.schedule { place.assumeIsolated { $0.log.append(3) } }
        await executor.hasJobs(3)
        executor.runAll()
        await other.value
        let log = Task { await place.log }
        await executor.hasJobs(1)
        executor.runAll()
        #expect(await log.value == [1, 2, 3])
    }

    #if !canImport(Darwin)
        /// Code that keeps all threads of the pool busy delays no actor that has threads of its own.
        @Test func aClosureReachesTheActorInTheCallThatSchedulesIt() async {
            let executor = WaitingJobs()
            let place = DrivenPlace(executor)
            let scheduler = ActorScheduler(place)
            for number in 1...3 {
                scheduler.schedule { place.assumeIsolated { $0.log.append(number) } }
                #expect(executor.count == number)
            }
            executor.runAll()
            let log = Task { await place.log }
            await executor.hasJobs(1)
            executor.runAll()
            #expect(await log.value == [1, 2, 3])
        }
    #endif

    /// An actor whose jobs run when the test says so. Nobody waits in a thread for them: those of the pool are few.
    private actor DrivenPlace {
        nonisolated let executor: WaitingJobs
        var log: [Int] = []

        init(_ executor: WaitingJobs) { self.executor = executor }

        nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

        func add(_ value: Int) { log.append(value) }
    }

    private final class WaitingJobs: SerialExecutor {
        private let jobs = Mutex<[UnownedJob]>([])

        func enqueue(_ job: consuming ExecutorJob) {
            let job = UnownedJob(job)
            jobs.withLock { $0.append(job) }
        }

        var count: Int { jobs.withLock { $0.count } }

        func hasJobs(_ number: Int) async {
            while count < number { await Task.yield() }
        }

        func runAll() {
            let all = jobs.withLock { jobs in
                defer { jobs = [] }
                return jobs
            }
            for job in all { job.runSynchronously(on: asUnownedSerialExecutor()) }
        }
    }

    @Test func laterIsLater() async throws {
        let scheduler = ActorScheduler.mainActor
        let start = scheduler.now
        let one = try await Just(1).delay(for: .milliseconds(5), scheduler: .mainActor)
            .map { value in MainActor.assumeIsolated { value } }.value
        #expect(one == 1)
        #expect(start.distance(to: scheduler.now) >= .milliseconds(5))
        #expect(scheduler.minimumTolerance == 0)
    }

    /// A cancellation on the actor is the end: no closure that waits for the actor runs afterwards.
    @Test func repeatsUntilCancelled() async {
        let place = Place()
        let scheduler = ActorScheduler(place)
        let count = Atomic<Int>(0)
        let repetition = Mutex<AnyCancellable?>(nil)
        let isStored = DispatchSemaphore(value: 0)
        let atCancellation = await withCheckedContinuation { (done: CheckedContinuation<Int, Never>) in
            let timer = scheduler.schedule(after: scheduler.now, interval: .milliseconds(1)) {
                guard count.add(1, ordering: .relaxed).newValue == 3 else { return }
                // The timer goes on meanwhile, so another run waits behind this one.
                _ = DispatchSemaphore(value: 0).wait(timeout: .now() + .milliseconds(5))
                isStored.wait()
                repetition.withLock { $0 }?.cancel()
                done.resume(returning: count.load(ordering: .relaxed))
            }
            let cancellable = AnyCancellable(timer)
            repetition.withLock { $0 = cancellable }
            isStored.signal()
        }
        #expect(atCancellation == 3)
        // What waited comes before this.
        await withCheckedContinuation { (done: CheckedContinuation<Void, Never>) in
            scheduler.schedule { done.resume() }
        }
        #expect(count.load(ordering: .relaxed) == 3)
    }

    /// One job waits for an actor that is behind, however many times have passed.
    @Test func repeatingClosuresDoNotPileUp() async {
        let executor = WaitingJobs()
        let place = DrivenPlace(executor)
        let scheduler = ActorScheduler(place)
        let ran = Atomic(0)
        let ticks = Atomic(0)
        let timer = scheduler.schedule(after: scheduler.now, interval: .milliseconds(1)) {
            ran.add(1, ordering: .relaxed)
        }
        await executor.hasJobs(1)
        let clock = DispatchQueue(label: "clock")
        let other = clock.schedule(after: clock.now, interval: .milliseconds(1)) {
            ticks.add(1, ordering: .relaxed)
        }
        while ticks.load(ordering: .relaxed) < 5 { await Task.yield() }
        #expect(executor.count == 1)
        executor.runAll()
        #expect(ran.load(ordering: .relaxed) == 1)
        await executor.hasJobs(1)
        timer.cancel()
        executor.runAll()
        #expect(ran.load(ordering: .relaxed) == 1, "cancelled while its job waited")
        other.cancel()
    }

    /// The time of a closure has come, and its actor is busy.
    @Test func aClosureIsCancelledWhileItsJobWaits() async {
        let executor = WaitingJobs()
        let scheduler = ActorScheduler(DrivenPlace(executor))
        let ran = Atomic(false)
        weak var owned: Token?
        let timer: (any Cancellable)?
        do {
            let token = Token()
            owned = token
            timer = scheduler._scheduleOnce(after: scheduler.now, tolerance: 0, options: nil) {
                withExtendedLifetime(token) { ran.store(true, ordering: .relaxed) }
            }
        }
        await executor.hasJobs(1)
        #expect(owned != nil)
        timer?.cancel()
        #expect(owned == nil, "released by the cancellation, not by the actor")
        executor.runAll()
        #expect(ran.load(ordering: .relaxed) == false)
    }

    private final class Token: Sendable {}

    @Test func theActorIsReleasedAtTheEnd() async {
        weak var released: Place?
        do {
            let place = Place()
            released = place
            let one = try? await Just(1).receive(on: place).value
            #expect(one == 1)
        }
        while released != nil { await Task.yield() }
        #expect(released == nil)
    }
}
