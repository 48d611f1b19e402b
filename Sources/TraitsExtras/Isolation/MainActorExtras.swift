// In the place of the methods of the same names, whose documentation holds for these, too. Where a publisher promises the main
// actor, closures that run wherever it sends belong to that actor. `concatMap` and `doFinally` have no such form: their closures
// may run where an inner publisher ends, or where a subscriber cancels.

#if StrictIsolation
    public import TraitsRuntime

    extension MaybePublisher where Self: MainActorPublisher {
        /// Like `onSuccess` of any closure, for one of the main actor.
        public func onSuccess(_ action: @escaping @MainActor (Output) -> Void)
            -> Publishers.HandleEvents<Self>
        {
            Publishers.HandleEvents(
                upstream: self, receiveOutput: _mainActorClosure(of: Self.self, action), receiveRequest: nil)
        }
    }

    extension MainActorPublisher {
        /// Like `onFailure` of any closure, for one of the main actor.
        public func onFailure(_ action: @escaping @MainActor (Failure) -> Void)
            -> Publishers.HandleEvents<Self>
        {
            let action = _mainActorClosure(of: Self.self, action)
            return Publishers.HandleEvents(
                upstream: self, receiveCompletion: { if case .failure(let error) = $0 { action(error) } },
                receiveRequest: nil)
        }

        /// Like `onCompletion` of any closure, for one of the main actor.
        public func onCompletion(_ action: @escaping @MainActor () -> Void) -> Publishers.HandleEvents<Self> {
            let action = _mainActorClosure(of: Self.self, action)
            return Publishers.HandleEvents(
                upstream: self, receiveCompletion: { if case .finished = $0 { action() } },
                receiveRequest: nil)
        }

        /// Like `withLatestFrom` of any closure, for one of the main actor.
        public func withLatestFrom<Other: Publisher, Result>(
            _ other: Other, resultSelector: @escaping @MainActor (Output, Other.Output) -> Result
        ) -> Publishers.Map<Publishers.WithLatestFrom<Self, Other>, Result> where Other.Failure == Failure {
            let resultSelector = _mainActorClosure(of: Self.self, resultSelector)
            return Publishers.Map(upstream: Publishers.WithLatestFrom(upstream: self, other: other)) {
                resultSelector($0.0, $0.1)
            }
        }

        /// Like `prefix` of any closure, for one of the main actor.
        public func prefix(
            while predicate: @escaping @MainActor (Output) -> Bool, behavior: PrefixWhileBehavior
        ) -> Publishers.PrefixWhileBehaving<Self> {
            Publishers.PrefixWhileBehaving(
                upstream: self, predicate: _mainActorClosure(of: Self.self, predicate), behavior: behavior)
        }

        /// Like `partition` of any closure, for one of the main actor.
        public func partition(_ predicate: @escaping @MainActor (Output) -> Bool) -> (
            matches: PartOf<Self>, nonMatches: PartOf<Self>
        ) {
            parts(by: _mainActorClosure(of: Self.self, predicate))
        }

        /// Like `groupBy` of any closure, for one of the main actor.
        public func groupBy<Key: Hashable>(
            _ keySelector: @escaping @MainActor (Output) -> Key
        ) -> Publishers.GroupBy<Self, Key> {
            Publishers.GroupBy(upstream: self, keySelector: _mainActorClosure(of: Self.self, keySelector))
        }

        /// Like `flatMapFirst` of any closure, for one of the main actor.
        public func flatMapFirst<P: Publisher>(
            _ transform: @escaping @MainActor (Output) -> P
        ) -> Deferred<Publishers.FlatMap<Publishers.HandleEvents<P>, Publishers.RemoveDuplicates<Self>>>
        where P.Failure == Failure {
            exhausting(_mainActorClosure(of: Self.self, transform))
        }

        /// Like `flatMapLatest` of any closure, for one of the main actor.
        public func flatMapLatest<P: Publisher>(
            _ transform: @escaping @MainActor (Output) -> P
        ) -> Publishers.SwitchToLatest<P, Publishers.Map<Self, P>> where P.Failure == Failure {
            let transform = _mainActorClosure(of: Self.self, transform)
            return Publishers.SwitchToLatest(upstream: Publishers.Map(upstream: self, transform: transform))
        }

        /// Like `chunked` of any closure, for one of the main actor.
        public func chunked(
            by belongsTogether: @escaping @MainActor (Output, Output) -> Bool
        ) -> Deferred<ChunksOf<Self>> {
            chunks(by: _mainActorClosure(of: Self.self, belongsTogether))
        }
    }

    extension MainActorPublisher where Failure == Never {
        /// Like `sink(with:receiveValue:)` of any closure, for one of the main actor.
        public func sink<Object: AnyObject>(
            with object: Object, receiveValue: @escaping @MainActor (Object, Output) -> Void
        ) -> AnyCancellable {
            sinkWeakly(object, _mainActorClosure(of: Self.self, receiveValue))
        }
    }
#endif
