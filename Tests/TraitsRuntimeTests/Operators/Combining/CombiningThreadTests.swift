import Synchronization
import Testing
import TraitsRuntime
import TraitsTesting

/// Counts calls that overlap, and calls after the end: neither may happen, whatever threads do upstream.
private final class Watch: Sendable {
    let inside = Atomic<Int>(0)
    let faults = Atomic<Int>(0)
    let values = Atomic<Int>(0)
    let completions = Atomic<Int>(0)

    func value(_ body: () -> Void = {}) {
        enter()
        if completions.load(ordering: .acquiring) != 0 { faults.add(1, ordering: .relaxed) }
        values.add(1, ordering: .relaxed)
        body()
        inside.subtract(1, ordering: .acquiringAndReleasing)
    }

    func completion() {
        enter()
        completions.add(1, ordering: .acquiringAndReleasing)
        inside.subtract(1, ordering: .acquiringAndReleasing)
    }

    private func enter() {
        if inside.add(1, ordering: .acquiringAndReleasing).oldValue != 0 { faults.add(1, ordering: .relaxed) }
    }

    func expect(values: Int? = nil, completions: Int, seed: UInt64) {
        #expect(faults.load(ordering: .acquiring) == 0, "seed \(seed)")
        if let values { #expect(self.values.load(ordering: .acquiring) == values, "seed \(seed)") }
        #expect(self.completions.load(ordering: .acquiring) == completions, "seed \(seed)")
    }
}

/// What comes out of operators, where ``RaceThreadTests`` looks at how it comes.
@Suite("Operators of several publishers, from many threads", .limited)
struct CombiningThreadTests {
    typealias Subject = PassthroughSubject<Int, Never>

    /// Sends so many values to each subject, each from a thread of its own, and finishes them.
    private func race(_ subjects: [Subject], count: Int, seed: UInt64) {
        onThreads(subjects.count, seed: seed) { index in
            var random = SeededGenerator(seed: seed &* 31 &+ UInt64(index))
            for value in 0..<count {
                subjects[index].send(value)
                if UInt8.random(in: 0...255, using: &random) == 0 { pause(&random) }
            }
            subjects[index].send(completion: .finished)
        }
    }

    private func pause(_ random: inout SeededGenerator) {
        for _ in 0..<Int.random(in: 0..<500, using: &random) { _ = random.next() }
    }

    @Test(arguments: Laws.seeds(1...6))
    func zipLosesNothingAndKeepsOrder(seed: UInt64) {
        let subjects = [Subject(), Subject(), Subject()]
        let watch = Watch()
        let mismatches = Atomic<Int>(0)
        let cancellable = subjects[0].zip(subjects[1], subjects[2]).sink(
            receiveCompletion: { _ in watch.completion() },
            receiveValue: { a, b, c in
                watch.value { if a != b || b != c { mismatches.add(1, ordering: .relaxed) } }
            })
        let recorder = subjects[0].zip(subjects[1]).record(demand: .atATime(3))
        race(subjects, count: 3000, seed: seed)
        watch.expect(values: 3000, completions: 1, seed: seed)
        #expect(mismatches.load(ordering: .relaxed) == 0)
        #expect(recorder.completion == .finished)
        cancellable.cancel()
    }

    @Test(arguments: Laws.seeds(1...6))
    func combineLatestNeverGoesBack(seed: UInt64) {
        let subjects = [Subject(), Subject()]
        let watch = Watch()
        let last = Mutex((-1, -1))
        let backwards = Atomic<Int>(0)
        let cancellable = subjects[0].combineLatest(subjects[1]).sink(
            receiveCompletion: { _ in watch.completion() },
            receiveValue: { a, b in
                watch.value {
                    last.withLock { last in
                        if a < last.0 || b < last.1 { backwards.add(1, ordering: .relaxed) }
                        last = (a, b)
                    }
                }
            })
        race(subjects, count: 3000, seed: seed)
        watch.expect(completions: 1, seed: seed)
        #expect(backwards.load(ordering: .relaxed) == 0)
        #expect(last.withLock { $0 == (2999, 2999) })
        cancellable.cancel()
    }

    @Test(arguments: Laws.seeds(1...6))
    func mergeSendsAllAndNeverOverlaps(seed: UInt64) {
        let subjects = (0..<4).map { _ in Subject() }
        let watch = Watch()
        let cancellable = Publishers.MergeMany(subjects).sink(
            receiveCompletion: { _ in watch.completion() }, receiveValue: { _ in watch.value() })
        race(subjects, count: 2000, seed: seed)
        watch.expect(values: 8000, completions: 1, seed: seed)
        cancellable.cancel()
    }

    /// What a merge has kept since it was subscribed to comes inside of the first request, also if another thread is keeping
    /// something there at that moment.
    @Test(arguments: Laws.seeds(1...4))
    func aMergeAnswersItsFirstRequestAtOnce(seed: UInt64) {
        let subjects = (0..<3000).map { _ in Subject() }
        let ready = Atomic<Int>(0)
        let late = Atomic<Int>(0)
        onThreads(2) { thread in
            var random = SeededGenerator(seed: seed &* 31 &+ UInt64(thread))
            for (number, subject) in subjects.enumerated() {
                if thread == 0 {
                    while ready.load(ordering: .acquiring) <= number {}
                    subject.send(1)
                    continue
                }
                let count = Atomic<Int>(0)
                let subscriber = TrackingSubscriber<Int, Never>(receiveValue: { _ in
                    count.add(1, ordering: .relaxed)
                    return .none
                })
                CurrentValueSubject(0).merge(with: subject).subscribe(subscriber)
                ready.store(number + 1, ordering: .releasing)
                for _ in 0..<Int.random(in: 0..<40, using: &random) { _ = random.next() }
                subscriber.request(.unlimited)
                if count.load(ordering: .relaxed) == 0 { late.add(1, ordering: .relaxed) }
                subscriber.cancel()
            }
        }
        #expect(late.load(ordering: .relaxed) == 0)
    }

    @Test(arguments: Laws.seeds(1...6))
    func requestsFromAnotherThreadAreNotLost(seed: UInt64) {
        // Upstream is ahead of the demand all the time, so that each row and value waits for a request.
        let sides = [ManualPublisher<Int, Never>(), ManualPublisher<Int, Never>()]
        let watch = Watch()
        let zipped = TrackingSubscriber<Int, Never>(receiveValue: { _ in
            watch.value()
            return .none
        })
        let merged = TrackingSubscriber<Int, Never>()
        sides[0].zip(sides[1], +).subscribe(zipped)
        sides[0].merge(with: sides[1]).subscribe(merged)
        onThreads(3, seed: seed) { thread in
            for value in 0..<1000 {
                if thread < 2 {
                    sides[thread].send(value)
                } else {
                    zipped.request(.max(1))
                    merged.request(.max(2))
                }
            }
        }
        watch.expect(values: 1000, completions: 0, seed: seed)
        #expect(zipped.values == (0..<1000).map { $0 * 2 })
        #expect(merged.values.count == 2000)
        zipped.cancel()
        merged.cancel()
    }

    @Test(arguments: Laws.seeds(1...6))
    func switchingWhileTheOldOnesSend(seed: UInt64) {
        let outer = PassthroughSubject<Subject, Never>()
        let inner = [Subject(), Subject(), Subject()]
        let watch = Watch()
        let cancellable = outer.switchToLatest().sink(
            receiveCompletion: { _ in watch.completion() }, receiveValue: { _ in watch.value() })
        let recorder = outer.switchToLatest().record(demand: .atATime(1))
        outer.send(inner[0])
        onThreads(4, seed: seed) { thread in
            var random = SeededGenerator(seed: seed &+ UInt64(thread))
            for value in 0..<1000 {
                if thread < 3 {
                    inner[thread].send(value)
                } else {
                    outer.send(inner[Int.random(in: 0..<3, using: &random)])
                }
            }
        }
        outer.send(inner[2])
        let before = recorder.values.count
        inner[2].send(-1)
        #expect(recorder.values.count == before + 1, "the demand must survive every switch")
        for subject in inner { subject.send(completion: .finished) }
        outer.send(completion: .finished)
        watch.expect(completions: 1, seed: seed)
        #expect(recorder.completion == .finished)
        cancellable.cancel()
    }
}
