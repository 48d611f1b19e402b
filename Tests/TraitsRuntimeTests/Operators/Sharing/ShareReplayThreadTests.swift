import Dispatch
import Synchronization
import Testing
import TraitsRuntime
import TraitsTesting

@Suite("share(replay:), from many threads", .limited)
struct ShareReplayThreadTests {
    /// A cancellation reports to its own connection, even if another thread removes the subscriber meanwhile.
    @Test(arguments: Laws.seeds(1...8)) func theLastOfManySubscribersCancelsUpstream(seed: UInt64) {
        for round in 0..<100 {
            let active = Atomic<Int>(0)
            let subject = PassthroughSubject<Int, Never>()
            nonisolated(unsafe) let shared = subject.handleEvents(
                receiveSubscription: { _ in active.add(1, ordering: .relaxed) },
                receiveCancel: { active.subtract(1, ordering: .relaxed) }
            ).share(replay: 1)
            onThreads(3, seed: seed &+ UInt64(round)) { _ in
                for _ in 0..<4 {
                    let sequel = Sequel()
                    shared.subscribe(sequel)
                    sequel.cancel()
                }
            }
            #expect(active.load(ordering: .relaxed) == 0, "seed \(seed), round \(round)")
        }
    }

    /// Whoever comes, whenever, sees numbers without a gap: a value comes by the replay or by the stream, never by both.
    @Test(arguments: Laws.seeds(1...12)) func noGapBetweenReplayAndStream(seed: UInt64) {
        let subject = PassthroughSubject<Int, Never>()
        let shared = subject.share(replay: 3)
        let first = Sequel()
        shared.subscribe(first)
        let late = Locked<[Sequel]>([])
        onThreads(4, seed: seed) { thread in
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
        onThreads(2, seed: seed) { thread in
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
        onThreads(4, seed: seed) { thread in
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

    /// A subscriber that arrives while another thread starts upstream waits for nothing, and gets what upstream sends first
    /// on that thread. Upstream's start waits here until the other subscriber is back.
    @Test(arguments: [Result<Int, TestError>.success(1), .failure(TestError())])
    func nobodyWaitsForTheStart(outcome: Result<Int, TestError>) {
        let (isStarting, isBack) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        // What its closures use is safe to share.
        nonisolated(unsafe) let shared = Deferred {
            isStarting.signal()
            isBack.wait()
            return outcome.publisher
        }.share(replay: 1)
        let events = [Locked<[String]>([]), Locked<[String]>([])]
        let seenInsideOfTheCall = Locked<[String]>([])
        onThreads(2) { thread in
            if thread == 1 { isStarting.wait() }
            shared.subscribe(
                Subscribers.Sink(
                    receiveCompletion: { end in events[thread].withLock { $0.append("\(end)") } },
                    receiveValue: { value in events[thread].withLock { $0.append("\(value)") } }))
            if thread == 0 { return }
            seenInsideOfTheCall.withLock { $0 = events[1].withLock { $0 } }
            isBack.signal()
        }
        #expect(seenInsideOfTheCall.withLock { $0 } == [])
        #expect(events[0].withLock { $0 } == events[1].withLock { $0 })
        #expect(events[0].withLock { $0.count } == (outcome == .success(1) ? 2 : 1))
    }

    /// A subscriber that asks some time after it has subscribed gets the kept values inside the call that asks, while
    /// another thread delivers to another one.
    @Test func whoAsksLaterWaitsForNobody() {
        let subject = PassthroughSubject<Int, Never>()
        let shared = subject.share(replay: 1)
        let inside = Atomic<Bool>(false)
        let isDone = Atomic<Bool>(false)
        let first = shared.sink { value in
            guard value == 2 else { return }
            inside.store(true, ordering: .releasing)
            while !isDone.load(ordering: .acquiring) {}
        }
        subject.send(1)
        let late = Sequel(demand: .none)
        shared.subscribe(late)
        let seenInsideOfTheCall = Locked<[Int]>([])
        onThreads(2) { thread in
            if thread == 0 { return subject.send(2) }
            while !inside.load(ordering: .acquiring) {}
            late.request(2)
            seenInsideOfTheCall.withLock { $0 = late.values }
            isDone.store(true, ordering: .releasing)
        }
        #expect(seenInsideOfTheCall.withLock { $0 } == [2])
        subject.send(3)
        subject.send(4)
        #expect(late.values == [2, 3])
        late.request(1)
        #expect(late.values == [2, 3, 4])
        subject.send(completion: .finished)
        #expect(late.isFinished)
        #expect(late.faults == [])
        first.cancel()
    }

    /// `zip` asks when all its inputs have subscribed, and promises a value synchronously where each of them does.
    @Test(arguments: Laws.seeds(1...8)) func zipHasAValueAtOnce(seed: UInt64) {
        let subjects = [CurrentValueSubject<Int, Never>(0), CurrentValueSubject<Int, Never>(0)]
        let shared = subjects.map { $0.share(replay: 1) }
        let running = shared.map { $0.sink { _ in } }
        let late = Atomic<Int>(0)
        onThreads(3, seed: seed) { thread in
            if thread < 2 {
                for value in 0..<3000 { subjects[thread].send(value) }
                return
            }
            for _ in 0..<1000 {
                let hasValue = Atomic<Bool>(false)
                let zipped = shared[0].zip(shared[1])
                let cancellable = zipped.sink { _ in hasValue.store(true, ordering: .relaxed) }
                if !hasValue.load(ordering: .relaxed) { late.add(1, ordering: .relaxed) }
                cancellable.cancel()
            }
        }
        #expect(late.load(ordering: .relaxed) == 0)
        for cancellable in running { cancellable.cancel() }
    }

    /// Several threads ask one that has asked for nothing so far, and cancel it, while values come.
    @Test(arguments: Laws.seeds(1...12)) func theFirstRequestComesFromAnywhere(seed: UInt64) throws {
        let leaks = LeakTracker()
        do {
            let subject = PassthroughSubject<Int, Never>()
            let shared = subject.share(replay: 2)
            let first = shared.sink { _ in }
            var random = SeededGenerator(seed: seed)
            for round in 0..<150 {
                let token = leaks.token("subscriber")
                let late = Sequel(demand: .none, keeping: token)
                shared.subscribe(late)
                let (asks, cancels) = (Int.random(in: 0...3, using: &random), Bool.random(using: &random))
                onThreads(3, seed: seed &* 1000 &+ UInt64(round)) { thread in
                    switch thread {
                    case 0: for value in 0..<4 { subject.send(round * 4 + value) }
                    case 1:
                        late.request(asks + 1)
                        if cancels { late.cancel() }
                    default: late.request(1)
                    }
                }
                #expect(late.faults == [])
                #expect(late.values.count <= asks + 2)
                #expect(late.values == late.values.sorted() && Set(late.values).count == late.values.count)
                if !cancels {
                    // Two values are kept, and there was demand for them.
                    #expect(late.values.count >= 2, "seed \(seed)")
                    late.cancel()
                }
            }
            first.cancel()
        }
        try leaks.expectAllReleased()
    }

    /// The end comes without a request where nothing is kept, and waits behind what is; then nobody but the subscriber
    /// holds the subscription.
    @Test(arguments: [0, 2]) func theEndOfWhoHasAskedForNothing(values: Int) throws {
        let leaks = LeakTracker()
        do {
            let subject = PassthroughSubject<Int, Never>()
            let shared = subject.share(replay: 2)
            let patient = Sequel(demand: .none, keeping: leaks.token("patient"))
            shared.subscribe(patient)
            let token = leaks.token("forgetful")
            shared.subscribe(AnySubscriber<Int, Never>(receiveCompletion: { _ in _ = token }))
            for value in 0..<values { subject.send(value) }
            subject.send(completion: .finished)
            #expect(patient.isFinished == (values == 0))
            patient.request(1)
            patient.request(1)
            #expect(patient.values == Array(0..<values))
            #expect(patient.isFinished)
            #expect(patient.faults == [])
        }
        try leaks.expectAllReleased()
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
    private let kept: AnyObject?
    private let state = Locked(State())
    private let inside = Atomic<Int>(0)

    init(demand: Subscribers.Demand = .unlimited, keeping kept: AnyObject? = nil) {
        (self.demand, self.kept) = (demand, kept)
    }

    var values: [Int] { state.withLock { $0.values } }
    var faults: [String] { state.withLock { $0.faults } }
    var isFinished: Bool { state.withLock { $0.isFinished } }

    func request(_ count: Int) { state.withLock { $0.subscription }?.request(.max(count)) }
    func cancel() { state.withLock { $0.subscription.take() }?.cancel() }

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
            $0.subscription = nil
        }
    }

    private func fault(_ text: String) { state.withLock { $0.faults.append(text) } }
}
