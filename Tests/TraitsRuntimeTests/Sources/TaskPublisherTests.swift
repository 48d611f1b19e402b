import Synchronization
import Testing
import TraitsRuntime
import TraitsTesting

/// Opens when nobody keeps it any more.
private final class Latch: Sendable {
    private let released: @Sendable () -> Void
    init(_ released: @escaping @Sendable () -> Void) { self.released = released }
    deinit { released() }
}

/// Writes down what it is sent, on whatever thread. Calls to one subscriber never overlap, so what else changes
/// needs no lock.
private final class TaskWatch<Input, Failure: Error>: Subscriber {
    private let demand: DemandPolicy
    /// How many values have to come for it to cancel; if none, it cancels immediately.
    private let limit: Int?
    private let log: Log
    private let latch: Latch
    private var subscription: (any Subscription)?
    private var count = 0

    init(_ demand: DemandPolicy, cancelAfter limit: Int?, _ log: Log, _ latch: Latch) {
        self.demand = demand
        self.limit = limit
        self.log = log
        self.latch = latch
    }

    func receive(subscription: any Subscription) {
        log.write("to \(subscription)")
        // Kept by tests that use it again; it is released with the publisher's end.
        self.subscription = subscription
        if limit == 0 { return leave() }
        switch demand {
        case .unlimited: subscription.request(.unlimited)
        case .atOnce(let count), .atATime(let count), .replenished(let count), .requested(let count):
            subscription.request(.max(count))
        case .none: self.subscription = nil
        }
    }

    func receive(_ input: Input) -> Subscribers.Demand {
        log.write("\(input)")
        count += 1
        if count == limit { leave() }
        switch demand {
        case .replenished: return .max(1)
        case .requested: subscription?.request(.max(1))
        default: break
        }
        return .none
    }

    func receive(completion: Subscribers.Completion<Failure>) {
        log.write(Run.text(completion))
        // What comes too late has no effect.
        subscription?.request(.max(1))
        subscription?.cancel()
        subscription = nil
    }

    private func leave() {
        subscription?.cancel()
        subscription?.cancel()
        subscription?.request(.max(1))
        subscription = nil
    }
}

private final class Log: Sendable {
    private let lines = Mutex<[String]>([])
    func write(_ line: String) { lines.withLock { $0.append(line) } }
    var text: String { lines.withLock { $0.joined(separator: " ") } }
}

/// A publisher whose events come from a task, with what it sends.
private struct TaskEntry: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let name: String
    let events: [String]
    // Safe to share: all it captures is the builder, which is.
    private nonisolated(unsafe) let start: (DemandPolicy, Int?, Log, Latch) -> Void

    init<P: Publisher>(
        _ row: String, as name: String, _ events: [String], _ build: @escaping @Sendable (Latch) -> P
    ) {
        testDescription = "\(row), \(events.joined(separator: " "))"
        self.name = name
        self.events = events
        start = { demand, limit, log, latch in
            build(latch).subscribe(TaskWatch(demand, cancelAfter: limit, log, latch))
        }
    }

    /// What a subscriber is sent, seen when everybody has let go of the publisher and the subscriber.
    func history(_ demand: DemandPolicy, cancelAfter limit: Int? = nil) async -> String {
        let log = Log()
        await withCheckedContinuation { continuation in
            start(demand, limit, log, Latch { continuation.resume() })
        }
        return log.text
    }
}

/// The checks of `MatrixTests` for publishers whose events come from tasks. There is no clock to turn, so each waits
/// until all that took part is released.
@Suite("Publishers that run a task", .limited)
struct TaskPublisherTests {
    private static let entries = [
        TaskEntry("DeferredTaskSingle", as: "DeferredTask", ["1", "|"]) { latch in
            DeferredTaskSingle { () async throws(TestError) in withExtendedLifetime(latch) { 1 } }
        },
        TaskEntry("DeferredTaskSingle", as: "DeferredTask", ["\(TestError())"]) { latch in
            DeferredTaskSingle { () async throws(TestError) -> Int in
                _ = latch
                throw TestError()
            }
        },
        TaskEntry("DeferredTaskMaybe", as: "DeferredTask", ["1", "|"]) { latch in
            DeferredTaskMaybe { () async throws(TestError) -> Int? in withExtendedLifetime(latch) { 1 } }
        },
        TaskEntry("DeferredTaskMaybe", as: "DeferredTask", ["|"]) { latch in
            DeferredTaskMaybe { () async throws(TestError) -> Int? in withExtendedLifetime(latch) { nil } }
        },
        TaskEntry("DeferredTaskCompletable", as: "DeferredTask", ["|"]) { latch in
            DeferredTaskCompletable { () async throws(TestError) in withExtendedLifetime(latch) {} }
        },
        TaskEntry("TraitPublishers.AsyncElements", as: "AsyncSequence", ["1", "2", "3", "|"]) { latch in
            Self.numbers.map { number in withExtendedLifetime(latch) { number } }.publisher
        },
    ]

    private static var numbers: AsyncStream<Int> {
        AsyncStream { continuation in
            for number in 1...3 { continuation.yield(number) }
            continuation.finish()
        }
    }

    @Test(arguments: entries)
    private func everyPathHasTheSameHistory(entry: TaskEntry) async {
        let expected = (["to \(entry.name)"] + entry.events).joined(separator: " ")
        for demand in [.unlimited, .replenished(1), .requested(1), .atOnce(4)] as [DemandPolicy] {
            #expect(await entry.history(demand) == expected, "\(demand)")
        }
    }

    /// Nothing starts without demand, and nothing follows a cancellation, be it inside of the last value.
    @Test(arguments: entries)
    private func nothingIsSentThatIsNotWanted(entry: TaskEntry) async {
        #expect(await entry.history(.none) == "to \(entry.name)")
        #expect(await entry.history(.unlimited, cancelAfter: 0) == "to \(entry.name)")
        let values = entry.events.filter { Int($0) != nil }
        for count in 1...3 where count <= values.count {
            let expected = (["to \(entry.name)"] + values.prefix(count)).joined(separator: " ")
            #expect(await entry.history(.unlimited, cancelAfter: count) == expected, "leaving \(count)")
        }
    }

    @Test(arguments: entries)
    private func everySubscriberHasARunOfItsOwn(entry: TaskEntry) async {
        async let first = entry.history(.unlimited)
        async let second = entry.history(.replenished(1))
        #expect(await first == second)
    }
}
