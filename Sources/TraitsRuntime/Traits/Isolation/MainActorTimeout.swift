#if StrictIsolation && canImport(Dispatch)
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
