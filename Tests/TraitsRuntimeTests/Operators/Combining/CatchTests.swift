import Testing
import TraitsRuntime
import TraitsTesting

@Suite("catch and tryCatch")
struct CatchTests {
    struct OtherError: Error, Equatable {}

    @Test func aFailureIsReplaced() {
        let (a, b) = (IntSubject(), PassthroughSubject<Int, OtherError>())
        let paths = EveryPath(a.catch { _ in b })
        a.send(1)
        a.send(completion: .failure(TestError()))
        b.send(2)
        paths.expect([1, 2])
        b.send(completion: .failure(OtherError()))
        paths.expect([1, 2], .failure(OtherError()))
    }

    @Test func finishingNeedsNoReplacement() {
        let a = IntSubject()
        let paths = EveryPath(
            a.catch { _ -> Just<Int> in
                Issue.record("there was no failure")
                return Just(0)
            })
        a.send(1)
        a.send(completion: .finished)
        #expect(paths.values == [1])
        #expect(paths.completion == .finished)
    }

    @Test func whatWasntMetIsAskedOfTheReplacement() {
        let (a, b) = (Manual(), Manual())
        let subscriber = IntTracking(demand: .max(2))
        a.catch { _ in b }.subscribe(subscriber)
        #expect(subscriber.history == [.subscription("Catch")])
        a.send(1)
        a.send(completion: .failure(TestError()))
        #expect(b.uses == [.requested(.max(1))])
        subscriber.request(.max(4))
        #expect(b.uses == [.requested(.max(1)), .requested(.max(4))])
        #expect(a.uses == [.requested(.max(2))])
        a.send(9)
        b.send(2)
        b.send(completion: .finished)
        #expect(subscriber.values == [1, 2])
        #expect(subscriber.completions == [.finished])
    }

    @Test func tryCatchMayThrowAndErasesTheFailure() {
        let a = Manual()
        let throwing = TrackingSubscriber<Int, any Error>(demand: .unlimited)
        a.tryCatch { _ -> Just<Int> in throw OtherError() }.subscribe(throwing)
        a.send(1)
        a.send(completion: .failure(TestError()))
        let threw = throwing.historyEquals(
            [.subscription("TryCatch"), .value(1), .completion(.failure(OtherError()))],
            by: { $0 as? OtherError == $1 as? OtherError && $0 is OtherError })
        #expect(threw)
        let replaced = TrackingSubscriber<Int, any Error>(demand: .unlimited)
        Fail<Int, TestError>(error: TestError())
            .tryCatch { _ in Fail<Int, OtherError>(error: OtherError()).prepend(5) }
            .subscribe(replaced)
        let failed = replaced.historyEquals(
            [.subscription("TryCatch"), .value(5), .completion(.failure(OtherError()))],
            by: { $0 is OtherError && $1 is OtherError })
        #expect(failed)
    }

    @Test func immediateAndSubscribedAgree() {
        let fail = Fail<Int, TestError>(error: TestError())
        let good = Result<Int, TestError>.success(1).publisher
        EveryPath(fail.catch { _ in Just(2) }).expect([2], .finished)
        EveryPath(good.catch { _ in Just(2) }).expect([1], .finished)
        EveryPath(fail.catch { _ in [1, 2].publisher }).expect([1, 2], .finished)
        EveryPath(fail.catch { _ in Empty<Int, Never>() }).expect([], .finished)
        EveryPath(fail.catch { _ in Fail<Int, OtherError>(error: OtherError()) })
            .expect([], .failure(OtherError()))
        EveryPath(fail.eraseToAnyPublisher().catch { _ in Just(3) }).expect([3], .finished)
    }

    @Test func cancellation() {
        let (a, b) = (Manual(), Manual())
        let before = IntTracking(demand: .unlimited)
        a.catch { _ in b }.subscribe(before)
        before.cancel()
        a.send(completion: .failure(TestError()))
        #expect(a.uses == [.requested(.unlimited), .cancelled])
        #expect(b.subscriptionCount == 0)
        let after = IntTracking(demand: .unlimited)
        Fail<Int, TestError>(error: TestError()).catch { _ in b }.subscribe(after)
        after.cancel()
        b.send(1)
        #expect(b.uses == [.requested(.unlimited), .cancelled])
        #expect(after.history == [.subscription("Catch")])
    }

    @Test func theHandlerCanCancel() {
        let a = Manual()
        let b = Manual()
        var subscriber: IntTracking!
        subscriber = IntTracking(demand: .unlimited)
        a.catch { _ in
            subscriber.cancel()
            return b
        }.subscribe(subscriber)
        a.send(completion: .failure(TestError()))
        b.send(1)
        #expect(subscriber.history == [.subscription("Catch")])
        #expect(b.uses == [.cancelled])
    }
}
