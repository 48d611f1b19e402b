public import TraitsRuntime

extension AnyPublisher {
    /// A publisher that sends what a closure sends.
    ///
    /// The closure runs once for each subscriber, inside of the call that subscribes. It may send values
    /// immediately or later, from any
    /// thread. What it returns is cancelled once, when the stream is over. For one value there are
    /// `DeferredFutureSingle`,
    /// `DeferredFutureMaybe` and `DeferredFutureCompletable`.
    ///
    /// The name is that of RxSwift and CombineExt.
    ///
    /// - Demand: values wait until they are asked for. If more wait than fit, `whenFull` decides.
    /// - Failure: what the closure sends.
    /// - Threads: values are sent where the closure sends them, or where they are asked for.
    /// - Cancellation: cancels what the closure has returned.
    ///
    /// ```swift
    /// let numbers = AnyPublisher<Int, Never>.create { sender in
    ///     sender.send(1)
    ///     sender.send(2)
    ///     sender.send(completion: .finished)
    ///     return AnyCancellable { print("released") }
    /// }
    /// let cancellable = numbers.sink { print($0) }
    /// // Prints: 1
    /// // Prints: 2
    /// // Prints: released
    /// ```
    ///
    /// - Parameters:
    ///   - bufferSize: how many values wait at most.
    ///   - whenFull: what becomes of a value for which there is no room.
    ///   - start: gets a subject to send to, and returns what is cancelled in the end.
    public static func create(
        bufferSize: Int = .max, whenFull: Publishers.BufferingStrategy<Failure> = .dropOldest,
        _ start: @escaping (PassthroughSubject<Output, Failure>) -> any Cancellable
    ) -> AnyPublisher {
        Deferred {
            let subject = PassthroughSubject<Output, Failure>()
            let work = Slot()
            // The second input is subscribed to when the subject has already been asked for everything.
            let started = Deferred {
                let made = start(subject)
                if work.put(made) { made.cancel() }
                return Empty<Output, Failure>()
            }
            let waiting = Publishers.Buffer(
                upstream: Publishers.Merge(subject, started), size: bufferSize, prefetch: .byRequest,
                whenFull: whenFull)
            return Publishers.HandleEvents(
                upstream: waiting,
                receiveCompletion: { _ in work.close()?.cancel() },
                receiveCancel: { work.close()?.cancel() }, receiveRequest: nil)
        }.eraseToAnyPublisher()
    }
}

extension AnyPublisher where Output == Int, Failure == Never {
    /// Sends the numbers from 0, one after each interval, on any scheduler.
    ///
    /// ```
    /// interval(3, scheduler:)  ---0--1--2-->
    /// ```
    ///
    /// The meaning is that of `interval` of RxSwift: each subscriber has a timer of its own.
    ///
    /// - Demand: of numbers that aren't asked for, the newest one waits.
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
        create(bufferSize: 1) { subject in
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
