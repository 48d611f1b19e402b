import TraitsRuntime

extension TestScheduler {
    /// Runs asynchronous code in virtual time, on this thread: whenever it waits, time passes.
    ///
    /// ```swift
    /// let clock = TestScheduler()
    /// let letters = try clock.cold("-a-b|", of: String.self)
    /// var seen = ""
    /// clock.advance(to: 9) {
    ///     for await letter in letters.values { seen += letter }
    /// }
    /// #expect(seen == "ab")
    /// ```
    ///
    /// The code's acts between two waits happen at one tick. Nothing here depends on the speed of the machine, unless the code
    /// waits for events outside of this scheduler, which are not waited for.
    ///
    /// - Parameters:
    ///   - time: The time at which the code should be done. If it still waits then, it is cancelled.
    ///   - body: The code to run. It is a task of its own, which prefers this thread; code that is isolated to an actor runs
    ///     there, and isn't waited for either.
    /// - Returns: A Boolean value that indicates whether the code ended by itself.
    @discardableResult
    public func advance(to time: VirtualTime, _ body: @escaping () async -> Void) -> Bool {
        let executor = HandDrivenExecutor()
        let state = TaskState()
        // The code runs on this thread, and while this function waits for it.
        nonisolated(unsafe) let body = body
        let task = Task(executorPreference: executor) {
            await body()
            state.isDone = true
        }
        executor.runAll()
        while !state.isDone, let next = nextTime, next <= time {
            advance(to: next)
            executor.runAll()
        }
        let isDone = state.isDone
        if !isDone {
            task.cancel()
            executor.runAll()
        }
        advance(to: time)
        executor.runAll()
        return isDone
    }

    private final class TaskState: @unchecked Sendable {
        // Unchecked: one thread drives the task and reads this property.
        var isDone = false
    }
}

/// An executor that runs the jobs of tasks when it is told, on the calling thread.
final class HandDrivenExecutor: TaskExecutor, @unchecked Sendable {
    // Unchecked: the list is touched under the lock only.
    private let lock = Lock()
    private var jobs: [UnownedJob] = []

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        lock.withLock { jobs.append(job) }
    }

    /// Runs all jobs, including the jobs that they add, until none is left.
    func runAll() {
        while let job = lock.withLock({ jobs.isEmpty ? nil : jobs.removeFirst() }) {
            job.runSynchronously(on: asUnownedTaskExecutor())
        }
    }
}
