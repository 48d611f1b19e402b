import Testing
import TraitsRuntime
import TraitsTesting

struct TestError: Error, Equatable {}

@Suite("Publishers of at most one value")
struct OneValueTests {
    @Test func theValueWaitsForDemand() {
        func check<P: Publisher>(_ publisher: P, _ name: String) where P.Output == Int, P.Failure == Never {
            let subscriber = TrackingSubscriber<Int, Never>()
            publisher.subscribe(subscriber)
            #expect(subscriber.history == [.subscription(name)])
            subscriber.request(.max(1))
            subscriber.request(.max(1))
            #expect(subscriber.history == [.subscription(name), .value(1), .completion(.finished)])
        }
        check(Just(1), "Just")
        check(Just(1).eraseToAnyPublisher(), "Just")
        check(Optional(1).publisher, "Optional")
        check(Result<Int, Never>.success(1).publisher, "Once")
        check(Future<Int, Never> { $0(.success(1)) }, "Future")
    }

    @Test func endingsWithoutAValueWaitForNothing() {
        func history<P: Publisher>(_ publisher: P) -> [TrackingSubscriber<Int, TestError>.Event]
        where P.Output == Int, P.Failure == TestError {
            let subscriber = TrackingSubscriber<Int, TestError>()
            publisher.subscribe(subscriber)
            return Array(subscriber.history.dropFirst())
        }
        let failed: [TrackingSubscriber<Int, TestError>.Event] = [.completion(.failure(TestError()))]
        #expect(history(Fail(error: TestError())) == failed)
        #expect(history(Fail(error: TestError()).eraseToAnyPublisher()) == failed)
        #expect(history(Result<Int, TestError>.failure(TestError()).publisher) == failed)
        #expect(history(Future { $0(.failure(TestError())) }) == failed)
        #expect(history(Empty()) == [.completion(.finished)])
        #expect(history(Empty(completeImmediately: false)) == [])
    }

    @Test func cancellingBeforeTheRequestSilencesIt() {
        let subscriber = TrackingSubscriber<Int, Never>(receiveSubscription: {
            $0.cancel()
            $0.request(.unlimited)
        })
        Just(1).subscribe(subscriber)
        Future<Int, Never> { $0(.success(1)) }.subscribe(subscriber)
        #expect(subscriber.values == [])
        #expect(subscriber.completions == [])
    }

    @Test func cancellingInsideTheValueSilencesTheCompletion() {
        var subscriber: TrackingSubscriber<Int, Never>!
        subscriber = TrackingSubscriber(
            receiveSubscription: { $0.request(.unlimited) },
            receiveValue: { _ in
                subscriber.cancel()
                return .none
            })
        Just(1).subscribe(subscriber)
        Future<Int, Never> { $0(.success(1)) }.subscribe(subscriber)
        #expect(subscriber.values == [1, 1])
        #expect(subscriber.completions == [])
        subscriber = nil
    }

    @Test func equality() {
        #expect(Just(1) == Just(1))
        #expect(Just(1) != Just(2))
        #expect(Empty<Int, Never>() != Empty(completeImmediately: false))
        #expect(Fail<Int, TestError>(error: TestError()) == Fail(error: TestError()))
        #expect(Optional(1).publisher == Optional(1).publisher)
        #expect(Result<Int, TestError>.success(1).publisher != Result<Int, TestError>.success(2).publisher)
        #expect([1].publisher == [1].publisher)
    }
}
