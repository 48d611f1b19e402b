import Testing
import TraitsRuntime
import TraitsTesting

@Suite("combineLatest")
struct CombineLatestTests {
    @Test func sendsTheNewestOfEachOnceAllHaveSent() {
        let (a, b) = (IntSubject(), IntSubject())
        let paths = EveryPath(a.combineLatest(b) { [$0, $1] }, limited: .atOnce(100))
        a.send(1)
        a.send(2)
        paths.expect([])
        b.send(10)
        b.send(20)
        a.send(3)
        paths.expect([[2, 10], [2, 20], [3, 20]])
    }

    @Test func ofThreeAndFour() {
        let subjects = (0..<4).map { _ in IntSubject() }
        let three = EveryPath(
            subjects[0].combineLatest(subjects[1], subjects[2]) { [$0, $1, $2] }, limited: .atOnce(100))
        let four = EveryPath(
            subjects[0].combineLatest(subjects[1], subjects[2], subjects[3]) { [$0, $1, $2, $3] },
            limited: .atOnce(100))
        for (n, subject) in subjects.enumerated() { subject.send(n) }
        subjects[2].send(9)
        three.expect([[0, 1, 2], [0, 1, 9]])
        four.expect([[0, 1, 2, 3], [0, 1, 9, 3]])
        for subject in subjects { subject.send(completion: .finished) }
        three.expect([[0, 1, 2], [0, 1, 9]], .finished)
        four.expect([[0, 1, 2, 3], [0, 1, 9, 3]], .finished)
    }

    @Test func finishesWhenAllHave() {
        let (a, b) = (IntSubject(), IntSubject())
        let paths = EveryPath(a.combineLatest(b, +), limited: .atOnce(100))
        a.send(1)
        a.send(completion: .finished)
        b.send(1)
        b.send(2)
        paths.expect([2, 3])
        b.send(completion: .finished)
        paths.expect([2, 3], .finished)
    }

    @Test func aSideThatFinishesWithoutAValueDoesntEndTheOthers() {
        let (a, b) = (Manual(), Manual())
        let recorder = a.combineLatest(b, +).record()
        a.send(completion: .finished)
        b.send(1)
        #expect(recorder.recording.events.isEmpty)
        #expect(b.uses == [.requested(.unlimited)])
        b.send(completion: .finished)
        #expect(recorder.completion == .finished)
    }

    @Test func theFirstFailureEndsAll() {
        let (a, b) = (Manual(), Manual())
        let recorder = a.combineLatest(b, +).record()
        a.send(1)
        b.send(1)
        a.send(completion: .failure(TestError()))
        b.send(2)
        b.send(completion: .finished)
        #expect(recorder.values == [2])
        #expect(recorder.completion == .failure(TestError()))
        #expect(b.uses == [.requested(.unlimited), .cancelled])
        #expect(a.uses == [.requested(.unlimited)])
    }

    @Test func demandGoesToEachSideAndValuesWithoutDemandAreOnlyRemembered() {
        let (a, b) = (Manual(), Manual())
        let subscriber = IntTracking(demand: .max(1))
        a.combineLatest(b, +).subscribe(subscriber)
        #expect(subscriber.history == [.subscription("CombineLatest")])
        #expect(a.uses == [.requested(.max(1))])
        #expect(b.uses == [.requested(.max(1))])
        a.send(1)
        b.send(10)
        a.send(2)
        b.send(20)
        #expect(subscriber.values == [11])
        subscriber.request(.max(1))
        #expect(subscriber.values == [11])
        a.send(3)
        #expect(subscriber.values == [11, 23])
        #expect(a.uses == [.requested(.max(1)), .requested(.max(1))])
    }

    @Test func demandReturnedCountsForEachSide() {
        let (a, b) = (Manual(), Manual())
        let subscriber = IntTracking(demand: .max(1), thenForEach: .max(2))
        a.combineLatest(b, +).subscribe(subscriber)
        #expect(a.send(1) == .none)
        #expect(b.send(1) == .max(2))
        #expect(a.uses == [.requested(.max(1)), .requested(.max(2))])
        #expect(b.uses == [.requested(.max(1))])
    }

    /// As in Combine; else a subscriber that answers each pair with a value would never come to an end.
    @Test func valuesSentFromInsideAreOnlyRemembered() {
        let (a, b) = (IntSubject(), IntSubject())
        var log: [String] = []
        let cancellable = a.combineLatest(b).sink(
            receiveCompletion: { log.append("\($0)") },
            receiveValue: { pair in
                log.append("in \(pair)")
                a.send(2)
                if pair == (2, 3) {
                    a.send(completion: .finished)
                    b.send(completion: .finished)
                }
                log.append("out")
            })
        a.send(1)
        b.send(1)
        #expect(log == ["in (1, 1)", "out"])
        b.send(3)
        #expect(log.dropFirst(2) == ["in (2, 3)", "out", "finished"])
        cancellable.cancel()
    }

    @Test func whatIsOnlyRememberedTakesNoDemand() {
        let (a, b) = (Manual(), Manual())
        let subscriber = IntTracking(
            receiveSubscription: { $0.request(.max(2)) },
            receiveValue: { value in
                if value == 2 { a.send(5) }
                return .none
            })
        a.combineLatest(b, +).subscribe(subscriber)
        a.send(1)
        b.send(1)
        b.send(2)
        #expect(subscriber.values == [2, 7])
    }

    /// The side whose value is being handled is asked as well, and not told by what is returned to it.
    @Test func demandRequestedInsideAPairIsRequestedOfEachSide() {
        for initial in [Subscribers.Demand.unlimited, .max(10)] {
            let (a, b) = (Manual(), Manual())
            var subscriber: IntTracking!
            subscriber = IntTracking(
                receiveSubscription: { $0.request(initial) },
                receiveValue: { _ in
                    subscriber.request(.max(6))
                    return .none
                })
            a.combineLatest(b, +).subscribe(subscriber)
            a.send(1)
            #expect(b.send(1) == .none)
            for side in [a, b] { #expect(side.uses == [.requested(initial), .requested(.max(6))]) }
        }
    }

    @Test func cancellingInsideStopsAll() {
        let (a, b) = (Manual(), Manual())
        var subscriber: IntTracking!
        subscriber = IntTracking(
            receiveSubscription: { $0.request(.unlimited) },
            receiveValue: { _ in
                a.send(7)
                subscriber.cancel()
                return .none
            })
        a.combineLatest(b, +).subscribe(subscriber)
        a.send(1)
        b.send(1)
        b.send(2)
        #expect(subscriber.history == [.subscription("CombineLatest"), .value(2)])
        #expect(a.uses == [.requested(.unlimited), .cancelled])
        #expect(b.uses == a.uses)
    }

    @Test func latestValuesAreLetGoOfAtTheEnd() {
        for cancels in [true, false] {
            let (a, b) = (PassthroughSubject<Token, TestError>(), IntSubject())
            weak var value: Token?
            let subscriber = IntTracking(demand: .unlimited)
            a.combineLatest(b) { _, b in b }.subscribe(subscriber)
            do {
                let token = Token()
                value = token
                a.send(token)
                b.send(1)
            }
            #expect(value != nil)
            if cancels {
                subscriber.subscription?.cancel()
            } else {
                b.send(completion: .failure(TestError()))
            }
            #expect(value == nil)
            #expect(subscriber.values == [1])
        }
    }

    @Test func publicFace() {
        let latest = Just(1).combineLatest(Just(2))
        #expect(latest.a == Just(1))
        #expect(latest.b == Just(2))
        #expect(latest == Publishers.CombineLatest(Just(1), Just(2)))
        #expect(
            Just(1).combineLatest(Just(2), Just(3)) != Publishers.CombineLatest3(Just(1), Just(2), Just(4)))
        let four = Just(1).combineLatest(Just(2), Just(3), Just(4))
        #expect(four == Publishers.CombineLatest4(Just(1), Just(2), Just(3), Just(4)))
        let cancellable = four.sink { #expect($0 == (1, 2, 3, 4)) }
        cancellable.cancel()
    }
}
