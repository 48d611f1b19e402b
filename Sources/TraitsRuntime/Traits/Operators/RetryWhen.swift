extension Publisher {
    #if !StrictIsolation  // strict: sending
        /// Subscribes again when this publisher fails and then a second publisher, the trigger, sends a value.
        ///
        /// ```
        ///                 --x
        ///                      --o|
        /// trigger         -----o-------
        /// retry(when:)    -------o|
        /// ```
        ///
        /// The closure gets the failures as they come and makes the trigger, once for each subscriber. A value of the
        /// trigger starts a new attempt if it comes after a failure; while an attempt runs, it has no effect.
        ///
        /// When the trigger finishes, there is no further attempt, and the failure is passed on; when the trigger fails,
        /// its failure is sent instead. Other libraries finish in the first case, so a single would end without a value or
        /// a failure. An attempt that runs is never disturbed, so every promise of this publisher is kept.
        ///
        /// - Demand: demand that a failed attempt hasn't met is passed to the next one. The trigger gets unlimited demand.
        /// - Failure: the last attempt's, or the trigger's.
        /// - Threads: subscribes again wherever the trigger sends. Attempts that fail synchronously need no more stack than
        ///   a single attempt.
        /// - Cancellation: cancels the running attempt and the trigger.
        ///
        /// ```swift
        /// struct Busy: Error {}
        /// let answer = AnySinglePublisher<String, Busy>.fail(Busy())
        ///     .retry { failures in
        ///         failures.prefix(3).setFailureType(to: Busy.self).append(Fail(error: Busy()))
        ///     }
        ///     .eraseToAnySinglePublisher()
        /// ```
        ///
        /// - Parameter trigger: makes the trigger from the failures.
        @_disfavoredOverload
        @inlinable
        public func retry<Trigger: Publisher>(
            when trigger: @escaping (AnyPublisher<Failure, Never>) -> Trigger
        ) -> TraitPublishers.RetryWhen<Self, Trigger> where Trigger.Failure == Failure {
            TraitPublishers.RetryWhen(upstream: self, trigger: trigger)
        }

        /// Subscribes again when this publisher fails and then a trigger, which can't fail, sends a value; otherwise like
        /// the form whose trigger may fail.
        ///
        /// ```swift
        /// struct Busy: Error {}
        /// let answer = AnySinglePublisher<String, Busy>.fail(Busy())
        ///     .retry { $0.delay(for: .seconds(1), scheduler: ImmediateScheduler.shared).prefix(3) }
        ///     .eraseToAnySinglePublisher()
        /// ```
        ///
        /// - Parameter trigger: makes the trigger from the failures.
        @_disfavoredOverload
        @inlinable
        public func retry<Trigger: Publisher>(
            when trigger: @escaping (AnyPublisher<Failure, Never>) -> Trigger
        ) -> TraitPublishers.RetryWhen<Self, Publishers.SetFailureType<Trigger, Failure>>
        where Trigger.Failure == Never {
            TraitPublishers.RetryWhen(upstream: self) { trigger($0).setFailureType(to: Failure.self) }
        }
    #endif
}

extension Publisher where Failure == Never {
    #if !StrictIsolation  // strict: sending
        /// Chooses between the two forms where neither publisher can fail: the plain form is meant, which has nothing to
        /// retry.
        ///
        /// - Parameter trigger: makes the trigger from the failures, which never come.
        @_disfavoredOverload
        @inlinable
        public func retry<Trigger: Publisher>(
            when trigger: @escaping (AnyPublisher<Failure, Never>) -> Trigger
        ) -> TraitPublishers.RetryWhen<Self, Trigger> where Trigger.Failure == Never {
            TraitPublishers.RetryWhen(upstream: self, trigger: trigger)
        }
    #endif
}

extension TraitPublishers {
    /// A publisher that subscribes again when another fails and a trigger sends a value; see `retry(when:)`.
    public struct RetryWhen<Upstream: Publisher, Trigger: Publisher>: _NodePublisher
    where Upstream.Failure == Trigger.Failure {
        public typealias Output = Upstream.Output
        public typealias Failure = Upstream.Failure

        /// The publisher that is subscribed to.
        public let upstream: Upstream
        /// Makes the trigger from the failures.
        public let trigger: (AnyPublisher<Failure, Never>) -> Trigger

        /// Creates a publisher that subscribes again when a trigger sends a value.
        @inlinable
        public init(upstream: Upstream, trigger: @escaping (AnyPublisher<Failure, Never>) -> Trigger) {
            self.upstream = upstream
            self.trigger = trigger
        }

        @inlinable
        public func _attach<Downstream: Subscriber>(_ downstream: Downstream)
        where Downstream.Input == Output, Downstream.Failure == Failure {
            let failures = PassthroughSubject<Failure, Never>()
            let node = _SequentialNode(downstream, Attempts(publisher: upstream, failures: failures))
            // Upstream keeps the node during an attempt; the trigger, which would never release it, doesn't.
            let listener = trigger(failures.eraseToAnyPublisher())._sink(
                receiveCompletion: { [weak node] end in
                    var handled: Failure?
                    node?.decide { $0.on(trigger: end, &handled) }
                    withExtendedLifetime(handled) {}
                },
                receiveValue: { [weak node] _ in
                    var handled: Failure?
                    node?.decide { $0.onTrigger(&handled) }
                    withExtendedLifetime(handled) {}
                })
            // The closure may own the object that the trigger works with.
            let trigger = trigger
            node.attachControl(
                _Canceller {
                    listener.cancel()
                    extendLifetime(trigger)
                })
            node.run(upstream)
        }
    }
}

extension TraitPublishers.RetryWhen {
    @usableFromInline
    struct Attempts: _SequentialMachine {
        @usableFromInline let publisher: Upstream
        @usableFromInline let failures: PassthroughSubject<Failure, Never>
        /// The failure that waits for the trigger.
        @usableFromInline var pending: Failure?
        @usableFromInline var triggerEnd: Subscribers.Completion<Failure>?

        @inlinable
        init(publisher: Upstream, failures: PassthroughSubject<Failure, Never>) {
            self.publisher = publisher
            self.failures = failures
        }

        @usableFromInline static var name: String { "RetryWhen" }
        /// Attempts start inside the trigger; an attempt that comes from inside another one waits until that has returned.
        @inlinable @inline(__always) static var succession: _Succession { .again(isAwaited: true) }

        @inlinable
        mutating func on(_ completion: Subscribers.Completion<Failure>) -> _Following<Upstream> {
            guard case .failure(let error) = completion else { return .end(completion) }
            if let triggerEnd { return end(error, triggerEnd) }
            pending = error
            return .wait { [failures] in failures.send(error) }
        }

        /// - Parameter handled: takes the failure, which must not be released under the lock.
        @inlinable
        mutating func onTrigger(_ handled: inout Failure?) -> _Following<Upstream> {
            handled = pending.take()
            return handled == nil ? .wait() : .next(publisher)
        }

        /// - Parameter handled: takes the failure, as in `onTrigger`.
        @inlinable
        mutating func on(
            trigger completion: Subscribers.Completion<Failure>, _ handled: inout Failure?
        ) -> _Following<Upstream> {
            handled = pending.take()
            guard let failure = handled else {
                triggerEnd = completion
                return .wait()
            }
            return end(failure, completion)
        }

        @inlinable
        func end(_ failure: Failure, _ trigger: Subscribers.Completion<Failure>) -> _Following<Upstream> {
            if case .failure = trigger { return .end(trigger) }
            return .end(.failure(failure))
        }
    }
}
