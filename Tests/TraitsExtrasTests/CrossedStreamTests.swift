import Dispatch
import Synchronization
import Testing
import TraitsExtras
import TraitsRuntime

/// Two streams that signal each other from two threads: neither thread waits for the other one for ever.
@Suite("Streams that signal each other from two threads")
struct CrossedStreamTests {
    typealias Events = PassthroughSubject<Int, Never>

    /// An operator of two inputs.
    struct Operator: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let stream: @Sendable (_ events: Events, _ signals: Events) -> AnyPublisher<Int, Never>

        init<P: Publisher<Int, Never> & SendableMetatype>(
            _ name: String, _ stream: @escaping @Sendable (Events, Events) -> P
        ) {
            testDescription = name
            self.stream = { stream($0, $1).eraseToAnyPublisher() }
        }
    }

    /// Whatever hangs is reported after this time; what doesn't takes milliseconds.
    private static let limit = DispatchTimeInterval.seconds(30)

    static let operators = [
        Operator("prefix(untilOutputFrom:)") { $0.prefix(untilOutputFrom: $1.dropFirst()) },
        Operator("drop(untilOutputFrom:)") { $0.drop(untilOutputFrom: $1) },
        Operator("zip") { $0.zip($1).map { $0 + $1 } },
        Operator("merge") { $0.merge(with: $1) },
        Operator("combineLatest") { $0.combineLatest($1).map { $0 + $1 } },
        Operator("withLatestFrom") { $0.withLatestFrom($1) },
        Operator("sample(on:)") { $1.sample(on: $0) },
        Operator("chunked(by:)") { $1.chunked(by: $0).map(\.count) },
        Operator("window(boundary:)") { $0.window(boundary: $1.dropFirst()).flatMap { $0 } },
        Operator("race") { $0.race(with: $1.dropFirst()) },
        Operator("flatMap") { events, signals in events.flatMap { _ in signals.prepend(7) } },
        Operator("switchToLatest") { events, signals in
            events.map { _ in signals.prepend(7) }.switchToLatest()
        },
    ]

    @Test(arguments: operators, operators)
    func bothThreadsEnd(of first: Operator, and second: Operator) {
        let events = [Events(), Events()]
        let signals = [Events(), Events()]
        let arrivals = [DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)]
        let isArmed = Mutex(false)
        let meetings = Mutex(0)
        let acted = Acted()
        let streams = (0..<2).map { own in
            [first, second][own].stream(events[own], signals[own]).sink { _ in
                guard isArmed.withLock({ $0 }), acted.isFirst(own) else { return }
                // Both threads are inside of their streams now, and each sends to the other one's.
                arrivals[own].signal()
                if arrivals[1 - own].wait(timeout: .now() + Self.limit) == .success {
                    meetings.withLock { $0 += 1 }
                }
                signals[1 - own].send(1)
            }
        }
        for signal in signals { signal.send(0) }
        isArmed.withLock { $0 = true }
        #expect(
            Self.run {
                events[0].send(1)
            } and: {
                events[1].send(1)
            }, "the threads wait for each other")
        #expect(meetings.withLock { $0 } == 2)
        for stream in streams { stream.cancel() }
    }

    /// The everyday form: two reducers of one state.
    @Test func twoReducersOfOneStateEnd() {
        let state = CurrentValueSubject<Int, Never>(0)
        let events = [Events(), Events()]
        let reducers = events.map { events in
            events.withLatestFrom(state).sink { state.send($0 + 1) }
        }
        let ended = Self.run {
            for event in 0..<2_000 { events[0].send(event) }
        } and: {
            for event in 0..<2_000 { events[1].send(event) }
        }
        #expect(ended, "the threads wait for each other")
        #expect(state.value > 0)
        for reducer in reducers { reducer.cancel() }
    }

    /// Circles need no limit of two threads.
    @Test(arguments: [3, 5])
    func ringsOfThreadsEnd(count: Int) {
        let events = (0..<count).map { _ in Events() }
        let signals = (0..<count).map { _ in Events() }
        let arrivals = (0..<count).map { _ in DispatchSemaphore(value: 0) }
        let acted = Acted()
        let streams = (0..<count).map { own in
            events[own].zip(signals[own]).sink { _ in
                guard acted.isFirst(own) else { return }
                let next = (own + 1) % count
                arrivals[own].signal()
                _ = arrivals[next].wait(timeout: .now() + Self.limit)
                signals[next].send(1)
            }
        }
        for signal in signals { signal.send(0) }
        let group = DispatchGroup()
        for event in events {
            DispatchQueue(label: "ring").async(group: group) { event.send(1) }
        }
        #expect(group.wait(timeout: .now() + Self.limit) == .success, "the threads wait for each other")
        for stream in streams { stream.cancel() }
    }

    /// - Returns: A Boolean value that indicates whether both have ended within the limit.
    private static func run(
        _ first: @escaping @Sendable () -> Void, and second: @escaping @Sendable () -> Void
    ) -> Bool {
        let group = DispatchGroup()
        DispatchQueue(label: "first").async(group: group, execute: first)
        DispatchQueue(label: "second").async(group: group, execute: second)
        return group.wait(timeout: .now() + limit) == .success
    }

    /// The streams whose sinks have acted.
    private final class Acted: Sendable {
        private let numbers = Mutex<Set<Int>>([])

        func isFirst(_ number: Int) -> Bool { numbers.withLock { $0.insert(number).inserted } }
    }
}
