import Testing
import TraitsRuntime
import TraitsTesting

@Suite("zip")
struct ZipTests {
    @Test func pairsInOrderHoweverFarOneSideRunsAhead() {
        let (a, b) = (IntSubject(), IntSubject())
        let paths = EveryPath(a.zip(b, -), limited: .atOnce(100))
        for n in 1...5 { a.send(n * 10) }
        paths.expect([])
        b.send(1)
        b.send(2)
        paths.expect([9, 18])
        for n in 3...7 { b.send(n) }
        a.send(60)
        paths.expect([9, 18, 27, 36, 45, 54])
    }

    @Test func rowsOfThreeAndFour() {
        let subjects = (0..<4).map { _ in IntSubject() }
        let three = EveryPath(
            subjects[0].zip(subjects[1], subjects[2]) { [$0, $1, $2] }, limited: .atOnce(100))
        let four = EveryPath(
            subjects[0].zip(subjects[1], subjects[2], subjects[3]) { [$0, $1, $2, $3] }, limited: .atOnce(100)
        )
        for (n, subject) in subjects.enumerated() {
            subject.send(n)
            subject.send(n + 10)
        }
        three.expect([[0, 1, 2], [10, 11, 12]])
        four.expect([[0, 1, 2, 3], [10, 11, 12, 13]])
        subjects[1].send(completion: .finished)
        three.expect([[0, 1, 2], [10, 11, 12]], .finished)
        four.expect([[0, 1, 2, 3], [10, 11, 12, 13]], .finished)
        let tuples = Just(1).zip(Just("a"), Just(2.5)).sink { #expect($0 == (1, "a", 2.5)) }
        tuples.cancel()
    }

    @Test func endsWhenAFinishedSideHasNothingLeft() {
        let (a, b) = (Manual(), Manual())
        let recorder = a.zip(b, +).record()
        a.send(100)
        a.send(200)
        a.send(completion: .finished)
        b.send(1)
        #expect(recorder.completion == nil)
        #expect(b.uses == [.requested(.unlimited)])
        b.send(2)
        #expect(recorder.values == [101, 202])
        #expect(recorder.completion == .finished)
        #expect(b.uses == [.requested(.unlimited), .cancelled])
        #expect(a.uses == [.requested(.unlimited)])
        b.send(3)
        a.send(300)
        b.send(completion: .failure(TestError()))
        #expect(recorder.values == [101, 202])
    }

    @Test func endsAtOnceIfTheSideThatFinishesHasNothingLeft() {
        let (a, b) = (IntSubject(), IntSubject())
        let paths = EveryPath(a.zip(b, +), limited: .atOnce(100))
        b.send(1)
        a.send(completion: .finished)
        paths.expect([], .finished)
    }

    @Test func bothFinishWithUnequalRests() {
        let (a, b) = (IntSubject(), IntSubject())
        let paths = EveryPath(a.zip(b, +), limited: .atOnce(100))
        a.send(1)
        a.send(completion: .finished)
        paths.expect([])
        b.send(completion: .finished)
        paths.expect([], .finished)
    }

    @Test func theFirstFailureEndsAllEvenWithValuesWaiting() {
        let (a, b) = (Manual(), Manual())
        let recorder = a.zip(b, +).record()
        a.send(1)
        b.send(completion: .failure(TestError()))
        #expect(recorder.completion == .failure(TestError()))
        #expect(a.uses == [.requested(.unlimited), .cancelled])
        a.send(completion: .failure(TestError()))
        b.send(1)
        #expect(recorder.values == [])
    }

    @Test func subscribesInOrderAndHandsDownstreamItsSubscriptionLast() {
        var log: [String] = []
        let a = Manual(willSubscribe: { log.append("a") })
        let b = Manual(willSubscribe: { log.append("b") })
        let subscriber = IntTracking(receiveSubscription: { log.append("\($0)") })
        a.zip(b, +).subscribe(subscriber)
        #expect(log == ["a", "b", "Zip"])
        #expect(a.uses == [])
        subscriber.request(.max(3))
        subscriber.request(.max(2))
        #expect(a.uses == [.requested(.max(3)), .requested(.max(2))])
        #expect(b.uses == a.uses)
    }

    @Test func demandReturnedFromAPairCountsForEachSide() {
        let (a, b) = (Manual(), Manual())
        let subscriber = IntTracking(demand: .max(1), thenForEach: .max(4))
        a.zip(b, +).subscribe(subscriber)
        #expect(a.send(1) == .none)
        #expect(b.send(1) == .max(4))
        #expect(a.uses == [.requested(.max(1)), .requested(.max(4))])
        #expect(b.uses == [.requested(.max(1))])
        b.send(2)
        #expect(a.send(2) == .max(4))
        #expect(b.uses == [.requested(.max(1)), .requested(.max(4))])
    }

    @Test func demandRequestedInsideAPairIsReturnedToTheSender() {
        let (a, b) = (Manual(), Manual())
        var subscriber: IntTracking!
        subscriber = IntTracking(
            receiveSubscription: { $0.request(.max(1)) },
            receiveValue: { _ in
                subscriber.request(.max(3))
                return .max(2)
            })
        a.zip(b, +).subscribe(subscriber)
        a.send(1)
        #expect(b.send(1) == .max(5))
        #expect(b.uses == [.requested(.max(1))])
        #expect(a.uses == [.requested(.max(1)), .requested(.max(3)), .requested(.max(2))])
    }

    /// It asks each side for as many as it is asked for, and counts no further.
    @Test func sendsWhatBothSidesSendUnasked() {
        let (a, b) = (Manual(), Manual())
        let subscriber = IntTracking(demand: .max(1))
        a.zip(b, +).subscribe(subscriber)
        for n in 1...3 {
            a.send(n)
            #expect(b.send(n) == .none)
        }
        a.send(completion: .finished)
        #expect(subscriber.history.dropFirst() == [.value(2), .value(4), .value(6), .completion(.finished)])
        #expect(a.uses == [.requested(.max(1))])
    }

    @Test func demandReturnedForWhatNobodyAskedForCountsForEachSide() {
        let (a, b, c) = (Manual(), Manual(), Manual())
        let subscriber = IntTracking(receiveValue: { _ in .max(2) })
        a.zip(b, c) { $0 + $1 + $2 }.subscribe(subscriber)
        #expect(a.send(1) == .none)
        #expect(b.send(1) == .none)
        #expect(c.send(1) == .max(2))
        #expect(subscriber.values == [3])
        #expect(a.uses == [.requested(.max(2))])
        #expect(b.uses == [.requested(.max(2))])
        #expect(c.uses == [])
    }

    /// Combine cancels it with the others.
    @Test func aFailureCancelsEachSideOnce() {
        for failing in 0...1 {
            let sides = [Manual(), Manual()]
            sides[0].zip(sides[1], +).subscribe(IntTracking(demand: .unlimited))
            sides[failing].send(completion: .failure(TestError()))
            sides[failing].send(completion: .failure(TestError()))
            for side in sides { #expect(side.uses == [.requested(.unlimited), .cancelled]) }
        }
    }

    @Test func aSideThatHasFinishedIsNotCancelled() {
        let (a, b) = (Manual(), Manual())
        a.zip(b, +).subscribe(IntTracking(demand: .unlimited))
        a.send(completion: .finished)
        #expect(a.uses == [.requested(.unlimited)])
        #expect(b.uses == [.requested(.unlimited), .cancelled])
    }

    @Test func aSideThatCompletesBeforeDownstreamIsAttached() {
        let never = Manual()
        let subscriber = IntTracking(demand: .unlimited)
        Fail(error: TestError()).zip(never, +).subscribe(subscriber)
        #expect(subscriber.history == [.subscription("Zip"), .completion(.failure(TestError()))])
        #expect(never.uses == [.cancelled])
        let finished = IntTracking()
        never.zip(Empty<Int, TestError>(), +).subscribe(finished)
        #expect(finished.history == [.subscription("Zip"), .completion(.finished)])
    }

    /// The first end counts, as it does with two subjects.
    @Test func theFirstOfTwoEndsInsideTheSubscriptionCounts() {
        let (empty, fail) = (Empty<Int, TestError>(), Fail<Int, TestError>(error: TestError()))
        #expect(empty.zip(fail, +).record().completion == .finished)
        #expect(fail.zip(empty, +).record().completion == .failure(TestError()))
        #expect(
            Just(1).setFailureType(to: TestError.self).zip(fail, +).record().completion
                == .failure(TestError()))
        #expect(empty.zip(fail, Empty<Int, TestError>()) { $0 + $1 + $2 }.record().completion == .finished)
    }

    @Test func valuesSentFromInsideAreHandledAfterwards() {
        let (a, b) = (IntSubject(), IntSubject())
        var log: [String] = []
        let cancellable = a.zip(b, +).sink(
            receiveCompletion: { log.append("\($0)") },
            receiveValue: { value in
                log.append("in \(value)")
                if value == 2 {
                    a.send(10)
                    b.send(10)
                    a.send(completion: .finished)
                }
                log.append("out \(value)")
            })
        a.send(1)
        b.send(1)
        #expect(log == ["in 2", "out 2", "in 20", "out 20", "finished"])
        cancellable.cancel()
    }

    @Test func recursiveSendsNeedNoStack() {
        let (a, b) = (Manual(), Manual())
        var count = 0
        let cancellable = a.zip(b, +).sink(
            receiveCompletion: { _ in },
            receiveValue: { value in
                count += 1
                guard count < 1_000_000 else { return }
                a.send(1)
                b.send(1)
            })
        a.send(1)
        b.send(1)
        #expect(count == 1_000_000)
        cancellable.cancel()
    }

    @Test func cancellingInsideAPairStopsAll() {
        let (a, b) = (Manual(), Manual())
        var subscriber: IntTracking!
        subscriber = IntTracking(
            receiveSubscription: { $0.request(.unlimited) },
            receiveValue: { _ in
                subscriber.cancel()
                return .max(1)
            })
        a.zip(b, +).subscribe(subscriber)
        a.send(1)
        a.send(2)
        b.send(1)
        b.send(2)
        a.send(completion: .finished)
        #expect(subscriber.history == [.subscription("Zip"), .value(2)])
        #expect(a.uses == [.requested(.unlimited), .cancelled])
        #expect(b.uses == a.uses)
    }

    @Test func cancellingBeforeAnyValueAndWhenTheSubscriptionComes() {
        let (a, b) = (Manual(), Manual())
        let subscriber = IntTracking(receiveSubscription: { $0.cancel() })
        a.zip(b, +).subscribe(subscriber)
        a.send(1)
        b.send(1)
        subscriber.cancel()
        subscriber.request(.max(1))
        #expect(subscriber.history == [.subscription("Zip")])
        #expect(a.uses == [.cancelled])
        #expect(b.uses == [.cancelled])
    }

    @Test func secondAndLateSubscriptionsOfASideAreCancelled() {
        let (a, b) = (Manual(subscribing: .byHand), Manual())
        let subscriber = IntTracking(demand: .max(2))
        a.zip(b, +).subscribe(subscriber)
        let (first, second, late) = (TestSubscription(), TestSubscription(), TestSubscription())
        a.send(subscription: first)
        a.send(subscription: second)
        #expect(first.history == [.requested(.max(2))])
        #expect(second.history == [.cancelled])
        a.send(completion: .finished)
        a.send(subscription: late)
        #expect(late.history == [.cancelled])
        #expect(subscriber.completions == [.finished])
    }

    @Test func nothingIsKeptAfterTheEnd() {
        for finishes in [true, false] {
            let (a, b) = (PassthroughSubject<Token, TestError>(), IntSubject())
            weak var value: Token?
            weak var captured: Token?
            let subscriber: TrackingSubscriber<Int, TestError>
            do {
                let (token, capture) = (Token(), Token())
                (value, captured) = (token, capture)
                subscriber = TrackingSubscriber(
                    receiveSubscription: { $0.request(.max(5)) },
                    receiveCompletion: { _ in _ = capture })
                a.zip(b) { _, b in b }.subscribe(subscriber)
                a.send(token)
            }
            #expect(value != nil)
            if finishes { b.send(completion: .finished) } else { subscriber.subscription?.cancel() }
            #expect(value == nil)
            withExtendedLifetime(captured) {}
        }
    }

    @Test func aSubscriberThatKeepsItsSubscriptionIsLetGoOf() {
        for finishes in [true, false] {
            let (a, b) = (IntSubject(), IntSubject())
            weak var subscriber: IntTracking?
            do {
                let tracking = IntTracking(demand: .max(5))
                a.zip(b, +).subscribe(tracking)
                subscriber = tracking
                if finishes { a.send(completion: .finished) } else { tracking.subscription?.cancel() }
            }
            #expect(subscriber == nil)
        }
    }

    @Test func publicFace() {
        let zip = Just(1).zip(Just(2))
        #expect(zip.a == Just(1))
        #expect(zip.b == Just(2))
        #expect(zip == Publishers.Zip(Just(1), Just(2)))
        #expect(zip != Publishers.Zip(Just(1), Just(3)))
        #expect(Just(1).zip(Just(2), Just(3)) == Publishers.Zip3(Just(1), Just(2), Just(3)))
        #expect(
            Just(1).zip(Just(2), Just(3), Just(4)) == Publishers.Zip4(Just(1), Just(2), Just(3), Just(4)))
    }
}
