// What StrictMainQueue.swift of TraitsRuntime is for `DispatchQueue.main`.

#if StrictIsolation
    public import Foundation
    public import TraitsRuntime

    extension Scheduler where Self == RunLoop {
        /// The scheduler of the main actor: what `receive(on: RunLoop.main)` and the operators with a time deliver on.
        ///
        /// Unlike the run loop it delivers in every mode of the loop.
        public static var main: GlobalActorScheduler<MainActor> { .mainActor }
    }

    extension Scheduler where Self == OperationQueue {
        /// The scheduler of the main actor: what `receive(on: OperationQueue.main)` and the operators with a time deliver on.
        public static var main: GlobalActorScheduler<MainActor> { .mainActor }
    }
#endif
