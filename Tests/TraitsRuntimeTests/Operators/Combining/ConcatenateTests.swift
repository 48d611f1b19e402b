import Testing
import TraitsRuntime
import TraitsTesting

@Suite("append and prepend")
struct ConcatenateTests {
    @Test func oneAfterTheOther() {
        let (a, b) = (IntSubject(), IntSubject())
        let paths = EveryPath(a.append(b))
        b.send(0)
        a.send(1)
        a.send(completion: .finished)
        a.send(9)
        b.send(2)
        paths.expect([1, 2])
        b.send(completion: .finished)
        paths.expect([1, 2], .finished)
    }

    @Test func elementsAndSequences() {
        EveryPath(Just(3).append(4, 5)).expect([3, 4, 5], .finished)
        EveryPath(Just(3).append([4, 5])).expect([3, 4, 5], .finished)
        EveryPath(Just(3).prepend(1, 2)).expect([1, 2, 3], .finished)
        EveryPath(Just(3).prepend(1...2)).expect([1, 2, 3], .finished)
        EveryPath(Just(3).prepend(Just(2)).append(Just(4))).expect([2, 3, 4], .finished)
    }

    @Test func aFailureOfThePrefixIsTheEnd() {
        let (a, b) = (Manual(), Manual())
        let recorder = a.append(b).record()
        a.send(completion: .failure(TestError()))
        #expect(recorder.completion == .failure(TestError()))
        #expect(b.subscriptionCount == 0)
    }

    @Test func whatThePrefixHasntMetIsAskedOfTheSuffix() {
        let (a, b) = (Manual(), Manual())
        let subscriber = IntTracking(demand: .max(3), thenForEach: .max(1))
        a.append(b).subscribe(subscriber)
        #expect(subscriber.history == [.subscription("Concatenate")])
        #expect(a.uses == [.requested(.max(3))])
        #expect(a.send(1) == .max(1))
        subscriber.request(.max(2))
        a.send(completion: .finished)
        #expect(a.uses == [.requested(.max(3)), .requested(.max(2))])
        #expect(b.uses == [.requested(.max(5))])
        b.send(2)
        b.send(completion: .failure(TestError()))
        #expect(subscriber.values == [1, 2])
        #expect(subscriber.completions == [.failure(TestError())])
    }

    @Test func aRequestForNothingIsAllowed() {
        let (a, b) = (Manual(), Manual())
        let subscriber = IntTracking(demand: .max(1))
        a.append(b).subscribe(subscriber)
        subscriber.request(.none)
        a.send(completion: .finished)
        subscriber.request(.none)
        b.send(1)
        #expect(subscriber.values == [1])
        #expect(b.uses == [.requested(.max(1)), .requested(.none)])
    }

    @Test func aValueNobodyAskedForIsDropped() {
        let a = Manual()
        let subscriber = IntTracking(demand: .max(1))
        a.append(9).subscribe(subscriber)
        a.send(1)
        #expect(a.send(2) == .none)
        subscriber.request(.max(1))
        a.send(3)
        #expect(subscriber.values == [1, 3])
    }

    @Test func withoutDemandTheSuffixIsAttachedButNotAsked() {
        let (a, b) = (Manual(), Manual())
        let subscriber = IntTracking()
        a.append(b).subscribe(subscriber)
        a.send(completion: .finished)
        #expect(b.uses == [])
        #expect(b.subscriptionCount == 1)
        subscriber.request(.max(1))
        #expect(b.uses == [.requested(.max(1))])
    }

    @Test func demandReturnedAfterThePrefixEndedInsideIsAskedOfTheSuffix() {
        let (a, b) = (Manual(), Manual())
        let subscriber = IntTracking(
            receiveSubscription: { $0.request(.max(1)) },
            receiveValue: { value in
                if value == 1 { a.send(completion: .finished) }
                return .max(1)
            })
        a.append(b).subscribe(subscriber)
        #expect(a.send(1) == .none)
        #expect(b.uses == [.requested(.max(1))])
        b.send(2)
        #expect(subscriber.values == [1, 2])
    }

    @Test func signalsOfAnEndedPrefixAreIgnored() {
        let (a, b) = (Manual(), Manual())
        let recorder = a.append(b).record()
        a.send(completion: .finished)
        a.send(1)
        a.send(completion: .finished)
        let late = TestSubscription()
        a.send(subscription: late)
        #expect(recorder.recording.events.isEmpty)
        #expect(late.history == [.cancelled])
        #expect(b.uses == [.requested(.unlimited)])
    }

    @Test func cancellingCancelsTheOneThatRuns() {
        let (a, b) = (Manual(), Manual())
        let first = IntTracking(demand: .unlimited)
        a.append(b).subscribe(first)
        first.cancel()
        a.send(completion: .finished)
        #expect(a.uses == [.requested(.unlimited), .cancelled])
        #expect(b.subscriptionCount == 0)
        let second = IntTracking(receiveSubscription: { $0.request(.unlimited) })
        Empty<Int, TestError>().append(b).subscribe(second)
        second.cancel()
        b.send(1)
        #expect(second.history == [.subscription("Concatenate")])
        #expect(b.uses == [.requested(.unlimited), .cancelled])
    }

    /// Numbers from a first one on, as a concatenation in a concatenation in a concatenation …
    private static func numbers(from first: Int, below end: Int) -> AnyPublisher<Int, Never> {
        if first == end { return Empty().eraseToAnyPublisher() }
        return Just(first)
            .append(Deferred { numbers(from: first + 1, below: end) })
            .eraseToAnyPublisher()
    }

    @Test func aMillionConcatenationsNeedNoStack() {
        var (count, sum, isFinished) = (0, 0, false)
        let cancellable = Self.numbers(from: 0, below: 1_000_000).sink(
            receiveCompletion: { _ in isFinished = true },
            receiveValue: {
                count += 1
                sum += $0
            })
        #expect(count == 1_000_000)
        #expect(sum == 499_999_500_000)
        #expect(isFinished)
        cancellable.cancel()
        let limited = Self.numbers(from: 0, below: 100_000).record(demand: .atATime(1))
        #expect(limited.values == Array(0..<100_000))
        #expect(limited.completion == .finished)
    }

    @Test func nestingOnEitherSideKeepsTheOrder() {
        let left = (1...100).reduce(Empty<Int, Never>().eraseToAnyPublisher()) {
            $0.append(Just($1)).eraseToAnyPublisher()
        }
        EveryPath(left).expect(Array(1...100), .finished)
        let right = (1...100).reduce(Empty<Int, Never>().eraseToAnyPublisher()) {
            $0.prepend(Just($1)).eraseToAnyPublisher()
        }
        EveryPath(right).expect((1...100).reversed(), .finished)
        let both = Just(1).append(Just(2)).append(Just(3).append(4, 5).append(Just(6)))
        EveryPath(both.prepend(Just(0).append(Just(0)))).expect([0, 0, 1, 2, 3, 4, 5, 6], .finished)
        let (a, b, c) = (Manual(), Manual(), Manual())
        let subscriber = IntTracking(demand: .max(2))
        a.append(b.append(c)).subscribe(subscriber)
        a.send(completion: .finished)
        b.send(1)
        b.send(completion: .finished)
        #expect(c.uses == [.requested(.max(1))])
        subscriber.subscription?.cancel()
        #expect(c.uses == [.requested(.max(1)), .cancelled])
        #expect(subscriber.history == [.subscription("Concatenate"), .value(1)])
    }

    @Test func aFailureInTheMiddleEndsTheWholeChain() {
        let chain = Just(1).setFailureTest().append(
            Fail<Int, TestError>(error: TestError()).append(Just(2).setFailureTest()))
        EveryPath(chain.append(Just(3).setFailureTest())).expect([1], .failure(TestError()))
    }

    @Test func aSubscriberThatKeepsItsSubscriptionIsLetGoOf() {
        for finishes in [true, false] {
            let subject = IntSubject()
            weak var alive: IntTracking?
            do {
                let subscriber = IntTracking(demand: .max(1))
                alive = subscriber
                subject.append(Empty<Int, TestError>()).subscribe(subscriber)
                if finishes { subject.send(completion: .finished) } else { subscriber.subscription?.cancel() }
            }
            #expect(alive == nil)
        }
    }

    @Test func publicFace() {
        let publisher = Just(1).append(Just(2))
        #expect(publisher.prefix == Just(1))
        #expect(publisher.suffix == Just(2))
        #expect(publisher == Publishers.Concatenate(prefix: Just(1), suffix: Just(2)))
    }
}

extension Just {
    fileprivate func setFailureTest() -> Result<Output, TestError>.Publisher {
        Result<Output, TestError>.success(output).publisher
    }
}
