import Dispatch
import Testing
import TraitsRuntime
import TraitsTesting

/// Schedulers that take the freedom that the protocol gives them.
@Suite struct SchedulerOrderTests {
    /// The order in which actions of one tick ran, all scheduled before.
    private func run(_ count: Int, _ clock: TestScheduler) -> [Int] {
        var seen: [Int] = []
        for number in 0..<count { clock.schedule { seen.append(number) } }
        clock.advance()
        return seen
    }

    @Test func asScheduled() {
        #expect(run(5, TestScheduler()) == [0, 1, 2, 3, 4])
        #expect(run(5, TestScheduler(order: .newestFirst)) == [4, 3, 2, 1, 0])
    }

    @Test func aSeedIsAnOrder() {
        func shuffled(_ seed: UInt64) -> [Int] { run(4, TestScheduler(order: .shuffled(seed: seed))) }
        #expect(shuffled(3) == shuffled(3))
        #expect(Set((0..<500).map(shuffled)).count == 24)
    }

    @Test func timeIsKept() {
        for order in [TestScheduler.Order.newestFirst, .shuffled(seed: 1), .parallel(threads: 2)] {
            let clock = TestScheduler(order: order)
            var seen: [Int] = []
            for tick in 1...5 {
                clock.schedule(after: VirtualTime(ticks: tick), tolerance: 0, options: nil) {
                    seen.append(clock.now.ticks)
                }
            }
            clock.advance(by: 9)
            #expect(seen == [1, 2, 3, 4, 5])
        }
    }

    @Test func everyOrder() {
        var orders: Set<[Int]> = []
        #expect(TestScheduler.inEveryOrder { orders.insert(run(4, $0)) } == 24)
        #expect(orders.count == 24)
        #expect(TestScheduler.inEveryOrder(atMost: 7) { _ = run(4, $0) } == 7)
        #expect(TestScheduler.inEveryOrder { _ = run(1, $0) } == 1)
    }

    /// What an action schedules for now can run before others that wait.
    @Test func everyOrderOfActionsThatMakeOthers() {
        var orders: Set<String> = []
        TestScheduler.inEveryOrder { clock in
            var seen = ""
            clock.schedule {
                seen += "a"
                clock.schedule { seen += "c" }
            }
            clock.schedule { seen += "b" }
            clock.advance()
            orders.insert(seen)
        }
        #expect(orders == ["abc", "acb", "bac"])
    }

    /// A source sends in order, whatever its scheduler does; others come in between.
    @Test func sourcesKeepTheirOrder() throws {
        var seen: Set<String> = []
        let count = try TestScheduler.inEveryOrder { clock in
            var text = ""
            let source = try clock.cold("-abc|", of: String.self)
            let cancellable = source.sink(
                receiveCompletion: { _ in text += "|" }, receiveValue: { text += $0 })
            clock.schedule(after: 1, tolerance: 0, options: nil) { text += "." }
            try clock.run()
            seen.insert(text)
            cancellable.cancel()
        }
        #expect(count == 5)
        #expect(seen == [".abc|", "a.bc|", "ab.c|", "abc.|", "abc|."])
        let clock = TestScheduler(order: .newestFirst)
        var numbers: [Int] = []
        for number in 1...3 { clock.scheduleInOrder { numbers.append(number) } }
        clock.advance()
        #expect(numbers == [1, 2, 3])
    }

    /// Two actions that wait for each other can both be done on two threads alone.
    @Test func actionsRunSideBySide() {
        let clock = TestScheduler(order: .parallel(threads: 2))
        let first = DispatchSemaphore(value: 0), second = DispatchSemaphore(value: 0)
        let met = DispatchSemaphore(value: 0)
        clock.schedule {
            first.signal()
            if second.wait(timeout: .now() + 300) == .success { met.signal() }
        }
        clock.schedule {
            second.signal()
            if first.wait(timeout: .now() + 300) == .success { met.signal() }
        }
        clock.advance()
        #expect(met.wait(timeout: .now()) == .success)
        #expect(met.wait(timeout: .now()) == .success)
        #expect(clock.pendingCount == 0)
    }

    /// Operators that pass everything on do so in each order that their actions can have.
    @Test func operatorsInEveryOrder() throws {
        let count = try TestScheduler.inEveryOrder { clock in
            let recorder = [1, 2, 3].publisher.delay(for: 1, scheduler: clock).record(on: clock)
            try clock.run()
            try recorder.expect("-123|")
        }
        #expect(count > 1)
        try TestScheduler.inEveryOrder { clock in
            let recorder = [1, 2, 3].publisher.receive(on: clock).record(on: clock)
            try clock.run()
            try recorder.expect("123|")
        }
        try TestScheduler.inEveryOrder { clock in
            let single = Just(1).receive(on: clock)
            let recorder = single.zip(single, single) { $0 + $1 + $2 }.record(on: clock)
            try clock.run()
            try recorder.expect("3|")
        }
    }

    @Test func whatIsCancelledDoesNotRun() {
        for order in [TestScheduler.Order.newestFirst, .shuffled(seed: 4), .parallel(threads: 2)] {
            let clock = TestScheduler(order: order)
            var count = 0
            let repeated = clock.schedule(after: 1, interval: 1, tolerance: 0, options: nil) { count += 1 }
            clock.advance(to: 3)
            repeated.cancel()
            clock.advance(to: 9)
            #expect(count == 3)
            #expect(clock.pendingCount == 0)
        }
    }
}

/// Asynchronous code in virtual time.
@Suite struct TasksInVirtualTimeTests {
    @Test func aLoopSeesTheTicks() throws {
        let clock = TestScheduler()
        let letters = try clock.cold("-a---b|", of: String.self)
        var seen: [String] = []
        let isDone = clock.advance(to: 9) {
            for await letter in letters.values { seen.append("\(clock.now.ticks)\(letter)") }
            seen.append("\(clock.now.ticks)|")
        }
        #expect(isDone)
        #expect(seen == ["1a", "4b", "4|"])
        #expect(clock.now == 9)
    }

    @Test func aTaskThatStillWaitsIsCancelled() throws {
        let clock = TestScheduler()
        let letters = try clock.cold("-a", of: String.self)
        var seen: [String] = []
        let isDone = clock.advance(to: 5) {
            for await letter in letters.values { seen.append(letter) }
            seen.append(Task.isCancelled ? "cancelled" : "done")
        }
        #expect(!isDone)
        #expect(seen == ["a", "cancelled"])
        #expect(letters.activeCount == 0)
    }
}
