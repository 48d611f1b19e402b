import Testing
import TraitsRuntime
import TraitsTesting

@Suite("switchToLatest")
struct SwitchToLatestTests {
    typealias Outer = ManualPublisher<Manual, TestError>

    @Test func onlyTheNewestSends() {
        let outer = PassthroughSubject<IntSubject, TestError>()
        let (a, b) = (IntSubject(), IntSubject())
        let paths = EveryPath(outer.switchToLatest())
        outer.send(a)
        a.send(1)
        outer.send(b)
        a.send(2)
        b.send(3)
        outer.send(completion: .finished)
        paths.expect([1, 3])
        b.send(completion: .finished)
        paths.expect([1, 3], .finished)
    }

    @Test func theOuterPublisherMayEndLast() {
        let outer = Outer()
        let (a, b) = (Manual(), Manual())
        let recorder = outer.switchToLatest().record()
        outer.send(a)
        a.send(completion: .finished)
        #expect(recorder.completion == nil)
        outer.send(b)
        b.send(1)
        b.send(completion: .finished)
        outer.send(completion: .finished)
        #expect(recorder.values == [1])
        #expect(recorder.completion == .finished)
        #expect(a.uses == [.requested(.unlimited)])
    }

    @Test func anOuterPublisherThatSendsNothing() {
        EveryPath(Empty<Just<Int>, Never>().switchToLatest()).expect([], .finished)
    }

    @Test func aFailureOfEitherEndsAllAndCancelsTheOther() {
        let (outer, inner) = (Outer(), Manual())
        let first = outer.switchToLatest().record()
        outer.send(inner)
        inner.send(completion: .failure(TestError()))
        #expect(first.completion == .failure(TestError()))
        #expect(outer.uses == [.requested(.unlimited), .cancelled])
        let (outer2, inner2) = (Outer(), Manual())
        let second = outer2.switchToLatest().record()
        outer2.send(inner2)
        outer2.send(completion: .failure(TestError()))
        inner2.send(1)
        #expect(second.values == [])
        #expect(second.completion == .failure(TestError()))
        #expect(inner2.uses == [.requested(.unlimited), .cancelled])
    }

    @Test func failuresOfReplacedPublishersAreIgnored() {
        let (outer, a, b) = (Outer(), Manual(), Manual())
        let recorder = outer.switchToLatest().record()
        outer.send(a)
        outer.send(b)
        a.send(completion: .failure(TestError()))
        a.send(completion: .finished)
        b.send(1)
        #expect(recorder.values == [1])
        #expect(recorder.completion == nil)
        #expect(a.uses == [.requested(.unlimited), .cancelled])
    }

    @Test func demandCarriesOver() {
        let (outer, a, b) = (Outer(), Manual(), Manual())
        let subscriber = IntTracking()
        outer.switchToLatest().subscribe(subscriber)
        #expect(subscriber.history == [.subscription("SwitchToLatest")])
        #expect(outer.uses == [.requested(.unlimited)])
        outer.send(a)
        #expect(a.uses == [])
        subscriber.request(.max(3))
        #expect(a.uses == [.requested(.max(3))])
        a.send(1)
        outer.send(b)
        #expect(a.uses == [.requested(.max(3)), .cancelled])
        #expect(b.uses == [.requested(.max(2))])
        subscriber.request(.max(1))
        #expect(b.uses == [.requested(.max(2)), .requested(.max(1))])
    }

    @Test func switchingInsideAValueKeepsTheDemandReturned() {
        let (outer, a, b) = (Outer(), Manual(), Manual())
        let subscriber = IntTracking(
            receiveSubscription: { $0.request(.max(1)) },
            receiveValue: { value in
                if value == 1 { outer.send(b) }
                return .max(1)
            })
        outer.switchToLatest().subscribe(subscriber)
        outer.send(a)
        #expect(a.send(1) == .none)
        #expect(b.uses == [.requested(.max(1))])
        b.send(2)
        #expect(subscriber.values == [1, 2])
    }

    @Test func aMillionInnerPublishersInARow() {
        var sum = 0
        let cancellable = (0..<1_000_000).publisher.map { Just($0) }.switchToLatest().sink { sum += $0 }
        #expect(sum == 499_999_500_000)
        cancellable.cancel()
    }

    @Test func sidesThatCantFailTakeOverTheFailureOfTheOther() {
        let fail = Fail<Int, TestError>(error: TestError())
        EveryPath(Just(fail).switchToLatest()).expect([], .failure(TestError()))
        EveryPath(Just(Just(1)).switchToLatest()).expect([1], .finished)
        let outer = PassthroughSubject<Just<Int>, TestError>()
        let paths = EveryPath(outer.switchToLatest())
        outer.send(Just(1))
        outer.send(completion: .failure(TestError()))
        paths.expect([1], .failure(TestError()))
    }

    @Test func cancellation() {
        let (outer, inner) = (Outer(), Manual())
        let subscriber = IntTracking(demand: .unlimited)
        outer.switchToLatest().subscribe(subscriber)
        outer.send(inner)
        subscriber.cancel()
        inner.send(1)
        let late = Manual()
        outer.send(late)
        outer.send(completion: .finished)
        #expect(subscriber.history == [.subscription("SwitchToLatest")])
        #expect(outer.uses == [.requested(.unlimited), .cancelled])
        #expect(inner.uses == [.requested(.unlimited), .cancelled])
        #expect(late.subscriptionCount == 0)
        let second = TestSubscription()
        outer.send(subscription: second)
        #expect(second.history == [.cancelled])
    }

    @Test func aSubscriberThatKeepsItsSubscriptionIsLetGoOf() {
        for finishes in [true, false] {
            let outer = PassthroughSubject<IntSubject, TestError>()
            let inner = IntSubject()
            weak var alive: IntTracking?
            do {
                let subscriber = IntTracking(demand: .max(3))
                alive = subscriber
                outer.switchToLatest().subscribe(subscriber)
                outer.send(inner)
                inner.send(1)
                if finishes {
                    inner.send(completion: .failure(TestError()))
                } else {
                    subscriber.subscription?.cancel()
                }
            }
            #expect(alive == nil)
        }
    }
}
