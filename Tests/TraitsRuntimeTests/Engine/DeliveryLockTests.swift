import Dispatch
import Foundation
import Synchronization
import Testing
import TraitsTesting

@testable import TraitsRuntime

/// What a thread has done with a lock before.
enum LockPast: CaseIterable {
    case none
    /// This thread has entered it so often that it is reserved, if the system can do that.
    case reserved
    /// It was reserved, and another thread has taken that back.
    case shared
    /// It was reserved, and another thread has taken that back while this one was inside.
    case sharedInside
}

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
    var isReserved: Bool { lock.owner.load(ordering: .relaxed) & _DeliveryLock.reserved != 0 }
    func isOutermost() -> Bool { lock.isOutermost() }

    func work() {
        if isWorking { overlaps += 1 }
        isWorking = true
        count += 1
        isWorking = false
    }

    /// Makes one thread's past with the lock.
    func live(_ past: LockPast) {
        if past == .none { return }
        awaitProcessBarrier()
        for _ in 0..<Int(_DeliveryLock.patience) + 2 {
            lock.enter()
            lock.exit()
        }
        if past == .reserved { return }
        if past == .sharedInside { lock.enter() }
        onAnotherThread { _ = self.lock.tryEnter().map { _ in self.lock.exit() } }
        if past == .sharedInside { lock.exit() }
    }
}

/// Waits until it is known whether locks can be reserved here.
func awaitProcessBarrier() {
    while !_ProcessBarrier.isReady && !_ProcessBarrier.isMissing { Thread.yield() }
}

private func onAnotherThread(_ body: @escaping @Sendable () -> Void) { onThreads(1) { _ in body() } }

extension Thread {
    fileprivate static func yield() { sched_yield() }
}

@Suite("The delivery lock")
struct DeliveryLockTests {
    @Test(arguments: LockPast.allCases)
    func entriesNest(past: LockPast) {
        let guarded = Guarded()
        guarded.live(past)
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

    @Test func reservedOnceAndOnlyOnce() {
        let guarded = Guarded()
        for _ in 0..<100 {
            guarded.enter()
            guarded.exit()
        }
        #expect(!guarded.isReserved)
        guarded.live(.reserved)
        #expect(guarded.isReserved == _ProcessBarrier.isReady)
        guarded.live(.shared)
        #expect(!guarded.isReserved)
        guarded.live(.reserved)
        #expect(!guarded.isReserved)
    }

    @Test(arguments: LockPast.allCases)
    func anotherThreadIsKeptOut(past: LockPast) {
        let guarded = Guarded()
        guarded.live(past)
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

    @Test(arguments: LockPast.allCases)
    func whoWaitsGetsIn(past: LockPast) {
        let guarded = Guarded()
        guarded.live(past)
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
        for _ in 0..<3 { waits.wait() }
        for _ in 0..<1000 {
            // Re-entering is possible all the time, also while the reservation is being taken back.
            #expect(guarded.enter())
            guarded.work()
            #expect(!guarded.exit())
        }
        #expect(guarded.exit())
        for _ in 0..<3 { done.wait() }
        #expect(guarded.count == 1003)
        #expect(guarded.overlaps == 0)
    }

    /// Threads enter so often in a row that the lock gets reserved, for one after the other or for none, while
    /// the others keep coming.
    @Test(arguments: Laws.seeds(1...20))
    func oneAtATime(seed: UInt64) {
        awaitProcessBarrier()
        for round in 0..<10 {
            let guarded = Guarded()
            let total = Atomic<Int>(0)
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

    /// Locks that are reserved for one thread, which keeps using them at all depths, are wanted by others, all at once.
    @Test(arguments: Laws.seeds(1...20))
    func manyReservationsAreTakenBack(seed: UInt64) {
        awaitProcessBarrier()
        let all = (0..<64).map { _ in Guarded() }
        let entries = Atomic<Int>(0)
        let isReady = Atomic<Bool>(false)
        onThreads(3) { thread in
            var random = SeededGenerator(seed: seed &* 131 &+ UInt64(thread))
            var mine = 0
            if thread == 0 {
                for guarded in all { guarded.live(.reserved) }
                isReady.store(true, ordering: .releasing)
            } else {
                while !isReady.load(ordering: .acquiring) { sched_yield() }
            }
            for _ in 0..<40 {
                for guarded in all {
                    if Bool.random(using: &random) {
                        guarded.enter()
                    } else if guarded.tryEnter() == nil {
                        continue
                    }
                    let depth = Int.random(in: 0...3, using: &random)
                    for _ in 0..<depth { #expect(guarded.enter()) }
                    for _ in 0..<depth {
                        guarded.work()
                        mine += 1
                        #expect(guarded.isInside)
                        #expect(!guarded.exit())
                    }
                    guarded.work()
                    mine += 1
                    #expect(guarded.exit())
                }
            }
            entries.add(mine, ordering: .relaxed)
        }
        #expect(all.reduce(0) { $0 + $1.count } == entries.load(ordering: .relaxed), "seed \(seed)")
        #expect(all.allSatisfy { $0.overlaps == 0 && !$0.isReserved }, "seed \(seed)")
    }

    /// A thread ends and leaves its locks reserved. Later threads may be given its identity, or come from elsewhere,
    /// several at a time.
    @Test(arguments: Laws.seeds(1...10))
    func threadsEndAndLeaveReservations(seed: UInt64) {
        awaitProcessBarrier()
        var random = SeededGenerator(seed: seed)
        for _ in 0..<20 {
            let guarded = Guarded()
            let entries = Int.random(in: 0..<300, using: &random)
            onThreads(1) { _ in
                guarded.live(.reserved)
                guarded.enter()
                guarded.work()
                guarded.exit()
            }
            #expect(guarded.isReserved == _ProcessBarrier.isReady)
            let crowd = Int.random(in: 1...3, using: &random)
            onThreads(crowd) { _ in
                for _ in 0..<entries {
                    guarded.enter()
                    guarded.work()
                    guarded.exit()
                }
            }
            onThreads(1) { _ in
                #expect(guarded.tryEnter() == false)
                guarded.work()
                guarded.exit()
            }
            #expect(guarded.count == 2 + crowd * entries, "seed \(seed)")
            #expect(guarded.overlaps == 0, "seed \(seed)")
        }
    }

    /// Threads hand a lock round: each waits for it while another one is inside, so that most entries are wake-ups.
    @Test(arguments: LockPast.allCases, Laws.seeds(1...5))
    func noWakeUpIsLost(past: LockPast, seed: UInt64) {
        let guarded = Guarded()
        guarded.live(past)
        onThreads(4) { thread in
            var random = SeededGenerator(seed: seed &* 131 &+ UInt64(thread))
            for _ in 0..<300 {
                guarded.enter()
                guarded.work()
                // Who is inside lets the others come and fall asleep.
                if Int.random(in: 0..<4, using: &random) == 0 { sched_yield() }
                guarded.exit()
                if Int.random(in: 0..<4, using: &random) == 0 { sched_yield() }
            }
        }
        #expect(guarded.count == 1200, "seed \(seed)")
        #expect(guarded.overlaps == 0, "seed \(seed)")
    }

    /// Who leaves mail and finds the lock taken goes away: the thread inside takes the mail after it has left.
    @Test(arguments: Laws.seeds(1...20))
    func mailIsNotLost(seed: UInt64) {
        awaitProcessBarrier()
        var random = SeededGenerator(seed: seed)
        for _ in 0..<50 {
            let guarded = Guarded()
            let mail = Atomic<Bool>(false)
            let isReserved = Atomic<Bool>(false)
            @Sendable func readMail() {
                while mail.load(ordering: .sequentiallyConsistent), guarded.tryEnter() != nil {
                    if mail.exchange(false, ordering: .sequentiallyConsistent) { guarded.work() }
                    guarded.exit()
                }
            }
            let pause = Int.random(in: 0..<400, using: &random)
            onThreads(2) { thread in
                if thread == 0 {
                    for entry in 0..<3000 {
                        guarded.enter()
                        guarded.exit()
                        readMail()
                        if entry == 1500 { isReserved.store(true, ordering: .releasing) }
                    }
                } else {
                    while !isReserved.load(ordering: .acquiring) { Thread.yield() }
                    var random = SeededGenerator(seed: UInt64(pause))
                    for _ in 0..<pause { _ = random.next() }
                    mail.store(true, ordering: .sequentiallyConsistent)
                    readMail()
                }
            }
            #expect(guarded.count == 1, "seed \(seed)")
        }
    }
}
