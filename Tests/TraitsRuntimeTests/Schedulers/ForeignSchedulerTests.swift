import Testing
import TraitsRuntime
import TraitsTesting

/// Each operator that takes a scheduler, on schedulers that drop, repeat, nest, delay and reorder work.
@Suite("Foreign schedulers")
struct ForeignSchedulerTests {
    typealias Numbers = AnyPublisher<Int, TestFailure>

    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        /// A Boolean value that indicates whether the operator sends each value.
        let sendsAll: Bool
        let build: @Sendable (Numbers, FaultyScheduler) -> Numbers

        init(
            _ name: String, sendsAll: Bool = true,
            _ build: @escaping @Sendable (Numbers, FaultyScheduler) -> Numbers
        ) { (testDescription, self.sendsAll, self.build) = (name, sendsAll, build) }
    }

    static let rows = [
        Row("receive(on:)") { $0.receive(on: $1).eraseToAnyPublisher() },
        Row("subscribe(on:)") { $0.subscribe(on: $1).eraseToAnyPublisher() },
        Row("delay") { $0.delay(for: 2, scheduler: $1).eraseToAnyPublisher() },
        Row("timeout") { $0.timeout(1000, scheduler: $1).eraseToAnyPublisher() },
        Row("debounce", sendsAll: false) { $0.debounce(for: 2, scheduler: $1).eraseToAnyPublisher() },
        Row("throttle, latest", sendsAll: false) {
            $0.throttle(for: 3, scheduler: $1, latest: true).eraseToAnyPublisher()
        },
        Row("throttle, first", sendsAll: false) {
            $0.throttle(for: 3, scheduler: $1, latest: false).eraseToAnyPublisher()
        },
        Row("collect(.byTime)") {
            $0.collect(.byTime($1, 2)).flatMap(\.publisher).eraseToAnyPublisher()
        },
        Row("collect(.byTimeOrCount)") {
            $0.collect(.byTimeOrCount($1, 5, 2)).flatMap(\.publisher).eraseToAnyPublisher()
        },
        Row("measureInterval") {
            $0.measureInterval(using: $1).scan(0) { count, _ in count + 1 }.eraseToAnyPublisher()
        },
        Row("delaySubscription") { $0.delaySubscription(for: 2, scheduler: $1).eraseToAnyPublisher() },
        Row("a custom TimeOperator") { Late(upstream: $0, scheduler: $1).eraseToAnyPublisher() },
    ]

    /// The scheduler misbehaves for some values, and then behaves. The values of dropped work come with later values, and
    /// the end comes.
    @Test(arguments: rows, FaultyScheduler.Fault.allCases)
    func nothingIsDuplicatedOrLeftBehind(_ row: Row, _ fault: FaultyScheduler.Fault) {
        let scheduler = FaultyScheduler(reversing: fault == .reorders)
        let subject = PassthroughSubject<Int, TestFailure>()
        let recorder = row.build(subject.eraseToAnyPublisher(), scheduler).record()
        scheduler.clock.advance(by: 10)
        scheduler.fault = fault
        for number in 1...7 {
            subject.send(number)
            if number.isMultiple(of: 2) { scheduler.clock.advance(by: 10) }
        }
        scheduler.clock.advance(by: 10)
        scheduler.fault = .none
        subject.send(8)
        scheduler.clock.advance(by: 10)
        let values = recorder.values
        #expect(values.last == 8)
        #expect(values == Set(values).sorted(), "in order, each once")
        if row.sendsAll { #expect(values == Array(1...8)) }
        subject.send(completion: .finished)
        scheduler.clock.advance(by: 10)
        #expect(recorder.completion == .finished)
        #expect(recorder.values == values)
    }

    /// The end arrives with the values before it, unless its own work is dropped.
    @Test(arguments: rows, FaultyScheduler.Fault.allCases)
    func theEndFollowsValuesWhoseWorkIsDropped(_ row: Row, _ fault: FaultyScheduler.Fault) {
        let scheduler = FaultyScheduler(reversing: fault == .reorders)
        let subject = PassthroughSubject<Int, TestFailure>()
        let recorder = row.build(subject.eraseToAnyPublisher(), scheduler).record()
        scheduler.clock.advance(by: 10)
        scheduler.fault = fault
        for number in 1...3 { subject.send(number) }
        scheduler.clock.advance(by: 10)
        scheduler.fault = .none
        subject.send(completion: .failure("x"))
        scheduler.clock.advance(by: 10)
        #expect(recorder.completion == .failure("x"))
        if row.sendsAll { #expect(recorder.values == [1, 2, 3]) }
    }

    @Test(arguments: rows, FaultyScheduler.Fault.allCases)
    func nothingIsKept(_ row: Row, _ fault: FaultyScheduler.Fault) throws {
        let leaks = LeakTracker()
        let scheduler = FaultyScheduler(reversing: fault == .reorders)
        let subject = PassthroughSubject<Int, TestFailure>()
        do {
            let token = leaks.token("closure")
            let source = subject.leakTracked(by: leaks, "source").eraseToAnyPublisher()
            let cancellable = row.build(source, scheduler)
                .sink(receiveCompletion: { _ in }, receiveValue: { _ in _ = token })
            scheduler.clock.advance(by: 10)
            scheduler.fault = fault
            for number in 1...3 { subject.send(number) }
            scheduler.clock.advance(by: 1)
            cancellable.cancel()
            scheduler.clock.advance(by: 2000)
        }
        try leaks.expectAllReleased()
    }
}

/// A custom operator that sends each value two ticks later.
private struct Late<Upstream: Publisher>: TimeOperator {
    typealias Output = Upstream.Output
    typealias Failure = Upstream.Failure

    let upstream: Upstream
    let scheduler: FaultyScheduler

    func makeMachine() -> LateMachine<Output, Failure> { LateMachine() }
}

private struct LateMachine<Input, Failure: Error>: OperatorTimeMachine {
    var waiting: [(value: Input, time: VirtualTime)] = []

    static var name: String { "Late" }
    static var demand: MachineDemand { .unlimited }
    static var keepsSurplus: Bool { true }

    var wakeTime: VirtualTime? { waiting.first?.time }

    mutating func receive(_ input: Input, at now: VirtualTime) -> OperatorStep<Input, Failure> {
        waiting.append((input, now.advanced(by: 2)))
        return .skip
    }

    mutating func wake(at now: VirtualTime) -> OperatorStep<Input, Failure> {
        .next(waiting.removeFirst().value)
    }

    func receive(
        completion: Subscribers.Completion<Failure>, at now: VirtualTime
    ) -> OperatorStep<Input, Failure> { .skip }
}

@Suite("delay and foreign schedulers")
struct DelayForeignTests {
    /// A closure that runs again delivers no event whose own time is yet to come.
    @Test func aRepeatedClosureDeliversNothingEarly() {
        let scheduler = FaultyScheduler()
        scheduler.fault = .doubles
        let subject = PassthroughSubject<Int, Never>()
        let recorder = subject.delay(for: 5, scheduler: scheduler).record()
        for number in 1...3 {
            subject.send(number)
            scheduler.clock.advance(by: 1)
        }
        for number in 1...3 {
            scheduler.clock.advance(to: VirtualTime(ticks: 4 + number))
            #expect(recorder.values == Array(1...number))
        }
    }
}

@Suite("Property.receive(on:) and foreign schedulers")
struct PropertyForeignTests {
    @Test(arguments: FaultyScheduler.Fault.allCases)
    func noChangeStaysBehind(_ fault: FaultyScheduler.Fault) {
        let scheduler = FaultyScheduler(reversing: fault == .reorders)
        let source = MutableProperty(0)
        let moved = source.property.receive(on: scheduler)
        let recorder = moved.allValues.record()
        scheduler.fault = fault
        for number in 1...3 { source.value = number }
        scheduler.clock.advance(by: 10)
        scheduler.fault = .none
        source.value = 4
        scheduler.clock.advance(by: 10)
        #expect(moved.value == 4)
        #expect(recorder.values == [0, 1, 2, 3, 4])
    }
}

@Suite("subscribe(on:) and foreign schedulers")
struct SubscribeOnForeignTests {
    /// A subscriber without a subscription would wait for ever, and couldn't cancel.
    @Test func aDroppedSubscriptionIsOneToNothing() {
        let scheduler = FaultyScheduler()
        scheduler.fault = .drops
        let source = ManualPublisher<Int, Never>()
        let subscriber = TrackingSubscriber<Int, Never>(demand: .unlimited)
        source.subscribe(on: scheduler).subscribe(subscriber)
        scheduler.clock.advance()
        #expect(source.subscriptionCount == 0)
        #expect(subscriber.history == [.subscription("Empty")])
    }

    @Test func theDemandOfADroppedRequestComesWithTheNext() {
        let scheduler = FaultyScheduler()
        let source = ManualPublisher<Int, Never>()
        let subscriber = TrackingSubscriber<Int, Never>()
        source.subscribe(on: scheduler).subscribe(subscriber)
        scheduler.clock.advance()
        scheduler.fault = .drops
        subscriber.request(.max(2))
        subscriber.request(.max(3))
        scheduler.clock.advance()
        #expect(source.uses.count >= 1)
        scheduler.fault = .none
        subscriber.request(.max(4))
        scheduler.clock.advance()
        #expect(source.uses == [.requested(.max(2)), .requested(.max(3)), .requested(.max(4))])
    }

    @Test func subscribesAndRequestsOnceWhenWorkRunsTwice() {
        let scheduler = FaultyScheduler()
        scheduler.fault = .doubles
        let source = ManualPublisher<Int, Never>()
        let subscriber = TrackingSubscriber<Int, Never>(demand: .max(2))
        source.subscribe(on: scheduler).subscribe(subscriber)
        scheduler.clock.advance()
        scheduler.clock.advance()
        #expect(source.subscriptionCount == 1)
        #expect(source.uses == [.requested(.max(2))])
        subscriber.cancel()
        scheduler.clock.advance()
        #expect(source.uses == [.requested(.max(2)), .cancelled])
    }

    /// Upstream would otherwise run on without a subscriber.
    @Test func aDroppedCancellationIsMadeWhenItIsReleased() {
        let scheduler = FaultyScheduler()
        let source = ManualPublisher<Int, Never>()
        for _ in 0..<2 {
            let subscriber = TrackingSubscriber<Int, Never>(demand: .max(2))
            scheduler.fault = .none
            source.subscribe(on: scheduler).subscribe(subscriber)
            scheduler.clock.advance()
            scheduler.fault = .drops
            subscriber.cancel()
            scheduler.clock.advance()
        }
        #expect(source.uses.filter { $0 == .cancelled }.count == 2)
    }
}

@Suite("receive(on:) and many events")
struct ReceiveOnManyTests {
    /// Sixteen closures share an object, which knows their events.
    @Test(arguments: 1...40) func eachClosureDeliversUpToItsOwnEvent(_ count: Int) throws {
        let leaks = LeakTracker()
        let scheduler = CollectingScheduler()
        let subject = PassthroughSubject<Int, Never>()
        do {
            let recorder = subject.leakTracked(by: leaks, "source").receive(on: scheduler).record()
            for number in 1...count { subject.send(number) }
            // The others are late.
            for number in stride(from: 3, through: count, by: 4) {
                scheduler.work[number - 1]()
                #expect(recorder.values == Array(1...number))
            }
            for work in scheduler.work { work() }
            #expect(recorder.values == Array(1...count))
            subject.send(completion: .finished)
            scheduler.work.removeLast()()
            #expect(recorder.completion == .finished)
            scheduler.work = []
        }
        try leaks.expectAllReleased()
    }

    private final class CollectingScheduler: Scheduler {
        var work: [() -> Void] = []

        var now: VirtualTime { 0 }
        var minimumTolerance: VirtualTime.Stride { 0 }

        func schedule(options: Never?, _ action: @escaping () -> Void) { work.append(action) }

        func schedule(
            after date: VirtualTime, tolerance: VirtualTime.Stride, options: Never?,
            _ action: @escaping () -> Void
        ) { work.append(action) }

        func schedule(
            after date: VirtualTime, interval: VirtualTime.Stride, tolerance: VirtualTime.Stride,
            options: Never?, _ action: @escaping () -> Void
        ) -> any Cancellable {
            work.append(action)
            return AnyCancellable {}
        }
    }
}
