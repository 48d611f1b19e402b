import Synchronization
import Testing
import TraitsRuntime
import TraitsTesting

@Suite("flatMap")
struct FlatMapTests {
    typealias Tracking = TrackingSubscriber<Int, TestError>
    typealias Subject = PassthroughSubject<Int, TestError>

    @Test func valuesOfAllChildrenAreSent() {
        let outer = Subject()
        let children = [1: Subject(), 2: Subject()]
        let recorder = outer.flatMap { children[$0]! }.record()
        outer.send(1)
        outer.send(2)
        children[1]!.send(10)
        children[2]!.send(20)
        children[1]!.send(11)
        outer.send(completion: .finished)
        children[1]!.send(completion: .finished)
        #expect(recorder.completion == nil)
        children[2]!.send(21)
        children[2]!.send(completion: .finished)
        #expect(recorder.values == [10, 20, 11, 21])
        #expect(recorder.completion == .finished)
    }

    @Test func theFirstFailureEndsAllAndCancelsTheRest() {
        let outer = ManualPublisher<Int, TestError>()
        let children = [ManualPublisher<Int, TestError>(), ManualPublisher<Int, TestError>()]
        let recorder = outer.flatMap { children[$0] }.record()
        outer.send(0)
        outer.send(1)
        children[0].send(1)
        children[1].send(completion: .failure(TestError()))
        children[0].send(2)
        outer.send(0)
        #expect(recorder.values == [1])
        #expect(recorder.completion == .failure(TestError()))
        #expect(children[0].uses.last == .cancelled)
        #expect(outer.uses.last == .cancelled)
    }

    @Test func demandIsOneAtATimeForEachChild() {
        let outer = ManualPublisher<Int, TestError>()
        let children = [ManualPublisher<Int, TestError>(), ManualPublisher<Int, TestError>()]
        let subscriber = Tracking()
        outer.flatMap(maxPublishers: .max(2)) { children[$0] }.subscribe(subscriber)
        #expect(subscriber.history == [.subscription("FlatMap")])
        #expect(outer.uses == [.requested(.max(2))])
        outer.send(0)
        outer.send(1)
        #expect(children[0].uses == [.requested(.max(1))])
        children[0].send(1)
        children[1].send(2)
        #expect(subscriber.values == [])
        subscriber.request(.max(1))
        #expect(subscriber.values == [1])
        #expect(children[0].uses == [.requested(.max(1)), .requested(.max(1))])
        subscriber.request(.max(2))
        #expect(subscriber.values == [1, 2])
        #expect(children[0].send(3) == .max(1))
        #expect(subscriber.values == [1, 2, 3])
        children[0].send(completion: .finished)
        #expect(outer.uses == [.requested(.max(2)), .requested(.max(1))])
        subscriber.request(.unlimited)
        #expect(children[1].uses.last == .requested(.unlimited))
    }

    @Test func whatIsKeptIsSentBeforeTheCompletion() {
        let subscriber = Tracking()
        let outer = Subject()
        outer.flatMap { n in Result<Int, TestError>.success(n).publisher }.subscribe(subscriber)
        outer.send(1)
        outer.send(2)
        outer.send(completion: .finished)
        #expect(subscriber.history == [.subscription("FlatMap")])
        subscriber.request(.max(1))
        #expect(subscriber.values == [1])
        #expect(subscriber.completions == [])
        subscriber.request(.max(1))
        #expect(subscriber.values == [1, 2])
        #expect(subscriber.completions == [.finished])
    }

    /// The same chain through a sink, which takes the fast forms, and through a subscriber that asks for a
    /// few values at a time, which takes the general one.
    @Test func fastAndGeneralFormsHaveTheSameHistory() {
        func check<P: Publisher>(_ publisher: P, _ expected: [Int])
        where P.Output == Int, P.Failure == Never {
            var seen: [Int] = []
            var finished = 0
            let cancellable = publisher.sink(
                receiveCompletion: { _ in finished += 1 }, receiveValue: { seen.append($0) })
            #expect(seen == expected)
            #expect(finished == 1)
            cancellable.cancel()
            for step in 1...3 {
                let slow = TrackingSubscriber<Int, Never>(demand: .max(step), thenForEach: .max(1))
                publisher.subscribe(slow)
                #expect(slow.values == expected)
                #expect(slow.completions == [.finished])
            }
        }
        check(Just(1).flatMap { Just($0 + 1) }, [2])
        check(Just(1).flatMap { [$0, 2].publisher }, [1, 2])
        check([1, 2, 3].publisher.flatMap { Just($0 * 2) }, [2, 4, 6])
        check([1, 2, 3].publisher.flatMap { ($0 == 2 ? nil : $0).publisher }, [1, 3])
        check([1, 2].publisher.flatMap { [$0, $0 * 10].publisher }, [1, 10, 2, 20])
        check(Future<Int, Never> { $0(.success(1)) }.flatMap { [$0, 2].publisher }, [1, 2])
        check(Empty<Int, Never>().flatMap { Just($0) }, [])
        check(Just(1).flatMap { _ in Empty<Int, Never>() }, [])
        check(
            Just(1).eraseToAnyPublisher().flatMap { Just($0 + 1).eraseToAnyPublisher() }.map { $0 * 2 }, [4])
    }

    @Test func aMillionSynchronousChildrenInConstantStack() {
        var count = 0
        let cancellable = (0..<1_000_000).publisher
            .flatMap(maxPublishers: .max(1)) { [$0].publisher }
            .sink { _ in count += 1 }
        #expect(count == 1_000_000)
        cancellable.cancel()
    }

    @Test func cancellingReleasesUpstreamAndChildren() throws {
        let leaks = LeakTracker()
        do {
            let outer = Subject()
            let child = Subject()
            leaks.track(outer, "outer")
            leaks.track(child, "child")
            let token = leaks.token("closure")
            let cancellable = outer.flatMap { _ in child }.sink(
                receiveCompletion: { _ in }, receiveValue: { _ in withExtendedLifetime(token) {} })
            outer.send(1)
            outer.send(2)
            cancellable.cancel()
            child.send(1)
        }
        try leaks.expectAllReleased()
    }

    @Test func cancellingFromInsideAValue() {
        let outer = Subject()
        var subscriber: Tracking!
        subscriber = Tracking(
            receiveSubscription: { $0.request(.unlimited) },
            receiveValue: { _ in
                subscriber.cancel()
                return .none
            })
        outer.flatMap { _ in Publishers.Sequence<[Int], TestError>(sequence: [1, 2, 3]) }.subscribe(
            subscriber)
        outer.send(1)
        outer.send(completion: .finished)
        #expect(subscriber.values == [1])
        #expect(subscriber.completions == [])
        subscriber = nil
    }

    @Test(arguments: 1...6)
    func childrenOnManyThreads(seed: Int) {
        let children = (0..<4).map { _ in PassthroughSubject<Int, Never>() }
        let inside = Atomic<Int>(0)
        let overlaps = Atomic<Int>(0)
        let received = Atomic<Int>(0)
        let completions = Atomic<Int>(0)
        let cancellable = (0..<4).publisher.flatMap { children[$0] }.sink(
            receiveCompletion: { _ in completions.add(1, ordering: .relaxed) },
            receiveValue: { _ in
                if inside.add(1, ordering: .relaxed).oldValue != 0 { overlaps.add(1, ordering: .relaxed) }
                received.add(1, ordering: .relaxed)
                inside.subtract(1, ordering: .relaxed)
            })
        onThreads(4) { thread in
            for value in 0..<1000 { children[thread].send(value) }
            children[thread].send(completion: .finished)
        }
        #expect(overlaps.load(ordering: .relaxed) == 0)
        #expect(received.load(ordering: .relaxed) == 4000)
        #expect(completions.load(ordering: .relaxed) == 1)
        cancellable.cancel()
    }
}
