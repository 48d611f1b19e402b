// A publisher that can't fail gets the type of its failure from the error, so the remedies in compiler messages fit it too.

extension Publisher where Failure == Never {
    /// Takes the first value, and fails with an error of any type if there is none.
    ///
    /// Like `first(orError:)` of a publisher that can fail; demand, threads and cancellation are the same.
    ///
    /// - Parameter error: sent if upstream finishes without a value.
    @_documentation(visibility: internal)
    @_disfavoredOverload
    @inlinable
    public func first<E: Error>(orError error: E)
        -> TraitPublishers.FirstOrError<Publishers.SetFailureType<Self, E>>
    {
        setFailureType(to: E.self).first(orError: error)
    }

    /// Fails with an error of any type instead of finishing without a value.
    ///
    /// Like `replaceEmpty(withError:)` of a publisher that can fail; demand, threads and cancellation are the same.
    ///
    /// - Parameter error: sent if upstream finishes without a value.
    @_documentation(visibility: internal)
    @_disfavoredOverload
    @inlinable
    public func replaceEmpty<E: Error>(withError error: E)
        -> TraitPublishers.FailIfEmpty<Publishers.SetFailureType<Self, E>>
    {
        setFailureType(to: E.self).replaceEmpty(withError: error)
    }
}

extension MaybePublisher where Failure == Never {
    /// Fails with an error of any type if this publisher has not ended, and has no value, when time is up.
    ///
    /// Like `timeout(_:scheduler:options:error:)` of a publisher that can fail; demand, threads and cancellation are the same.
    ///
    /// - Parameters:
    ///   - interval: the time to wait.
    ///   - scheduler: measures the time.
    ///   - options: passed to the scheduler.
    ///   - error: sent when time is up.
    @_documentation(visibility: internal)
    @_disfavoredOverload
    @inlinable
    public func timeout<Context: Scheduler, E: Error>(
        _ interval: Context.SchedulerTimeType.Stride, scheduler: Context,
        options: Context.SchedulerOptions? = nil, error: E
    ) -> TraitPublishers.TimeoutFailing<Publishers.SetFailureType<Self, E>, Context> {
        setFailureType(to: E.self).timeout(interval, scheduler: scheduler, options: options, error: error)
    }
}
