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
    private let manner: Manner
    private let log: Log
    private let latch: Latch
    private var subscription: (any Subscription)?
    private var count = 0

    init(_ manner: Manner, _ log: Log, _ latch: Latch) {
        self.manner = manner
        self.log = log
        self.latch = latch
    }

    func receive(subscription: any Subscription) {
        log.write("to \(subscription)")
        // Kept by those who use it again; it is released with the publisher's end.
        self.subscription = subscription
        switch manner {
        case .sink, .everything: subscription.request(.unlimited)
        case .returning(let count), .asking(let count), .wanting(let count):
            if count > 0 { subscription.request(.max(count)) } else { self.subscription = nil }
        case .leaving(let count): count == 0 ? leave() : subscription.request(.unlimited)
        }
    }

    func receive(_ input: Input) -> Subscribers.Demand {
        log.write("\(input)")
        count += 1
        switch manner {
        case .returning: return .max(1)
        case .asking: subscription?.request(.max(1))
        case .leaving(let limit): if count == limit { leave() }
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
    private nonisolated(unsafe) let start: (Manner, Log, Latch) -> Void

    init<P: Publisher>(
        _ row: String, as name: String, _ events: [String], _ build: @escaping @Sendable (Latch) -> P
    ) {
        testDescription = "\(row), \(events.joined(separator: " "))"
        self.name = name
        self.events = events
        start = { manner, log, latch in build(latch).subscribe(TaskWatch(manner, log, latch)) }
    }

    /// What a subscriber is sent, seen when everybody has let go of the publisher and the subscriber.
    func history(_ manner: Manner) async -> String {
        let log = Log()
        await withCheckedContinuation { continuation in
            start(manner, log, Latch { continuation.resume() })
        }
        return log.text
    }
}

/// The checks of the matrix for publishers whose events come from tasks. There is no clock to turn, so each waits
/// until all that took part is released.
// The limit finds what hangs. It counts the time in which all other tests have the processors, so it is as long as a
// whole run may take.
@Suite("Every operator that runs a task", .timeLimit(.minutes(15)))
struct TaskMatrixTests {
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
        for manner in [.everything, .returning(1), .asking(1), .wanting(4)] as [Manner] {
            #expect(await entry.history(manner) == expected, "\(manner)")
        }
    }

    /// Nothing starts without demand, and nothing follows a cancellation, be it inside of the last value.
    @Test(arguments: entries)
    private func nothingIsSentThatIsNotWanted(entry: TaskEntry) async {
        for manner in [.wanting(0), .leaving(0)] as [Manner] {
            #expect(await entry.history(manner) == "to \(entry.name)", "\(manner)")
        }
        let values = entry.events.filter { Int($0) != nil }
        for count in 1...3 where count <= values.count {
            let expected = (["to \(entry.name)"] + values.prefix(count)).joined(separator: " ")
            #expect(await entry.history(.leaving(count)) == expected, "leaving \(count)")
        }
    }

    @Test(arguments: entries)
    private func everySubscriberHasARunOfItsOwn(entry: TaskEntry) async {
        async let first = entry.history(.everything)
        async let second = entry.history(.returning(1))
        #expect(await first == second)
    }
}
