import TraitsRuntime

// The async functions never sleep and never poll: a task is resumed by the call that brought its event. They wait for real
// events, from real threads or tasks. Virtual time must be moved by other code meanwhile, or nothing comes.

extension Recorder {
    /// Waits for the publisher to end.
    ///
    /// ```swift
    /// let recorder = request.record()
    /// #expect(await recorder.waitForCompletion() == .finished)
    /// ```
    ///
    /// - Returns: The completion; `nil` if the recorder or the task was cancelled first.
    public func waitForCompletion(isolation: isolated (any Actor)? = #isolation) async
        -> Subscribers.Completion<Failure>?
    {
        while true {
            let recording = recording
            if recording.isOver || Task.isCancelled { return recording.completion }
            await waiters.wait { self.recording.isOver }
        }
    }

    /// Waits for the next value: the first value on the first call, the second on the second call, and so on. Values that have
    /// come already are not missed.
    ///
    /// ```swift
    /// #expect(await recorder.next() == 1)
    /// #expect(await recorder.next() == 2)
    /// ```
    ///
    /// - Returns: The value; `nil` if the publisher ended first, or the recorder or the task was cancelled.
    public func next(isolation: isolated (any Actor)? = #isolation) async -> Output? {
        await next(1).first
    }

    /// Waits for the next values.
    ///
    /// ```swift
    /// #expect(await recorder.next(3) == [1, 2, 3])
    /// ```
    ///
    /// - Returns: This number of values; fewer if the publisher ended first, or the recorder or the task was cancelled.
    public func next(_ count: Int, isolation: isolated (any Actor)? = #isolation) async -> [Output] {
        precondition(count >= 0, "next(\(count)): a number of values can't be negative")
        while true {
            if let values = take(count, orLess: Task.isCancelled) { return values }
            await waiters.wait { self.hasNext(count) }
        }
    }
}
