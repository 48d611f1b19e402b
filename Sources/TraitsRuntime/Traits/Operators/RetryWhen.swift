extension Publisher {
    /// Subscribes again when this publisher fails and a second publisher says so.
    ///
    /// ```
    ///                 --x
    ///                      --o|
    /// trigger         -----o-------
    /// retry(when:)    -------o|
    /// ```
    ///
    /// The closure gets the failures as they come and makes the trigger, once for each subscriber. A value of the
    /// trigger that comes after a failure starts a new attempt; one that comes while an attempt runs means nothing.
    ///
    /// When the trigger finishes, there is no further attempt, and the failure goes on; when it fails, that failure
    /// takes its place. Others finish in the first case: a single would end without a value or a failure. An attempt
    /// that runs is never disturbed, so every promise of this publisher is kept.
    ///
    /// - Demand: what a failed attempt hasn't met is asked of the next one. Of the trigger everything is asked.
    /// - Failure: that of the last attempt, or the trigger's.
    /// - Threads: subscribes again wherever the trigger sends. Attempts that fail at once need no more stack than one.
    /// - Cancellation: cancels the attempt that runs, and the trigger.
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
    public func retry<Trigger: Publisher>(
        when trigger: @escaping (AnyPublisher<Failure, Never>) -> Trigger
    ) -> TraitPublishers.RetryWhen<Self, Trigger> where Trigger.Failure == Failure {
        TraitPublishers.RetryWhen(upstream: self, trigger: trigger)
    }

    /// Subscribes again when this publisher fails and a second publisher, which can't fail, says so; otherwise like the
    /// form whose trigger may fail.
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
    public func retry<Trigger: Publisher>(
        when trigger: @escaping (AnyPublisher<Failure, Never>) -> Trigger
    ) -> TraitPublishers.RetryWhen<Self, Publishers.SetFailureType<Trigger, Failure>>
    where Trigger.Failure == Never {
        TraitPublishers.RetryWhen(upstream: self) { trigger($0).setFailureType(to: Failure.self) }
    }
}

extension Publisher where Failure == Never {
    /// Says which of the two forms is meant where neither can fail: the plain one, which has nothing to retry.
    ///
    /// - Parameter trigger: makes the trigger from the failures, which never come.
    @_disfavoredOverload
    public func retry<Trigger: Publisher>(
        when trigger: @escaping (AnyPublisher<Failure, Never>) -> Trigger
    ) -> TraitPublishers.RetryWhen<Self, Trigger> where Trigger.Failure == Never {
        TraitPublishers.RetryWhen(upstream: self, trigger: trigger)
    }
}

extension TraitPublishers {
    /// A publisher that subscribes again when another fails and a trigger says so; see `retry(when:)`.
    public struct RetryWhen<Upstream: Publisher, Trigger: Publisher>: Publisher
    where Upstream.Failure == Trigger.Failure {
        public typealias Output = Upstream.Output
        public typealias Failure = Upstream.Failure

        /// The publisher that is subscribed to.
        public let upstream: Upstream
        /// Makes the trigger from the failures.
        public let trigger: (AnyPublisher<Failure, Never>) -> Trigger

        /// Creates a publisher that subscribes again when a trigger says so.
        public init(upstream: Upstream, trigger: @escaping (AnyPublisher<Failure, Never>) -> Trigger) {
            self.upstream = upstream
            self.trigger = trigger
        }

        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let node = Inner(subscriber, upstream)
            node.listen(trigger(node.failures.eraseToAnyPublisher()))
            node.attempt()
        }
    }
}

extension TraitPublishers.RetryWhen {
    /// The number of the attempt is the phase; between a failure and the next attempt the phase has no upstream.
    private final class Inner<Downstream: Subscriber>: _SuccessionNode<Downstream>
    where Downstream.Input == Output, Downstream.Failure == Failure {
        let failures = PassthroughSubject<Failure, Never>()
        private let publisher: Upstream

        // All under `lock`.
        private var listener: AnyCancellable?
        /// The failure that waits for the trigger, and the phase that it began. Upstream keeps this object during
        /// an attempt, and the trigger, which would never let go of it, doesn't: between attempts it keeps itself.
        private var pending: (failure: Failure, phase: Int, keeper: Inner)?
        private var triggerEnd: Subscribers.Completion<Failure>?

        init(_ downstream: Downstream, _ publisher: Upstream) {
            self.publisher = publisher
            super.init(downstream) { node, operation in
                let me = unsafeDowncast(node, to: Inner<Downstream>.self)
                switch operation {
                case .request(let demand): me.requested(demand)
                case .cancel:
                    me.cancelled()
                    me.stopListening()
                }
            }
        }

        override var description: String { "RetryWhen" }

        func listen(_ trigger: Trigger) {
            let listener = trigger.sink(
                receiveCompletion: { [weak self] in self?.triggerEnded($0) },
                receiveValue: { [weak self] _ in self?.triggered() })
            let isTooLate = lock.withLock {
                if !isOver { self.listener = listener }
                return isOver
            }
            if isTooLate { listener.cancel() }
        }

        private func stopListening() {
            let (listener, pending) = lock.withLock {
                let parts = (self.listener, self.pending)
                self.listener = nil
                self.pending = nil
                return parts
            }
            listener?.cancel()
            withExtendedLifetime(pending) {}
        }

        // MARK: The attempts

        func attempt() {
            let phase = phase
            if phase < 0 { return }
            publisher.subscribe(
                _SuccessionSide<Downstream, Failure>(self, phase) { node, completion, phase in
                    unsafeDowncast(node, to: Inner<Downstream>.self).ended(completion, in: phase)
                })
        }

        private func ended(_ completion: Subscribers.Completion<Failure>, in phase: Int) {
            guard case .failure(let error) = completion else { return finishAll(completion, in: phase) }
            guard advance(from: phase) else { return }
            lock.lock()
            let end = triggerEnd
            if end == nil && !isOver { pending = (error, phase + 1, self) }
            lock.unlock()
            switch end {
            case nil: failures.send(error)
            case .finished: finishAll(.failure(error), in: phase + 1)
            case .failure: finishAll(end ?? completion, in: phase + 1)
            }
        }

        private func finishAll(_ completion: Subscribers.Completion<Failure>, in phase: Int) {
            guard close(in: phase) else { return }
            stopListening()
            end(completion)
        }

        // MARK: The trigger

        private func triggered() {
            let last = lock.withLock {
                defer { pending = nil }
                return pending
            }
            // Inside the trigger; one that comes from inside that again waits until it has returned.
            if last != nil { nest(1) { attempt() } }
        }

        private func triggerEnded(_ completion: Subscribers.Completion<Failure>) {
            let last = lock.withLock {
                triggerEnd = completion
                let last = pending
                pending = nil
                return last
            }
            guard let last else { return }
            if case .finished = completion {
                finishAll(.failure(last.failure), in: last.phase)
            } else {
                finishAll(completion, in: last.phase)
            }
        }
    }
}
