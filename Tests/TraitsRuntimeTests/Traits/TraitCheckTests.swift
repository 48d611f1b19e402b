import Testing
import TraitsRuntime
import TraitsTesting

/// The checks of the shipped traits, each against every way of keeping and of breaking its promise.
@Suite struct TraitCheckTests {
    typealias Source = ManualPublisher<Int, MyError>

    /// What comes out after each event that goes in.
    static func outcome<P: Publisher>(
        of publisher: (Source) -> P, _ events: [Signal<Int, MyError>], demand: DemandPolicy = .unlimited
    ) -> (log: [String], uses: [SubscriptionUse]) {
        let source = Source()
        let recorder = publisher(source).record(demand: demand)
        for event in events {
            switch event {
            case .value(let value): source.send(value)
            case .completion(let completion): source.send(completion: completion)
            case .cancelled: recorder.cancel()
            }
        }
        return (recorder.log, source.uses)
    }

    static let finish = Signal<Int, MyError>.completion(.finished)
    static let fail = Signal<Int, MyError>.completion(.failure(MyError()))
    static let requestAll = SubscriptionUse.requested(.unlimited)

    /// A trait of a synchronous value and the end: the end may come later, the value may not.
    @Test func `what has to come synchronously isn't kept back`() {
        let language = TraitLanguage(immediate: [[.failed], [.finished]], later: [[], []])
        let downstream = TrackingSubscriber<Int, MyError>(demand: .unlimited)
        let check = TraitCheck(downstream, language: language, reportsByFailing: false) {
            (breach: TraitBreach<MyError>) -> MyError in
            if case .upstream(let failure) = breach { return failure }
            fatalError("\(breach)")
        }
        let subject = CurrentValueSubject<Int, MyError>(1)
        check.subscribe(to: subject)
        #expect(downstream.values == [1])
        subject.send(completion: .finished)
        #expect(downstream.values == [1])
    }

    /// A trait of at most two values: each may be the last, so none is kept back, and a third is one too many.
    @Test func `values pass up to the most there may be`() {
        let all: TraitLanguage.Endings = [.silent, .finished, .failed]
        let language = TraitLanguage(immediate: [all, all, all, []], later: [all, all, all, []])
        let downstream = TrackingSubscriber<Int, MyError>(demand: .unlimited)
        let check = TraitCheck(downstream, language: language, reportsByFailing: true) {
            (breach: TraitBreach<MyError>) -> MyError in
            if case .tooManyElements = breach { return MyError() }
            fatalError("\(breach)")
        }
        let source = Source()
        check.subscribe(to: source)
        source.send(1)
        #expect(downstream.values == [1])
        source.send(2)
        #expect(downstream.values == [1, 2])
        source.send(3)
        #expect(downstream.values == [1, 2])
        #expect(downstream.completions == [.failure(MyError())])
        #expect(source.uses == [Self.requestAll, .cancelled])
    }

    // MARK: Single

    @Test func `a single passes with its value and its end together`() {
        let (log, uses) = Self.outcome(of: { $0.checkSingle() }, [.value(1), Self.finish])
        #expect(log == ["1", "finished"])
        #expect(uses == [Self.requestAll])
    }

    @Test func `a value alone is not yet a single`() {
        #expect(Self.outcome(of: { $0.checkSingle() }, [.value(1)]).log.isEmpty)
    }

    @Test func `a failure passes as upstream's`() {
        let recorder = Fail<Int, MyError>(error: MyError()).eraseToAnyPublisher().checkSingle().record()
        #expect(recorder.completion == .failure(.upstream(MyError())))
        #expect(recorder.values.isEmpty)
    }

    @Test func `an end without a value is a missing element`() {
        let recorder = Empty<Int, MyError>().eraseToAnyPublisher().checkSingle().record()
        #expect(recorder.completion == .failure(.missingElement))
    }

    @Test func `a second value is one too many, and upstream is cancelled`() {
        let source = Source()
        let recorder = source.checkSingle().record()
        source.send(1)
        source.send(2)
        #expect(recorder.values.isEmpty)
        #expect(recorder.completion == .failure(.tooManyElements))
        #expect(source.uses == [Self.requestAll, .cancelled])
        source.send(3)
        source.send(completion: .finished)
        #expect(recorder.events.count == 1)
    }

    @Test func `a failure after the value is both`() {
        let source = Source()
        let recorder = source.checkSingle().record()
        source.send(1)
        source.send(completion: .failure(MyError()))
        #expect(recorder.values.isEmpty)
        #expect(recorder.completion == .failure(.bothElementAndError(MyError())))
    }

    @Test func `silence stays silence`() {
        let (log, _) = Self.outcome(of: { $0.checkSingle() }, [])
        #expect(log.isEmpty)
    }

    // MARK: Maybe and completable

    @Test func `a maybe may finish without a value`() {
        #expect(Self.outcome(of: { $0.checkMaybe() }, [Self.finish]).log == ["finished"])
        #expect(Self.outcome(of: { $0.checkMaybe() }, [.value(1), Self.finish]).log == ["1", "finished"])
    }

    @Test func `a maybe has no second value and no failure after one`() {
        let many = [1, 2].publisher.checkMaybe().record()
        #expect(many.completion == .failure(.tooManyElements))
        let source = Source()
        let both = source.checkMaybe().record()
        source.send(1)
        source.send(completion: .failure(MyError()))
        #expect(both.completion == .failure(.bothElementAndError(MyError())))
        #expect(both.values.isEmpty)
    }

    @Test func `a completable has no value at all`() {
        #expect(Self.outcome(of: { $0.checkCompletable() }, [Self.finish]).log == ["finished"])
        let source = Source()
        let recorder = source.checkCompletable().record()
        source.send(1)
        #expect(recorder.completion == .failure(.tooManyElements))
        #expect(source.uses == [Self.requestAll, .cancelled])
        #expect(
            Fail<Int, MyError>(error: MyError()).eraseToAnyPublisher().checkCompletable().record().completion
                == .failure(.upstream(MyError())))
    }

    // MARK: Immediate

    @Test func `an immediate publisher passes as it comes, demand and all`() {
        let subject = CurrentValueSubject<Int, MyError>(1)
        let recorder = subject.checkImmediate().record(demand: .atATime(1))
        #expect(recorder.values == [1])
        subject.send(2)
        subject.send(completion: .failure(MyError()))
        #expect(recorder.values == [1, 2])
        #expect(recorder.completion == .failure(.upstream(MyError())))
    }

    @Test func `a publisher with nothing to say synchronously fails inside the call`() {
        let source = Source()
        let recorder = source.checkImmediate().record()
        #expect(recorder.completion == .failure(.notImmediate))
        #expect(source.uses == [Self.requestAll, .cancelled])
    }

    @Test func `what counts is the call that requests`() {
        let recorder = Just(1).eraseToAnyPublisher().checkImmediate().record(demand: .none)
        #expect(recorder.log.isEmpty)
        recorder.request(.max(1))
        #expect(recorder.log == ["1", "finished"])

        let late = Source()
        let lateRecorder = late.checkImmediate().record(demand: .none)
        #expect(lateRecorder.completion == nil)
        lateRecorder.request(.max(1))
        #expect(lateRecorder.completion == .failure(.notImmediate))
    }

    @Test func `an end without a value breaks the promise of immediacy`() {
        let recorder = Empty<Int, MyError>().eraseToAnyPublisher().checkImmediate().record()
        #expect(recorder.completion == .failure(.missingElement))
    }

    // MARK: Demand, cancellation, release

    @Test func `a value waits for demand, a failure does not`() {
        let source = Source()
        let recorder = source.checkSingle().record(demand: .none)
        #expect(source.uses.isEmpty)
        source.send(1)
        source.send(completion: .finished)
        #expect(recorder.log.isEmpty)
        recorder.request(.max(1))
        #expect(recorder.log == ["1", "finished"])

        let failing = Source()
        let other = failing.checkSingle().record(demand: .none)
        failing.send(completion: .failure(MyError()))
        #expect(other.completion == .failure(.upstream(MyError())))
    }

    @Test func `nothing comes after cancellation`() {
        let source = Source()
        let recorder = source.checkSingle().record()
        source.send(1)
        recorder.cancel()
        source.send(completion: .finished)
        #expect(recorder.values.isEmpty && recorder.completion == nil)
        #expect(source.uses == [Self.requestAll, .cancelled])
    }

    @Test func `a second subscription is cancelled`() {
        let source = Source(subscribing: .byHand)
        let recorder = source.checkSingle().record()
        let (first, second) = (TestSubscription("first"), TestSubscription("second"))
        source.send(subscription: first)
        source.send(subscription: second)
        #expect(first.history == [Self.requestAll])
        #expect(second.history == [.cancelled])
        withExtendedLifetime(recorder) {}
    }

    @Test func `everything is released at the end, and on cancellation`() throws {
        let leaks = LeakTracker()
        do {
            let recorder = Just(1).leakTracked(by: leaks, "upstream").eraseToAnyPublisher().checkSingle()
                .record()
            #expect(recorder.log == ["1", "finished"])
            let silent = Empty<Int, Never>(completeImmediately: false).leakTracked(by: leaks, "upstream")
                .checkSingle().record()
            silent.cancel()
        }
        try leaks.expectAllReleased()
    }

    @Test func `requests from inside a delivery do not recurse`() {
        let count = 10_000
        var values = 0
        var depth = 0
        var deepest = 0
        var subscription: (any Subscription)?
        let subscriber = TrackingSubscriber<Int, ImmediateError<Never>>(
            receiveSubscription: { subscription = $0 },
            receiveValue: { _ in
                values += 1
                depth += 1
                deepest = max(deepest, depth)
                if values < count { subscription?.request(.max(1)) }
                depth -= 1
                return .none
            })
        (0..<count).publisher.checkImmediate().receive(subscriber: subscriber)
        subscription?.request(.max(1))
        #expect(values == count)
        #expect(deepest == 1)
    }

    // MARK: Unchecked and assert

    @Test func `unchecked passes everything through`() {
        #expect([1, 2].publisher.uncheckedSingle().record().log == ["1", "2", "finished"])
    }

    @Test func `assert lets a kept promise pass`() {
        #expect(Just(1).eraseToAnyPublisher().assertSingle().record().log == ["1", "finished"])
        #expect(CurrentValueSubject<Int, Never>(1).assertImmediate().record().log == ["1"])
        #expect(Self.outcome(of: { $0.assertMaybe() }, [Self.fail]).log == ["failed with MyError()"])
        #expect(Self.outcome(of: { $0.assertCompletable() }, [Self.finish]).log == ["finished"])
    }

    @Test func `assertSingle stops the program, names the publisher and what it did`() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = [1, 2].publisher.assertSingle("names").record()
        }
        let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(
            text.contains(
                "names: assertSingle(): Sequence<Array<Int>, Never> broke the promise of SinglePublisher"))
        #expect(text.contains("published more values than it may"))
        #expect(text.contains("TraitCheckTests.swift"))
    }

    @Test func `the other assertions stop the program too`() async {
        await #expect(processExitsWith: .failure) { _ = [1, 2].publisher.assertMaybe().record() }
        await #expect(processExitsWith: .failure) { _ = [1, 2].publisher.assertCompletable().record() }
        await #expect(processExitsWith: .failure) {
            _ = PassthroughSubject<Int, Never>().assertImmediate().record()
        }
        await #expect(processExitsWith: .failure) { _ = [Int]().publisher.assertSingle().record() }
    }
}
