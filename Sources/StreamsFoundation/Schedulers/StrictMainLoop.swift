// As StrictMainQueue.swift of TraitsStreams, for the run loop and the operation queue of the main thread.

#if StrictIsolation
    public import Foundation
    public import TraitsStreams

    extension Scheduler where Self == RunLoop {
        /// The scheduler of the main actor, on which `receive(on: RunLoop.main)` and the operators with a time deliver.
        ///
        /// Unlike the run loop, it delivers in every mode of the loop.
        public static var main: GlobalActorScheduler<MainActor> { .mainActor }
    }

    extension Scheduler where Self == OperationQueue {
        /// The scheduler of the main actor, on which `receive(on: OperationQueue.main)` and the operators with a time deliver.
        public static var main: GlobalActorScheduler<MainActor> { .mainActor }
    }
#endif
