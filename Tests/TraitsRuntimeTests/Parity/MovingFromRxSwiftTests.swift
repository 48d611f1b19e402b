import Testing
import TraitsRuntime
import TraitsTesting

/// What the page "Moving from RxSwift" says of this library, where the name alone doesn't say it. Drivers and signals are
/// held by `DriverTests`, sharing with a replay by `ShareReplayTests`.
@Suite("Moving from RxSwift")
struct MovingFromRxSwiftTests {
    @Test func aDroppedSubscriptionIsCancelled() {
        let source = ManualPublisher<Int, Never>()
        _ = source.sink { _ in }
        #expect(source.uses.last == .cancelled)
        var serial: AnyCancellable? = source.sink { _ in }
        #expect(source.uses.count == 3)
        serial = source.sink { _ in }
        #expect(source.uses.suffix(2) == [.requested(.unlimited), .cancelled])
        withExtendedLifetime(serial) {}
    }

    @Test func aSubjectSendsNothingToWhoHasNotAsked() {
        let subject = PassthroughSubject<Int, Never>()
        let recorder = subject.record(demand: .atOnce(1))
        subject.send(1)
        subject.send(2)
        recorder.request(.max(1))
        subject.send(3)
        #expect(recorder.values == [1, 3])
    }

    @Test func aReplaySubjectIsASharedSubjectThatIsKept() {
        let subject = PassthroughSubject<Int, TestFailure>()
        let recent = subject.share(replay: 2)
        let kept = recent.record()
        for value in 1...3 { subject.send(value) }
        #expect(recent.record().values == [2, 3])
        subject.send(completion: .failure("x"))
        #expect(recent.record().recording == "23x")
        withExtendedLifetime(kept) {}
    }

    @Test func anAsyncSubjectIsTheLastValueReplayed() {
        let subject = PassthroughSubject<Int, TestFailure>()
        let outcome = subject.last().shareReplay()
        let early = outcome.record()
        subject.send(1)
        subject.send(2)
        #expect(early.values == [])
        subject.send(completion: .finished)
        #expect(early.recording == "2|")
        #expect(outcome.record().recording == "2|")
    }

    @Test func sharingStartsNothingAnewAfterTheEnd() {
        var starts = 0
        let source = Deferred { () -> Just<Int> in
            starts += 1
            return Just(starts)
        }
        let shared = source.share()
        #expect(shared.record().recording == "1|")
        #expect(shared.record().recording == "|")
        let replayed = source.share(replay: 1)
        #expect(replayed.record().recording == "2|")
        #expect(replayed.record().recording == "2|")
        #expect(starts == 2)
    }

    /// The closure runs for each subscriber behind `share(replay:)`, and once before it.
    @Test func workIsSharedBeforeTheShare() {
        let subject = PassthroughSubject<Int, Never>()
        var (before, behind) = (0, 0)
        let shared = subject.map { value in
            before += 1
            return value
        }.share(replay: 1).map { (value: Int) in
            behind += 1
            return value
        }
        let recorders = [shared.record(), shared.record()]
        subject.send(1)
        #expect(before == 1)
        #expect(behind == 2)
        #expect(recorders.map(\.values) == [[1], [1]])
    }

    // MARK: Operators

    @Test func flatMapLatest() {
        let (outer, first, second) = (IntSubject(), IntSubject(), IntSubject())
        let recorder = outer.map { $0 == 1 ? first : second }.switchToLatest().record()
        outer.send(1)
        first.send(10)
        outer.send(2)
        first.send(11)
        second.send(20)
        #expect(recorder.values == [10, 20])
    }

    private typealias IntSubject = PassthroughSubject<Int, Never>

    @Test func flatMapFirstOfASubject() {
        let (outer, inner) = (IntSubject(), IntSubject())
        var started: [Int] = []
        let recorder = outer.flatMap(maxPublishers: .max(1)) { value in
            started.append(value)
            return value == 1 ? inner.eraseToAnyPublisher() : Just(value).eraseToAnyPublisher()
        }.record()
        outer.send(1)
        outer.send(2)
        inner.send(10)
        inner.send(completion: .finished)
        outer.send(3)
        #expect(started == [1, 3])
        #expect(recorder.values == [10, 3])
    }

    @Test func whatWaitsIsNotDropped() {
        let inner = IntSubject()
        let recorder = [1, 2, 3].publisher.flatMap(maxPublishers: .max(1)) { value in
            value == 1 ? inner.eraseToAnyPublisher() : Just(value).eraseToAnyPublisher()
        }.record()
        #expect(recorder.values == [])
        inner.send(completion: .finished)
        #expect(recorder.values == [2, 3])
    }

    @Test func concatMap() {
        let (outer, inner) = (IntSubject(), IntSubject())
        let recorder = outer.buffer(size: .max, prefetch: .keepFull, whenFull: .dropOldest)
            .flatMap(maxPublishers: .max(1)) { value in
                value == 1 ? inner.eraseToAnyPublisher() : Just(value).eraseToAnyPublisher()
            }.record()
        outer.send(1)
        outer.send(2)
        outer.send(3)
        inner.send(10)
        #expect(recorder.values == [10])
        inner.send(completion: .finished)
        #expect(recorder.values == [10, 2, 3])
    }

    @Test func withLatestFrom() {
        let (taps, names) = (PassthroughSubject<Void, Never>(), PassthroughSubject<Int, Never>())
        let recorder = names.map { name in taps.map { name } }.switchToLatest().record()
        taps.send()
        #expect(recorder.values == [], "there is no name yet")
        names.send(1)
        #expect(recorder.values == [], "a name alone is nothing")
        taps.send()
        taps.send()
        names.send(2)
        taps.send()
        #expect(recorder.values == [1, 1, 2])
        names.send(completion: .finished)
        taps.send()
        #expect(recorder.values == [1, 1, 2, 2])
        taps.send(completion: .finished)
        #expect(recorder.recording == "1122|")
    }

    @Test func retryCountsTheAttemptsAfterTheFirst() {
        var attempts = 0
        let source = Deferred { () -> Fail<Int, TestFailure> in
            attempts += 1
            return Fail(error: "x")
        }
        #expect(source.retry(2).record().recording == "x")
        #expect(attempts == 3)
    }

    @Test func aValueThatIsNotThereIsNoFailure() {
        let source = [1, 2].publisher.setFailureType(to: TestFailure.self)
        #expect(source.output(at: 5).record().recording == "|")
        #expect([1, 2].publisher.collect().record().values == [[1, 2]])
        #expect([1, 2].publisher.last().record().recording == "2|")
    }

    @Test func asSingleIsChecked() throws {
        func outcome(_ values: [Int]) throws -> Bool {
            let completion = try #require(values.publisher.checkSingle().record().completion)
            guard case .finished = completion else { return false }
            return true
        }
        #expect(try outcome([1]))
        #expect(try !outcome([]))
        #expect(try !outcome([1, 2]))
    }

    @Test func aFailureIsDelayedToo() throws {
        let scheduler = TestScheduler()
        let source = try scheduler.cold("-a-x", values: ["a": 1], errors: ["x": TestFailure("x")])
        let recorder = source.delay(for: 2, scheduler: scheduler).record(on: scheduler)
        try scheduler.run()
        try recorder.expect("---a-x", values: ["a": 1], errors: ["x": TestFailure("x")])
    }

    @Test func aTimeoutWithoutAnErrorFinishes() {
        let scheduler = TestScheduler()
        let silent = Empty<Int, TestFailure>(completeImmediately: false)
        let finishing = silent.timeout(2, scheduler: scheduler).record()
        let failing = silent.timeout(2, scheduler: scheduler, customError: { "x" }).record()
        scheduler.advance(by: 3)
        #expect(finishing.recording == "|")
        #expect(failing.recording == "x")
    }

    @Test func aPropertyFollowsAPublisher() {
        let property = MutableProperty(0)
        let subject = PassthroughSubject<Int, Never>()
        let binding = property.bind(to: subject)
        subject.send(1)
        #expect(property.value == 1)
        let other = PassthroughSubject<Int, Never>()
        let recorder = other.record()
        let connection = subject.subscribe(other)
        subject.send(2)
        #expect(recorder.values == [2])
        binding.cancel()
        connection.cancel()
    }

    @Test func aBagForgetsWhatHasEnded() {
        let bag = CancelBag()
        let subject = PassthroughSubject<Int, Never>()
        subject.sink { _ in }.store(in: bag)
        #expect(bag.count == 1)
        subject.send(completion: .finished)
        #expect(bag.isEmpty)
        let sink = Subscribers.Sink<Int, Never>(receiveCompletion: { _ in }, receiveValue: { _ in })
        Just(1).subscribe(sink)
        AnyCancellable(sink).store(in: bag)
        #expect(bag.isEmpty)
    }
}
