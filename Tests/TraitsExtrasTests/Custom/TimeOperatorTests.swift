import Testing
import TraitsRuntime
import TraitsTesting

/// The promises of `TimeOperator`, on virtual time.
@Suite("Custom operators of time")
struct TimeOperatorTests {
    private let scheduler = TestScheduler()

    // MARK: Values

    @Test func aValueIsSentAfterQuietOrAtTheMaximum() throws {
        let source = try scheduler.cold("-1-2-3-4-5-----6----|", of: Int.self)
        let recorder = source.settled(quiet: 3, maximum: 6, on: scheduler).record(on: scheduler)
        try scheduler.run()
        #expect(recorder.recording == "-------5------6-|")
    }

    @Test func theNewestValueOfAPeriodIsSent() throws {
        let source = try scheduler.cold("--1-2----3-----|", of: Int.self)
        let recorder = source.audit(for: 3, scheduler: scheduler).record(on: scheduler)
        try scheduler.run()
        #expect(recorder.recording == "-----2-----3--|")
    }

    @Test func valuesKeepTheirDistance() throws {
        let source = try scheduler.cold("(123)---4-------5", of: Int.self)
        let recorder = source.spaced(by: 2, on: scheduler).record(on: scheduler)
        try scheduler.run()
        #expect(recorder.recording == "1--2--3--4----5")
    }

    @Test func aTimeThatHasPassedWakesSoon() throws {
        let source = try scheduler.cold("--1", of: Int.self)
        let recorder = Woken(upstream: source, scheduler: scheduler, times: [1, 1, 1]).record(on: scheduler)
        try scheduler.run()
        #expect(recorder.recording == "--(111)")
    }

    @Test func aTimeThatSendsNothingIsUsed() throws {
        let source = try scheduler.cold("-1---2", of: Int.self)
        let machine = Stubborn<Int, Never>()
        let recorder = Fixed(upstream: source, scheduler: scheduler, machine: machine).record(on: scheduler)
        try scheduler.run()
        #expect(recorder.values == [])
        // Once for its time, and once after the second value.
        #expect(machine.wakes.count == 2)
    }

    /// A machine needs no scheduler.
    @Test func aMachineIsPure() {
        var machine = SettledMachine<String, Never, Int>(quiet: 3, maximum: 6)
        #expect(isSkip(machine.receive("a", at: 0)) && machine.wakeTime == 3)
        #expect(isSkip(machine.receive("b", at: 2)) && machine.wakeTime == 5)
        #expect(isSkip(machine.receive("c", at: 4)) && machine.wakeTime == 6)
        guard case .next("c") = machine.wake(at: 6) else {
            Issue.record("no value")
            return
        }
        #expect(machine.wakeTime == nil)
    }

    private func isSkip<Output, Failure>(_ step: OperatorStep<Output, Failure>) -> Bool {
        if case .skip = step { true } else { false }
    }

    // MARK: The end

    @Test func aFinishDropsWhatWaitsByDefault() throws {
        let source = try scheduler.cold("-1-|", of: Int.self)
        let recorder = source.settled(quiet: 3, maximum: 6, on: scheduler).record(on: scheduler)
        try scheduler.run()
        #expect(recorder.recording == "--|")
        #expect(scheduler.pendingCount == 0)
    }

    @Test(arguments: ["|", "x"]) func theEndFollowsWhatIsDue(end: String) throws {
        let source = try scheduler.cold("(12)-3\(end)", of: Int.self, failure: TestFailure.self)
        let recorder = source.spaced(by: 2, on: scheduler).record(on: scheduler)
        try scheduler.run()
        #expect(recorder.recording == ExpectedMarbles("1--2--3\(end)"))
    }

    @Test func aMachineFails() throws {
        let source = try scheduler.cold("-1-2-------3|", of: Int.self, failure: TestFailure.self)
        let recorder = source.deadline(4, on: scheduler) { TestFailure() }.record(on: scheduler)
        try scheduler.run()
        #expect(recorder.recording == "-1-2----x")
    }

    @Test func theEndCancelsUpstreamFirst() {
        let source = ManualPublisher<Int, TestFailure>()
        let recorder = source.deadline(4, on: scheduler) { TestFailure() }.record()
        scheduler.advance(by: 4)
        #expect(recorder.completion == .failure(TestFailure()))
        #expect(source.uses.last == .cancelled)
    }

    // MARK: Demand

    @Test func demandPassesThrough() {
        let source = ManualPublisher<Int, TestFailure>()
        let recorder = source.deadline(4, on: scheduler) { TestFailure() }.record(demand: .replenished(2))
        #expect(source.uses == [.requested(.max(2))])
        source.send(1)
        scheduler.advance()
        #expect(source.uses == [.requested(.max(2)), .requested(.max(1))])
        #expect(recorder.values == [1])
    }

    @Test func aSkippedValueIsReplaced() {
        let source = ManualPublisher<Int, Never>()
        let recorder = Fixed(upstream: source, scheduler: scheduler, machine: EvenMachine()).record(
            demand: .atOnce(1))
        #expect(source.send(1) == .max(1))
        #expect(source.send(2) == .none)
        scheduler.advance()
        #expect(recorder.values == [2])
    }

    @Test func aValueWithoutDemandIsDropped() {
        let source = ManualPublisher<Int, Never>()
        let recorder = source.settled(quiet: 1, maximum: 6, on: scheduler).record(demand: .none)
        #expect(source.uses == [.requested(.unlimited)])
        source.send(1)
        scheduler.advance(by: 1)
        recorder.request(.max(1))
        source.send(2)
        scheduler.advance(by: 1)
        #expect(recorder.values == [2])
    }

    @Test func aValueWithoutDemandWaitsIfTheMachineKeepsIt() {
        let source = ManualPublisher<Int, Never>()
        let recorder = source.spaced(by: 1, on: scheduler).record(demand: .none)
        source.send(1)
        source.send(2)
        source.send(completion: .finished)
        scheduler.advance(by: 5)
        #expect(recorder.values == [])
        recorder.request(.max(1))
        scheduler.advance()
        #expect(recorder.values == [1] && recorder.completion == nil)
        recorder.request(.max(1))
        scheduler.advance()
        #expect(recorder.values == [1, 2] && recorder.completion == .finished)
    }

    // MARK: Cancellation

    @Test func aCancellationStopsAll() {
        let leaks = LeakTracker()
        let source = ManualPublisher<LeakToken, Never>()
        let cancellable = source.spaced(by: 3, on: scheduler).sink { _ in }
        source.send(leaks.token("sent"))
        source.send(leaks.token("waits"))
        cancellable.cancel()
        #expect(source.uses.last == .cancelled)
        #expect(throws: Never.self) { try leaks.expectAllReleased() }
        scheduler.advance(by: 9)
        #expect(scheduler.pendingCount == 0)
    }

    @Test func aCancellationInsideOfAValue() {
        let source = PassthroughSubject<Int, Never>()
        var cancellable: AnyCancellable?
        var values: [Int] = []
        cancellable = source.spaced(by: 1, on: scheduler).sink { value in
            values.append(value)
            cancellable?.cancel()
        }
        source.send(1)
        source.send(2)
        scheduler.advance(by: 5)
        #expect(values == [1])
        #expect(scheduler.pendingCount == 0)
    }

    // MARK: Inside of each other

    @Test func aValueThatIsSentInsideOfAValue() {
        let source = PassthroughSubject<Int, Never>()
        var values: [Int] = []
        let cancellable = source.spaced(by: 1, on: scheduler).sink { value in
            values.append(value)
            if value < 3 { source.send(value + 1) }
        }
        source.send(1)
        scheduler.advance(by: 5)
        #expect(values == [1, 2, 3])
        cancellable.cancel()
    }

    /// A machine may release a value that sends to its own stream.
    @Test func aReleaseThatSends() {
        let source = PassthroughSubject<Sending, Never>()
        var values: [Int] = []
        let settled = source.settled(quiet: 1, maximum: 9, on: scheduler)
        let cancellable = settled.sink { values.append($0.number) }
        source.send(Sending(1) { source.send(Sending(3) {}) })
        source.send(Sending(2) {})
        scheduler.advance(by: 5)
        #expect(values == [3])
        cancellable.cancel()
    }

    @Test func aSchedulerThatRunsClosuresSynchronously() {
        let source = PassthroughSubject<Int, Never>()
        var values: [Int] = []
        let cancellable = source.settled(quiet: .zero, maximum: .zero, on: ImmediateScheduler.shared).sink {
            values.append($0)
            if $0 < 3 { source.send($0 + 1) }
        }
        source.send(1)
        #expect(values == [1, 2, 3])
        cancellable.cancel()
    }

    // MARK: Laws

    // `Laws.traits` has rows of the three operators; these are their runs on several threads.
    @Test func threads() throws {
        try Laws.race(inputs: 1) { $0[0].settled(quiet: 1, maximum: 2, on: $1) }
        try Laws.race(inputs: 1) { $0[0].spaced(by: 1, on: $1) }
        try Laws.race(inputs: 1) { $0[0].deadline(2, on: $1) { TestFailure() } }
        try Laws.raceInOrder("spaced") { $0.spaced(by: 1, on: $1) }
        try Laws.raceInOrder("settled", maySkip: true) { $0.settled(quiet: 1, maximum: 2, on: $1) }
    }
}

private final class Sending {
    let number: Int
    private let send: () -> Void

    init(_ number: Int, _ send: @escaping () -> Void) {
        self.number = number
        self.send = send
    }

    deinit { send() }
}

private struct Fixed<Upstream: Publisher, Machine: OperatorTimeMachine>: TimeOperator
where Machine.Input == Upstream.Output, Machine.Failure == Upstream.Failure, Machine.Time == VirtualTime {
    typealias Output = Machine.Output

    let upstream: Upstream
    let scheduler: TestScheduler
    let machine: Machine

    func makeMachine() -> Machine { machine }
}

private struct EvenMachine: OperatorTimeMachine {
    static var name: String { "Even" }
    static var demand: MachineDemand { .asSubscriber }

    var wakeTime: VirtualTime? { nil }

    func receive(_ input: Int, at now: VirtualTime) -> OperatorStep<Int, Never> {
        input.isMultiple(of: 2) ? .next(input) : .skip
    }

    func wake(at now: VirtualTime) -> OperatorStep<Int, Never> { .skip }
}

/// Forgets to take back its time.
private struct Stubborn<Input, Failure: Error>: OperatorTimeMachine {
    final class Count { var count = 0 }

    let wakes = Count()

    static var name: String { "Stubborn" }
    static var demand: MachineDemand { .unlimited }

    var wakeTime: VirtualTime? { 2 }

    func receive(_ input: Input, at now: VirtualTime) -> OperatorStep<Input, Failure> { .skip }

    func wake(at now: VirtualTime) -> OperatorStep<Input, Failure> {
        wakes.count += 1
        return .skip
    }
}

/// Sends its first value as often as it is woken.
private struct Woken<Upstream: Publisher>: TimeOperator {
    typealias Output = Upstream.Output

    let upstream: Upstream
    let scheduler: TestScheduler
    let times: [VirtualTime]

    func makeMachine() -> Machine { Machine(times: times) }

    struct Machine: OperatorTimeMachine {
        var times: [VirtualTime]
        var value: Upstream.Output?

        static var name: String { "Woken" }
        static var demand: MachineDemand { .unlimited }

        var wakeTime: VirtualTime? { value == nil ? nil : times.last }

        mutating func receive(
            _ input: Upstream.Output, at now: VirtualTime
        ) -> OperatorStep<Upstream.Output, Upstream.Failure> {
            value = input
            return .skip
        }

        mutating func wake(at now: VirtualTime) -> OperatorStep<Upstream.Output, Upstream.Failure> {
            times.removeLast()
            return value.map { .next($0) } ?? .skip
        }
    }
}
