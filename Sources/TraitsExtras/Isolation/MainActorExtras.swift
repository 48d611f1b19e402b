// With the package trait `StrictIsolation`, closures that run wherever a publisher sends belong to the main actor if the publisher
// promises it. These methods differ from the ordinary ones in more than their closures; see Generated/Strict for the others.

#if StrictIsolation
    public import TraitsRuntime

    extension MainActorPublisher {
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

        /// Like `concatMap`, for a closure of the main actor. The closure runs where an inner publisher has ended, so inner
        /// publishers promise the main actor, too. A value that is asked for elsewhere goes through the main actor.
        public func concatMap<P: MainActorPublisher>(
            _ transform: @escaping @MainActor (Output) -> P
        )
            -> Publishers.FlatMap<
                P, Publishers.ReceiveOn<MorePublishers.Backlog<Self>, GlobalActorScheduler<MainActor>>
            > where P.Failure == Failure
        {
            let onMainActor = Publishers.ReceiveOn(
                upstream: MorePublishers.Backlog(upstream: self), scheduler: .mainActorImmediate, options: nil
            )
            return Publishers.FlatMap(
                upstream: onMainActor, maxPublishers: .max(1),
                transform: _mainActorClosure(of: Self.self, transform))
        }
    }
#endif
