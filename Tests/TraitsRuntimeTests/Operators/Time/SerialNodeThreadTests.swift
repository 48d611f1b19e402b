import Dispatch
import Synchronization
import Testing
import TraitsRuntime
import TraitsTesting

/// Cancellation from one thread while others deliver.
@Suite("Timed operators, from many threads", .limited)
struct SerialNodeThreadTests {
    @Test(arguments: Laws.seeds(1...4)) func cancellingWhileDelivering(_ seed: UInt64) throws {
        let queue = DispatchQueue(label: "deliveries", attributes: .concurrent)
        let leaks = LeakTracker()
        var random = Random(state: seed)
        for _ in 0..<200 {
            let group = DispatchGroup()
            let options = DispatchQueue.SchedulerOptions(group: group)
            do {
                let token = leaks.token("subscriber's closure")
                let subject = PassthroughSubject<Int, Never>()
                let upstream = subject.leakTracked(by: leaks, "source")
                let isDelay = random.next() % 2 == 0
                let publisher =
                    isDelay
                    ? upstream.delay(for: .nanoseconds(0), scheduler: queue, options: options)
                        .eraseToAnyPublisher()
                    : upstream.receive(on: queue, options: options).eraseToAnyPublisher()
                let afterwards = Mutex<[Int]>([])
                let cancellable = publisher.sink { value in
                    _ = token
                    if value < 0 { afterwards.withLock { $0.append(value) } }
                }
                for value in 0..<(random.next() % 20) { subject.send(Int(value)) }
                if random.next() % 4 == 0 { subject.send(completion: .finished) }
                cancellable.cancel()
                subject.send(-1)
                group.waitInTime()
                #expect(afterwards.withLock { $0 } == [])
            }
        }
        queue.sync(flags: .barrier) {}
        try leaks.expectAllReleased()
    }

    @Test(arguments: Laws.seeds(5...7)) func aBufferBetweenTwoThreads(_ seed: UInt64) {
        let queue = DispatchQueue(label: "values")
        var random = Random(state: seed)
        for _ in 0..<50 {
            let count = Int(random.next() % 200) + 1
            let inside = Atomic<Int>(0)
            let overlaps = Atomic<Int>(0)
            let got = Mutex<[Int]>([])
            let done = DispatchSemaphore(value: 0)
            let subject = PassthroughSubject<Int, Never>()
            let subscriber = TrackingSubscriber<Int, Never>(
                receiveValue: { value in
                    if inside.add(1, ordering: .relaxed).newValue != 1 {
                        overlaps.add(1, ordering: .relaxed)
                    }
                    got.withLock { $0.append(value) }
                    inside.subtract(1, ordering: .relaxed)
                    return .none
                },
                receiveCompletion: { _ in done.signal() })
            subject.buffer(size: count, prefetch: .byRequest, whenFull: .dropNewest).subscribe(subscriber)
            queue.async {
                for value in 0..<count { subject.send(value) }
                subject.send(completion: .finished)
            }
            // One more for the end, which waits for a request as well.
            for _ in 0...count { subscriber.request(.max(1)) }
            done.waitInTime()
            #expect(got.withLock { $0 } == Array(0..<count))
            #expect(overlaps.load(ordering: .relaxed) == 0)
            subscriber.cancel()
        }
    }

    @Test func sharedSubscribersComeAndGoFromManyThreads() {
        let source = PassthroughSubject<Int, Never>()
        let connected = Atomic<Int>(0)
        let most = Atomic<Int>(0)
        let shared = source.handleEvents(
            receiveSubscription: { _ in
                let now = connected.add(1, ordering: .sequentiallyConsistent).newValue
                most.max(now, ordering: .relaxed)
            },
            receiveCancel: { connected.subtract(1, ordering: .sequentiallyConsistent) }
        ).share()
        // Safe to share: a shared publisher guards itself.
        nonisolated(unsafe) let publisher = shared
        onThreads(8) { _ in
            for _ in 0..<500 { publisher.sink { _ in }.cancel() }
        }
        #expect(connected.load(ordering: .relaxed) == 0, "the last one to go has cancelled upstream")
        #expect(most.load(ordering: .relaxed) >= 1)
    }
}

/// A small generator whose sequence depends on the seed alone.
private struct Random {
    var state: UInt64
    mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return state >> 33
    }
}
