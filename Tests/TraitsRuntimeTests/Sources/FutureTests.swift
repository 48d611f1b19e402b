import Testing
import TraitsRuntime
import TraitsTesting

@Suite("Future")
struct FutureTests {
    @Test func everySubscriberGetsTheOneResult() {
        var promise: Future<Int, TestError>.Promise!
        var runs = 0
        let future = Future<Int, TestError> {
            runs += 1
            promise = $0
        }
        let early = (0..<3).map { _ in future.record() }
        promise(.success(1))
        promise(.failure(TestError()))
        promise(.success(2))
        let late = future.record()
        #expect(runs == 1)
        for recorder in early + [late] {
            #expect(recorder.values == [1])
            #expect(recorder.completion == .finished)
        }
    }

    @Test func aFailureNeedsNoDemand() {
        var promise: Future<Int, TestError>.Promise!
        let future = Future<Int, TestError> { promise = $0 }
        let subscriber = TrackingSubscriber<Int, TestError>()
        future.subscribe(subscriber)
        promise(.failure(TestError()))
        #expect(subscriber.history == [.subscription("Future"), .completion(.failure(TestError()))])
    }

    @Test func aValueKeptBackIsSentOnRequest() {
        var promise: Future<Int, TestError>.Promise!
        let future = Future<Int, TestError> { promise = $0 }
        let subscriber = TrackingSubscriber<Int, TestError>()
        future.subscribe(subscriber)
        promise(.success(1))
        #expect(subscriber.values == [])
        subscriber.request(.max(1))
        #expect(subscriber.values == [1])
        #expect(subscriber.completions == [.finished])
    }

    @Test func cancelledSubscribersAreReleased() throws {
        let leaks = LeakTracker()
        let future = Future<Int, Never> { _ in }
        var others: [AnyCancellable] = []
        for index in 0..<4 {
            let token = leaks.token("closure \(index)")
            others.append(future.sink { _ in withExtendedLifetime(token) {} })
        }
        for index in [2, 0, 3, 1] { others[index].cancel() }
        try leaks.expectAllReleased()
        withExtendedLifetime(future) {}
    }

    @Test func subscribersAreToldInOrderAlsoWhenTheFirstHasCancelled() {
        var promise: Future<Int, Never>.Promise?
        let future = Future<Int, Never> { promise = $0 }
        var log: [Int] = []
        var cancellables = (0..<3).map { index in future.sink { _ in log.append(index) } }
        cancellables[0].cancel()
        cancellables.append(future.sink { _ in log.append(3) })
        promise?(.success(1))
        #expect(log == [1, 2, 3])
    }

    @Test func everythingIsReleasedOnceItIsKept() throws {
        let leaks = LeakTracker()
        do {
            var promise: Future<Int, Never>.Promise?
            let future = Future<Int, Never> { promise = $0 }
            leaks.track(future, "future")
            let token = leaks.token("closure")
            var cancellables: Set<AnyCancellable> = []
            future.sink { _ in withExtendedLifetime(token) {} }.store(in: &cancellables)
            promise?(.success(1))
            promise = nil
        }
        try leaks.expectAllReleased()
    }
}
