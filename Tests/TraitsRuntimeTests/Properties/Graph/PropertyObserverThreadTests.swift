import Synchronization
import Testing
import TraitsRuntime

@_spi(Proof) @testable import TraitsTesting

/// Several observers of one property, which threads and the observers themselves change, while observers come and go.
///
/// The first observer sees each change: what it saw is the history. Every other one has to see the same from some change on,
/// with nothing left out and nothing twice; one that takes a value at a time may miss some, and ends with the last.
@Suite("Threads change a property of many observers", .limited)
struct PropertyObserverThreadTests {
    /// What one observer saw.
    private final class Log: Sendable {
        enum Kind { case staying, leaving, takingTurns }

        let kind: Kind
        private let values = Locked<[Int]>([])
        private let inside = Atomic<Int>(0)
        private let overlaps = Atomic<Int>(0)

        init(_ kind: Kind) { self.kind = kind }

        var seen: [Int] { values.withLock { $0 } }

        func see(_ value: Int, _ answer: () -> Void = {}) {
            if inside.add(1, ordering: .acquiringAndReleasing).newValue != 1 {
                overlaps.add(1, ordering: .relaxed)
            }
            values.withLock { $0.append(value) }
            answer()
            inside.subtract(1, ordering: .acquiringAndReleasing)
        }

        func fault(_ history: [Int]) -> String? {
            if overlaps.load(ordering: .relaxed) > 0 { return "calls overlap" }
            let seen = seen
            guard let first = seen.first else { return nil }
            guard let start = history.firstIndex(of: first) else { return "\(first) never was" }
            let rest = history[start...]
            let fits =
                switch kind {
                case .staying: seen == Array(rest)
                case .leaving: rest.starts(with: seen)
                case .takingTurns: seen.last == history.last && seen == rest.filter(seen.contains)
                }
            return fits ? nil : "\(kind): \(seen) of \(rest)"
        }
    }

    private final class Run: Sendable {
        let source = MutableProperty(0)
        let logs = Locked<[Log]>([])
        private let count = Atomic<Int>(0)

        /// Each value comes once.
        func change(modifies: Bool) {
            let new = count.add(1, ordering: .relaxed).newValue
            if modifies { source.modify { $0 = new } } else { source.value = new }
        }

        func log(_ kind: Log.Kind) -> Log {
            let log = Log(kind)
            logs.withLock { $0.append(log) }
            return log
        }

        /// An observer that takes all values, and answers a few of them with a change.
        func observe(_ kind: Log.Kind, answers: Int = 0, isDerived: Bool = false) -> AnyCancellable {
            let (log, left) = (log(kind), Locked(answers))
            let property = isDerived ? source.property.map { $0 } : source.property
            return property.allValues.sink { [unowned self] value in
                log.see(value) {
                    let isAnswer = left.withLock { left in
                        left -= 1
                        return left >= 0
                    }
                    if isAnswer { change(modifies: false) }
                }
            }
        }

        func takeTurns() -> AnyCancellable {
            let log = log(.takingTurns)
            let subscription = Locked<(any Subscription)?>(nil)
            source.allValues.subscribe(
                AnySubscriber(
                    receiveSubscription: { new in
                        subscription.withLock { $0 = new }
                        new.request(.max(1))
                    },
                    receiveValue: { value in
                        log.see(value)
                        return .max(1)
                    }))
            return AnyCancellable { subscription.withLock { $0.take() }?.cancel() }
        }
    }

    @Test func eachSeesOneHistory() {
        for seed in Laws.seeds(1...1000) {
            var random = SeededGenerator(seed: seed)
            let run = Run()
            var staying = [run.observe(.staying)]
            for _ in 0..<random.int(1...3) {
                staying.append(run.observe(.staying, answers: random.int(0...3) == 0 ? 2 : 0))
            }
            if random.int(0...3) == 0 { staying.append(run.takeTurns()) }
            onThreads(
                seed: seed,
                (0..<random.int(2...3)).map { thread in
                    {
                        var random = SeededGenerator(seed: seed &* 64 &+ UInt64(thread))
                        var own: [AnyCancellable] = []
                        for _ in 0..<random.int(2...6) {
                            switch random.int(0...5) {
                            case 0:
                                // The source joins the graph, and leaves it never.
                                own.append(run.observe(.leaving, isDerived: random.int(0...2) == 0))
                            case 1 where !own.isEmpty: own.removeLast().cancel()
                            default: run.change(modifies: random.int(0...2) == 0)
                            }
                        }
                    }
                })
            let logs = run.logs.withLock { $0 }
            let history = logs[0].seen
            #expect(Set(history).count == history.count, "seed \(seed): \(history)")
            #expect(history.last == run.source.value, "seed \(seed)")
            for fault in logs.compactMap({ $0.fault(history) }) { Issue.record("seed \(seed): \(fault)") }
            for cancellable in staying { cancellable.cancel() }
        }
    }

    /// A thread that changes the property tells all observers but the one that another thread is calling.
    @Test func onlyTheObserverThatIsBeingCalledIsLeftToTheOtherThread() {
        let source = MutableProperty(0)
        let (first, second, third) = (Locked<[Int]>([]), Locked<[Int]>([]), Locked<[Int]>([]))
        let meanwhile = Locked<[[Int]]>([])
        let observers = [
            source.subsequentValues.sink { value in first.withLock { $0.append(value) } },
            source.subsequentValues.sink { value in
                second.withLock { $0.append(value) }
                if value != 1 { return }
                onThreads([{ source.value = 2 }])
                let all = [first, second, third].map { log in log.withLock { $0 } }
                meanwhile.withLock { $0 = all }
            },
            source.subsequentValues.sink { value in third.withLock { $0.append(value) } },
        ]
        source.value = 1
        #expect(meanwhile.withLock { $0 } == [[1, 2], [1], [1, 2]])
        #expect([first, second, third].map { log in log.withLock { $0 } } == [[1, 2], [1, 2], [1, 2]])
        source.value = 3
        #expect(
            [first, second, third].map { log in log.withLock { $0 } } == [[1, 2, 3], [1, 2, 3], [1, 2, 3]])
        withExtendedLifetime(observers) {}
    }
}
