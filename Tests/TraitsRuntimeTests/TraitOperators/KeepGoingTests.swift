import Synchronization
import Testing
import TraitsRuntime
import TraitsTesting

@Suite("Work that goes on, and bags", .limited)
struct KeepGoingTests {
    @Test func cancellationIsPrevented() throws {
        let leaks = LeakTracker()
        let source = PassthroughSubject<Int, TestFailure>()
        var seen: [Int] = []
        do {
            let token = leaks.token("captured by the subscriber")
            let recorder = source.handleEvents(receiveOutput: { seen.append($0) }).preventCancellation()
                .sink(receiveCompletion: { _ in }, receiveValue: { _ in _ = token.name })
            source.send(1)
            recorder.cancel()
        }
        try leaks.expectAllReleased()
        source.send(2)
        #expect(seen == [1, 2])
    }

    @Test func whatWasCancelledBeforeItAskedIsDoneNevertheless() {
        let source = ManualPublisher<Int, Never>()
        let recorder = source.preventCancellation().record(demand: .none)
        recorder.cancel()
        #expect(source.uses == [.requested(.unlimited)])
        source.send(1)
        #expect(recorder.values.isEmpty)
    }

    @Test func fireAndForget() {
        var runs = 0
        let work = Deferred {
            runs += 1
            return Empty<Never, Never>()
        }
        work.asCompletable().fireAndForget()
        work.eraseToAnyMaybePublisher().fireAndForget()
        Deferred {
            runs += 1
            return Fail<Never, TestFailure>(error: "x")
        }.eraseToAnyCompletablePublisher().fireAndForgetIgnoringFailure()
        #expect(runs == 3)
    }

    @Test func whatIsForgottenLivesUntilItsEnd() throws {
        let leaks = LeakTracker()
        let subject = PassthroughSubject<Never, Never>()
        var ended = false
        do {
            let token = leaks.token("captured")
            subject.uncheckedCompletable().handleEvents(receiveCompletion: { _ in
                ended = true
                _ = token.name
            }).fireAndForget()
        }
        #expect(leaks.alive.count == 1)
        subject.send(completion: .finished)
        #expect(ended)
        try leaks.expectAllReleased()
    }

    // MARK: Bags

    @Test func aBagEmptiesItself() {
        let bag = CancelBag()
        let source = PassthroughSubject<Int, TestFailure>()
        var events: [String] = []
        source.sink(
            in: bag, receiveCompletion: { _ in events.append("end \(bag.isEmpty)") },
            receiveValue: { events.append("\($0)") })
        source.first(orError: "n").sinkSingle(in: bag) { _ in events.append("single") }
        source.first().sinkMaybe(in: bag) { _ in events.append("maybe") }
        source.asCompletable().sinkCompletable(in: bag) { _ in events.append("completable") }
        #expect(bag.count == 4)
        source.send(1)
        #expect(bag.count == 2)
        source.send(completion: .finished)
        #expect(bag.isEmpty)
        #expect(events == ["1", "single", "maybe", "end false", "completable"])
        Just(1).sink(in: bag) { _ in }
        #expect(bag.isEmpty)
    }

    @Test func aBagCancelsAllWhenItGoes() {
        let source = ManualPublisher<Int, TestFailure>()
        var bag: CancelBag? = CancelBag()
        source.sink(in: bag!, receiveCompletion: { _ in }, receiveValue: { _ in })
        bag = nil
        #expect(source.uses == [.requested(.unlimited), .cancelled])
        let stored = ManualPublisher<Int, Never>()
        let other = CancelBag()
        stored.sink { _ in }.store(in: other)
        #expect(other.count == 1)
        other.cancel()
        #expect(stored.uses.last == .cancelled)
        #expect(other.isEmpty)
        stored.sink { _ in }.store(in: other)  // it can be used on
        #expect(other.count == 1)
    }

    @Test func whatIsStoredLeavesWhenItsStreamEnds() {
        final class Label { var text = "" }
        let bag = CancelBag()
        let names = PassthroughSubject<String, Never>()
        let label = Label()
        var wasEmpty: [Bool] = []
        names.sink { _ in }.store(in: bag)
        names.assign(to: \.text, on: label).store(in: bag)
        names.setFailureType(to: TestFailure.self).first(orError: TestFailure()).sinkSingle { _ in }.store(
            in: bag)
        names.first().sinkMaybe { _ in }.store(in: bag)
        names.asCompletable().sinkCompletable { _ in wasEmpty.append(bag.isEmpty) }.store(in: bag)
        Just(1).sink { _ in }.store(in: bag)  // it has ended already
        #expect(bag.count == 5)
        names.send("Alice")
        #expect(bag.count == 3)
        #expect(label.text == "Alice")
        names.send(completion: .finished)
        #expect(wasEmpty == [true])
        #expect(bag.isEmpty)
    }

    @Test func oneThatIsSubscribedLaterLeavesTheBagToo() throws {
        let scheduler = TestScheduler()
        let bag = CancelBag()
        let source = try scheduler.cold("-1|", of: Int.self)
        source.subscribe(on: scheduler).sink { _ in }.store(in: bag)
        #expect(bag.count == 1)
        try scheduler.run()
        #expect(bag.isEmpty)
    }

    @Test func whatIsCancelledElsewhereIsNotCounted() {
        let bag = CancelBag()
        let names = PassthroughSubject<String, Never>()
        let cancellable = names.sink { _ in }
        let other = AnyCancellable {}
        cancellable.store(in: bag)
        other.store(in: bag)
        #expect(bag.count == 2)
        cancellable.cancel()
        #expect(bag.count == 1)
        other.cancel()
        #expect(bag.isEmpty)
    }

    /// Nobody asks how many there are, and the bag lives on: what has ended must not pile up.
    @Test func aBagThatLivesLongDoesNotGrow() {
        let bag = CancelBag()
        let lasting = PassthroughSubject<Int, Never>()
        for _ in 0..<10 { lasting.sink { _ in }.store(in: bag) }
        var entries: [WeakEntry] = []
        for number in 0..<2000 {
            let source = PassthroughSubject<Int, Never>()
            let entry = source.sink { _ in }
            entries.append(WeakEntry(entry: entry))
            entry.store(in: bag)
            source.send(number)
            source.send(completion: .finished)
        }
        #expect(entries.count { $0.entry != nil } < 40)
        #expect(bag.count == 10)
        #expect(entries.allSatisfy { $0.entry == nil })
    }

    @Test(arguments: Laws.seeds(1...8))
    func streamsThatEndOnOtherThreadsLeaveTheBag(seed: UInt64) {
        let bag = CancelBag()
        onThreads(4, seed: seed) { thread in
            var random = SeededGenerator(seed: seed &* 17 &+ UInt64(thread))
            for _ in 0..<200 {
                let source = PassthroughSubject<Int, Never>()
                source.sink { _ in }.store(in: bag)
                if Bool.random(using: &random) { _ = bag.isEmpty }
                source.send(1)
                source.send(completion: .finished)
            }
        }
        #expect(bag.isEmpty, "seed \(seed)")
    }

    @Test(arguments: Laws.seeds(1...8))
    func aBagFromManyThreads(seed: UInt64) {
        let bag = CancelBag()
        let cancelled = Atomic<Int>(0)
        let ended = Atomic<Int>(0)
        onThreads(4, seed: seed) { thread in
            var random = SeededGenerator(seed: seed &* 31 &+ UInt64(thread))
            for _ in 0..<300 {
                switch Int.random(in: 0..<8, using: &random) {
                case 0: bag.cancel()
                case 1: Just(1).sinkSingle(in: bag) { _ in ended.add(1, ordering: .relaxed) }
                default: AnyCancellable { cancelled.add(1, ordering: .relaxed) }.store(in: bag)
                }
            }
        }
        let before = bag.count
        let done = cancelled.load(ordering: .relaxed)
        bag.cancel()
        #expect(cancelled.load(ordering: .relaxed) == done + before, "seed \(seed)")
        #expect(bag.isEmpty)
    }

    // MARK: Threads

    /// Subscribers come and go while the single ends: each that stays sees the value once, and upstream is never
    /// started a second time after that.
    @Test(arguments: Laws.seeds(1...8))
    func sharingFromManyThreads(seed: UInt64) {
        for round in 0..<40 {
            let subject = PassthroughSubject<Int, Never>()
            let shared = subject.uncheckedSingle().shareReplay()
            let keeper = Atomic<Int>(0)
            let values = Atomic<Int>(0)
            let kept = shared.sinkSingle { _ in keeper.add(1, ordering: .relaxed) }
            nonisolated(unsafe) let publisher = shared
            let bags = (0..<4).map { _ in CancelBag() }
            onThreads(4, seed: seed &* 1000 &+ UInt64(round)) { thread in
                var random = SeededGenerator(seed: seed &* 131 &+ UInt64(thread + round * 7))
                for step in 0..<10 {
                    if thread == 0 && step == 5 {
                        subject.send(1)
                        subject.send(completion: .finished)
                    }
                    let cancellable = publisher.sinkSingle { _ in values.add(1, ordering: .relaxed) }
                    if Bool.random(using: &random) {
                        cancellable.cancel()
                    } else {
                        bags[thread].insert(cancellable)
                    }
                }
            }
            #expect(keeper.load(ordering: .relaxed) == 1, "seed \(seed)")
            #expect(values.load(ordering: .relaxed) <= 40, "seed \(seed)")
            let late = shared.record()
            #expect(late.values == [1], "seed \(seed)")
            kept.cancel()
        }
    }

    /// Two threads race; exactly one wins, and nothing of the other comes through.
    @Test(arguments: Laws.seeds(1...8))
    func racingFromManyThreads(seed: UInt64) {
        for round in 0..<100 {
            let subjects = [PassthroughSubject<Int, Never>(), PassthroughSubject<Int, Never>()]
            let sums = [Count(), Count()]
            let completions = Atomic<Int>(0)
            let cancellable = subjects[0].race(with: subjects[1]).sink(
                receiveCompletion: { _ in completions.add(1, ordering: .relaxed) },
                receiveValue: { sums[$0].value.add(1, ordering: .relaxed) })
            onThreads(2, seed: seed &* 1000 &+ UInt64(round)) { thread in
                for _ in 0..<5 { subjects[thread].send(thread) }
                subjects[thread].send(completion: .finished)
            }
            let counts = sums.map { $0.value.load(ordering: .relaxed) }
            #expect(counts.sorted() == [0, 5], "seed \(seed)")
            #expect(completions.load(ordering: .relaxed) == 1)
            cancellable.cancel()
        }
    }

    @Test(arguments: Laws.seeds(1...8))
    func zippingFromManyThreads(seed: UInt64) {
        for round in 0..<50 {
            let subjects = (0..<4).map { _ in PassthroughSubject<Int, TestFailure>() }
            let outcomes = Atomic<Int>(0)
            let cancellable = subjects.map { $0.uncheckedSingle() }.zipSingle()
                .sinkSingle { _ in outcomes.add(1, ordering: .relaxed) }
            let cancels = round % 3 == 0
            onThreads(4, seed: seed &* 1000 &+ UInt64(round)) { thread in
                if cancels && thread == 3 { return cancellable.cancel() }
                subjects[thread].send(thread)
                subjects[thread].send(
                    completion: (seed + UInt64(round)).isMultiple(of: 5) && thread == 1
                        ? .failure("x") : .finished)
            }
            #expect(outcomes.load(ordering: .relaxed) <= 1)
            if !cancels { #expect(outcomes.load(ordering: .relaxed) == 1, "seed \(seed)") }
        }
    }
}

private struct WeakEntry {
    weak var entry: AnyCancellable?
}

private final class Count: Sendable {
    let value = Atomic<Int>(0)
}
