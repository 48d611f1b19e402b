// These methods replace the methods of the same names, whose documentation applies. Closures that the stream may run anywhere
// can't use the state of an actor.

#if StrictIsolation
    public import TraitsRuntime

    extension MaybePublisher {
        /// Like `onSuccess`, for a closure that the stream may run anywhere.
        @_disfavoredOverload
        @inlinable
        public func onSuccess(_ action: sending @escaping (Output) -> Void) -> Publishers.HandleEvents<Self> {
            Publishers.HandleEvents(upstream: self, receiveOutput: action, receiveRequest: nil)
        }
    }

    extension Publisher {
        /// Like `onFailure`, for a closure that the stream may run anywhere.
        @_disfavoredOverload
        @inlinable
        public func onFailure(_ action: sending @escaping (Failure) -> Void) -> Publishers.HandleEvents<Self>
        {
            Publishers.HandleEvents(
                upstream: self, receiveCompletion: { if case .failure(let error) = $0 { action(error) } },
                receiveRequest: nil)
        }

        /// Like `onCompletion`, for a closure that the stream may run anywhere.
        @_disfavoredOverload
        @inlinable
        public func onCompletion(_ action: sending @escaping () -> Void) -> Publishers.HandleEvents<Self> {
            Publishers.HandleEvents(
                upstream: self, receiveCompletion: { if case .finished = $0 { action() } },
                receiveRequest: nil)
        }

        /// Like `doFinally`, for a closure that the stream may run anywhere.
        @_disfavoredOverload
        public func doFinally(_ action: sending @escaping () -> Void) -> Deferred<
            Publishers.HandleEvents<Self>
        > {
            finally(action, cancelled: action)
        }

        /// Like `withLatestFrom`, for a closure that the stream may run anywhere.
        @_disfavoredOverload
        @inlinable
        public func withLatestFrom<Other: Publisher, Result>(
            _ other: Other, resultSelector: sending @escaping (Output, Other.Output) -> Result
        ) -> Publishers.Map<Publishers.WithLatestFrom<Self, Other>, Result> where Other.Failure == Failure {
            Publishers.Map(upstream: Publishers.WithLatestFrom(upstream: self, other: other)) {
                resultSelector($0.0, $0.1)
            }
        }

        /// Like `prefix`, for a closure that the stream may run anywhere.
        @_disfavoredOverload
        @inlinable
        public func prefix(
            while predicate: sending @escaping (Output) -> Bool, behavior: PrefixWhileBehavior
        ) -> Publishers.PrefixWhileBehaving<Self> {
            Publishers.PrefixWhileBehaving(upstream: self, predicate: predicate, behavior: behavior)
        }

        /// Like `partition`, for a closure that the stream may run anywhere.
        @_disfavoredOverload
        public func partition(_ predicate: sending @escaping (Output) -> Bool) -> (
            matches: PartOf<Self>, nonMatches: PartOf<Self>
        ) {
            parts(by: predicate)
        }

        /// Like `groupBy`, for a closure that the stream may run anywhere.
        @_disfavoredOverload
        public func groupBy<Key: Hashable>(
            _ keySelector: sending @escaping (Output) -> Key
        ) -> Publishers.GroupBy<Self, Key> {
            Publishers.GroupBy(upstream: self, keySelector: keySelector)
        }

        /// Like `concatMap`, for a closure that the stream may run anywhere.
        @_disfavoredOverload
        public func concatMap<P: Publisher>(
            _ transform: sending @escaping (Output) -> P
        ) -> Deferred<Publishers.FlatMap<Publishers.HandleEvents<InTurn<P>>, Self>>
        where P.Failure == Failure {
            inTurns(of: 1, transform)
        }

        /// Like `flatMapLatest`, for a closure that the stream may run anywhere.
        @_disfavoredOverload
        @inlinable
        public func flatMapLatest<P: Publisher>(
            _ transform: sending @escaping (Output) -> P
        ) -> Publishers.SwitchToLatest<P, Publishers.Map<Self, P>> where P.Failure == Failure {
            Publishers.SwitchToLatest(upstream: Publishers.Map(upstream: self, transform: transform))
        }

        /// Like `chunked`, for a closure that the stream may run anywhere.
        @_disfavoredOverload
        public func chunked(
            by belongsTogether: sending @escaping (Output, Output) -> Bool
        ) -> Deferred<ChunksOf<Self>> {
            chunks(by: belongsTogether)
        }

        /// Like `repeat`, for closures that the stream may run anywhere.
        @_disfavoredOverload
        public func `repeat`<Context: Scheduler>(
            _ times: Int, backoff: Backoff, scheduler: Context,
            while shouldRepeat: sending @escaping () -> Bool = { true },
            onFinish: sending @escaping (Int) -> Void = { _ in },
            random: sending @escaping () -> Double = { .random(in: 0...1) }
        ) -> AnyPublisher<Output, Failure> {
            repeating(times, backoff, scheduler, shouldRepeat, onFinish, random)
        }
    }

    extension Publisher where Failure == Never {
        /// Like `sink`, for a closure that the stream may run anywhere.
        @_disfavoredOverload
        public func sink<Object: AnyObject>(
            with object: Object, receiveValue: sending @escaping (Object, Output) -> Void
        ) -> AnyCancellable {
            sinkWeakly(object, receiveValue)
        }
    }
#endif
