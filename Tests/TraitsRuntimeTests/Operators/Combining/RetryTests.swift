import Testing
import TraitsRuntime
import TraitsTesting

@Suite("retry")
struct RetryTests {
    @Test func subscribesAgainUntilTheAttemptsAreUsedUp() {
        let a = Manual()
        let subscriber = IntTracking(demand: .unlimited)
        a.retry(2).subscribe(subscriber)
        #expect(subscriber.history == [.subscription("Retry")])
        for attempt in 0..<3 {
            #expect(a.subscriptionCount == attempt + 1)
            a.send(attempt, to: attempt)
            a.send(completion: .failure(TestError()), to: attempt)
        }
        #expect(a.subscriptionCount == 3)
        #expect(subscriber.values == [0, 1, 2])
        #expect(subscriber.completions == [.failure(TestError())])
        #expect(a.uses == Array(repeating: .requested(.unlimited), count: 3))
    }

    @Test func finishingIsTheEnd() {
        var attempts = 0
        let publisher = Deferred {
            attempts += 1
            return attempts < 3
                ? Fail<Int, TestError>(error: TestError()).prepend(attempts).eraseToAnyPublisher()
                : Just(9).setFailure()
        }
        let recorder = publisher.retry(5).record()
        #expect(recorder.values == [1, 2, 9])
        #expect(recorder.completion == .finished)
        #expect(attempts == 3)
    }

    @Test func noRetriesAtAll() {
        EveryPath(Fail<Int, TestError>(error: TestError()).retry(0)).expect([], .failure(TestError()))
    }

    @Test func whatWasntMetIsAskedOfTheNextAttempt() {
        let a = Manual()
        let subscriber = IntTracking(demand: .max(3))
        a.retry(1).subscribe(subscriber)
        a.send(1)
        a.send(completion: .failure(TestError()), to: 0)
        #expect(a.uses == [.requested(.max(3)), .requested(.max(2))])
        a.send(7, to: 0)
        a.send(2, to: 1)
        #expect(subscriber.values == [1, 2])
    }

    @Test func returnedDemandIsRequested() {
        let a = Manual()
        let subscriber = IntTracking(demand: .max(3), thenForEach: .max(2))
        a.retry(1).subscribe(subscriber)
        #expect(a.send(1) == .none)
        #expect(a.uses == [.requested(.max(3)), .requested(.max(2))])
        a.send(completion: .failure(TestError()), to: 0)
        #expect(a.uses == [.requested(.max(3)), .requested(.max(2)), .requested(.max(4))])
    }

    @Test func aNegativeNumberSetsNoLimit() {
        var attempts = 0
        let publisher = Deferred {
            attempts += 1
            return attempts < 1_000 ? Result<Int, TestError>.failure(TestError()).publisher : .init(attempts)
        }
        #expect(publisher.retry(-1).record().values == [1_000])
    }

    @Test func aMillionAttemptsNeedNoStack() {
        var attempts = 0
        let publisher = Deferred {
            attempts += 1
            return Fail<Int, TestError>(error: TestError())
        }
        let cancellable = publisher.retry(1_000_000).sink(
            receiveCompletion: { #expect($0 == .failure(TestError())) }, receiveValue: { _ in })
        #expect(attempts == 1_000_001)
        cancellable.cancel()
        attempts = 0
        let limited = Deferred {
            attempts += 1
            return Fail<Int, TestError>(error: TestError()).prepend(attempts)
        }
        let recorder = limited.retry(nil).prefix100000()
        #expect(recorder.values.last == 100_000)
    }

    @Test func cancellingInsideAnAttemptEndsTheLoop() {
        var attempts = 0
        var subscriber: IntTracking!
        subscriber = IntTracking(demand: .unlimited)
        Deferred {
            attempts += 1
            if attempts == 5 { subscriber.cancel() }
            return Fail<Int, TestError>(error: TestError())
        }.retry(100).subscribe(subscriber)
        #expect(attempts == 5)
        #expect(subscriber.completions == [])
    }

    @Test func releasedAfterTheEnd() {
        weak var token: Token?
        let subscriber = IntTracking(demand: .unlimited)
        do {
            let captured = Token()
            token = captured
            Deferred {
                withExtendedLifetime(captured) { Fail<Int, TestError>(error: TestError()) }
            }.retry(3).subscribe(subscriber)
        }
        subscriber.releaseSubscriptions()
        #expect(subscriber.completions == [.failure(TestError())])
        #expect(token == nil)
    }

    @Test func publicFace() {
        let publisher: Publishers.Retry<Just<Int>> = Just(1).retry(3)
        #expect(publisher.upstream == Just(1))
        #expect(publisher.retries == 3)
        #expect(publisher == Publishers.Retry(upstream: Just(1), retries: 3))
        #expect(publisher != Publishers.Retry(upstream: Just(1), retries: nil))
    }
}

extension Just {
    fileprivate func setFailure() -> AnyPublisher<Output, TestError> {
        Result<Output, TestError>.success(output).publisher.eraseToAnyPublisher()
    }
}

extension Publishers.Retry where Output == Int {
    /// Takes values one at a time and cancels after a hundred thousand.
    fileprivate func prefix100000() -> TrackingSubscriber<Int, Failure> {
        var subscriber: TrackingSubscriber<Int, Failure>!
        subscriber = TrackingSubscriber(
            receiveSubscription: { $0.request(.max(1)) },
            receiveValue: { value in
                if value == 100_000 { subscriber.subscription?.cancel() }
                return .max(1)
            })
        subscribe(subscriber)
        return subscriber
    }
}

extension Publisher {
    fileprivate func retry(_ retries: Int?) -> Publishers.Retry<Self> {
        Publishers.Retry(upstream: self, retries: retries)
    }
}
