import Dispatch
import Testing
import TraitsRuntime
import TraitsTesting

@Suite("prefix and drop until another publisher sends")
struct UntilOutputTests {
    @Test func prefixEndsWithTheOthersFirstValue() {
        let (a, stop) = (IntSubject(), IntSubject())
        let paths = EveryPath(a.prefix(untilOutputFrom: stop))
        a.send(1)
        a.send(2)
        stop.send(0)
        a.send(3)
        a.send(completion: .finished)
        paths.expect([1, 2], .finished)
    }

    @Test func prefixIgnoresHowTheOtherEnds() {
        for completion in [.finished, .failure(TestError())] as [Subscribers.Completion<TestError>] {
            let (a, stop) = (Manual(), Manual())
            let recorder = a.prefix(untilOutputFrom: stop).record()
            stop.send(completion: completion)
            stop.send(1)
            a.send(1)
            a.send(completion: .failure(TestError()))
            #expect(recorder.values == [1])
            #expect(recorder.completion == .failure(TestError()))
        }
    }

    @Test func prefixSubscribesToTheOtherFirstAndAsksItForOne() {
        var log: [String] = []
        let a = Manual(willSubscribe: { log.append("a") })
        let stop = Manual(willSubscribe: { log.append("stop") })
        let subscriber = IntTracking(demand: .max(2))
        a.prefix(untilOutputFrom: stop).subscribe(subscriber)
        #expect(log == ["stop", "a"])
        #expect(stop.uses == [.requested(.max(1))])
        #expect(a.uses == [.requested(.max(2))])
        #expect(subscriber.history == [.subscription("PrefixUntilOutput")])
        stop.send(1)
        #expect(a.uses == [.requested(.max(2)), .cancelled])
        #expect(stop.uses == [.requested(.max(1)), .cancelled])
        #expect(subscriber.completions == [.finished])
    }

    @Test func prefixOfAnOtherThatSendsAtOnce() {
        let a = Manual()
        let subscriber = IntTracking(demand: .unlimited)
        a.prefix(untilOutputFrom: Just(1)).subscribe(subscriber)
        a.send(1)
        #expect(subscriber.history == [.subscription("PrefixUntilOutput"), .completion(.finished)])
        #expect(a.uses.last == .cancelled)
    }

    @Test func prefixThatIsOverPassesNoFailure() {
        let subscriber = IntTracking(demand: .unlimited)
        Fail<Int, TestError>(error: TestError()).prefix(untilOutputFrom: Just(1)).subscribe(subscriber)
        #expect(subscriber.history == [.subscription("PrefixUntilOutput"), .completion(.finished)])

        // The end comes while upstream fails: whoever is first is the only one.
        let (a, stop) = (Manual(), IntSubject())
        let late = IntTracking(demand: .unlimited)
        a.handleEvents(receiveCompletion: { _ in stop.send(1) }).prefix(untilOutputFrom: stop).subscribe(late)
        a.send(completion: .failure(TestError()))
        #expect(late.completions == [.finished])
    }

    @Test func prefixEndedFromInside() {
        let (a, stop) = (IntSubject(), IntSubject())
        var log: [String] = []
        let cancellable = a.prefix(untilOutputFrom: stop).sink(
            receiveCompletion: { log.append("\($0)") },
            receiveValue: {
                log.append("\($0)")
                stop.send(0)
                a.send(2)
            })
        a.send(1)
        #expect(log == ["1", "finished"])
        cancellable.cancel()
    }

    @Test func prefixEndsWhereTheOtherSendsWhileAnotherThreadSubscribes() {
        let home = DispatchQueue(label: "home"), sent = DispatchSemaphore(value: 0)
        let key = DispatchSpecificKey<Bool>()
        home.setSpecific(key: key, value: true)
        func isHome() -> Bool { DispatchQueue.getSpecific(key: key) ?? false }
        let stop = PassthroughSubject<Int, TestError>()
        let a = Manual(willSubscribe: {
            home.async {
                stop.send(0)
                sent.signal()
            }
            sent.wait()
        })
        var log: [String] = []
        let subscriber = IntTracking(
            receiveSubscription: {
                log.append("subscription \(isHome())")
                $0.request(.unlimited)
            }, receiveCompletion: { _ in log.append("end \(isHome())") })
        a.prefix(untilOutputFrom: stop).subscribe(subscriber)
        #expect(log == ["subscription true", "end true"])
        #expect(a.uses == [.cancelled])
    }

    @Test func prefixEndsWithItsUpstreamAndCancelsTheOther() {
        let (a, stop) = (Manual(), Manual())
        let recorder = a.prefix(untilOutputFrom: stop).record()
        a.send(completion: .finished)
        stop.send(1)
        #expect(recorder.completion == .finished)
        #expect(stop.uses == [.requested(.max(1)), .cancelled])
    }

    @Test func dropLetsValuesThroughAfterTheOthersFirst() {
        let (a, start) = (IntSubject(), IntSubject())
        let sent = a.drop(untilOutputFrom: start).record()
        a.send(1)
        start.send(0)
        a.send(2)
        start.send(completion: .failure(TestError()))
        a.send(3)
        a.send(completion: .finished)
        #expect(sent.values == [2, 3])
        #expect(sent.completion == .finished)
    }

    @Test func dropPassesDemandOnAndDoesntReplaceWhatItLeavesOut() {
        var log: [String] = []
        let a = Manual(willSubscribe: { log.append("a") })
        let start = Manual(willSubscribe: { log.append("start") })
        let subscriber = IntTracking(
            receiveSubscription: {
                log.append("\($0)")
                $0.request(.max(3))
            }, receiveValue: { _ in .max(1) })
        a.drop(untilOutputFrom: start).subscribe(subscriber)
        #expect(log == ["DropUntilOutput", "start", "a"])
        #expect(start.uses == [.requested(.max(1))])
        #expect(a.uses == [.requested(.max(3))])
        #expect(a.send(1) == .none)
        start.send(0)
        // As in Combine the other one isn't cancelled when it has sent.
        #expect(start.uses == [.requested(.max(1))])
        #expect(a.send(2) == .max(1))
        #expect(subscriber.values == [2])
        start.send(1)
        #expect(a.send(3) == .max(1))
        subscriber.request(.max(7))
        #expect(a.uses == [.requested(.max(3)), .requested(.max(7))])
        subscriber.cancel()
        #expect(start.uses == [.requested(.max(1)), .cancelled])
    }

    @Test func dropEndsIfTheOtherEndsWithoutAValue() {
        for completion in [.finished, .failure(TestError())] as [Subscribers.Completion<TestError>] {
            let (a, start) = (Manual(), Manual())
            let recorder = a.drop(untilOutputFrom: start).record()
            start.send(completion: completion)
            a.send(1)
            #expect(recorder.values == [])
            #expect(recorder.completion == completion)
            #expect(a.uses == [.requested(.unlimited), .cancelled])
        }
    }

    @Test func dropEndsWithItsUpstream() {
        let (a, start) = (Manual(), Manual())
        let recorder = a.drop(untilOutputFrom: start).record()
        a.send(completion: .failure(TestError()))
        #expect(recorder.completion == .failure(TestError()))
        #expect(start.uses == [.requested(.max(1)), .cancelled])
    }

    @Test func cancellationAndRelease() {
        for opens in [true, false] {
            let (a, other) = (Manual(), Manual())
            weak var alive: IntTracking?
            do {
                let subscriber = IntTracking(demand: .max(1))
                alive = subscriber
                if opens {
                    a.drop(untilOutputFrom: other).subscribe(subscriber)
                } else {
                    a.prefix(untilOutputFrom: other).subscribe(subscriber)
                }
                subscriber.subscription?.cancel()
                other.send(1)
                a.send(1)
                #expect(subscriber.history.count == 1)
                #expect(a.uses == [.requested(.max(1)), .cancelled])
                #expect(other.uses == a.uses)
            }
            #expect(alive == nil)
        }
    }

    @Test func publicFace() {
        let drop = Just(1).drop(untilOutputFrom: Just("a"))
        #expect(drop.upstream == Just(1))
        #expect(drop.other == Just("a"))
        #expect(drop == Publishers.DropUntilOutput(upstream: Just(1), other: Just("a")))
        let prefix = Just(1).prefix(untilOutputFrom: Just("a"))
        #expect(prefix.upstream == Just(1))
        #expect(prefix.other == Just("a"))
    }
}
