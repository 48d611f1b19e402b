import Synchronization
import Testing
import TraitsRuntime
import TraitsTesting

@Suite("share(replay:), from many threads", .limited)
struct ShareReplayThreadTests {
    /// Whoever comes, whenever, sees numbers without a gap: a value comes by the replay or by the stream, never by both.
    @Test(arguments: Laws.seeds(1...12)) func noGapBetweenReplayAndStream(seed: UInt64) {
        let subject = PassthroughSubject<Int, Never>()
        let shared = subject.share(replay: 3)
        let first = Sequel()
        shared.subscribe(first)
        let late = Locked<[Sequel]>([])
        onThreads(4) { thread in
            if thread == 0 {
                for value in 0..<2000 { subject.send(value) }
                return
            }
            var random = SeededGenerator(seed: seed &* 31 &+ UInt64(thread))
            for _ in 0..<100 {
                let sequel = Sequel()
                shared.subscribe(sequel)
                if Bool.random(using: &random) {
                    sequel.cancel()
                } else {
                    late.withLock { $0.append(sequel) }
                }
            }
        }
        subject.send(completion: .finished)
        #expect(first.values == Array(0..<2000))
        for sequel in late.withLock({ $0 }) {
            #expect(sequel.faults == [], "seed \(seed)")
            #expect(sequel.isFinished, "seed \(seed)")
            #expect(sequel.values.isEmpty || sequel.values.last == 1999, "seed \(seed)")
            let start = sequel.values.first ?? 2000
            #expect(sequel.values == Array(start..<2000), "seed \(seed)")
        }
    }

    /// One request after the other from a thread of its own: nothing is lost as long as the buffer has room.
    @Test(arguments: Laws.seeds(1...8)) func requestsFromElsewhereAreMet(seed: UInt64) {
        let subject = PassthroughSubject<Int, Never>()
        let shared = subject.share(replay: 500)
        let patient = Sequel(demand: .none)
        shared.subscribe(patient)
        onThreads(2) { thread in
            for value in 0..<500 {
                if thread == 0 { subject.send(value) } else { patient.request(1) }
            }
        }
        subject.send(completion: .finished)
        #expect(patient.values == Array(0..<500))
        #expect(patient.faults == [])
        #expect(patient.isFinished)
    }

    /// Connections begin and are given up again and again: upstream is never left running.
    @Test(arguments: Laws.seeds(1...8)) func connectionsComeAndGo(seed: UInt64) {
        let running = Atomic<Int>(0)
        let subject = PassthroughSubject<Int, Never>()
        // What its closures use is safe to share.
        nonisolated(unsafe) let shared = subject.handleEvents(
            receiveSubscription: { _ in running.add(1, ordering: .relaxed) },
            receiveCancel: { running.subtract(1, ordering: .relaxed) }
        ).share(replay: 1)
        onThreads(4) { thread in
            for value in 0..<300 {
                let cancellable = shared.sink { _ in }
                if thread == 0 { subject.send(value) }
                cancellable.cancel()
            }
        }
        #expect(running.load(ordering: .relaxed) == 0)
        let recorder = shared.record()
        #expect(recorder.values == [])
        subject.send(7)
        #expect(recorder.values == [7])
    }

    /// Whoever subscribes while another thread delivers has its values inside of that call, and loses none of those that
    /// come until it has taken them, though the buffer is much smaller.
    @Test func aReplayWaitsForNobody() {
        let subject = PassthroughSubject<Int, Never>()
        let shared = subject.share(replay: 1)
        let isInside = Atomic<Bool>(false)
        let hasJoined = Atomic<Bool>(false)
        let allSent = Atomic<Bool>(false)
        let first = shared.sink { value in
            if value > 1 { return }
            isInside.store(true, ordering: .releasing)
            while !hasJoined.load(ordering: .acquiring) {}
        }
        let seen = Locked<[Int]>([])
        let seenInsideOfTheCall = Locked(0)
        onThreads(2) { thread in
            if thread == 0 {
                for value in 1...100 { subject.send(value) }
                allSent.store(true, ordering: .releasing)
                return
            }
            while !isInside.load(ordering: .acquiring) {}
            let cancellable = shared.sink { value in
                seen.withLock { $0.append(value) }
                hasJoined.store(true, ordering: .releasing)
                while value == 1, !allSent.load(ordering: .acquiring) {}
            }
            seenInsideOfTheCall.withLock { $0 = seen.withLock { $0.count } }
            cancellable.cancel()
        }
        #expect(seenInsideOfTheCall.withLock { $0 } == 100)
        #expect(seen.withLock { $0 } == Array(1...100))
        first.cancel()
    }

    /// Who comes while another thread starts an upstream that has a value at once, or a failure, has it at once too.
    @Test(arguments: [Result<Int, TestError>.success(1), .failure(TestError())])
    func whoComesWhileUpstreamIsStartedHasWhatThereIsAtOnce(outcome: Result<Int, TestError>) {
        for _ in 1...25 {
            let isStarting = Atomic<Bool>(false)
            let hasSubscription = Atomic<Bool>(false)
            // What its closures use is safe to share.
            nonisolated(unsafe) let shared = Deferred {
                isStarting.store(true, ordering: .releasing)
                while !hasSubscription.load(ordering: .acquiring) {}
                return outcome.publisher
            }.share(replay: 1)
            let seen = Locked<[String]>([])
            let seenInsideOfTheCall = Locked<[String]>([])
            onThreads(2) { thread in
                if thread == 0 {
                    shared.subscribe(Subscribers.Sink(receiveCompletion: { _ in }, receiveValue: { _ in }))
                    return
                }
                while !isStarting.load(ordering: .acquiring) {}
                shared.subscribe(
                    AnySubscriber(
                        receiveSubscription: { subscription in
                            subscription.request(.unlimited)
                            hasSubscription.store(true, ordering: .releasing)
                        },
                        receiveValue: { value in
                            seen.withLock { $0.append("\(value)") }
                            return .none
                        },
                        receiveCompletion: { end in seen.withLock { $0.append("\(end)") } }))
                seenInsideOfTheCall.withLock { $0 = seen.withLock { $0 } }
            }
            let first = seenInsideOfTheCall.withLock { $0.first }
            #expect(first == seen.withLock { $0.first } && first != nil)
        }
    }

    /// A thread that is in a delivery keeps nobody from coming and going, and their notes don't pile up.
    @Test func nobodyWaitsForADelivery() throws {
        let leaks = LeakTracker()
        do {
            let subject = PassthroughSubject<Int, Never>()
            let shared = subject.share(replay: 1)
            let inside = Atomic<Bool>(false)
            let isDone = Atomic<Bool>(false)
            let blocked = shared.sink { _ in
                inside.store(true, ordering: .releasing)
                while !isDone.load(ordering: .acquiring) {}
            }
            onThreads(2) { thread in
                if thread == 0 { return subject.send(1) }
                while !inside.load(ordering: .acquiring) {}
                for _ in 0..<100 {
                    let token = leaks.token("subscriber")
                    let cancellable = shared.sink { _ in _ = token }
                    cancellable.cancel()
                }
                isDone.store(true, ordering: .releasing)
            }
            blocked.cancel()
        }
        try leaks.expectAllReleased()
    }
}

/// A subscriber that keeps numbers, and looks whether calls to it overlap or come after the end.
private final class Sequel: Subscriber, @unchecked Sendable {
    private struct State {
        var values: [Int] = []
        var faults: [String] = []
        var isFinished = false
        var subscription: (any Subscription)?
    }

    private let demand: Subscribers.Demand
    private let state = Locked(State())
    private let inside = Atomic<Int>(0)

    init(demand: Subscribers.Demand = .unlimited) { self.demand = demand }

    var values: [Int] { state.withLock { $0.values } }
    var faults: [String] { state.withLock { $0.faults } }
    var isFinished: Bool { state.withLock { $0.isFinished } }

    func request(_ count: Int) { state.withLock { $0.subscription }?.request(.max(count)) }
    func cancel() { state.withLock { $0.subscription }?.cancel() }

    func receive(subscription: any Subscription) {
        state.withLock { $0.subscription = subscription }
        if demand > .none { subscription.request(demand) }
    }

    func receive(_ input: Int) -> Subscribers.Demand {
        if inside.add(1, ordering: .relaxed).oldValue != 0 { fault("overlap at \(input)") }
        state.withLock {
            if $0.isFinished { $0.faults.append("\(input) after the end") }
            $0.values.append(input)
        }
        inside.subtract(1, ordering: .relaxed)
        return .none
    }

    func receive(completion: Subscribers.Completion<Never>) {
        if inside.load(ordering: .relaxed) != 0 { fault("the end overlaps") }
        state.withLock {
            if $0.isFinished { $0.faults.append("two ends") }
            $0.isFinished = true
        }
    }

    private func fault(_ text: String) { state.withLock { $0.faults.append(text) } }
}
