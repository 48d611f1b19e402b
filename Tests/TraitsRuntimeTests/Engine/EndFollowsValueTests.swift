import Testing
import TraitsRuntime
import TraitsTesting

/// An end follows the values that are on their way, whatever the closure of an operator downstream does while it holds one.
@Suite("Closures that act")
struct EndFollowsValueTests {
    /// What a program can act on.
    final class World {
        let source = PassthroughSubject<Int, TestError>()
        let other = PassthroughSubject<Int, TestError>()
        let stop = PassthroughSubject<Void, Never>()
        let current = CurrentValueSubject<Int, TestError>(1)
        let clock = TestScheduler()
        var subscription: (any Subscription)?
    }

    /// What a closure does with the world while it holds the first value.
    struct Act: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let run: @Sendable (World) -> Void

        init(_ name: String, _ run: @escaping @Sendable (World) -> Void) {
            testDescription = name
            self.run = run
        }

        static let all = [
            Act("sends") { $0.source.send(2) },
            Act("sends three values") { for value in 2...4 { $0.source.send(value) } },
            Act("finishes") { $0.source.send(completion: .finished) },
            Act("fails") { $0.source.send(completion: .failure(TestError())) },
            Act("sends and finishes") {
                $0.source.send(2)
                $0.source.send(completion: .finished)
            },
            Act("cuts") { $0.stop.send() },
            Act("ends the other input") { $0.other.send(completion: .finished) },
            Act("lets the other input fail") { $0.other.send(completion: .failure(TestError())) },
            Act("ends the current value") { $0.current.send(completion: .finished) },
            Act("lets time pass") { $0.clock.advance(by: 100) },
            Act("requests") { $0.subscription?.request(.max(1)) },
        ]
    }

    /// A publisher, and what a subscriber may see of it.
    struct Chain: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let values: ClosedRange<Int>
        let make: @Sendable (World) -> AnyPublisher<Int, TestError>

        init<P: Publisher & SendableMetatype>(
            _ name: String, _ values: ClosedRange<Int>, _ make: @escaping @Sendable (World) -> P
        ) where P.Output == Int, P.Failure == TestError {
            testDescription = name
            self.values = values
            self.make = { make($0).eraseToAnyPublisher() }
        }

        static let just = Just(1).setFailureType(to: TestError.self)

        static let singles = [
            Chain("first(orError:)", 1...1) { $0.source.first(orError: TestError()) },
            Chain("cut, ifEmpty", 1...1) { Self.just.prefix(untilOutputFrom: $0.stop).ifEmpty(default: 0) },
            Chain("cut, replaceEmpty", 1...1) {
                Self.just.prefix(untilOutputFrom: $0.stop).replaceEmpty(with: 0)
            },
            Chain("replaceEmpty", 1...1) { _ in Empty<Int, TestError>().replaceEmpty(with: 1) },
            Chain("timeout", 1...1) { world in
                world.source.first(orError: TestError()).timeout(
                    3, scheduler: world.clock, error: TestError())
            },
            Chain("race", 1...1) {
                $0.source.first(orError: TestError()).race(with: $0.other.first(orError: TestError()))
            },
            Chain("zip", 1...1) { world in
                Self.just.delay(for: 1, scheduler: world.clock).zip(world.source.first(orError: TestError()))
                    .map { $0.1 }
            },
            Chain("delay", 1...1) { Self.just.delay(for: 1, scheduler: $0.clock) },
            Chain("receive(on:)", 1...1) { Self.just.receive(on: $0.clock) },
            Chain("throttle", 1...1) { world in
                world.source.first(orError: TestError()).throttle(
                    for: 1, scheduler: world.clock, latest: true)
            },
        ]
        static let others = [
            Chain("first()", 0...1) { $0.source.first() },
            Chain("prefix(1)", 0...1) { $0.source.prefix(1) },
            Chain("prefix(2)", 0...2) { $0.source.prefix(2) },
            Chain("output(in:)", 0...2) { $0.source.output(in: 0..<2) },
            Chain("prefix(while:)", 0...5) { $0.source.prefix { $0 < 3 } },
            Chain("tryMap", 0...5) { source in
                source.source.tryMap { value in
                    if value > 2 { throw TestError() }
                    return value
                }.mapError { _ in TestError() }
            },
            Chain("cut", 0...1) { Self.just.prefix(untilOutputFrom: $0.stop) },
            Chain("timeout without an error", 0...1) { $0.source.first().timeout(3, scheduler: $0.clock) },
            Chain("replaceEmpty of any", 1...5) { $0.source.replaceEmpty(with: 1) },
            Chain("replaceEmpty(withError:) of any", 1...5) {
                $0.source.replaceEmpty(withError: TestError())
            },
            Chain("append", 1...5) { $0.source.append(5) },
            Chain("merge", 0...5) { $0.source.merge(with: $0.other) },
            Chain("race of any", 0...5) { $0.source.race(with: $0.other) },
            Chain("current value", 1...1) { $0.current },
        ]
    }

    @Test(arguments: Chain.singles + Chain.others, Act.all)
    func anEndFollowsTheValue(_ chain: Chain, _ act: Act) {
        for demand in [Subscribers.Demand.unlimited, .max(1)] {
            let world = World()
            var hasActed = false
            let publisher = chain.make(world).map { value in
                if !hasActed {
                    hasActed = true
                    act.run(world)
                }
                return value
            }
            let subscriber = TrackingSubscriber<Int, TestError>(
                receiveSubscription: {
                    world.subscription = $0
                    $0.request(demand)
                },
                receiveValue: { _ in demand == .unlimited ? .none : .max(1) })
            publisher.subscribe(subscriber)
            world.clock.advance(by: 1)
            world.source.send(1)
            world.clock.advance(by: 5)
            world.source.send(completion: .finished)
            world.other.send(completion: .finished)
            world.current.send(completion: .finished)
            world.clock.advance(by: 50)
            let history = subscriber.history
            guard subscriber.completions.count == 1, case .completion(let end) = history.last else {
                Issue.record("no end, or not at the end: \(history)")
                continue
            }
            switch end {
            case .finished: #expect(chain.values.contains(subscriber.values.count), "\(history)")
            case .failure where chain.values.upperBound == 1: #expect(subscriber.values.isEmpty, "\(history)")
            case .failure: break
            }
        }
    }

    @Test func aCancellationInsideOfTheLastValueSparesTheEnd() {
        let world = World()
        let subscriber = TrackingSubscriber<Int, TestError>(
            receiveSubscription: {
                world.subscription = $0
                $0.request(.unlimited)
            })
        world.source.prefix(2).append(7).map { value in
            world.source.send(completion: .finished)
            world.subscription?.cancel()
            return value
        }.subscribe(subscriber)
        world.source.send(1)
        #expect(subscriber.completions.isEmpty)
    }

    @Test func aSingleTellsItsOutcomeOnce() {
        let subject = PassthroughSubject<Int, TestError>()
        let single: AnySinglePublisher<Int, TestError> = subject.first(orError: TestError())
            .eraseToAnySinglePublisher()
        var outcomes: [Result<Int, TestError>] = []
        let cancellable = single.sinkSingle {
            outcomes.append($0)
            if outcomes.count == 1 { subject.send(completion: .failure(TestError())) }
        }
        subject.send(1)
        #expect(outcomes == [.success(1)])
        cancellable.cancel()
    }

    @Test(arguments: [true, false])
    func aSubscriptionComesBeforeAnEndThatAHookCauses(prints: Bool) {
        let subject = PassthroughSubject<Int, TestError>()
        let subscriber = TrackingSubscriber<Int, TestError>(demand: .unlimited)
        let ending = subject.first(orError: TestError()).handleEvents(receiveSubscription: { _ in
            subject.send(completion: .finished)
        })
        if prints { ending.print(to: Sink()).subscribe(subscriber) } else { ending.subscribe(subscriber) }
        #expect(subscriber.history.count == 2)
        guard case .subscription = subscriber.history.first else {
            Issue.record("\(subscriber.history)")
            return
        }
        #expect(subscriber.completions == [.failure(TestError())])
    }

    /// The closure of an effect ends the stream, or cancels it, while it holds a value. No closure below it sees that value.
    @Test(arguments: [false, true]) func aValueIsDroppedWhoseEffectEndsTheStream(cancels: Bool) {
        let subject = PassthroughSubject<Int, TestError>()
        var log: [String] = []
        var cancellable: AnyCancellable?
        let effect = subject.handleEvents(receiveOutput: { value in
            if value < 2 { return }
            if cancels { cancellable = nil } else { subject.send(completion: .finished) }
        })
        let mapped = effect.map { value in
            log.append("map \(value)")
            return value
        }
        cancellable = mapped.sink(
            receiveCompletion: { _ in log.append("end") }, receiveValue: { log.append("value \($0)") })
        subject.send(1)
        subject.send(2)
        #expect(log == ["map 1", "value 1"] + (cancels ? [] : ["end"]))
        withExtendedLifetime(cancellable) {}
    }

    @Test func aSubscriptionComesBeforeAValueThatAHookAsksFor() {
        let subscriber = TrackingSubscriber<Int, Never>(demand: .unlimited)
        Just(1).handleEvents(receiveSubscription: { $0.request(.unlimited) }).subscribe(subscriber)
        #expect(subscriber.history == [.subscription("HandleEvents"), .value(1), .completion(.finished)])
    }

    @Test func aSubscriptionComesBeforeWhatABreakpointCauses() {
        let subject = PassthroughSubject<Int, Never>()
        let subscriber = TrackingSubscriber<Int, Never>(demand: .unlimited)
        subject.breakpoint(receiveSubscription: { subscription in
            subscription.request(.unlimited)
            subject.send(1)
            subject.send(completion: .finished)
            return false
        }).subscribe(subscriber)
        #expect(
            subscriber.history == [.subscription("PassthroughSubject"), .value(1), .completion(.finished)])
    }

    @Test func aSubscriptionComesBeforeWhatAClockCauses() {
        let subject = PassthroughSubject<Int, Never>()
        let subscriber = TrackingSubscriber<Int, Never>(demand: .unlimited)
        let intervals = subject.measureInterval(using: Clock { subject.send(completion: .finished) })
            .map { _ in 0 }
        intervals.subscribe(subscriber)
        #expect(subscriber.history == [.subscription("MeasureInterval"), .completion(.finished)])
    }

    /// A scheduler that does something when it is asked for the time.
    private struct Clock: Scheduler {
        typealias SchedulerTimeType = VirtualTime
        typealias SchedulerOptions = Never

        let action: () -> Void

        var now: VirtualTime {
            action()
            return .zero
        }

        var minimumTolerance: VirtualTime.Stride { 0 }

        func schedule(options: Never?, _ action: @escaping () -> Void) { action() }

        func schedule(
            after date: VirtualTime, tolerance: VirtualTime.Stride, options: Never?,
            _ action: @escaping () -> Void
        ) { action() }

        func schedule(
            after date: VirtualTime, interval: VirtualTime.Stride, tolerance: VirtualTime.Stride,
            options: Never?,
            _ action: @escaping () -> Void
        ) -> any Cancellable { AnyCancellable {} }
    }

    private struct Sink: TextOutputStream {
        mutating func write(_ string: String) {}
    }
}
