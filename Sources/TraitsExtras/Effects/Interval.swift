public import TraitsRuntime

extension AnyPublisher where Output == Int, Failure == Never {
    /// Sends the numbers from 0, one after each interval, on any scheduler.
    ///
    /// ```
    /// interval(3, scheduler:)  ---0--1--2-->
    /// ```
    ///
    /// The meaning is that of `interval` of RxSwift: each subscriber has its own timer.
    ///
    /// - Demand: if numbers aren't asked for, only the newest number waits.
    /// - Failure: never.
    /// - Threads: sends on the scheduler.
    /// - Cancellation: stops the timer.
    ///
    /// ```swift
    /// let cancellable = AnyPublisher.interval(.seconds(60), scheduler: DispatchQueue.global()).sink { print($0) }
    /// ```
    ///
    /// - Parameters:
    ///   - interval: the time from one number to the next.
    ///   - scheduler: measures the time, and sends.
    public static func interval<Context: Scheduler>(
        _ interval: Context.SchedulerTimeType.Stride, scheduler: Context
    ) -> AnyPublisher {
        created(1) { subject in
            var next = 0
            return scheduler.schedule(
                after: scheduler.now.advanced(by: interval), interval: interval,
                tolerance: scheduler.minimumTolerance, options: nil
            ) {
                next += 1
                subject.send(next - 1)
            }
        }
    }
}
