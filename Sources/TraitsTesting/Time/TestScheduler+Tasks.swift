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
    /// What the code does between two waits happens at one tick. Nothing here depends on how fast the machine is,
    /// unless the code waits for something beside this scheduler, which is not waited for.
    ///
    /// - Parameters:
    ///   - time: When it should be done. A code that still waits then is cancelled.
    ///   - body: What is run. It is a task of its own, which prefers this thread; code that is isolated to an actor
    ///     runs there, and isn't waited for either.
    /// - Returns: Whether the code came to its end by itself.
    @discardableResult
    public func advance(to time: VirtualTime, _ body: @escaping () async -> Void) -> Bool {
        let executor = HandDrivenExecutor()
        let state = TaskState()
        // It runs on the thread that is here, and while this function waits for it.
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
        // Unchecked: one thread drives the task and looks here.
        var isDone = false
    }
}

/// Runs the jobs of tasks when it is told, on the thread that tells it.
final class HandDrivenExecutor: TaskExecutor, @unchecked Sendable {
    // Unchecked: the list is touched under the lock only.
    private let lock = Lock()
    private var jobs: [UnownedJob] = []

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        lock.withLock { jobs.append(job) }
    }

    /// Runs all jobs, and those that they make, until none is left.
    func runAll() {
        while let job = lock.withLock({ jobs.isEmpty ? nil : jobs.removeFirst() }) {
            job.runSynchronously(on: asUnownedTaskExecutor())
        }
    }
}
