// These methods replace the methods of the same names, whose documentation applies to them too; see StrictIsolation.swift.

#if StrictIsolation
    extension MainActorPublisher {
        /// `first(orError:)` with a closure of the main actor.
        @inlinable
        public func first(orError error: @autoclosure @escaping @MainActor () -> Failure)
            -> TraitPublishers.FirstOrError<Self>
        {
            TraitPublishers.FirstOrError(upstream: self, error: _mainActorClosure(of: Self.self, error))
        }

        /// `replaceEmpty(withError:)` with a closure of the main actor.
        @inlinable
        public func replaceEmpty(withError error: @autoclosure @escaping @MainActor () -> Failure)
            -> TraitPublishers.FailIfEmpty<Self>
        {
            TraitPublishers.FailIfEmpty(upstream: self, error: _mainActorClosure(of: Self.self, error))
        }

        /// `ifEmpty(switchTo:)` with a closure of the main actor.
        @inlinable
        public func ifEmpty<Other: Publisher>(switchTo other: @autoclosure @escaping @MainActor () -> Other)
            -> TraitPublishers.SwitchIfEmpty<Self, Other>
        where Other.Output == Output, Other.Failure == Failure {
            TraitPublishers.SwitchIfEmpty(upstream: self, other: _mainActorClosure(of: Self.self, other))
        }

        /// `ifEmpty(default:)` with a closure of the main actor.
        @inlinable
        public func ifEmpty(default value: @autoclosure @escaping @MainActor () -> Output)
            -> TraitPublishers.SwitchIfEmpty<Self, Result<Output, Failure>.Publisher>
        {
            let value = _mainActorClosure(of: Self.self, value)
            return TraitPublishers.SwitchIfEmpty(upstream: self) {
                Result<Output, Failure>.Publisher(value())
            }
        }

        /// `sink(in:)` with closures of the main actor.
        public func sink(
            in bag: CancelBag,
            receiveCompletion: @escaping @MainActor (Subscribers.Completion<Failure>) -> Void,
            receiveValue: @escaping @MainActor (Output) -> Void
        ) {
            _sink(
                in: bag, receiveCompletion: _mainActorClosure(of: Self.self, receiveCompletion),
                receiveValue: _mainActorClosure(of: Self.self, receiveValue))
        }
    }

    extension MainActorPublisher where Failure == Never {
        /// `sink(in:)` with a closure of the main actor.
        public func sink(in bag: CancelBag, receiveValue: @escaping @MainActor (Output) -> Void) {
            _sink(
                in: bag, receiveCompletion: { _ in },
                receiveValue: _mainActorClosure(of: Self.self, receiveValue))
        }
    }

    extension CompletablePublisher where Self: MainActorPublisher {
        /// `andThen` with a closure of the main actor.
        @inlinable
        public func andThen<Next: Publisher>(_ next: @escaping @MainActor () -> Next)
            -> TraitPublishers.AndThen<Self, Next>
        where Next.Failure == Failure {
            TraitPublishers.AndThen(upstream: self, next: _mainActorClosure(of: Self.self, next))
        }

        /// `andThen` with a closure of the main actor.
        @inlinable
        public func andThen<Next: Publisher>(
            _ next: @escaping @MainActor () -> Next
        ) -> TraitPublishers.AndThen<Self, Publishers.SetFailureType<Next, Failure>>
        where Next.Failure == Never {
            let next = _mainActorClosure(of: Self.self, next)
            return TraitPublishers.AndThen(upstream: self) { next().setFailureType(to: Failure.self) }
        }
    }

    extension CompletablePublisher where Self: MainActorPublisher, Failure == Never {
        /// `andThen` with a closure of the main actor.
        @inlinable
        public func andThen<Next: Publisher>(
            _ next: @escaping @MainActor () -> Next
        ) -> TraitPublishers.AndThen<Publishers.SetFailureType<Self, Next.Failure>, Next> {
            TraitPublishers.AndThen(
                upstream: setFailureType(to: Next.Failure.self), next: _mainActorClosure(of: Self.self, next))
        }
    }

    #if canImport(Dispatch)
        extension MaybePublisher {
            /// `timeout(_:scheduler:options:error:)` with a scheduler of the main actor, where the closure runs too.
            public func timeout<S: _MainActorScheduling>(
                _ interval: MainActorScheduler.SchedulerTimeType.Stride, scheduler: S,
                error: @autoclosure @escaping @MainActor () -> Failure
            ) -> TraitPublishers.TimeoutFailing<Self, MainActorScheduler> {
                TraitPublishers.TimeoutFailing(
                    upstream: self, interval: interval, scheduler: scheduler._mainActor, options: nil,
                    error: _mainActorClosure(of: S.self, error))
            }
        }
    #endif

    extension MaybePublisher where Self: MainActorPublisher {
        /// `sinkMaybe(in:receive:)` with a closure of the main actor.
        public func sinkMaybe(
            in bag: CancelBag, receive: @escaping @MainActor (MaybeResult<Output, Failure>) -> Void
        ) {
            _sinkMaybe(in: bag, receive: _mainActorClosure(of: Self.self, receive))
        }
    }

    extension SinglePublisher where Self: MainActorPublisher {
        /// `sinkSingle(in:receive:)` with a closure of the main actor.
        public func sinkSingle(
            in bag: CancelBag, receive: @escaping @MainActor (Result<Output, Failure>) -> Void
        ) {
            _sinkSingle(in: bag, receive: _mainActorClosure(of: Self.self, receive))
        }
    }

    extension CompletablePublisher where Self: MainActorPublisher {
        /// `sinkCompletable(in:receive:)` with a closure of the main actor.
        public func sinkCompletable(
            in bag: CancelBag, receive: @escaping @MainActor (Subscribers.Completion<Failure>) -> Void
        ) {
            _sinkCompletable(in: bag, receive: _mainActorClosure(of: Self.self, receive))
        }
    }
#endif
