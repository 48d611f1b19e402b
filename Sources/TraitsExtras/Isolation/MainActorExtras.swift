// These methods replace the methods of the same names, whose documentation applies. If a publisher promises the main actor,
// closures that run wherever it sends belong to that actor.

#if StrictIsolation
    public import TraitsRuntime

    extension MaybePublisher where Self: MainActorPublisher {
        /// Like `onSuccess`, for a closure of the main actor.
        public func onSuccess(_ action: @escaping @MainActor (Output) -> Void)
            -> Publishers.HandleEvents<Self>
        {
            Publishers.HandleEvents(
                upstream: self, receiveOutput: _mainActorClosure(of: Self.self, action), receiveRequest: nil)
        }
    }

    extension MainActorPublisher {
        /// Like `onFailure`, for a closure of the main actor.
        public func onFailure(_ action: @escaping @MainActor (Failure) -> Void)
            -> Publishers.HandleEvents<Self>
        {
            let action = _mainActorClosure(of: Self.self, action)
            return Publishers.HandleEvents(
                upstream: self, receiveCompletion: { if case .failure(let error) = $0 { action(error) } },
                receiveRequest: nil)
        }

        /// Like `onCompletion`, for a closure of the main actor.
        public func onCompletion(_ action: @escaping @MainActor () -> Void) -> Publishers.HandleEvents<Self> {
            let action = _mainActorClosure(of: Self.self, action)
            return Publishers.HandleEvents(
                upstream: self, receiveCompletion: { if case .finished = $0 { action() } },
                receiveRequest: nil)
        }

        /// Like `doFinally`, for a closure of the main actor.
        ///
        /// A cancellation on another thread doesn't wait for the closure: it runs on the main actor later.
        public func doFinally(
            _ action: @escaping @MainActor @Sendable () -> Void
        ) -> Deferred<Publishers.HandleEvents<Self>> {
            let action = _mainActorClosure(of: Self.self, action)
            return finally(
                action, cancelled: { GlobalActorScheduler<MainActor>.mainActorImmediate.schedule(action) })
        }

        /// Like `withLatestFrom`, for a closure of the main actor.
        public func withLatestFrom<Other: Publisher, Result>(
            _ other: Other, resultSelector: @escaping @MainActor (Output, Other.Output) -> Result
        ) -> Publishers.Map<Publishers.WithLatestFrom<Self, Other>, Result> where Other.Failure == Failure {
            let resultSelector = _mainActorClosure(of: Self.self, resultSelector)
            return Publishers.Map(upstream: Publishers.WithLatestFrom(upstream: self, other: other)) {
                resultSelector($0.0, $0.1)
            }
        }

        /// Like `prefix`, for a closure of the main actor.
        public func prefix(
            while predicate: @escaping @MainActor (Output) -> Bool, behavior: PrefixWhileBehavior
        ) -> Publishers.PrefixWhileBehaving<Self> {
            Publishers.PrefixWhileBehaving(
                upstream: self, predicate: _mainActorClosure(of: Self.self, predicate), behavior: behavior)
        }

        /// Like `partition`, for a closure of the main actor.
        public func partition(_ predicate: @escaping @MainActor (Output) -> Bool) -> (
            matches: PartOf<Self>, nonMatches: PartOf<Self>
        ) {
            parts(by: _mainActorClosure(of: Self.self, predicate))
        }

        /// Like `groupBy`, for a closure of the main actor.
        public func groupBy<Key: Hashable>(
            _ keySelector: @escaping @MainActor (Output) -> Key
        ) -> Publishers.GroupBy<Self, Key> {
            Publishers.GroupBy(upstream: self, keySelector: _mainActorClosure(of: Self.self, keySelector))
        }

        /// Like `concatMap`, for a closure of the main actor. The closure runs where an inner publisher has ended, so inner
        /// publishers promise the main actor, too.
        public func concatMap<P: MainActorPublisher>(
            _ transform: @escaping @MainActor (Output) -> P
        ) -> Deferred<Publishers.FlatMap<Publishers.HandleEvents<InTurn<P>>, Self>>
        where P.Failure == Failure {
            inTurns(of: 1, _mainActorClosure(of: Self.self, transform))
        }

        /// Like `flatMapFirst`, for a closure of the main actor.
        public func flatMapFirst<P: Publisher>(
            _ transform: @escaping @MainActor (Output) -> P
        ) -> Deferred<Publishers.FlatMap<Publishers.HandleEvents<P>, Publishers.RemoveDuplicates<Self>>>
        where P.Failure == Failure {
            exhausting(_mainActorClosure(of: Self.self, transform))
        }

        /// Like `flatMapLatest`, for a closure of the main actor.
        public func flatMapLatest<P: Publisher>(
            _ transform: @escaping @MainActor (Output) -> P
        ) -> Publishers.SwitchToLatest<P, Publishers.Map<Self, P>> where P.Failure == Failure {
            let transform = _mainActorClosure(of: Self.self, transform)
            return Publishers.SwitchToLatest(upstream: Publishers.Map(upstream: self, transform: transform))
        }

        /// Like `chunked`, for a closure of the main actor.
        public func chunked(
            by belongsTogether: @escaping @MainActor (Output, Output) -> Bool
        ) -> Deferred<ChunksOf<Self>> {
            chunks(by: _mainActorClosure(of: Self.self, belongsTogether))
        }

        /// Like `retry`, for closures of the main actor.
        public func retry<Context: Scheduler>(
            _ retries: Int, backoff: Backoff, scheduler: Context,
            when isRetryable: @escaping @MainActor (Failure) -> Bool = { _ in true },
            onFailure: @escaping @MainActor (Failure, Int) -> Void = { _, _ in },
            random: @escaping @MainActor () -> Double = { .random(in: 0...1) }
        ) -> TraitPublishers.RetryWhen<Self, AnyPublisher<Void, Failure>> {
            retrying(
                retries, backoff, scheduler, _mainActorClosure(of: Self.self, isRetryable),
                _mainActorClosure(of: Self.self, onFailure), _mainActorClosure(of: Self.self, random))
        }

        /// Like `repeat`, for closures of the main actor.
        public func `repeat`<Context: Scheduler>(
            _ times: Int, backoff: Backoff, scheduler: Context,
            while shouldRepeat: @escaping @MainActor () -> Bool = { true },
            onFinish: @escaping @MainActor (Int) -> Void = { _ in },
            random: @escaping @MainActor () -> Double = { .random(in: 0...1) }
        ) -> AnyPublisher<Output, Failure> {
            repeating(
                times, backoff, scheduler, _mainActorClosure(of: Self.self, shouldRepeat),
                _mainActorClosure(of: Self.self, onFinish), _mainActorClosure(of: Self.self, random))
        }
    }

    extension MainActorPublisher where Failure == Never {
        /// Like `sink(with:receiveValue:)`, for a closure of the main actor.
        public func sink<Object: AnyObject>(
            with object: Object, receiveValue: @escaping @MainActor (Object, Output) -> Void
        ) -> AnyCancellable {
            sinkWeakly(object, _mainActorClosure(of: Self.self, receiveValue))
        }
    }
#endif
