import Testing
import TraitsRuntime

@_spi(Proof) @testable import TraitsTesting

/// Properties behind a concurrent queue, which several threads run while others change, read, build and let go.
///
/// One observer has been there from the start and sees each change: what it saw is the history. An observer behind
/// the queue sees the same later, from some change on, with nothing left out and nothing twice.
@Suite("Threads run what moves properties to a scheduler", .limited)
struct PropertyRelayThreadTests {
    /// A concurrent queue whose threads are those of the test.
    private final class Pool: Scheduler, Sendable {
        private struct Action: @unchecked Sendable {
            let run: () -> Void
        }

        private let waiting = Locked<[Action]>([])

        var now: ImmediateScheduler.SchedulerTimeType { ImmediateScheduler.shared.now }
        var minimumTolerance: ImmediateScheduler.SchedulerTimeType.Stride { 0 }

        func schedule(options: Never?, _ action: @escaping () -> Void) {
            let action = Action(run: action)
            waiting.withLock { $0.append(action) }
        }

        func schedule(
            after date: ImmediateScheduler.SchedulerTimeType,
            tolerance: ImmediateScheduler.SchedulerTimeType.Stride, options: Never?,
            _ action: @escaping () -> Void
        ) { schedule(options: options, action) }

        func schedule(
            after date: ImmediateScheduler.SchedulerTimeType,
            interval: ImmediateScheduler.SchedulerTimeType.Stride,
            tolerance: ImmediateScheduler.SchedulerTimeType.Stride, options: Never?,
            _ action: @escaping () -> Void
        ) -> any Cancellable {
            schedule(options: options, action)
            return AnyCancellable {}
        }

        /// Runs one of the actions.
        ///
        /// - Returns: whether there was one.
        @discardableResult func runOne(_ choose: (Int) -> Int) -> Bool {
            let action = waiting.withLock { $0.isEmpty ? nil : $0.remove(at: choose($0.count)) }
            action?.run()
            return action != nil
        }
    }

    /// A property that moves to the queue so many times, and then makes of each value what `expected` does.
    private struct Relay: Sendable {
        let property: Property<Int>
        let expected: @Sendable (Int) -> Int

        init(of source: Property<Int>, on pool: Pool, using random: inout SeededGenerator) {
            var property = source
            for _ in 0..<random.int(1...3) {
                if random.int(0...2) == 0 { property = property.map { $0 } }
                property = property.receive(on: pool)
            }
            switch random.int(0...2) {
            case 0: (self.property, expected) = (property, { $0 })
            case 1: (self.property, expected) = (property.map { $0 &* 3 }, { $0 &* 3 })
            default:
                // Of one change behind the queue, as everywhere, no part is seen alone.
                (self.property, expected) = (
                    property.combineLatest(property.map { -$0 }) { $0 + $1 }, { _ in 0 }
                )
            }
        }
    }

    @Test func whatIsBehindAQueueFollows() {
        for seed in Laws.seeds(1...1000) {
            var random = SeededGenerator(seed: seed)
            let pool = Pool()
            let source = MutableProperty(0)
            let relays = (0..<random.int(1...3)).map { _ in
                Relay(of: source.property, on: pool, using: &random)
            }
            let history = Locked<[Int]>([])
            let historian = source.property.allValues.sink { value in history.withLock { $0.append(value) } }
            let checks = Locked<[@Sendable ([Int]) -> String?]>([])
            @Sendable func check(_ check: @escaping @Sendable ([Int]) -> String?) {
                checks.withLock { $0.append(check) }
            }

            /// Sees what the source and a property behind the queue are at the same time: that one is never ahead.
            @Sendable func observe(_ relay: Relay, isComplete: Bool) -> AnyCancellable {
                let seen = Locked<[Int]>([])
                let together = Locked<[(source: Int, relay: Int)]>([])
                check { history in
                    let places = Dictionary(
                        zip(history, history.indices), uniquingKeysWith: { first, _ in first })
                    let values = seen.withLock { $0 }
                    let start = history.indices.first { relay.expected(history[$0]) == values.first } ?? 0
                    let all = history[start...].map(relay.expected)
                    if isComplete ? all != values : !all.starts(with: values) {
                        return "\(values) of \(all)"
                    }
                    guard relay.expected(1) == 1 else { return nil }
                    for pair in together.withLock({ $0 }) {
                        guard let a = places[pair.source], let b = places[pair.relay] else {
                            return "\(pair) never was"
                        }
                        if b > a { return "\(pair.relay) while it was \(pair.source)" }
                    }
                    return nil
                }
                let observers = [
                    relay.property.allValues.sink { value in seen.withLock { $0.append(value) } },
                    source.property.combineLatest(relay.property).allValues
                        .sink { pair in together.withLock { $0.append((pair.0, pair.1)) } },
                ]
                return AnyCancellable { observers.forEach { $0.cancel() } }
            }
            let staying = relays.map { observe($0, isComplete: true) }

            let changers = (0..<2).map { thread -> @Sendable () -> Void in
                { [seed] in
                    var random = SeededGenerator(seed: seed &* 64 &+ UInt64(thread))
                    var own: [(Relay, AnyCancellable)] = []
                    for change in 0..<random.int(2...6) {
                        source.value = 1 + thread + 2 * change
                        switch random.int(0...3) {
                        case 0:
                            let relay = Relay(of: source.property, on: pool, using: &random)
                            own.append((relay, observe(relay, isComplete: false)))
                        case 1 where !own.isEmpty:
                            own.remove(at: random.int(0...own.count - 1)).1.cancel()
                        default: break
                        }
                    }
                }
            }
            let runners = (2..<4).map { thread -> @Sendable () -> Void in
                { [seed] in
                    var random = SeededGenerator(seed: seed &* 64 &+ UInt64(thread))
                    for _ in 0..<random.int(4...30) { pool.runOne { random.int(0...$0 - 1) } }
                }
            }
            onThreads(seed: seed, changers + runners)
            while pool.runOne({ random.int(0...$0 - 1) }) {}

            let seen = history.withLock { $0 }
            #expect(Set(seen).count == seen.count, "seed \(seed): \(seen)")
            for check in checks.withLock({ $0 }) {
                let fault = check(seen)
                #expect(fault == nil, "seed \(seed)")
            }
            for relay in relays {
                #expect(relay.property.value == relay.expected(source.value), "seed \(seed)")
            }
            withExtendedLifetime((historian, staying)) {}
        }
    }
}
