import Dispatch
import Foundation
import Synchronization
import Testing
import TraitsTesting

@testable import TraitsRuntime
@testable import TraitsStreams

/// A lock, and something that needs it: not atomic, so that the thread sanitizer sees what the lock misses.
private final class Guarded: @unchecked Sendable {
    let lock = _DeliveryLock()
    var count = 0
    var isWorking = false
    var overlaps = 0

    // The lock can't be copied, which the macros of a test want to do.
    @discardableResult func enter() -> Bool { lock.enter() }
    func tryEnter() -> Bool? { lock.tryEnter() }
    @discardableResult func exit() -> Bool { lock.exit() }
    func exitOutermost() { lock.exitOutermost() }
    var isInside: Bool { lock.isInside }
    func isOutermost() -> Bool { lock.isOutermost() }

    func work() {
        if isWorking { overlaps += 1 }
        isWorking = true
        count += 1
        isWorking = false
    }
}

private func onAnotherThread(_ body: @escaping @Sendable () -> Void) { onThreads(1) { _ in body() } }

@Suite("The delivery lock", .limited)
struct DeliveryLockTests {
    @Test func entriesNest() {
        let guarded = Guarded()
        #expect(!guarded.isInside)
        for _ in 0..<3 {
            #expect(!guarded.enter())
            #expect(guarded.isInside && guarded.isOutermost())
            #expect(guarded.enter())
            #expect(guarded.tryEnter() == true)
            #expect(guarded.isInside && !guarded.isOutermost())
            #expect(!guarded.exit())
            #expect(!guarded.exit())
            #expect(guarded.isInside && guarded.isOutermost())
            #expect(guarded.exit())
            #expect(!guarded.isInside)
            #expect(guarded.tryEnter() == false)
            guarded.exitOutermost()
        }
    }

    @Test func anotherThreadIsKeptOut() {
        let guarded = Guarded()
        guarded.enter()
        onAnotherThread {
            #expect(!guarded.isInside)
            #expect(guarded.tryEnter() == nil)
        }
        // It is this thread's, whatever the other one has found out about it.
        #expect(guarded.isInside && guarded.isOutermost())
        #expect(guarded.enter())
        #expect(!guarded.exit())
        #expect(guarded.exit())
        onAnotherThread {
            #expect(guarded.tryEnter() == false)
            #expect(guarded.isInside)
            guarded.exit()
        }
        #expect(!guarded.enter())
        #expect(guarded.exit())
    }

    @Test func whoWaitsGetsIn() {
        let guarded = Guarded()
        guarded.enter()
        let waits = DispatchSemaphore(value: 0)
        let done = DispatchSemaphore(value: 0)
        for _ in 0..<3 {
            Thread.detachNewThread {
                waits.signal()
                guarded.enter()
                guarded.work()
                guarded.exit()
                done.signal()
            }
        }
        for _ in 0..<3 { waits.waitInTime() }
        for _ in 0..<1000 {
            // Re-entering is possible all the time, also while others wait.
            #expect(guarded.enter())
            guarded.work()
            #expect(!guarded.exit())
        }
        #expect(guarded.exit())
        for _ in 0..<3 { done.waitInTime() }
        #expect(guarded.count == 1003)
        #expect(guarded.overlaps == 0)
    }

    @Test(arguments: Laws.seeds(1...20))
    func oneAtATime(seed: UInt64) {
        for round in 0..<10 {
            let guarded = Guarded()
            let total = Synchronization.Atomic<Int>(0)
            onThreads(3) { thread in
                var random = SeededGenerator(seed: seed &* 131 &+ UInt64(round * 3 + thread))
                var entries = 0
                for _ in 0..<Int.random(in: 1...20, using: &random) {
                    for _ in 0..<Int.random(in: 1...1500, using: &random) {
                        if Bool.random(using: &random) {
                            guarded.enter()
                        } else if guarded.tryEnter() == nil {
                            continue
                        }
                        guarded.work()
                        entries += 1
                        guarded.exit()
                    }
                    for _ in 0..<Int.random(in: 0..<2000, using: &random) { _ = random.next() }
                }
                total.add(entries, ordering: .relaxed)
            }
            #expect(guarded.count == total.load(ordering: .relaxed), "seed \(seed)")
            #expect(guarded.overlaps == 0, "seed \(seed)")
        }
    }

    /// Threads hand a lock round: each waits for it while another one is inside, so that most entries are wake-ups.
    @Test(arguments: Laws.seeds(1...20))
    func noWakeUpIsLost(seed: UInt64) {
        let guarded = Guarded()
        onThreads(4) { thread in
            var random = SeededGenerator(seed: seed &* 131 &+ UInt64(thread))
            for _ in 0..<300 {
                guarded.enter()
                guarded.work()
                // The thread inside lets the others come and fall asleep.
                if Int.random(in: 0..<4, using: &random) == 0 { sched_yield() }
                guarded.exit()
                if Int.random(in: 0..<4, using: &random) == 0 { sched_yield() }
            }
        }
        #expect(guarded.count == 1200, "seed \(seed)")
        #expect(guarded.overlaps == 0, "seed \(seed)")
    }

    /// A thread that enqueues something and finds the lock taken goes away: the thread inside drains the mailbox after it
    /// has left.
    @Test(arguments: Laws.seeds(1...20))
    func whatIsEnqueuedIsNotLost(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<50 {
            let guarded = Guarded()
            let hasNews = Synchronization.Atomic<Bool>(false)
            let isBusy = Synchronization.Atomic<Bool>(false)
            @Sendable func drain() {
                while hasNews.load(ordering: .sequentiallyConsistent), guarded.tryEnter() != nil {
                    if hasNews.exchange(false, ordering: .sequentiallyConsistent) { guarded.work() }
                    guarded.exit()
                }
            }
            let pause = Int.random(in: 0..<400, using: &random)
            onThreads(2) { thread in
                if thread == 0 {
                    for entry in 0..<3000 {
                        guarded.enter()
                        guarded.exit()
                        drain()
                        if entry == 1500 { isBusy.store(true, ordering: .releasing) }
                    }
                } else {
                    while !isBusy.load(ordering: .acquiring) { sched_yield() }
                    var random = SeededGenerator(seed: UInt64(pause))
                    for _ in 0..<pause { _ = random.next() }
                    hasNews.store(true, ordering: .sequentiallyConsistent)
                    drain()
                }
            }
            #expect(guarded.count == 1, "seed \(seed)")
        }
    }
}
