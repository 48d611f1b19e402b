import Dispatch
import Testing
import TraitsRuntime
import TraitsTracing
import TraitsTesting

/// Many threads tell of events at the same time, and sessions come and go.
@Suite("Tracing on threads", .limited)
struct TraceThreadTests {
    @Test(arguments: Laws.seeds(1...4))
    func `each subscription is told of in order`(seed: UInt64) {
        let log = TraceLog.tracing("threads of \(seed):") {
            onThreads(4, seed: seed) { thread in
                for round in 0..<20 {
                    let subject = PassthroughSubject<Int, Never>()
                    let cancellable = subject.trace("threads of \(seed): \(thread) \(round)").sink { _ in }
                    for number in 0..<20 { subject.send(number) }
                    cancellable.cancel()
                }
            }
        }
        #expect(log.isClosed)
        #expect(log.spans.count == 80)
        for span in log.spans {
            // A delivery inside of which the system has stopped the thread is told of as a long one.
            let events = log.events.filter { event in
                if case .delivery = event.kind { false } else { event.span === span }
            }
            let values = events.compactMap {
                if case .value(let text, _) = $0.kind { Int(text) } else { nil }
            }
            #expect(values == Array(0..<20))
            #expect(events.count == 23)
            #expect(Set(events.map(\.thread)).count == 1)
            guard case .begin? = events.first?.kind, case .end(.cancelled)? = events.last?.kind else {
                Issue.record("\(span.name) doesn't begin and end")
                continue
            }
        }
        let named = log.events.compactMap { if case .thread = $0.kind { $0.thread } else { nil } }
        #expect(Set(named) == Set(log.events.filter { $0.span != nil }.map(\.thread)))
        #expect(named.count == Set(named).count)
    }

    /// A cancellation meets the end, requests meet values: the end is told once.
    @Test(arguments: Laws.seeds(1...40))
    func `a subscription ends once`(seed: UInt64) {
        let log = TraceLog.tracing("once \(seed):") {
            let subject = PassthroughSubject<Int, Never>()
            let subscriber = TrackingSubscriber<Int, Never>(receiveSubscription: { $0.request(.max(1)) })
            subject.trace("once \(seed):").subscribe(subscriber)
            onThreads(4, seed: seed) { thread in
                switch thread {
                case 0: subject.send(1)
                case 1: subject.send(completion: .finished)
                case 2: subscriber.cancel()
                default: subscriber.request(.max(1))
                }
            }
        }
        let ends = log.events.filter { if case .end = $0.kind { true } else { false } }
        #expect(ends.count == 1)
    }

    @Test(arguments: Laws.seeds(1...10))
    func `sessions begin and end while streams run`(seed: UInt64) {
        let logs = (0..<20).map { _ in TraceLog() }
        onThreads(3, seed: seed) { thread in
            if thread == 0 {
                for log in logs { Tracing.start(log, names: "coming and going").stop() }
            } else {
                for _ in 0..<200 { _ = [1, 2].publisher.trace("coming and going").sink { _ in } }
            }
        }
        #expect(logs.allSatisfy { $0.isClosed })
        for log in logs {
            let known = Set(log.spans.map(\.id))
            #expect(log.events.allSatisfy { $0.span == nil || known.contains($0.span!.id) })
        }
    }

    /// A thread of Dispatch's pool runs many queues, and a queue runs on many threads.
    @Test func `events have the label of their queue`() throws {
        let first = DispatchQueue(label: "queues.first")
        let second = DispatchQueue(label: "queues.second", attributes: .concurrent)
        let unlabelled = DispatchQueue(label: "")
        let log = TraceLog.tracing("queues") {
            let subject = PassthroughSubject<String, Never>()
            let cancellable = subject.trace("queues").sink { _ in }
            for _ in 0..<3 {
                for queue in [first, second, unlabelled, .global()] {
                    let isDone = DispatchSemaphore(value: 0)
                    let label = queue.label
                    queue.async {
                        subject.send(label)
                        isDone.signal()
                    }
                    isDone.wait()
                }
            }
            first.sync { subject.send("queues.first") }
            cancellable.cancel()
        }
        var names: [Int: String] = [:]
        var queues: [String: [String]] = [:]
        var numbers: [String: Set<Int>] = [:]
        for event in log.events {
            if case .thread(let name) = event.kind { names[event.thread] = name }
            guard case .value(let label, _) = event.kind else { continue }
            queues[label, default: []].append(try #require(names[event.thread]))
            numbers[label, default: []].insert(event.thread)
        }
        #expect(queues["\"queues.first\""] == Array(repeating: "queues.first", count: 4))
        #expect(queues["\"queues.second\""] == Array(repeating: "queues.second", count: 3))
        #expect(numbers["\"queues.first\""]?.count == 1)
        // A name of the system says nothing to a reader.
        let others = queues.filter { !$0.key.hasPrefix("\"queues") }.values.joined()
        #expect(others.count == 6)
        for name in others {
            #expect(name.wholeMatch(of: /(pool )?thread \d+/) != nil, "\(name)")
        }
    }

    /// A writer that is slow makes no stream wait: what there is no room for is counted.
    @Test func `events that come too fast are counted`() {
        final class Slow: TraceWriter {
            let log = TraceLog()
            let gate = DispatchSemaphore(value: 0)
            func write(_ events: [TraceEvent]) {
                log.write(events)
                gate.wait()
                gate.signal()
            }
            func close() { log.close() }
        }
        let slow = Slow()
        let session = Tracing.start(slow, names: "too fast")
        let subject = PassthroughSubject<Int, Never>()
        let cancellable = subject.trace("too fast").sink { _ in }
        for number in 0..<100_000 { subject.send(number) }
        slow.gate.signal()
        session.stop()
        let lost = slow.log.events.reduce(0) { if case .lost(let count) = $1.kind { $0 + count } else { $0 } }
        #expect(lost > 0)
        // A delivery that takes long is an event more.
        #expect(slow.log.events.count { $0.span != nil } + lost >= 100_002)
        cancellable.cancel()
    }
}
