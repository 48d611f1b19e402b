import Synchronization
import Testing
import TraitsRuntime
import TraitsTesting

@Suite struct TestSchedulerTests {
    let scheduler = TestScheduler()

    @Test func nothingRunsByItself() {
        var log: [String] = []
        scheduler.schedule(options: nil) { log.append("now") }
        #expect(log == [])
        #expect(scheduler.pendingCount == 1)
        scheduler.advance()
        #expect(log == ["now"])
        #expect(scheduler.now == 0)
        #expect(scheduler.pendingCount == 0)
    }

    @Test func actionsRunByTimeAndThenByOrder() throws {
        var log: [String] = []
        for name in ["a", "b", "c"] {
            scheduler.schedule(after: 2, tolerance: 0, options: nil) { log.append(name) }
        }
        scheduler.schedule(after: 1, tolerance: 0, options: nil) { log.append("first") }
        scheduler.schedule(after: 2, tolerance: 0, options: nil) { log.append("d") }
        try scheduler.run()
        #expect(log == ["first", "a", "b", "c", "d"])
        #expect(scheduler.now == 2)
    }

    @Test func orderIsStableForMany() throws {
        var log: [Int] = []
        for number in 0..<1000 {
            scheduler.schedule(after: VirtualTime(ticks: number % 3), tolerance: 0, options: nil) {
                log.append(number)
            }
        }
        try scheduler.run()
        #expect(log == (0..<1000).sorted { ($0 % 3, $0) < ($1 % 3, $1) })
    }

    @Test func advanceRunsWhatIsDueAtItsOwnTime() {
        var times: [VirtualTime] = []
        for tick in [1, 3, 4] {
            scheduler.schedule(after: VirtualTime(ticks: tick), tolerance: 0, options: nil) { [scheduler] in
                times.append(scheduler.now)
            }
        }
        scheduler.advance(by: 3)
        #expect(times == [1, 3])
        #expect(scheduler.now == 3)
        #expect(scheduler.nextTime == 4)
        scheduler.advance(to: 10)
        #expect(times == [1, 3, 4])
        #expect(scheduler.now == 10)
        #expect(scheduler.nextTime == nil)
        scheduler.advance(to: 2)
        #expect(scheduler.now == 10, "time does not go back")
        scheduler.schedule(options: nil) { times.append(scheduler.now) }
        scheduler.advance(to: 2)
        #expect(times == [1, 3, 4, 10], "it runs what is due now")
    }

    @Test func thePastIsNow() {
        let scheduler = TestScheduler(now: 100)
        var time: VirtualTime?
        scheduler.schedule(after: 3, tolerance: 0, options: nil) { time = scheduler.now }
        scheduler.advance()
        #expect(time == 100)
    }

    @Test func anActionMayScheduleAndAdvance() {
        var log: [String] = []
        scheduler.schedule(after: 1, tolerance: 0, options: nil) { [scheduler] in
            log.append("outer at \(scheduler.now)")
            scheduler.schedule(options: nil) { log.append("same tick at \(scheduler.now)") }
            scheduler.advance(by: 5)
            log.append("after inner advance at \(scheduler.now)")
        }
        scheduler.advance(by: 2)
        #expect(log == ["outer at 1", "same tick at 1", "after inner advance at 6"])
        #expect(scheduler.now == 6, "an outer advance does not take time back")
    }

    @Test func intervalsRepeatUntilCancelled() {
        var times: [VirtualTime] = []
        let timer = scheduler.schedule(after: 2, interval: 3, tolerance: 0, options: nil) { [scheduler] in
            times.append(scheduler.now)
        }
        scheduler.advance(by: 9)
        #expect(times == [2, 5, 8])
        timer.cancel()
        timer.cancel()
        #expect(scheduler.pendingCount == 0)
        scheduler.advance(by: 9)
        #expect(times == [2, 5, 8])
    }

    /// As with a queue, and with the scheduler that many tests of programs are written for.
    @Test func ofTwoIntervalsThatMeetTheOneThatWasStartedFirstRunsFirst() {
        var log: [String] = []
        let timers = [("a", 2), ("b", 3)].map { name, interval in
            scheduler.schedule(
                after: VirtualTime(ticks: interval), interval: VirtualTime.Stride(ticks: interval),
                tolerance: 0, options: nil
            ) { [scheduler] in log.append("\(name)\(scheduler.now)") }
        }
        scheduler.advance(by: 6)
        #expect(log == ["a2", "b3", "a4", "a6", "b6"])
        for timer in timers { timer.cancel() }
    }

    @Test func everyOtherActionIsDropped() {
        let scheduler = TestScheduler(manner: .dropping)
        var log: [Int] = []
        for number in 1...4 { scheduler.schedule { log.append(number) } }
        scheduler.advance()
        #expect(log == [2, 4])
        let recorder = [1, 2, 3].publisher.receive(on: scheduler).record()
        scheduler.advance()
        #expect(recorder.recording == "123|", "later work brings what was dropped")
    }

    @Test func anIntervalMayCancelItself() throws {
        var count = 0
        var timer: (any Cancellable)?
        timer = scheduler.schedule(after: 1, interval: 1, tolerance: 0, options: nil) {
            count += 1
            if count == 3 { timer?.cancel() }
        }
        try scheduler.run()
        #expect(count == 3)
        #expect(scheduler.now == 3)
    }

    @Test func manyCancelledActionsAreForgotten() throws {
        var ran = 0
        for number in 0..<500 {
            let timer = scheduler.schedule(
                after: VirtualTime(ticks: 1000 - number), interval: 1, tolerance: 0, options: nil
            ) { ran += 1 }
            if number != 250 { timer.cancel() }
        }
        #expect(scheduler.pendingCount == 1)
        #expect(scheduler.nextTime == 750)
        scheduler.advance(to: 750)
        #expect(ran == 1)
    }

    @Test func actionsAreReleasedOnceTheyRanOrAreCancelled() {
        let leaks = LeakTracker()
        func scheduleAndCancel() {
            let token = leaks.token("captured")
            scheduler.schedule(options: nil) { withExtendedLifetime(token) {} }
            scheduler.schedule(after: 5, interval: 1, tolerance: 0, options: nil) {
                withExtendedLifetime(token) {}
            }.cancel()
        }
        scheduleAndCancel()
        #expect(leaks.alive.count == 1)
        scheduler.advance()
        #expect(leaks.alive.isEmpty)
    }

    @Test func whatNeverEndsIsReported() throws {
        let scheduler = TestScheduler(actionLimit: 100)
        _ = scheduler.schedule(after: 1, interval: 2, tolerance: 0, options: nil) {}
        let error = #expect(throws: EndlessWorkError.self) { try scheduler.run() }
        #expect(
            error?.description == """
                virtual time found no end: 100 actions ran from tick 0 to tick 199, 1 still waits. The next \
                one is due at tick 201 and repeats every 2. Cancel what repeats, or use advance(by:).
                """)
    }

    @Test func aTickThatNeverEndsIsReported() throws {
        let scheduler = TestScheduler(actionLimit: 10)
        func again() { scheduler.schedule(options: nil) { again() } }
        again()
        let error = #expect(throws: EndlessWorkError.self) { try scheduler.run() }
        #expect(
            error?.description == """
                virtual time found no end: 10 actions ran at tick 0, 1 still waits. The next one is due at \
                tick 0. Cancel what repeats, or use advance(by:).
                """)
    }

    @Test func advancingThroughATickThatNeverEndsTraps() async {
        let result = await #expect(
            processExitsWith: .failure, observing: [\.standardErrorContent]
        ) {
            let scheduler = TestScheduler(actionLimit: 10)
            _ = scheduler.schedule(after: 0, interval: 0, tolerance: 0, options: nil) {}
            scheduler.advance(by: 1)
        }
        let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(message.contains("virtual time found no end: 10 actions ran at tick 0"))
    }

    @Test func exactlyTheLimitIsNotTooMuch() throws {
        let scheduler = TestScheduler(actionLimit: 10)
        for _ in 0..<10 { scheduler.schedule(options: nil) {} }
        try scheduler.run()
        #expect(scheduler.pendingCount == 0)
    }

    @Test func schedulingFromManyTasksLosesNothing() async throws {
        final class Counter: Sendable {
            let value = Mutex(0)
            func increment() { value.withLock { $0 += 1 } }
        }
        let count = Counter()
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                group.addTask { [scheduler] in
                    for tick in 0..<200 {
                        let time = VirtualTime(ticks: tick)
                        scheduler.schedule(after: time, tolerance: 0, options: nil) {
                            count.increment()
                        }
                        scheduler.schedule(after: time, interval: 1, tolerance: 0, options: nil) {}.cancel()
                    }
                }
            }
        }
        #expect(scheduler.pendingCount == 1600)
        try scheduler.run()
        #expect(count.value.withLock { $0 } == 1600)
    }
}

@Suite struct UnimplementedSchedulerTests {
    @Test func eachUseIsReportedAndNothingRuns() {
        let reported = Mutex<[String]>([])
        let scheduler = UnimplementedScheduler(
            "search", like: TestScheduler(now: 7), fileID: "M/F.swift", line: 3
        ) {
            use in reported.withLock { $0.append(use.description) }
        }
        var ran = false
        #expect(scheduler.now == 7)
        #expect(scheduler.minimumTolerance == 0)
        scheduler.schedule(options: nil) { ran = true }
        scheduler.schedule(after: 8, tolerance: 0, options: nil) { ran = true }
        scheduler.schedule(after: 8, interval: 1, tolerance: 0, options: nil) { ran = true }.cancel()

        #expect(!ran)
        #expect(
            scheduler.uses.map(\.call) == [
                .now, .minimumTolerance, .schedule, .scheduleAfter, .scheduleInterval,
            ])
        #expect(
            reported.withLock { $0 }.last
                == "unimplemented scheduler \"search\" (created at M/F.swift:3) was used: schedule(after:interval:_:)"
        )
        #expect(reported.withLock { $0 }.count == 5)
    }

    @Test func whatIsNotUsedReportsNothing() {
        let scheduler = UnimplementedScheduler("idle", now: VirtualTime.zero, options: Never.self)
        #expect(scheduler.uses == [])
    }
}
