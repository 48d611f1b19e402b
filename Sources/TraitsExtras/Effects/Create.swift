import TraitsRuntime

extension AnyPublisher {
    #if !StrictIsolation  // strict: sending
        /// Creates a publisher from a closure that sends its values and its end.
        ///
        /// The closure runs once for each subscriber, inside of the call that subscribes. It may send values immediately or
        /// later, from any thread. The cancellable that it returns is cancelled once, when the stream is over. For one value
        /// there are `DeferredFutureSingle`, `DeferredFutureMaybe` and `DeferredFutureCompletable`.
        ///
        /// The name is that of RxSwift and CombineExt.
        ///
        /// - Demand: values wait until they are asked for. If the buffer is full, `whenFull` decides.
        /// - Failure: the failure that the closure sends, after the values that wait.
        /// - Threads: values are sent where the closure sends them, or where they are asked for.
        /// - Cancellation: cancels the object that the closure has returned.
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
        ///   - bufferSize: the greatest number of values that wait.
        ///   - whenFull: the strategy for a value that arrives when the buffer is full.
        ///   - onRequest: called with the subject and each demand of the subscriber, before values that wait are sent. The
        ///     first call may come before `start` runs.
        ///   - start: receives the subject to send to, and returns the object that is cancelled in the end.
        @inlinable
        public static func create(
            bufferSize: Int = .max, whenFull: Publishers.BufferingStrategy<Failure> = .dropOldest,
            onRequest: ((PassthroughSubject<Output, Failure>, Subscribers.Demand) -> Void)? = nil,
            _ start: @escaping (PassthroughSubject<Output, Failure>) -> any Cancellable
        ) -> AnyPublisher {
            created(bufferSize, whenFull, onRequest, start)
        }
    #endif

    @inlinable
    static func created(
        _ bufferSize: Int = .max, _ whenFull: Publishers.BufferingStrategy<Failure> = .dropOldest,
        _ onRequest: ((PassthroughSubject<Output, Failure>, Subscribers.Demand) -> Void)? = nil,
        _ start: @escaping (PassthroughSubject<Output, Failure>) -> any Cancellable
    ) -> AnyPublisher {
        Created(
            bufferSize: bufferSize, whenFull: whenFull, onRequest: onRequest, start: start, stoppable: nil
        )
        .eraseToAnyPublisher()
    }

    /// Like `created` with a closure that says what stops its work before it begins it: work that is done inside the closure,
    /// and may have no end, can be cancelled.
    @inlinable
    static func created(
        stoppable start: @escaping (PassthroughSubject<Output, Failure>, Slot) -> any Cancellable
    ) -> AnyPublisher {
        Created(
            bufferSize: .max, whenFull: .dropOldest, onRequest: nil, start: { _ in AnyCancellable {} },
            stoppable: start
        )
        .eraseToAnyPublisher()
    }
}

extension AnySinglePublisher {
    #if !StrictIsolation  // strict: sending
        /// Creates a single that begins work for each subscriber, and sends the outcome that the work reports.
        ///
        /// The same as `DeferredFutureSingle`, under the name that RxSwift has for it: `Single.create`.
        ///
        /// - Demand: the work begins when the value is asked for.
        /// - Failure: the failure that the closure reports.
        /// - Threads: the outcome is sent where it is reported.
        /// - Cancellation: cancels the object that the closure has returned, as does the outcome.
        ///
        /// ```swift
        /// let name = AnySinglePublisher<String, Never>.create { promise in
        ///     promise(.success("Alice"))
        ///     return AnyCancellable {}
        /// }
        /// let cancellable = name.sinkSingle { print($0) }      // Prints: success("Alice")
        /// ```
        ///
        /// - Parameter start: begins the work, and returns the object that is cancelled in the end.
        @inlinable
        public static func create(
            _ start: @escaping (@escaping DeferredFutureSingle<Output, Failure>.Promise) -> AnyCancellable
        ) -> AnySinglePublisher { DeferredFutureSingle(start).eraseToAnySinglePublisher() }
    #endif
}

extension AnyMaybePublisher {
    #if !StrictIsolation  // strict: sending
        /// Creates a maybe that begins work for each subscriber, and sends the outcome that the work reports.
        ///
        /// Like `create(_:)` of `AnySinglePublisher`.
        ///
        /// ```swift
        /// let name = AnyMaybePublisher<String, Never>.create { promise in
        ///     promise(.finished)
        ///     return AnyCancellable {}
        /// }
        /// let cancellable = name.sinkMaybe { print($0) }      // Prints: finished
        /// ```
        @inlinable
        public static func create(
            _ start: @escaping (@escaping DeferredFutureMaybe<Output, Failure>.Promise) -> AnyCancellable
        ) -> AnyMaybePublisher { DeferredFutureMaybe(start).eraseToAnyMaybePublisher() }
    #endif
}

extension AnyCompletablePublisher {
    #if !StrictIsolation  // strict: sending
        /// Creates a completable that begins work for each subscriber, and ends as the work reports.
        ///
        /// Like `create(_:)` of `AnySinglePublisher`.
        ///
        /// ```swift
        /// let saved = AnyCompletablePublisher<Never, Never>.create { promise in
        ///     promise(.finished)
        ///     return AnyCancellable {}
        /// }
        /// let cancellable = saved.sinkCompletable { print($0) }      // Prints: finished
        /// ```
        @inlinable
        public static func create(
            _ start:
                @escaping (@escaping DeferredFutureCompletable<Output, Failure>.Promise) -> AnyCancellable
        ) -> AnyCompletablePublisher { DeferredFutureCompletable(start).eraseToAnyCompletablePublisher() }
    #endif
}

extension AnyImmediatePublisher {
    #if !StrictIsolation  // strict: sending
        /// Creates a publisher that sends a value immediately, and then the values that a closure sends.
        ///
        /// The closure runs when the first value has been sent, which happens when it is asked for. Otherwise like
        /// `create(bufferSize:whenFull:onRequest:_:)` of `AnyPublisher`.
        ///
        /// ```swift
        /// let temperature = AnyImmediatePublisher<Double, Never>.create(first: 20) { sender in
        ///     sender.send(21)
        ///     return AnyCancellable {}
        /// }
        /// let cancellable = temperature.sink { print($0) }
        /// // Prints: 20.0
        /// // Prints: 21.0
        /// ```
        @inlinable
        public static func create(
            first: Output, bufferSize: Int = .max,
            whenFull: Publishers.BufferingStrategy<Failure> = .dropOldest,
            _ start: @escaping (PassthroughSubject<Output, Failure>) -> any Cancellable
        ) -> AnyImmediatePublisher {
            Publishers.Concatenate(
                prefix: Publishers.SetFailureType<Just<Output>, Failure>(upstream: Just(first)),
                suffix: AnyPublisher.created(bufferSize, whenFull, nil, start)
            ).eraseToAnyImmediatePublisher()
        }
    #endif
}

/// A publisher whose closure sends the values of each subscriber.
@usableFromInline
struct Created<Output, Failure: Error>: Publisher {
    @usableFromInline typealias Sender = PassthroughSubject<Output, Failure>

    @usableFromInline let bufferSize: Int
    @usableFromInline let whenFull: Publishers.BufferingStrategy<Failure>
    @usableFromInline let onRequest: ((Sender, Subscribers.Demand) -> Void)?
    @usableFromInline let start: (Sender) -> any Cancellable
    /// In place of `start`, a closure that may put what stops the work into the slot before it returns it.
    @usableFromInline let stoppable: ((Sender, Slot) -> any Cancellable)?

    @inlinable
    init(
        bufferSize: Int, whenFull: Publishers.BufferingStrategy<Failure>,
        onRequest: ((Sender, Subscribers.Demand) -> Void)?, start: @escaping (Sender) -> any Cancellable,
        stoppable: ((Sender, Slot) -> any Cancellable)?
    ) {
        self.bufferSize = bufferSize
        self.whenFull = whenFull
        self.onRequest = onRequest
        self.start = start
        self.stoppable = stoppable
    }

    @inlinable
    func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
        let (sender, work) = (Sender(), Slot())
        Publishers.HandleEvents(
            upstream: LimitedBacklog(upstream: sender, size: bufferSize, whenFull: whenFull),
            receiveCompletion: { _ in work.close()?.cancel() },
            receiveCancel: { work.close()?.cancel() },
            receiveRequest: onRequest.map { told in { if $0 > .none { told(sender, $0) } } }
        ).receive(subscriber: subscriber)
        if work.isClosed { return }
        let made = if let stoppable { stoppable(sender, work) } else { start(sender) }
        if work.put(made) { made.cancel() }
    }
}
