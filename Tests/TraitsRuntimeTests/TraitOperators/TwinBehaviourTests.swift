import Testing
import TraitsRuntime
import TraitsTesting

/// What the laws don't say: values, errors, times, which publisher is subscribed to and which is cancelled.
@Suite("What the trait operators do")
struct TwinBehaviourTests {
    private let scheduler = TestScheduler()

    private func single(_ marbles: String) throws -> some SinglePublisher<Int, TestFailure> {
        try scheduler.cold(marbles, of: Int.self, failure: TestFailure.self).uncheckedSingle()
    }

    private func maybe(_ marbles: String) throws -> some MaybePublisher<Int, TestFailure> {
        try scheduler.cold(marbles, of: Int.self, failure: TestFailure.self).uncheckedMaybe()
    }

    private func completable(_ marbles: String) throws -> some CompletablePublisher<Int, TestFailure> {
        try scheduler.cold(marbles, of: Int.self, failure: TestFailure.self).uncheckedCompletable()
    }

    // MARK: Share

    @Test func latecomersGetTheOutcome() {
        let source = ManualPublisher<Int, TestFailure>()
        let shared = source.uncheckedSingle().shareReplay()
        let early = [shared.record(), shared.record()]
        source.send(1)
        #expect(early[0].values.isEmpty)
        source.send(completion: .finished)
        let late = shared.record()
        for recorder in early + [late] {
            #expect(recorder.values == [1])
            #expect(recorder.completion == .finished)
        }
        #expect(source.subscriptionCount == 1)
    }

    @Test func failuresAreReplayed() {
        let source = ManualPublisher<Int, TestFailure>()
        let shared = source.uncheckedSingle().shareReplay()
        let early = shared.record()
        source.send(completion: .failure("x"))
        #expect(early.completion == .failure("x"))
        #expect(shared.record().completion == .failure("x"))
        #expect(source.subscriptionCount == 1)
    }

    @Test func theLastToLeaveCancelsAndTheNextStartsAnew() {
        let source = ManualPublisher<Int, TestFailure>()
        let shared = source.uncheckedMaybe().shareReplay()
        let (a, b) = (shared.record(), shared.record())
        a.cancel()
        #expect(source.uses == [.requested(.unlimited)])
        b.cancel()
        #expect(source.uses == [.requested(.unlimited), .cancelled])
        let c = shared.record()
        #expect(source.subscriptionCount == 2)
        source.send(9, to: 0)  // the abandoned one has nothing to say
        source.send(completion: .finished, to: 0)
        #expect(c.completion == nil)
        source.send(2, to: 1)
        source.send(completion: .finished, to: 1)
        #expect(c.values == [2])
    }

    @Test func anOutcomeComesAsAWhole() {
        let source = ManualPublisher<Int, TestFailure>()
        let shared = source.uncheckedSingle().shareReplay()
        var log: [String] = []
        let subscribers = ["a", "b"].map { name in
            shared.sink(
                receiveCompletion: { _ in log.append("\(name) end") },
                receiveValue: { _ in log.append("\(name) value") })
        }
        source.send(1)
        source.send(completion: .finished)
        #expect(log == ["a value", "a end", "b value", "b end"])
        withExtendedLifetime(subscribers) {}
    }

    @Test func aCancellationInsideTheOnlyValueDoesNotStartAgain() {
        let source = ManualPublisher<Int, TestFailure>()
        let shared = source.uncheckedSingle().shareReplay()
        let first = shared.first().record()
        source.send(1)
        source.send(completion: .finished)
        #expect(first.values == [1])
        #expect(shared.record().values == [1])
        #expect(source.subscriptionCount == 1)
    }

    @Test func aSharedValueWaitsForDemand() {
        let shared = Just(1).shareReplay()
        let recorder = shared.record(demand: .none)
        #expect(recorder.values.isEmpty && recorder.completion == nil)
        recorder.request(.max(1))
        #expect(recorder.values == [1])
        #expect(recorder.completion == .finished)
    }

    @Test func oneWhoCancelsInsideOfAnothersValueHearsNothing() {
        let source = ManualPublisher<Int, TestFailure>()
        let shared = source.uncheckedSingle().shareReplay()
        let second = TrackingSubscriber<Int, TestFailure>(demand: .unlimited)
        let first = TrackingSubscriber<Int, TestFailure>(
            receiveSubscription: { $0.request(.unlimited) },
            receiveValue: { _ in
                second.cancel()
                return .none
            })
        shared.subscribe(first)
        shared.subscribe(second)
        source.send(1)
        source.send(completion: .finished)
        #expect(first.values == [1])
        #expect(second.history == [.subscription("ShareReplay")])
    }

    // MARK: Timeout

    @Test func onlySilenceBeforeTheValueIsAFailure() throws {
        let recorder = try single("-----1|").timeout(3, scheduler: scheduler, error: "l").record(
            on: scheduler)
        let inTime = try single("--1-----|").timeout(3, scheduler: scheduler, error: "l").record(
            on: scheduler)
        try scheduler.run()
        try recorder.expect("---x", errors: ["x": "l"])
        #expect(inTime.values == [1])
        #expect(inTime.completion == .finished)
        #expect(scheduler.pendingCount == 0)
    }

    @Test func upstreamIsCancelledBeforeDownstreamIsTold() {
        let source = ManualPublisher<Int, TestFailure>()
        var uses: [SubscriptionUse] = []
        let cancellable = source.uncheckedSingle().timeout(1, scheduler: scheduler, error: "l")
            .sinkSingle { _ in uses = source.uses }
        scheduler.advance(by: 2)
        #expect(uses == [.requested(.unlimited), .cancelled])
        withExtendedLifetime(cancellable) {}
    }

    // MARK: Empty

    @Test func emptyIsReplaced() throws {
        try maybe("--|").ifEmpty(default: 7).record(on: scheduler, "--7|")
        try maybe("-1|").ifEmpty(default: 7).record(on: scheduler, "-1|")
        try maybe("--|").ifEmpty(switchTo: try! single("-5|")).record(on: scheduler, "---5|")
        #expect(
            AnyMaybePublisher<Int, TestFailure>.empty().replaceEmpty(withError: "e").record().completion
                == .failure("e"))
        #expect(
            AnyMaybePublisher<Int, TestFailure>.empty().first(orError: "e").record().completion
                == .failure("e"))
        #expect(
            [4, 5].publisher.setFailureType(to: TestFailure.self).first(orError: "e").record().values == [4])
    }

    @Test func whatIsNotNeededIsNotMade() {
        var made = 0
        func other() -> Just<Int> {
            made += 1
            return Just(0)
        }
        #expect(Just(1).ifEmpty(switchTo: other()).record().values == [1])
        #expect(made == 0)
        #expect(Empty<Int, Never>().ifEmpty(switchTo: other()).record().values == [0])
        #expect(made == 1)
    }

    // MARK: Retry

    @Test func retriesWhenTheTriggerSaysSo() {
        var attempts = 0
        let upstream = Deferred {
            attempts += 1
            return Fail<Int, TestFailure>(error: "x")
        }
        let recorder = upstream.retry { failures in
            failures.delay(for: 2, scheduler: scheduler).prefix(3).setFailureType(to: TestFailure.self)
        }.record(on: scheduler)
        #expect(attempts == 1)
        scheduler.advance(by: 2)
        #expect(attempts == 2)
        scheduler.advance(by: 10)
        #expect(attempts == 4)
        #expect(recorder.completion == .failure("x"))
    }

    @Test func theTriggersFailureTakesOver() {
        let trigger = PassthroughSubject<Void, TestFailure>()
        let source = ManualPublisher<Int, TestFailure>()
        let recorder = source.retry { _ in trigger }.record()
        trigger.send(completion: .failure("t"))
        #expect(recorder.completion == nil)  // an attempt that runs is not disturbed
        source.send(completion: .failure("x"))
        #expect(recorder.completion == .failure("t"))
    }

    @Test func attemptsThatFailAtOnceNeedNoStack() {
        var attempts = 0
        let upstream = Deferred {
            attempts += 1
            return Result<Int, TestFailure>.Publisher(
                attempts == 100_000 ? .success(attempts) : .failure("x"))
        }
        let recorder = upstream.retry { $0.setFailureType(to: TestFailure.self) }.record()
        #expect(recorder.values == [100_000])
        #expect(recorder.completion == .finished)
    }

    @Test func cancellationReachesAttemptAndTrigger() {
        let source = ManualPublisher<Int, TestFailure>()
        let trigger = ManualPublisher<Int, TestFailure>()
        let recorder = source.retry { _ in trigger }.record()
        recorder.cancel()
        #expect(source.uses.last == .cancelled)
        #expect(trigger.uses.last == .cancelled)
        source.send(completion: .failure("x"))
        trigger.send(1)
        #expect(source.subscriptionCount == 1)
    }

    // MARK: Several

    @Test func zipKeepsTheOrderOfTheCollection() throws {
        let recorder = try [single("---1|"), single("-2|"), single("--3|")].zipSingle().record(on: scheduler)
        try scheduler.run()
        #expect(recorder.values == [[1, 2, 3]])
        #expect(recorder.completion == .finished)
        #expect([Just<Int>]().zipSingle().record().values == [[]])
    }

    @Test func theFirstFailureEndsAZip() {
        let sources = (0..<3).map { _ in ManualPublisher<Int, TestFailure>() }
        let recorder = sources.map { $0.uncheckedSingle() }.zipSingle().record()
        sources[0].send(1)
        sources[1].send(completion: .failure("x"))
        #expect(recorder.completion == .failure("x"))
        #expect(sources[0].uses.last == .cancelled)
        #expect(sources[2].uses.last == .cancelled)
    }

    @Test func anEmptyMaybeEndsAZip() {
        let sources = (0..<2).map { _ in ManualPublisher<Int, TestFailure>() }
        let recorder = sources.map { $0.uncheckedMaybe() }.zipMaybe().record()
        sources[0].send(completion: .finished)
        #expect(recorder.values.isEmpty)
        #expect(recorder.completion == .finished)
        #expect(sources[1].uses.last == .cancelled)
    }

    @Test func zipIsNotAskedBeforeItsSubscriberAsks() {
        let source = ManualPublisher<Int, TestFailure>()
        let recorder = [source.uncheckedSingle()].zipSingle().record(demand: .none)
        #expect(source.uses.isEmpty)
        recorder.request(.max(1))
        #expect(source.uses == [.requested(.unlimited)])
    }

    @Test func completablesEndTogether() throws {
        try [completable("--|"), completable("---|")].zipCompletable().record(on: scheduler, "---|")
        try [completable("--|"), completable("-x"), completable("---|")].zipCompletable().record(
            on: scheduler, "-x")
        #expect([AnyCompletablePublisher<Never, Never>]().zipCompletable().record().completion == .finished)
    }

    @Test func theFasterWins() throws {
        try single("---1|").race(with: single("--2|")).record(on: scheduler, "--2|")
        try single("--1|").race(with: single("-x")).record(on: scheduler, "-x")
        try [maybe("--1|"), maybe("-|")].race().record(on: scheduler, "-|")
        let (a, b) = (ManualPublisher<Int, TestFailure>(), ManualPublisher<Int, TestFailure>())
        let recorder = a.race(with: b).record()
        b.send(1)
        #expect(a.uses.last == .cancelled)
        a.send(9)
        b.send(2)
        #expect(recorder.values == [1, 2])
        b.send(completion: .finished)
        #expect(recorder.completion == .finished)
    }

    @Test func oneThatIsReadyAtOnceLeavesTheOthersAlone() {
        let other = ManualPublisher<Int, Never>()
        #expect(Just(1).race(with: other).record().values == [1])
        #expect(other.subscriptionCount == 0)
        let nobody = [Just<Int>]().race().record()
        #expect(nobody.values.isEmpty && nobody.completion == nil)
    }

    @Test func theNextComesAfterTheEnd() throws {
        try completable("--|").andThen(single("-1|")).record(on: scheduler, "---1|")
        try completable("-x").andThen(single("-1|")).record(on: scheduler, "-x")
        var made = false
        let first = ManualPublisher<Never, Never>()
        let recorder = first.uncheckedCompletable().andThen { () -> Just<Int> in
            made = true
            return Just(1)
        }.record()
        #expect(!made)
        first.send(completion: .finished)
        #expect(recorder.values == [1])
    }

    /// What can't fail goes before, and after, what can, without a word about types.
    @Test func failureTypesFitTogether() {
        let failing = AnyCompletablePublisher<Never, TestFailure>.empty()
        let safe = AnyCompletablePublisher<Never, Never>.empty()
        let single = AnySinglePublisher<Int, TestFailure>.just(1)
        #expect(failing.andThen(Just(1)).eraseToAnySinglePublisher().record().values == [1])
        #expect(failing.andThen { Just(1) }.eraseToAnySinglePublisher().record().values == [1])
        #expect(safe.andThen(single).eraseToAnySinglePublisher().record().values == [1])
        #expect(safe.andThen { single }.eraseToAnySinglePublisher().record().values == [1])
        #expect(safe.andThen(Just(1)).eraseToAnySinglePublisher().record().values == [1])
        var attempts = 0
        let answer = Deferred {
            attempts += 1
            return attempts == 3 ? AnySinglePublisher<Int, TestFailure>.just(1) : .fail(TestFailure())
        }
        #expect(answer.retry { failures in failures }.eraseToAnySinglePublisher().record().values == [1])
        #expect(attempts == 3)
        #expect(Just(1).retry { failures in failures }.record().values == [1])
    }

    @Test func promisesGoOn() {
        let completable = AnyCompletablePublisher<Never, Never>.empty()
        let single = completable.andThen(Just(1)).eraseToAnySinglePublisher()
        let maybe = completable.andThen(AnyMaybePublisher<Int, Never>.empty()).eraseToAnyMaybePublisher()
        let end = completable.andThen(completable).eraseToAnyCompletablePublisher()
        let many = completable.andThen([1, 2].publisher)
        let values = completable.asMaybe(of: Int.self).ifEmpty(default: 3).eraseToAnySinglePublisher()
        let event = completable.materialize().eraseToAnySinglePublisher()
        #expect(single.record().values == [1])
        #expect(maybe.record().completion == .finished)
        #expect(end.record().completion == .finished)
        #expect(many.record().values == [1, 2])
        #expect(values.record().values == [3])
        #expect(event.record().values == [.completion(.finished)])
    }

    // MARK: Events

    @Test func eventsBecomeValues() {
        let failing = [1].publisher.setFailureType(to: TestFailure.self).append(Fail(error: "x"))
        #expect(failing.materialize().record().values == [.value(1), .completion(.failure("x"))])
        #expect(failing.mapToResult().record().values == [.success(1), .failure("x")])
        #expect(failing.materialize().dematerialize().record().completion == .failure("x"))
        let patient = failing.mapToResult().record(demand: .none)
        patient.request(.max(1))
        #expect(patient.values == [.success(1)] && patient.completion == nil)
        patient.request(.max(1))
        #expect(patient.values == [.success(1), .failure("x")])
        #expect(patient.completion == .finished)
    }

    // MARK: Time and resources

    @Test func timersAndDelays() throws {
        let timer = AnySinglePublisher<VirtualTime, Never>.timer(after: 3, scheduler: scheduler).record(
            on: scheduler)
        var subscribed = false
        let delayed = Deferred {
            subscribed = true
            return Just(1)
        }.delaySubscription(for: 2, scheduler: scheduler).record(on: scheduler)
        scheduler.advance(by: 1)
        #expect(!subscribed)
        scheduler.advance(by: 1)
        #expect(delayed.values == [1])
        #expect(timer.values.isEmpty)
        scheduler.advance(by: 1)
        #expect(timer.values == [VirtualTime(ticks: 3)])
        #expect(timer.completion == .finished)
        Just(1).delaySubscription(for: 5, scheduler: scheduler).record().cancel()
        AnySinglePublisher<VirtualTime, Never>.timer(after: 5, scheduler: scheduler).record().cancel()
        #expect(scheduler.pendingCount == 0)
    }

    @Test func aResourceIsReleasedOnce() {
        var log: [String] = []
        func using(_ product: ManualPublisher<Int, TestFailure>) -> Using<
            String, ManualPublisher<Int, TestFailure>
        > {
            Using { () throws(TestFailure) in
                log.append("open")
                return "file"
            } product: { _ in
                product
            } release: {
                log.append("close \($0)")
            }
        }
        let source = ManualPublisher<Int, TestFailure>()
        let cancellable = using(source).sink(
            receiveCompletion: { _ in log.append("end") }, receiveValue: { log.append("\($0)") })
        source.send(1)
        source.send(completion: .finished)
        #expect(log == ["open", "1", "close file", "end"])
        cancellable.cancel()
        log = []
        let second = using(ManualPublisher()).record()
        second.cancel()
        second.cancel()
        #expect(log == ["open", "close file"])
        let broken = Using<Int, Fail<Int, TestFailure>> { () throws(TestFailure) in
            throw TestFailure("n")
        } product: { _ in
            Fail(error: "p")
        } release: { _ in
            log.append("never")
        }
        #expect(broken.record().completion == .failure("n"))
        #expect(log == ["open", "close file"])
    }
}

extension Publisher where Output == Int, Failure == TestFailure {
    /// Runs the publisher to its end in virtual time, and compares.
    fileprivate func record(
        on scheduler: TestScheduler, _ expected: String, at location: SourceLocation = #_sourceLocation
    ) throws {
        let recorder = record(on: scheduler)
        try scheduler.run()
        #expect(recorder.marbles == expected, sourceLocation: location)
    }
}
