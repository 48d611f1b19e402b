public import TraitsRuntime

extension Publisher {
    /// Transforms each value with an asynchronous closure, in a limited number of tasks at a time.
    ///
    /// ```
    ///                          --1--2--3--------------|
    /// asyncMap(maxTasks: 2) { await load($0) }
    ///                    1     --:::::::a|
    ///                    2        ::b|
    ///                    3           --::::c|
    ///                          ------b--a--c----------|
    /// ```
    ///
    /// Results are sent as they come; with one task at a time, in the order of the values. While no task is free, values wait,
    /// so no value of a subject is lost. The name is that of the article *Calling async functions within a Combine pipeline* by
    /// John Sundell. A single stays a single.
    ///
    /// - Demand: this publisher is asked for everything. Results wait until they are asked for, and count as tasks meanwhile.
    /// - Failure: an error that the closure throws ends the stream. A failure of this publisher ends the stream when no value
    ///   waits any more.
    /// - Completion: when this publisher has finished and all tasks have ended.
    /// - Threads: the closure runs in a task. Results are sent from the task, or where they are asked for.
    /// - Cancellation: cancels this publisher and the tasks.
    /// - Complexity: keeps the values that wait.
    ///
    /// ```swift
    /// let cancellable = [1, 2].publisher
    ///     .asyncMap { number in await Task.yield(); return number * 10 }
    ///     .collect()
    ///     .sink { print($0) }
    /// ```
    ///
    /// - Parameters:
    ///   - maxTasks: the number of tasks that may run at a time.
    ///   - priority: the priority of the tasks; if `nil`, the subscriber's.
    ///   - transform: makes a new value of a value.
    @_disfavoredOverload
    public func asyncMap<T>(
        maxTasks: Int = 1, priority: TaskPriority? = nil,
        _ transform: @escaping @Sendable (Output) async throws(Failure) -> T
    ) -> Publishers.FlatMap<DeferredTaskSingle<T, Failure>, MorePublishers.Backlog<Self>>
    where Output: Sendable, T: Sendable {
        precondition(maxTasks > 0, "one task runs at least")
        return inTurns(of: maxTasks) { value in
            DeferredTaskSingle(priority: priority) { () async throws(Failure) in try await transform(value) }
        }
    }
}
