import Foundation
import Synchronization
import Testing
import TraitsFoundation

// As long as a whole run may take.
@Suite("RunLoop and OperationQueue as schedulers", .timeLimit(.minutes(60)))
struct FoundationSchedulerTests {
    @Test func strides() {
        typealias Stride = RunLoop.SchedulerTimeType.Stride
        #expect(Stride.milliseconds(1500) == 1.5)
        #expect(Stride.microseconds(2_000_000) == .seconds(2))
        #expect(Stride.nanoseconds(500_000_000) == .seconds(0.5))
        #expect((2 as Stride) * 3 - 1 == 5)
        let now = RunLoop.SchedulerTimeType(Date(timeIntervalSinceReferenceDate: 10))
        #expect(now.distance(to: now.advanced(by: 2.5)) == 2.5)
        #expect(now.advanced(by: -1) < now)
        typealias Other = OperationQueue.SchedulerTimeType.Stride
        #expect(Other.seconds(1) + .milliseconds(500) == 1.5)
    }

    @Test func runLoopRunsWhatIsScheduled() {
        let loop = RunLoop.current
        var log: [String] = []
        loop.schedule { log.append("next turn") }
        loop.schedule(after: loop.now.advanced(by: 0.02)) { log.append("later") }
        let ticking = loop.schedule(after: loop.now, interval: 0.001) { log.append("tick") }
        #expect(log == [])
        let limit = Date(timeIntervalSinceNow: 300)
        while !log.contains("later"), Date() < limit {
            _ = loop.run(mode: .default, before: Date(timeIntervalSinceNow: 0.1))
        }
        ticking.cancel()
        #expect(log.first == "next turn")
        #expect(log.contains("tick"))
        #expect(log.contains("later"))
        let count = log.count
        _ = loop.run(mode: .default, before: Date(timeIntervalSinceNow: 0.01))
        #expect(log.count == count, "cancelled")
    }

    /// It counts as now, and holds up nothing that comes after it.
    @Test func runLoopTakesADateThatIsNoNumber() {
        let loop = RunLoop.current
        var log: [String] = []
        loop.schedule(after: loop.now.advanced(by: .seconds(0.0 / 0.0))) { log.append("no number") }
        for name in ["first", "second"] {
            loop.schedule(after: loop.now.advanced(by: 0.001)) { log.append(name) }
            let limit = Date(timeIntervalSinceNow: 300)
            while !log.contains(name), Date() < limit {
                _ = loop.run(mode: .default, before: Date(timeIntervalSinceNow: 0.1))
            }
        }
        #expect(log == ["no number", "first", "second"])
    }

    @Test func operationQueueDeliversInOrder() async {
        let queue = OperationQueue()
        queue.maxConcurrentOperationCount = 1
        let got = Mutex<[Int]>([])
        let keeper = Mutex<AnyCancellable?>(nil)
        await withCheckedContinuation { (done: CheckedContinuation<Void, Never>) in
            let sink = (1...100).publisher.receive(on: queue).sink(
                receiveCompletion: { _ in done.resume() },
                receiveValue: { value in got.withLock { $0.append(value) } })
            keeper.withLock { $0 = sink }
        }
        #expect(got.withLock { $0 } == Array(1...100))
    }

    @Test func operationQueueLaterAndRepeated() async {
        let queue = OperationQueue()
        await withCheckedContinuation { (done: CheckedContinuation<Void, Never>) in
            queue.schedule(after: queue.now.advanced(by: .milliseconds(1))) { done.resume() }
        }
        let count = Atomic<Int>(0)
        let keeper = Mutex<AnyCancellable?>(nil)
        await withCheckedContinuation { (done: CheckedContinuation<Void, Never>) in
            let repeating = AnyCancellable(
                queue.schedule(after: queue.now, interval: .milliseconds(1)) {
                    if count.add(1, ordering: .relaxed).newValue == 3 { done.resume() }
                })
            keeper.withLock { $0 = repeating }
        }
        keeper.withLock { $0 }?.cancel()
        #expect(count.load(ordering: .relaxed) >= 3)
    }
}
