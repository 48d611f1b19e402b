import Dispatch
import Synchronization
import Testing
import TraitsRuntime

@testable import TraitsStreams

/// Closures that wait for their time, of all queues together.
@Suite("Deadlines of queues", .limited)
struct DeadlineTests {
    private typealias Time = DispatchQueue.SchedulerTimeType

    private let queue = DispatchQueue(label: "test")

    private func later(_ milliseconds: Int) -> Time { queue.now.advanced(by: .milliseconds(milliseconds)) }

    /// Those of one time in the order in which they were scheduled, whatever was cancelled between them.
    @Test func runInTheOrderOfTheirTimes() {
        var milliseconds = 20
        // What is scheduled when its time has passed is out of order: then there is more time, once again.
        while !runInOrder(after: milliseconds) { milliseconds *= 2 }
    }

    /// - Returns: whether all were scheduled in time.
    private func runInOrder(after milliseconds: Int) -> Bool {
        let ran = Mutex<[Int]>([])
        let group = DispatchGroup()
        let options = DispatchQueue.SchedulerOptions(group: group)
        let start = later(milliseconds)
        var handles: [(any Cancellable)?] = []
        for number in (0..<400).reversed() {
            let date = start.advanced(by: .microseconds(number / 4 * 10))
            handles.append(
                queue._scheduleOnce(after: date, tolerance: 0, options: options) {
                    ran.withLock { $0.append(number) }
                })
        }
        for (position, handle) in handles.enumerated() where position.isMultiple(of: 3) { handle?.cancel() }
        let isInTime = queue.now < start
        guard group.waitInTime(), isInTime else { return isInTime }
        let kept = handles.indices.filter { !$0.isMultiple(of: 3) }.map { 399 - $0 }
        let expected = kept.enumerated().sorted { ($0.element / 4, $0.offset) < ($1.element / 4, $1.offset) }
        #expect(ran.withLock { $0 } == expected.map(\.element))
        return true
    }

    @Test func aCancelledClosureIsReleasedWithItsQueue() {
        final class Owned {}
        weak var owned: Owned?
        weak var queue: DispatchQueue?
        var handle: (any Cancellable)?
        do {
            let object = Owned()
            let own = DispatchQueue(label: "own")
            (owned, queue) = (object, own)
            handle = own._scheduleOnce(
                after: own.now.advanced(by: .seconds(3600)), tolerance: 0, options: nil
            ) { withExtendedLifetime(object) {} }
        }
        #expect(owned != nil && queue != nil)
        handle?.cancel()
        #expect(owned == nil && queue == nil)
        handle?.cancel()
    }

    /// A closure whose time has come waits for its queue, and may still be cancelled.
    @Test func cancellingInsideOfTheQueueIsInTime() {
        let ran = Synchronization.Atomic(0)
        let group = DispatchGroup()
        queue.suspend()
        let options = DispatchQueue.SchedulerOptions(group: group)
        let first = queue._scheduleOnce(after: later(1), tolerance: 0, options: nil) {
            ran.add(1, ordering: .relaxed)
        }
        let last = queue._scheduleOnce(after: later(2), tolerance: 0, options: options) {
            ran.add(10, ordering: .relaxed)
        }
        queue.schedule(options: options) { first?.cancel() }
        // Another queue isn't held up.
        let other = DispatchSemaphore(value: 0)
        let free = DispatchQueue(label: "free")
        let third = free._scheduleOnce(after: later(3), tolerance: 0, options: nil) { other.signal() }
        other.waitInTime()
        queue.resume()
        group.waitInTime()
        #expect(ran.load(ordering: .relaxed) == 10)
        withExtendedLifetime((last, third)) {}
    }

    @Test func cancellingLeavesTheGroup() {
        let group = DispatchGroup()
        let options = DispatchQueue.SchedulerOptions(group: group)
        let handle = queue._scheduleOnce(after: later(3_600_000), tolerance: 0, options: options) {}
        #expect(group.wait(timeout: .now()) == .timedOut)
        handle?.cancel()
        handle?.cancel()
        group.waitInTime()
    }

    /// Neither a large tolerance nor a time that never comes holds up what is due.
    @Test func aToleranceIsNobodyElses() {
        let done = DispatchSemaphore(value: 0)
        let never = Time(.distantFuture)
        let patient = queue._scheduleOnce(after: later(1), tolerance: .seconds(3600), options: nil) {}
        let endless = queue._scheduleOnce(after: never, tolerance: .seconds(1), options: nil) {}
        let prompt = queue._scheduleOnce(after: later(2), tolerance: 0, options: nil) { done.signal() }
        done.waitInTime()
        for handle in [patient, endless, prompt] { handle?.cancel() }
    }

    /// One run stands for the times that have passed meanwhile.
    @Test func aSlowQueueRunsARepetitionOnce() {
        let ran = Synchronization.Atomic(0)
        let ticks = Synchronization.Atomic(0)
        let passed = DispatchSemaphore(value: 0)
        queue.suspend()
        let slow = queue.schedule(after: queue.now, interval: .milliseconds(1)) {
            ran.add(1, ordering: .relaxed)
        }
        let other = DispatchQueue(label: "other")
        let clock = other.schedule(after: other.now, interval: .milliseconds(1)) {
            if ticks.add(1, ordering: .relaxed).newValue == 5 { passed.signal() }
        }
        passed.waitInTime()
        clock.cancel()
        let reached = Mutex(0)
        queue.async { reached.withLock { $0 = ran.load(ordering: .relaxed) } }
        queue.resume()
        queue.sync {}
        slow.cancel()
        #expect(reached.withLock { $0 } == 1)
    }

    /// A queue that is behind causes no work: a closure that waits for its queue isn't in the list.
    @Test func aClosureThatWaitsForItsQueueIsNotLookedAtAgain() throws {
        queue.suspend()
        let timer = queue.schedule(after: queue.now, interval: .milliseconds(1)) {}
        let wait = queue._scheduleWait(
            until: queue.now, interval: .milliseconds(1), tolerance: 0, options: nil
        ) {}
        let ticks = Synchronization.Atomic(0)
        let passed = DispatchSemaphore(value: 0)
        let other = DispatchQueue(label: "other")
        let clock = other.schedule(after: later(1), interval: .milliseconds(1)) {
            if ticks.add(1, ordering: .relaxed).newValue == 5 { passed.signal() }
        }
        passed.waitInTime()
        clock.cancel()
        #expect(try #require(timer as? _QueueTimer).work.isWaiting == false)
        #expect(try #require(wait as? _QueueWork).isWaiting == false)
        queue.resume()
        queue.sync {}
        timer.cancel()
    }

    @Test func aWaitFiresOnce() {
        let ran = Synchronization.Atomic(0)
        let ticks = Synchronization.Atomic(0)
        let passed = DispatchSemaphore(value: 0)
        let wait = queue._scheduleWait(
            until: later(1), interval: .milliseconds(1), tolerance: 0, options: nil
        ) { ran.add(1, ordering: .relaxed) }
        let clock = queue.schedule(after: later(2), interval: .milliseconds(1)) {
            if ticks.add(1, ordering: .relaxed).newValue == 5 { passed.signal() }
        }
        passed.waitInTime()
        clock.cancel()
        queue.sync {}
        #expect(ran.load(ordering: .relaxed) == 1)
        wait.cancel()
    }

    /// As with a repeating closure, the wait itself doesn't keep a group.
    @Test func aGroupDoesNotWaitForAWait() {
        let group = DispatchGroup()
        let options = DispatchQueue.SchedulerOptions(group: group)
        let subject = PassthroughSubject<Int, Never>()
        let cancellable = subject.timeout(.seconds(3600), scheduler: queue, options: options).sink { _ in }
        group.waitInTime()
        cancellable.cancel()
    }

    /// One further run stands for the times that come inside a run. It waits for the end of that run.
    @Test func aTimeInsideARunWaitsForItsEnd() {
        var runs = _Runs()
        let first = runs.comeDue()
        runs.begin()
        let inside = [runs.comeDue(), runs.comeDue()]
        let second = runs.end()
        runs.begin()
        let third = runs.end()
        let next = runs.comeDue()
        #expect(inside == [false, false])
        #expect([first, second, third, next] == [true, true, false, true])
    }

    /// Also where the queue could run it on several threads.
    @Test func runsOfARepetitionNeverOverlap() {
        let concurrent = DispatchQueue(label: "concurrent", attributes: .concurrent)
        let inside = Synchronization.Atomic(0)
        let overlaps = Synchronization.Atomic(0)
        let ran = Synchronization.Atomic(0)
        let done = DispatchSemaphore(value: 0)
        let ticks = DispatchSemaphore(value: 0)
        // Other times come while it runs.
        let clock = queue.schedule(after: queue.now, interval: .microseconds(100)) { ticks.signal() }
        let timer = concurrent.schedule(after: concurrent.now, interval: .microseconds(10)) {
            if inside.add(1, ordering: .relaxed).newValue != 1 { overlaps.add(1, ordering: .relaxed) }
            for _ in 0..<5 { ticks.waitInTime() }
            inside.subtract(1, ordering: .relaxed)
            if ran.add(1, ordering: .relaxed).newValue == 10 { done.signal() }
        }
        done.waitInTime()
        timer.cancel()
        concurrent.sync(flags: .barrier) {}
        clock.cancel()
        #expect(overlaps.load(ordering: .relaxed) == 0)
        #expect(ran.load(ordering: .relaxed) >= 10)
    }

    @Test func aRepetitionEndsWithItsHandle() {
        final class Owned {}
        weak var owned: Owned?
        do {
            let object = Owned()
            owned = object
            _ = queue.schedule(after: later(3_600_000), interval: .seconds(1)) {
                withExtendedLifetime(object) {}
            }
        }
        #expect(owned == nil)
    }

    @Test func aRepetitionCanCancelItself() {
        let handle = Mutex<AnyCancellable?>(nil)
        let ran = Synchronization.Atomic(0)
        let done = DispatchSemaphore(value: 0)
        handle.withLock {
            $0 = AnyCancellable(
                queue.schedule(after: later(1), interval: .microseconds(1)) {
                    ran.add(1, ordering: .relaxed)
                    handle.withLock { $0.take() }?.cancel()
                    done.signal()
                })
        }
        done.waitInTime()
        queue.sync {}
        #expect(ran.load(ordering: .relaxed) == 1)
    }
}
