// The type of `DispatchQueue.main` says no more than that of any other queue. With the package trait `StrictIsolation`
// there is a second `main` beside it, whose type says that it belongs to the main actor. The compiler takes that one where
// an operator asks for such a scheduler, and Dispatch's own everywhere else.

#if StrictIsolation && canImport(Dispatch)
    public import Dispatch

    /// A scheduler of the main actor, as its type says.
    public protocol _MainActorScheduling: Scheduler {
        var _mainActor: GlobalActorScheduler<MainActor> { get }
    }

    extension GlobalActorScheduler: _MainActorScheduling where A == MainActor {
        public var _mainActor: GlobalActorScheduler<MainActor> { self }
    }

    // In an extension of a protocol it is the second choice wherever Dispatch's own fits.
    extension Scheduler where Self == DispatchQueue {
        /// The scheduler of the main actor, whose jobs run on the main queue. `receive(on: DispatchQueue.main)` and the
        /// operators with a time deliver on it.
        public static var main: GlobalActorScheduler<MainActor> { .mainActor }
    }

    // The operators return the type of the scheduler whatever they are given: were it a generic argument, `#isolation` would
    // be taken for a scheduler.

    extension Publisher {
        /// Like `receive(on:options:)`, for a scheduler of the main actor.
        public func receive<S: _MainActorScheduling>(
            on scheduler: S
        ) -> Publishers.ReceiveOn<Self, GlobalActorScheduler<MainActor>> {
            Publishers.ReceiveOn(upstream: self, scheduler: scheduler._mainActor, options: nil)
        }

        /// Like `delay`, for a scheduler of the main actor.
        public func delay<S: _MainActorScheduling>(
            for interval: DispatchQueue.SchedulerTimeType.Stride,
            tolerance: DispatchQueue.SchedulerTimeType.Stride? = nil, scheduler: S
        ) -> Publishers.Delay<Self, GlobalActorScheduler<MainActor>> {
            let scheduler = scheduler._mainActor
            return Publishers.Delay(
                upstream: self, interval: interval, tolerance: tolerance ?? scheduler.minimumTolerance,
                scheduler: scheduler, options: nil)
        }

        /// Like `debounce`, for a scheduler of the main actor.
        public func debounce<S: _MainActorScheduling>(
            for dueTime: DispatchQueue.SchedulerTimeType.Stride, scheduler: S
        ) -> Publishers.Debounce<Self, GlobalActorScheduler<MainActor>> {
            Publishers.Debounce(
                upstream: self, dueTime: dueTime, scheduler: scheduler._mainActor, options: nil)
        }

        /// Like `throttle`, for a scheduler of the main actor.
        public func throttle<S: _MainActorScheduling>(
            for interval: DispatchQueue.SchedulerTimeType.Stride, scheduler: S, latest: Bool
        ) -> Publishers.Throttle<Self, GlobalActorScheduler<MainActor>> {
            Publishers.Throttle(
                upstream: self, interval: interval, scheduler: scheduler._mainActor, latest: latest)
        }

        /// Like `timeout`, for a scheduler of the main actor, where the closure runs, too.
        public func timeout<S: _MainActorScheduling>(
            _ interval: DispatchQueue.SchedulerTimeType.Stride, scheduler: S,
            customError: (@MainActor () -> Failure)? = nil
        ) -> Publishers.Timeout<Self, GlobalActorScheduler<MainActor>> {
            let customError = customError.map { customError in
                { MainActor.assumeIsolated { _MainActorResult(customError()) }.value }
            }
            return Publishers.Timeout(
                upstream: self, interval: interval, scheduler: scheduler._mainActor, options: nil,
                customError: customError)
        }
    }

    /// The result of a closure of the main actor, for code that runs on the main actor, too.
    private struct _MainActorResult<Value>: @unchecked Sendable {
        // Unchecked: it stays on its thread.
        let value: Value
        init(_ value: Value) { self.value = value }
    }
#endif
