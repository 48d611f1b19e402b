import Dispatch
import Synchronization
import Testing
import TraitsRuntime
import TraitsTesting

@Suite("ImmediateScheduler")
struct ImmediateSchedulerTests {
    @Test func runsAtOnce() {
        var log: [Int] = []
        let scheduler = ImmediateScheduler.shared
        scheduler.schedule { log.append(1) }
        scheduler.schedule(after: scheduler.now.advanced(by: 10)) { log.append(2) }
        let cancellable = scheduler.schedule(after: scheduler.now, interval: 1) { log.append(3) }
        cancellable.cancel()
        #expect(log == [1, 2, 3])
        #expect(scheduler.now.distance(to: scheduler.now) == 0)
        #expect(scheduler.minimumTolerance == 0)
        #expect([1, 2].publisher.receive(on: scheduler).record().recording == "12|")
        #expect([1, 2].publisher.delay(for: 3, scheduler: scheduler).record().recording == "12|")
    }

    @Test func strideArithmetic() {
        typealias Stride = ImmediateScheduler.SchedulerTimeType.Stride
        var stride: Stride = 3
        stride += 2
        stride *= 4
        stride -= 1
        #expect(stride.magnitude == 19)
        #expect(Stride(2) < Stride(3))
        #expect(Stride(floatLiteral: 2.9).magnitude == 2)
        #expect(Stride(exactly: UInt64.max) == nil)
        #expect(Stride.seconds(5) == 0)
    }
}

@Suite("DispatchQueue as a scheduler", .limited)
struct DispatchQueueSchedulerTests {
    typealias Stride = DispatchQueue.SchedulerTimeType.Stride

    @Test func strides() {
        #expect(Stride.seconds(2).magnitude == 2_000_000_000)
        #expect(Stride.seconds(0.5) == .milliseconds(500))
        #expect(Stride.microseconds(3) == .nanoseconds(3000))
        #expect((1.5 as Stride) == .milliseconds(1500))
        #expect((2 as Stride) == .seconds(2))
        #expect(Stride(.milliseconds(4)) == .milliseconds(4))
        #expect(Stride(.never).magnitude == .max)
        #expect(Stride.seconds(Int.max).magnitude == .max)
        #expect(Stride.seconds(-1) < 0)
        #expect(Stride.seconds(1) - .milliseconds(1) == .milliseconds(999))
        #expect(Stride.milliseconds(7).timeInterval == .nanoseconds(7_000_000))
    }

    @Test func moments() {
        let now = DispatchQueue.SchedulerTimeType(DispatchTime(uptimeNanoseconds: 1_000_000))
        let later = now.advanced(by: .nanoseconds(500))
        #expect(now.distance(to: later) == .nanoseconds(500))
        #expect(later.distance(to: now) == .nanoseconds(-500))
        #expect(now < later)
        #expect(Set([now, now]).count == 1)
    }

    @Test func deliversInOrderOnTheQueue() async {
        let queue = DispatchQueue(label: "test")
        let key = DispatchSpecificKey<Bool>()
        queue.setSpecific(key: key, value: true)
        let got = Mutex<[Int]>([])
        let elsewhere = Mutex(0)
        let cancellable = Mutex<AnyCancellable?>(nil)
        await withCheckedContinuation { (done: CheckedContinuation<Void, Never>) in
            let sink = (1...1000).publisher
                .receive(on: queue)
                .sink(
                    receiveCompletion: { _ in done.resume() },
                    receiveValue: { value in
                        if DispatchQueue.getSpecific(key: key) != true { elsewhere.withLock { $0 += 1 } }
                        got.withLock { $0.append(value) }
                    })
            cancellable.withLock { $0 = sink }
        }
        #expect(got.withLock { $0 } == Array(1...1000))
        #expect(elsewhere.withLock { $0 } == 0)
    }

    @Test func valuesNeverOverlapOnAConcurrentQueue() async {
        let queue = DispatchQueue(label: "test", attributes: .concurrent)
        let inside = Atomic<Int>(0)
        let overlaps = Atomic<Int>(0)
        let count = Atomic<Int>(0)
        let cancellable = Mutex<AnyCancellable?>(nil)
        // An end would take its own way through the queue: values that it overtakes don't come any more.
        let subject = PassthroughSubject<Int, Never>()
        await withCheckedContinuation { (done: CheckedContinuation<Void, Never>) in
            let sink = subject.receive(on: queue).sink(
                receiveCompletion: { _ in },
                receiveValue: { _ in
                    if inside.add(1, ordering: .relaxed).newValue != 1 { overlaps.add(1, ordering: .relaxed) }
                    inside.subtract(1, ordering: .relaxed)
                    if count.add(1, ordering: .relaxed).newValue == 500 { done.resume() }
                })
            cancellable.withLock { $0 = sink }
            for value in 1...500 { subject.send(value) }
        }
        #expect(overlaps.load(ordering: .relaxed) == 0)
        #expect(count.load(ordering: .relaxed) == 500)
    }

    @Test func optionsReachTheQueue() {
        let queue = DispatchQueue(label: "test")
        let group = DispatchGroup()
        let ran = Atomic<Int>(0)
        let options = DispatchQueue.SchedulerOptions(qos: .utility, group: group)
        queue.schedule(options: options) { ran.add(1, ordering: .relaxed) }
        queue.schedule(after: queue.now, tolerance: 0, options: options) { ran.add(1, ordering: .relaxed) }
        group.waitInTime()
        #expect(ran.load(ordering: .relaxed) == 2)
    }

    @Test func repeatsUntilCancelled() {
        let queue = DispatchQueue(label: "test")
        let done = DispatchSemaphore(value: 0)
        let count = Atomic<Int>(0)
        let cancellable = queue.schedule(after: queue.now, interval: .milliseconds(1)) {
            if count.add(1, ordering: .relaxed).newValue == 3 { done.signal() }
        }
        done.waitInTime()
        cancellable.cancel()
        queue.sync {}
        let reached = count.load(ordering: .relaxed)
        #expect(reached >= 3)
    }

    @Test func delayWaitsAtLeastThatLong() {
        let queue = DispatchQueue(label: "test")
        let done = DispatchSemaphore(value: 0)
        let start = queue.now
        let end = Mutex(start)
        let cancellable = Just(1).delay(for: .milliseconds(5), scheduler: queue).sink { _ in
            end.withLock { $0 = queue.now }
            done.signal()
        }
        done.waitInTime()
        #expect(start.distance(to: end.withLock { $0 }) >= .milliseconds(5))
        cancellable.cancel()
    }

    /// As in Combine, where programs see it.
    @Test func arithmeticOfAQueuesTimes() {
        typealias Time = DispatchQueue.SchedulerTimeType
        #expect(Time.Stride.nanoseconds(18) * .nanoseconds(2) == .nanoseconds(0))
        let early = Time(DispatchTime(uptimeNanoseconds: 10))
        let late = Time(DispatchTime(uptimeNanoseconds: UInt64.max - 1024))
        let earlier = Time(DispatchTime(uptimeNanoseconds: UInt64.max - 1034))
        #expect(late.distance(to: earlier) == .nanoseconds(-10))
        #expect(early.distance(to: late) == .nanoseconds(.max))
        #expect(late.distance(to: early) == .nanoseconds(.max))
    }
}
