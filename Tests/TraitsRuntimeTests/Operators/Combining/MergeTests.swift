import Testing
import TraitsRuntime
import TraitsTesting

@Suite("merge")
struct MergeTests {
    @Test func sendsAsValuesComeAndFinishesWithTheLast() {
        let (a, b) = (IntSubject(), IntSubject())
        let paths = EveryPath(a.merge(with: b))
        a.send(1)
        b.send(2)
        a.send(completion: .finished)
        b.send(3)
        paths.expect([1, 2, 3])
        b.send(completion: .finished)
        paths.expect([1, 2, 3], .finished)
    }

    @Test func theFirstFailureEndsAll() {
        let (a, b) = (Manual(), Manual())
        let recorder = a.merge(with: b).record()
        a.send(1)
        b.send(completion: .failure(TestError()))
        a.send(2)
        #expect(recorder.values == [1])
        #expect(recorder.completion == .failure(TestError()))
        #expect(a.uses == [.requested(.unlimited), .cancelled])
        #expect(b.uses == a.uses, "as in Combine")
    }

    @Test func aRequestForNoValuesIsNoFault() {
        let (a, b) = (Manual(), Manual())
        let subscriber = IntTracking(receiveSubscription: { $0.request(.none) })
        a.merge(with: b).subscribe(subscriber)
        a.send(1)
        #expect(subscriber.history == [.subscription("Merge")])
        #expect(a.uses == [.requested(.max(1))])
        subscriber.request(.max(1))
        #expect(subscriber.values == [1])
    }

    @Test func upToEightAndMany() {
        let p = (1...8).map { Just($0) }
        func values<P: Publisher>(_ publisher: P) -> [Int] where P.Output == Int, P.Failure == Never {
            let paths = EveryPath(publisher)
            paths.expect(paths.values, .finished)
            return paths.values
        }
        #expect(values(p[0].merge(with: p[1], p[2])) == [1, 2, 3])
        #expect(values(p[0].merge(with: p[1], p[2], p[3])) == [1, 2, 3, 4])
        #expect(values(p[0].merge(with: p[1], p[2], p[3], p[4])) == [1, 2, 3, 4, 5])
        #expect(values(p[0].merge(with: p[1], p[2], p[3], p[4], p[5])) == [1, 2, 3, 4, 5, 6])
        #expect(values(p[0].merge(with: p[1], p[2], p[3], p[4], p[5], p[6])) == Array(1...7))
        #expect(values(p[0].merge(with: p[1], p[2], p[3], p[4], p[5], p[6], p[7])) == Array(1...8))
        #expect(values(Publishers.MergeMany(p)) == Array(1...8))
        #expect(values(Publishers.MergeMany(p[0], p[1]).merge(with: p[2])) == [1, 2, 3])
        #expect(values(Publishers.MergeMany([Just<Int>]())) == [])
    }

    @Test func mergingAMergeWidensIt() {
        let empty = Empty<Int, Never>()
        let two: Publishers.Merge = Just(1).merge(with: empty)
        let three: Publishers.Merge3<Just<Int>, Empty<Int, Never>, Just<Int>> = two.merge(with: Just(2))
        let five: Publishers.Merge5 = three.merge(with: Just(3), empty)
        let eight: Publishers.Merge8 = five.merge(with: Just(4), Just(5), empty)
        #expect(eight.a == Just(1))
        #expect(eight.e == empty)
        #expect(eight.g == Just(5))
        let paths = EveryPath(eight)
        paths.expect([1, 2, 3, 4, 5], .finished)
        #expect(two == Publishers.Merge(Just(1), empty))
        #expect(Publishers.MergeMany(Just(1)).publishers == [Just(1)])
        #expect(Just(1).merge(with: Just(2)) == Publishers.Merge(Just(1), Just(2)))
    }

    @Test func downstreamIsAttachedFirst() {
        var log: [String] = []
        let a = Manual(willSubscribe: { log.append("a") })
        let b = Manual(willSubscribe: { log.append("b") })
        let subscriber = IntTracking(receiveSubscription: { log.append("\($0)") })
        a.merge(with: b).subscribe(subscriber)
        #expect(log == ["Merge", "a", "b"])
    }

    @Test func limitedDemandAsksForOneAtATimeAndKeepsWhatHasNoDemand() {
        let (a, b) = (Manual(), Manual())
        let subscriber = IntTracking()
        a.merge(with: b).subscribe(subscriber)
        #expect(a.uses == [.requested(.max(1))])
        #expect(b.uses == [.requested(.max(1))])
        #expect(a.send(1) == .none)
        #expect(b.send(10) == .none)
        #expect(subscriber.values == [])
        subscriber.request(.max(1))
        #expect(subscriber.values == [1])
        #expect(a.uses == [.requested(.max(1)), .requested(.max(1))])
        subscriber.request(.max(2))
        #expect(subscriber.values == [1, 10])
        #expect(a.send(2) == .max(1))
        #expect(subscriber.values == [1, 10, 2])
        a.send(3)
        a.send(completion: .finished)
        b.send(completion: .finished)
        #expect(subscriber.completions == [])
        subscriber.request(.max(1))
        #expect(subscriber.history.suffix(2) == [.value(3), .completion(.finished)])
    }

    /// As in Combine, where each request begins with the first publisher.
    @Test func ofKeptValuesThatOfAnEarlierPublisherGoesFirst() async {
        let (a, b) = (Manual(), Manual())
        let subscriber = IntTracking()
        a.merge(with: b).subscribe(subscriber)
        b.send(10)
        for value in 1...3 {
            a.send(value)
            subscriber.request(.max(1))
        }
        #expect(subscriber.values == [1, 2, 3])
        subscriber.request(.max(1))
        #expect(subscriber.values == [1, 2, 3, 10])

        var values: [Int] = []
        for await value in [1, 2].publisher.merge(with: [10, 20].publisher).values { values.append(value) }
        #expect(values == [1, 2, 10, 20])
    }

    @Test func unlimitedDemandThatComesLater() {
        let (a, b) = (Manual(), Manual())
        let subscriber = IntTracking()
        a.merge(with: b).subscribe(subscriber)
        a.send(1)
        subscriber.request(.unlimited)
        #expect(subscriber.values == [1])
        #expect(a.uses.last == .requested(.unlimited))
        #expect(b.uses == [.requested(.max(1)), .requested(.unlimited)])
        b.send(2)
        #expect(subscriber.values == [1, 2])
    }

    @Test func aFailureDoesntWaitForDemand() {
        let (a, b) = (Manual(), Manual())
        let subscriber = IntTracking()
        a.merge(with: b).subscribe(subscriber)
        a.send(1)
        b.send(completion: .failure(TestError()))
        subscriber.request(.max(1))
        #expect(subscriber.history == [.subscription("Merge"), .completion(.failure(TestError()))])
    }

    @Test func manySynchronousValuesOneAtATime() {
        let recorder = (0..<100_000).publisher.merge(with: (0..<100_000).publisher).record(
            demand: .atATime(1))
        #expect(recorder.values.count == 200_000)
        #expect(recorder.completion == .finished)
    }

    @Test func cancellingInsideAndReleasing() {
        for unlimited in [true, false] {
            let (a, b) = (Manual(), Manual())
            weak var alive: IntTracking?
            do {
                let subscriber = IntTracking(
                    receiveSubscription: { $0.request(unlimited ? .unlimited : .max(3)) },
                    receiveValue: { [a] _ in
                        alive?.subscription?.cancel()
                        a.send(3)
                        return .none
                    })
                alive = subscriber
                a.merge(with: b).subscribe(subscriber)
                a.send(1)
                b.send(2)
                #expect(subscriber.history == [.subscription("Merge"), .value(1)])
                #expect(b.uses.last == .cancelled)
            }
            a.releaseSubscribers()
            b.releaseSubscribers()
            #expect(alive == nil)
        }
    }

    @Test func valuesAndTheEndSentFromInside() {
        let (a, b) = (IntSubject(), IntSubject())
        var log: [String] = []
        let cancellable = a.merge(with: b).sink(
            receiveCompletion: { log.append("\($0)") },
            receiveValue: { value in
                log.append("\(value)")
                if value == 1 {
                    b.send(2)
                    b.send(completion: .finished)
                    a.send(completion: .finished)
                }
            })
        a.send(1)
        #expect(log == ["1", "2", "finished"])
        cancellable.cancel()
    }
}
