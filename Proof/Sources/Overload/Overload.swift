import Dispatch
import Foundation
import Synchronization
import TraitsExtras
import TraitsFoundation
import TraitsRuntime
@_spi(Samples) import TraitsTesting

/// Rows on schedulers that are behind.
public enum Overload {
    /// Sends values to every row that takes a scheduler, on every scheduler, while its consumer stands still.
    ///
    /// - Returns: one text for each fault.
    public static func faults() -> [String] {
        OverloadPlace.all.flatMap { place in OverloadRow.all.flatMap(place.faults) }
    }
}

/// A scheduler whose consumer stops for a while, and on which each row that takes one gets values meanwhile.
///
/// The consumer is a closure that waits, so "slow" needs no clock: it goes on when all values have been sent.
struct OverloadPlace: Sendable {
    let name: String
    /// Sends so many values to a row on this scheduler, and returns what came, and what was in use.
    let run: @Sendable (OverloadRow, _ count: Int) -> OverloadRun
}

struct OverloadRun: Sendable {
    var values: [Int] = []
    var isFinished = false
    /// The bytes in use: before the first value, when all have been sent, and when all have arrived.
    var before = 0, behind = 0, drained = 0
}

extension OverloadPlace {
    static let all: [OverloadPlace] = [
        OverloadPlace("DispatchQueue", moment: .milliseconds(1), hour: .seconds(3600)) {
            (DispatchQueue(label: "overload"), {})
        },
        OverloadPlace("OperationQueue", moment: .milliseconds(1), hour: .seconds(3600)) {
            let queue = OperationQueue()
            queue.maxConcurrentOperationCount = 1
            return (queue, {})
        },
        OverloadPlace("RunLoop", moment: .milliseconds(1), hour: .seconds(3600)) {
            let loop = LoopThread()
            return (loop.loop, loop.stop)
        },
        OverloadPlace("ActorScheduler", moment: .milliseconds(1), hour: .seconds(3600)) {
            (ActorScheduler(Worker()), {})
        },
        OverloadPlace("GlobalActorScheduler", moment: .milliseconds(1), hour: .seconds(3600)) {
            (GlobalActorScheduler(WorkActor.self), {})
        },
        OverloadPlace("AnyScheduler", moment: .milliseconds(1), hour: .seconds(3600)) {
            (DispatchQueue(label: "overload").eraseToAnyScheduler(), {})
        },
    ]

    init<S: Scheduler>(
        _ name: String, moment: S.SchedulerTimeType.Stride, hour: S.SchedulerTimeType.Stride,
        _ make: @escaping @Sendable () -> (scheduler: S, stop: () -> Void)
    ) where S.SchedulerTimeType.Stride: Sendable {
        self.name = name
        run = { row, count in
            let (scheduler, stop) = make()
            defer { stop() }
            let numbers = PassthroughSubject<Int, Never>()
            let state = Mutex(OverloadRun())
            let gate = DispatchSemaphore(value: 0), finished = DispatchSemaphore(value: 0)
            /// Waits until all work that is due has run.
            func drain() {
                let done = DispatchSemaphore(value: 0)
                scheduler.schedule { done.signal() }
                done.wait()
            }
            // A row may subscribe a moment later.
            let asked = DispatchSemaphore(value: 0)
            let source = numbers.handleEvents(receiveRequest: { _ in asked.signal() })
            let cancellable = row.build(source, on: scheduler, moment: moment, hour: hour).sink(
                receiveCompletion: { _ in
                    state.withLock { $0.isFinished = true }
                    finished.signal()
                }, receiveValue: { value in state.withLock { $0.values.append(value) } })
            asked.wait()
            // The request that was seen goes on to the subject, on the scheduler.
            drain()
            state.withLock { $0.values.reserveCapacity(count) }
            scheduler.schedule { gate.wait() }
            let before = Heap.size
            for number in 1...count { numbers.send(number) }
            let behind = Heap.size
            gate.signal()
            drain()
            // Those that wait for a moment are behind the values, which arrive one after the other.
            // A minute finds values that never come.
            let limit = Date(timeIntervalSinceNow: 60)
            if row.sends == .all {
                while state.withLock({ $0.values.count }) < count, Date() < limit { drain() }
            }
            // What ran the last closure has returned, too.
            drain()
            let drained = Heap.size
            numbers.send(completion: .finished)
            finished.wait()
            cancellable.cancel()
            state.withLock { ($0.before, $0.behind, $0.drained) = (before, behind, drained) }
            return state.withLock { $0 }
        }
    }

    /// - Returns: what is wrong with a row on this scheduler.
    func faults(of row: OverloadRow) -> [String] {
        // What is made once is left out.
        _ = run(row, 10)
        var kept: [String] = []
        // Threads of the system allocate and free meanwhile: memory is at fault if it is so three times.
        for _ in 0..<3 {
            let (few, many) = (run(row, 1_000), run(row, 10_000))
            let lost = lost(by: row, few, 1_000) + lost(by: row, many, 10_000)
            kept = self.kept(by: row, few, many)
            if !lost.isEmpty || kept.isEmpty { return named(lost, row) }
        }
        return named(kept, row)
    }

    private func named(_ faults: [String], _ row: OverloadRow) -> [String] {
        faults.map { "\(row.name) on \(name): \($0)" }
    }

    private func lost(by row: OverloadRow, _ run: OverloadRun, _ count: Int) -> [String] {
        let values = run.values
        var faults: [String] = []
        if row.sends == .all, values != Array(1...count) {
            faults.append("\(count) values: \(values.count) came, or in another order")
        }
        if values != Set(values).sorted() { faults.append("\(count) values: out of order, or twice") }
        if values.contains(where: { $0 > count }) {
            faults.append("\(count) values: a value that nobody sent")
        }
        return faults
    }

    private func kept(by row: OverloadRow, _ few: OverloadRun, _ many: OverloadRun) -> [String] {
        var faults: [String] = []
        // What is cancelled stays in an operation queue until the queue comes to it.
        let mayKeep = row.keeps == .all || name == "OperationQueue" && row.name == "debounce"
        let (waiting, waitingOfFew) = (many.behind - many.before, few.behind - few.before)
        if !mayKeep, waiting > max(waitingOfFew * 2, 65_536) {
            faults.append(
                "what waits grows with the values: \(waitingOfFew) bytes of 1,000, \(waiting) of 10,000")
        }
        let (left, leftByFew) = (many.drained - many.before, few.drained - few.before)
        if left > max(leftByFew * 2, 65_536) {
            faults.append(
                "a drained backlog keeps memory: \(leftByFew) bytes after 1,000, \(left) after 10,000")
        }
        return faults
    }
}

private actor Worker {}

@globalActor private actor WorkActor {
    static let shared = WorkActor()
}

/// A thread that runs a run loop until it is stopped.
private final class LoopThread: @unchecked Sendable {
    // Written by the thread before it signals.
    private(set) var loop = RunLoop.main
    private var isStopped = false

    init() {
        let ready = DispatchSemaphore(value: 0)
        Thread {
            self.loop = .current
            // A loop without a source returns immediately.
            let timer = Timer(timeInterval: 3600, repeats: true) { _ in }
            self.loop.add(timer, forMode: .default)
            ready.signal()
            while !self.isStopped {
                _ = self.loop.run(mode: .default, before: Date(timeIntervalSinceNow: 0.02))
            }
        }.start()
        ready.wait()
    }

    func stop() { loop.perform { self.isStopped = true } }
}
