public import TraitsRuntime

extension Publisher {
    /// Goes on with another publisher if a value takes too long.
    ///
    /// ```
    ///             --1-----------2-->
    ///                     3--4|
    /// timeout(5, scheduler:, fallback:)
    ///             --1-----3--4|
    /// ```
    ///
    /// The time begins with the subscription, and again with the first request and with each value; otherwise this is
    /// `timeout(_:other:scheduler:)` of RxSwift.
    ///
    /// - Demand: the demand that upstream hasn't met is asked of the other publisher.
    /// - Failure: passes through.
    /// - Threads: upstream's values are sent on the scheduler; the other publisher is subscribed to there, and sends wherever it
    ///   does.
    /// - Cancellation: cancels the publisher that runs. Upstream is cancelled when its time is over.
    ///
    /// ```swift
    /// let slow = PassthroughSubject<String, Never>()
    /// let cancellable = slow
    ///     .timeout(.seconds(1), scheduler: DispatchQueue.global(), fallback: Just("nothing new"))
    ///     .sink { print($0) }
    /// ```
    ///
    /// - Parameters:
    ///   - interval: the longest time that a value may take.
    ///   - scheduler: measures the time.
    ///   - fallback: the publisher that takes the place of upstream.
    @_disfavoredOverload
    @inlinable
    public func timeout<Context: Scheduler, Fallback: Publisher>(
        _ interval: Context.SchedulerTimeType.Stride, scheduler: Context, fallback: Fallback
    )
        -> Publishers.Catch<
            Publishers.Timeout<Publishers.MapError<Self, Interruption<Failure>>, Context>,
            AnyPublisher<Output, Failure>
        > where Fallback.Output == Output, Fallback.Failure == Failure
    {
        let limited = Publishers.Timeout(
            upstream: Publishers.MapError(upstream: self, transform: Interruption.failure),
            interval: interval,
            scheduler: scheduler, options: nil, customError: { .timeout })
        return Publishers.Catch(upstream: limited) { interruption in
            switch interruption {
            case .timeout: fallback.eraseToAnyPublisher()
            case .failure(let error): Fail(error: error).eraseToAnyPublisher()
            }
        }
    }
}

extension SinglePublisher {
    /// Goes on with another single if the value takes too long.
    ///
    /// ```
    ///             ------------1|
    ///                  --2|
    /// timeout(5, scheduler:, fallback:)
    ///             -------2|
    /// ```
    ///
    /// It stays a single. Otherwise like the operator of all publishers.
    ///
    /// ```swift
    /// let slow = AnySinglePublisher<String, Never>.never()
    /// let cancellable = slow
    ///     .timeout(.seconds(1), scheduler: DispatchQueue.global(), fallback: Just("nothing"))
    ///     .sinkSingle { print($0) }
    /// ```
    @_disfavoredOverload
    @inlinable
    public func timeout<Context: Scheduler, Fallback: SinglePublisher>(
        _ interval: Context.SchedulerTimeType.Stride, scheduler: Context, fallback: Fallback
    )
        -> Publishers.Catch<
            TraitPublishers.TimeoutFailing<Publishers.MapError<Self, Interruption<Failure>>, Context>,
            AnySinglePublisher<Output, Failure>
        > where Fallback.Output == Output, Fallback.Failure == Failure
    {
        let limited = TraitPublishers.TimeoutFailing(
            upstream: Publishers.MapError(upstream: self, transform: Interruption.failure),
            interval: interval,
            scheduler: scheduler, options: nil, error: { .timeout })
        return Publishers.Catch(upstream: limited) { interruption in
            switch interruption {
            case .timeout: fallback.eraseToAnySinglePublisher()
            case .failure(let error): .fail(error)
            }
        }
    }
}

extension MaybePublisher {
    /// Goes on with another maybe if the value, or the end, takes too long.
    ///
    /// ```
    ///             ------------1|
    ///                  --|
    /// timeout(5, scheduler:, fallback:)
    ///             -------|
    /// ```
    ///
    /// It stays a maybe. Otherwise like the operator of all publishers.
    ///
    /// ```swift
    /// let slow = AnyMaybePublisher<String, Never>.never()
    /// let cancellable = slow
    ///     .timeout(.seconds(1), scheduler: DispatchQueue.global(), fallback: AnyMaybePublisher.empty())
    ///     .sinkMaybe { print($0) }
    /// ```
    @_disfavoredOverload
    @inlinable
    public func timeout<Context: Scheduler, Fallback: MaybePublisher>(
        _ interval: Context.SchedulerTimeType.Stride, scheduler: Context, fallback: Fallback
    )
        -> Publishers.Catch<
            TraitPublishers.TimeoutFailing<Publishers.MapError<Self, Interruption<Failure>>, Context>,
            AnyMaybePublisher<Output, Failure>
        > where Fallback.Output == Output, Fallback.Failure == Failure
    {
        let limited = TraitPublishers.TimeoutFailing(
            upstream: Publishers.MapError(upstream: self, transform: Interruption.failure),
            interval: interval,
            scheduler: scheduler, options: nil, error: { .timeout })
        return Publishers.Catch(upstream: limited) { interruption in
            switch interruption {
            case .timeout: fallback.eraseToAnyMaybePublisher()
            case .failure(let error): .fail(error)
            }
        }
    }
}

/// The reason why `timeout(_:scheduler:fallback:)` no longer follows its upstream.
@frozen
public enum Interruption<Failure: Error>: Error {
    /// Upstream has failed.
    case failure(Failure)
    /// A value took too long.
    case timeout
}
