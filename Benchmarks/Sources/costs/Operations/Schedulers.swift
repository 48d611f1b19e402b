import Dispatch
import Foundation
import TraitsFoundation
import TraitsRuntime
import TraitsTesting

/// So many pieces of work on each scheduler, now and later, and so many streams on one that is behind.
nonisolated(unsafe) let ofSchedulers: [Operation] =
    [
        onScheduler("TestScheduler", frees: true) {
            let scheduler = TestScheduler()
            return (scheduler, 1, {}, { scheduler.advance(by: 1) })
        },
        onScheduler("DispatchQueue") {
            let queue = DispatchQueue(label: "costs")
            return (
                queue, .seconds(3600), queue.suspend,
                {
                    queue.resume(); queue.sync {}
                }
            )
        },
        onScheduler("OperationQueue") {
            let queue = OperationQueue()
            queue.maxConcurrentOperationCount = 1
            return (
                queue, .seconds(3600), { queue.isSuspended = true },
                {
                    queue.isSuspended = false; queue.waitUntilAllOperationsAreFinished()
                }
            )
        },
        onScheduler("RunLoop", frees: true) {
            let loop = RunLoop.current
            return (
                loop, .seconds(3600), {},
                {
                    var isDone = false
                    loop.schedule { isDone = true }
                    while !isDone { _ = loop.run(mode: .default, before: Date()) }
                }
            )
        },
        onScheduler("ActorScheduler") {
            let actor = Worker()
            // The actor is behind: it waits for the gate.
            let gate = DispatchSemaphore(value: 0), done = DispatchSemaphore(value: 0)
            let scheduler = ActorScheduler(actor)
            return (
                scheduler, .seconds(3600), { scheduler.schedule { gate.wait() } },
                {
                    scheduler.schedule { done.signal() }
                    gate.signal()
                    done.wait()
                }
            )
        },
    ].flatMap { $0 }

private actor Worker {}

/// - Parameter frees: whether work that has run is freed on the same thread. The system's queues free it later, on threads of
///   their own, and keep some for the next work: `proof overload` looks at their memory.
private func onScheduler<S: Scheduler>(
    _ name: String, frees: Bool = false,
    _ make:
        @escaping () -> (scheduler: S, later: S.SchedulerTimeType.Stride, stop: () -> Void, drain: () -> Void)
) -> [Operation] {
    [
        Operation("work on \(name)") { size, phases in
            do {
                let (scheduler, _, stop, drain) = make()
                var count = 0
                phases.meter(.value, size) {
                    stop()
                    for _ in 0..<size { scheduler.schedule { count += 1 } }
                    drain()
                }
                precondition(count == size)
            }
            if frees { phases.weigh(.over) }
        },
        Operation("timers on \(name)") { size, phases in
            do {
                let (scheduler, later, stop, drain) = make()
                var timers: [(any Cancellable)?] = []
                phases.meter(.subscribe, size) {
                    for _ in 0..<size {
                        timers.append(
                            scheduler.schedule(
                                after: scheduler.now.advanced(by: later), interval: later,
                                tolerance: scheduler.minimumTolerance, options: nil
                            ) {})
                    }
                }
                phases.meter(.leave, size) {
                    for index in shuffled(size) {
                        timers[index]?.cancel()
                        timers[index] = nil
                    }
                }
                // A queue lets go of cancelled work later.
                stop()
                drain()
            }
            if frees { phases.weigh(.over) }
        },
        Operation("receive(on: \(name)), behind") { size, phases in
            do {
                let (scheduler, _, stop, drain) = make()
                let subject = PassthroughSubject<Int, Never>()
                var count = 0
                let cancellable = subject.receive(on: scheduler).sink { _ in count += 1 }
                phases.meter(.value, size) {
                    stop()
                    for number in 0..<size { subject.send(number) }
                    phases.weigh(.waiting)
                    drain()
                }
                precondition(count == size)
                if frees { phases.weigh(.drained) }
                cancellable.cancel()
            }
            if frees { phases.weigh(.over) }
        },
    ]
}
