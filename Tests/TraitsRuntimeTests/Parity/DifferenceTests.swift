import Foundation
import Synchronization
import Testing
import TraitsRuntime
import TraitsTesting

/// What is otherwise than in Combine, on purpose: the page "Differences from Combine" names these tests, and others.
@Suite("Differences from Combine")
struct DifferenceTests {
    /// Hands its subscriber out, and sends nothing by itself.
    private let upstream = Manual(subscribing: .byHand)

    // MARK: - What comes too late, too early, or unasked

    @Test func whatFollowsTheEndIsDropped() {
        let upstream = Manual()
        let mapped = TrackingSubscriber<Int, any Error>(demand: .unlimited)
        upstream.tryMap { $0 }.subscribe(mapped)
        let counted = IntTracking(demand: .unlimited)
        upstream.dropFirst(0).subscribe(counted)
        let collected = TrackingSubscriber<[Int], TestError>(demand: .unlimited)
        upstream.collect(2).subscribe(collected)
        upstream.send(1)
        upstream.send(completion: .finished)
        upstream.send(2)
        upstream.send(completion: .failure(TestError()))
        #expect(mapped.values == [1] && mapped.completions.count == 1)
        #expect(counted.values == [1] && counted.completions == [.finished])
        #expect(collected.values == [[1]] && collected.completions == [.finished])
    }

    /// Of upstream, and of a publisher that it has sent.
    @Test func whatFollowsTheEndIsDroppedByOperatorsThatFlatten() {
        func check(_ flatten: (ManualPublisher<Manual, TestError>) -> AnyPublisher<Int, TestError>) {
            let upstream = ManualPublisher<Manual, TestError>(), first = Manual(), second = Manual()
            let subscriber = IntTracking(demand: .unlimited)
            flatten(upstream).subscribe(subscriber)
            upstream.send(first)
            first.send(1)
            first.send(completion: .finished)
            upstream.send(completion: .finished)
            first.send(2)
            upstream.send(second)
            upstream.send(completion: .failure(TestError()))
            first.send(completion: .failure(TestError()))
            #expect(second.uses == [], "nobody subscribes to it")
            #expect(subscriber.values == [1] && subscriber.completions == [.finished])
        }
        check { $0.flatMap { $0 }.eraseToAnyPublisher() }
        check { $0.switchToLatest().eraseToAnyPublisher() }
    }

    @Test func subscribeOnDropsARequestThatACancellationFollows() {
        let scheduler = TestScheduler()
        let upstream = Manual(), subscriber = IntTracking()
        upstream.subscribe(on: scheduler).subscribe(subscriber)
        scheduler.advance(by: 1)
        subscriber.request(.max(1))
        subscriber.cancel()
        scheduler.advance(by: 1)
        #expect(upstream.uses == [.cancelled])
    }

    @Test func whatFollowsACancellationIsDropped() {
        let upstream = Manual()
        let printed = IntTracking(demand: .unlimited)
        upstream.handleEvents().subscribe(printed)
        let scanned = TrackingSubscriber<Int, any Error>(demand: .unlimited)
        upstream.tryScan(0) { $0 + $1 }.subscribe(scanned)
        printed.cancel()
        scanned.cancel()
        upstream.send(1)
        upstream.send(completion: .finished)
        #expect(printed.values == [] && printed.completions == [])
        #expect(scanned.values == [] && scanned.completions.isEmpty)
    }

    @Test func whatWasOnItsWayIsDroppedWhenItIsCancelled() {
        func check<P: Publisher<Int, Never>>(_ make: (TestScheduler) -> P) {
            let scheduler = TestScheduler()
            let subscriber = TrackingSubscriber<Int, Never>(demand: .unlimited)
            make(scheduler).subscribe(subscriber)
            subscriber.cancel()
            scheduler.advance(by: 9)
            #expect(subscriber.values == [] && subscriber.completions == [])
        }
        check { [1].publisher.append(2).receive(on: $0) }
        check { [1].publisher.append(2).delay(for: 1, scheduler: $0) }
        check { Empty<Int, Never>().debounce(for: 1, scheduler: $0) }
        let subscriber = TrackingSubscriber<Int, Never>()
        [1, 2].publisher.append(3).last().subscribe(subscriber)
        subscriber.cancel()
        subscriber.request(.max(1))
        #expect(subscriber.values == [] && subscriber.completions == [])
        var cancels: () -> Void = {}
        let once = TrackingSubscriber<Int, Never>(
            receiveSubscription: { subscription in
                cancels = { subscription.cancel() }
                subscription.request(.unlimited)
            },
            receiveValue: { _ in
                cancels()
                return .none
            })
        Just(1).subscribe(once)
        #expect(once.values == [1] && once.completions == [])
    }

    /// Combine asks it for more, or cancels it.
    @Test func anUpstreamThatIsOverIsLeftAlone() {
        let upstream = Manual()
        let scanned = TrackingSubscriber<Int, any Error>(demand: .max(1))
        upstream.tryScan(0) { $0 + $1 }.subscribe(scanned)
        let moved = IntTracking()
        upstream.subscribe(on: ImmediateScheduler.shared).subscribe(moved)
        upstream.send(completion: .finished)
        scanned.cancel()
        moved.request(.max(1))
        #expect(upstream.uses == [.requested(.max(1))])
    }

    /// Combine asks it for one more.
    @Test func aValueThatIsLeftOutOfEverythingIsNotReplaced() {
        let upstream = Manual()
        _ = upstream.catch { _ in Empty<Int, Never>() }.filter { $0 > 1 }.count().record()
        #expect(upstream.uses == [.requested(.unlimited)])
        #expect(upstream.send(1) == .none)
    }

    // MARK: - What stops the program in Combine

    @Test func anUpstreamOfCatchMayFailTwice() {
        let upstream = Manual()
        let subscriber = TrackingSubscriber<Int, Never>(demand: .unlimited)
        upstream.catch { _ in Just(1) }.subscribe(subscriber)
        upstream.send(completion: .failure(TestError()))
        upstream.send(completion: .failure(TestError()))
        #expect(subscriber.values == [1])
        #expect(subscriber.completions == [.finished])
    }

    @Test func aValueBeforeTheSubscriptionDoesNotStopDropUntilOutput() {
        let subscriber = IntTracking(demand: .unlimited)
        upstream.drop(untilOutputFrom: Manual()).subscribe(subscriber)
        upstream.send(1)
        #expect(subscriber.values == [])
    }

    @Test func aRangeOfAnOptionalMayEndAnywhere() {
        #expect(Optional(12).publisher.output(in: 0..<(.max - 1)).record().values == [12])
    }

    @Test func subscribeOnMayBeAskedFromInsideARequest() {
        let subscriber = IntTracking()
        var left = 5
        let subscription = TestSubscription(request: { _ in
            if left == 0 { return }
            left -= 1
            subscriber.request(.max(1))
        })
        let upstream = Manual(subscription: subscription)
        upstream.subscribe(on: ImmediateScheduler.shared).subscribe(subscriber)
        subscriber.request(.max(1))
        #expect(subscription.requested == .max(6))
    }

    @Test func timeoutRunsOnTheImmediateScheduler() {
        let subscriber = IntTracking()
        Manual().timeout(.nanoseconds(10), scheduler: ImmediateScheduler.shared).subscribe(subscriber)
        #expect(subscriber.subscriptions.count == 1)
        subscriber.cancel()
    }

    @Test func anUpstreamOfFlatMapMayFailWhileItsChildIsCancelled() {
        let outer = ManualPublisher<Manual, TestError>()
        let child = Manual(
            subscription: TestSubscription(cancel: { outer.send(completion: .failure(TestError())) }))
        let subscriber = IntTracking(demand: .unlimited)
        outer.flatMap { $0 }.subscribe(subscriber)
        outer.send(child)
        outer.send(completion: .failure(TestError()))
        #expect(subscriber.completions == [.failure(TestError())])
    }

    // MARK: - What is released earlier

    @Test func sinkReleasesItsClosuresWithoutASubscription() throws {
        let leaks = LeakTracker()
        var sink: Subscribers.Sink<Int, Never>?
        do {
            let token = leaks.token("closure")
            sink = Subscribers.Sink(receiveCompletion: { _ in }, receiveValue: { [token] _ in _ = token })
        }
        sink?.cancel()
        try leaks.expectAllReleased()
        withExtendedLifetime(sink) {}
    }

    @Test func assignReleasesItsObjectWithoutASubscription() throws {
        final class Label { var text = "" }
        weak var object: Label?
        var assign: Subscribers.Assign<Label, String>?
        do {
            let label = Label()
            object = label
            assign = Subscribers.Assign(object: label, keyPath: \.text)
        }
        #expect(object != nil)
        assign?.cancel()
        #expect(object == nil)
        withExtendedLifetime(assign) {}
    }

    // MARK: - What is asked of the user's own types

    /// A collection that counts how often it is asked for its indices.
    private struct Counted: Collection {
        final class Log { var indices = 0 }
        let base = [10, 20, 30]
        let log = Log()
        var startIndex: Int { 0 }
        var endIndex: Int { 3 }
        var indices: Range<Int> {
            log.indices += 1
            return 0..<3
        }
        func index(after index: Int) -> Int { index + 1 }
        subscript(index: Int) -> Int { base[index] }
    }

    @Test func aCollectionIsNotAskedForItsIndices() {
        let collection = Counted()
        let publisher = Publishers.Sequence<Counted, Never>(sequence: collection)
        #expect(publisher.output(at: 1).record().values == [20])
        #expect(collection.log.indices == 0)
    }

    // MARK: - Several inputs

    /// Combine asks it for values.
    @Test func aSubscriptionThatComesAfterTheEndIsCancelled() {
        let empty = Empty<Int, TestError>()
        upstream.drop(untilOutputFrom: empty).subscribe(IntTracking(demand: .max(14)))
        let late = TestSubscription()
        upstream.send(subscription: late)
        #expect(late.history == [.cancelled])
    }

    /// Combine ignores it.
    @Test func aCancellationBeforeTheSubscriptionCounts() {
        let subscriber = IntTracking()
        upstream.dropFirst(0).subscribe(subscriber)
        subscriber.cancel()
        let late = TestSubscription()
        upstream.send(subscription: late)
        #expect(late.history == [.cancelled])
    }

    /// In Combine downstream is told of an end without having been given a subscription, or twice.
    @Test func anEndWaitsForTheSubscriptionAndComesOnce() {
        let stop = Manual()
        let subscriber = IntTracking()
        upstream.prefix(untilOutputFrom: stop).subscribe(subscriber)
        stop.send(1)
        #expect(subscriber.history == [])
        upstream.send(subscription: TestSubscription())
        #expect(subscriber.history == [.subscription("PrefixUntilOutput"), .completion(.finished)])
        let failure = Fail<Int, TestError>(error: TestError())
        let zipped = IntTracking(demand: .unlimited)
        failure.zip(Manual(), +).subscribe(zipped)
        #expect(zipped.history == [.subscription("Zip"), .completion(.failure(TestError()))])
        let buffered = IntTracking(demand: .unlimited)
        failure.buffer(size: 1, prefetch: .keepFull, whenFull: .dropOldest).subscribe(buffered)
        #expect(buffered.history == [.subscription("Buffer"), .completion(.failure(TestError()))])
    }

    /// Combine sends it inside of the value that is being received, before those that wait.
    @Test func aFailureOfABufferFollowsWhatHasBeenAskedFor() {
        let upstream = Manual()
        let subscriber = IntTracking(receiveValue: { value in
            if value == 1 { upstream.send(completion: .failure(TestError())) }
            return .none
        })
        upstream.buffer(size: 5, prefetch: .byRequest, whenFull: .dropOldest).subscribe(subscriber)
        for value in 1...5 { upstream.send(value) }
        subscriber.request(.max(3))
        #expect(subscriber.values == [1, 2, 3])
        #expect(subscriber.history.last == .completion(.failure(TestError())))
    }

    /// As above: Combine sends 2 inside of 1, and 7 before 5 and 6.
    @Test func aValueThatComesWhileABufferSendsFollows() {
        let subject = PassthroughSubject<Int, Never>()
        var log: [String] = []
        let cancellable = subject.buffer(size: 2, prefetch: .byRequest, whenFull: .dropOldest).sink { value in
            log.append("in \(value)")
            if value == 1 { subject.send(2) }
            log.append("out \(value)")
        }
        subject.send(1)
        #expect(log == ["in 1", "out 1", "in 2", "out 2"])
        cancellable.cancel()
        let upstream = Manual()
        let subscriber = IntTracking(receiveValue: { value in
            if value == 4 { upstream.send(7) }
            return .none
        })
        upstream.buffer(size: 5, prefetch: .byRequest, whenFull: .dropOldest).subscribe(subscriber)
        for value in 4...6 { upstream.send(value) }
        subscriber.request(.unlimited)
        #expect(subscriber.values == [4, 5, 6, 7])
    }

    /// Combine keeps it, where a timer has sent the array.
    @Test func whatIsReturnedForAnArrayIsAskedOfUpstream() {
        let scheduler = TestScheduler()
        let upstream = Manual()
        let subscriber = TrackingSubscriber<[Int], TestError>(demand: .max(1), thenForEach: .max(1))
        upstream.collect(.byTimeOrCount(scheduler, 4, 2)).subscribe(subscriber)
        upstream.send(1)
        scheduler.advance(by: 4)
        #expect(subscriber.values == [[1]])
        #expect(upstream.uses == [.requested(.max(2)), .requested(.max(2))])
    }

    @Test func mergeKeepsWhatAnInputSendsUnasked() {
        let (a, b) = (Manual(), Manual())
        let subscriber = IntTracking()
        a.merge(with: b).subscribe(subscriber)
        for value in 1...3 { a.send(value) }
        subscriber.request(.max(3))
        #expect(subscriber.values == [1, 2, 3])
    }

    @Test(arguments: [1, 2, 5]) func combineLatestSendsWhatItIsAskedForInsideOfAPair(_ step: Int) {
        var log: [String] = []
        var subscription: (any Subscription)?
        let subscriber = AnySubscriber<(Int, Int), Never>(
            receiveSubscription: {
                subscription = $0
                $0.request(.max(step))
            },
            receiveValue: { pair in
                log.append("\(pair.0)\(pair.1)")
                subscription?.request(.max(step))
                log.append(".")
                return .none
            },
            receiveCompletion: { _ in log.append("|") })
        (1...5).publisher.combineLatest(Just(0)).subscribe(subscriber)
        let pairs = log.filter { $0 != "." && $0 != "|" }
        #expect(pairs.first == "\(step)0" && pairs.last == "50" && log.last == "|")
        // One pair at a time, and each after the one that it was asked for in.
        #expect(log.dropLast().enumerated().allSatisfy { ($1 == ".") == ($0 % 2 == 1) })
        if step == 1 { #expect(pairs == ["10", "20", "30", "40", "50"]) }
        subscription = nil
    }

    // MARK: - Sharing

    @Test func whoSubscribesWhileAShareConnectsSharesThatConnection() {
        let upstream = ManualPublisher<Int, Never>()
        let shared = upstream.share()
        let inner = TrackingSubscriber<Int, Never>(demand: .unlimited)
        let outer = TrackingSubscriber<Int, Never>(receiveSubscription: { subscription in
            subscription.request(.unlimited)
            shared.subscribe(inner)
        })
        shared.subscribe(outer)
        #expect(upstream.uses == [.requested(.unlimited)])
        upstream.send(1)
        #expect(outer.values == [1] && inner.values == [1])
    }

    /// In Combine, the subject that was asked once asks for everything, and the value passes before anybody wants it.
    @Test func theNextConnectionOfAShareWaitsForDemand() {
        // Work that ends inside of the first connection isn't done again.
        let shared = [1, 2].publisher.append(Empty(completeImmediately: false))
            .setFailureType(to: TestError.self).share()
        shared.prefix(1).subscribe(IntTracking(demand: .unlimited))
        let second = IntTracking()
        shared.subscribe(second)
        #expect(second.values == [])
        second.request(.max(2))
        #expect(second.values == [1, 2])
    }

    /// One value after the other goes to all: in Combine, the subscriber that is free gets the second one immediately.
    @Test func whoSendsToASubjectWaitsForItsDelivery() {
        let state = CurrentValueSubject<Int, Never>(0)
        let log = Mutex<[String]>([])
        let (isInside, isSending) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let done = DispatchGroup()
        let free = state.dropFirst().sink { value in log.withLock { $0.append("free \(value)") } }
        let busy = state.dropFirst().sink { value in
            if value == 1 {
                isInside.signal()
                isSending.wait()
                // The other thread has every chance to be first, if nothing holds it.
                for _ in 0..<1000 { sched_yield() }
            }
            log.withLock { $0.append("busy \(value), while it is \(state.value)") }
        }
        done.enter()
        Thread.detachNewThread {
            state.send(1)
            done.leave()
        }
        done.enter()
        Thread.detachNewThread {
            isInside.wait()
            isSending.signal()
            state.send(2)
            done.leave()
        }
        done.wait()
        #expect(
            log.withLock { $0 } == ["free 1", "busy 1, while it is 1", "free 2", "busy 2, while it is 2"])
        withExtendedLifetime((free, busy)) {}
    }

    /// The thread that writes is the thread that sends.
    @Test func assignWritesWhereTheValueComes() async {
        final class Label {
            var thread: Thread?
            var text = "" {
                didSet { thread = Thread.current }
            }
        }
        func isWrittenHere() -> Bool {
            let label = Label()
            let subject = PassthroughSubject<String, Never>()
            let cancellable = subject.assign(to: \.text, on: label)
            subject.send("text")
            cancellable.cancel()
            return label.text == "text" && label.thread == Thread.current
        }
        #expect(await Task.detached { isWrittenHere() }.value)
        #expect(await MainActor.run { isWrittenHere() })
    }

    /// One reference would need an object for each.
    @Test func anErasedValueNeedsNoObject() {
        #expect(MemoryLayout<AnyPublisher<Int, Never>>.size > MemoryLayout<AnyObject>.size)
        let erased = Just(1).eraseToAnyPublisher()
        #expect(erased.eraseToAnyPublisher().record().values == [1])
    }

    // MARK: - Names

    @Test func eventsAreWatchedWithHandleEvents() {
        var log: [String] = []
        let cancellable = [1].publisher
            .handleEvents(
                receiveSubscription: { _ in log.append("subscription") },
                receiveOutput: { log.append("\($0)") },
                receiveCompletion: { log.append("\($0)") },
                receiveRequest: { log.append("\($0)") }
            )
            .sink { _ in }
        #expect(log == ["subscription", "unlimited", "1", "finished"])
        cancellable.cancel()
    }

    @Test func aPropertyOfAProgramIsToldApartByItsModule() {
        let ours = TraitsRuntime.Property(1)
        #expect(ours.value == 1)
        struct Property { let text: String }
        #expect(Property(text: "a flat").text == "a flat")
    }
}
