import Testing
import TraitsRuntime
import TraitsTesting

/// What `flatMap` asks for, keeps and cancels, on each of its paths.
@Suite("Demand and cancellation of flatMap")
struct FlatMapDemandTests {
    /// A subscriber of a kind that the engine knows nothing about.
    private func collect<P: Publisher>(_ publisher: P) -> (values: [P.Output], completions: Int) {
        let subscriber = TrackingSubscriber<P.Output, P.Failure>(demand: .unlimited)
        publisher.subscribe(subscriber)
        return (subscriber.values, subscriber.completions.count)
    }

    @Test func aLimitOfNoneCountsLikeOne() {
        let publisher = Just(1).flatMap(maxPublishers: .none) { Just($0) }
        let promised: AnyImmediatePublisher<Int, Never> = publisher.eraseToAnyImmediatePublisher()
        let seen = collect(promised)
        #expect(seen.values == [1] && seen.completions == 1)
        #expect(collect(Empty<Int, Never>().flatMap(maxPublishers: .none) { Just($0) }).completions == 1)
    }

    @Test func aLimitOfChildrenLimitsWhatIsKept() {
        var drawn = 0
        let publisher = (0..<1000).publisher
            .handleEvents(receiveOutput: { _ in drawn += 1 })
            .flatMap(maxPublishers: .max(1)) { Just($0) }
        let subscriber = TrackingSubscriber<Int, Never>(demand: .max(1))
        publisher.subscribe(subscriber)
        #expect(subscriber.values == [0])
        #expect(drawn == 2, "one value was sent, one waits")
        subscriber.request(.max(2))
        #expect(subscriber.values == [0, 1, 2])
        #expect(drawn == 4)
        subscriber.request(.unlimited)
        #expect(subscriber.values == Array(0..<1000))
        #expect(subscriber.completions == [.finished])
    }

    @Test func childrenRunFreelyOnceTheSubscriberReturnsUnlimited() {
        let children = [PassthroughSubject<Int, Never>(), PassthroughSubject()]
        let subscriber = TrackingSubscriber<Int, Never>(
            receiveSubscription: { $0.request(.max(1)) }, receiveValue: { _ in .unlimited })
        children.publisher.flatMap { $0 }.subscribe(subscriber)
        for value in 1...3 {
            children[0].send(value)
            children[1].send(-value)
        }
        subscriber.request(.max(1))
        children[1].send(4)
        #expect(subscriber.values == [1, -1, 2, -2, 3, -3, 4])
    }

    @Test func unlimitedReturnedForAKeptValueFreesTheChildren() {
        let children = [PassthroughSubject<Int, Never>(), PassthroughSubject()]
        let subscriber = TrackingSubscriber<Int, Never>(
            receiveValue: { _ in .unlimited })
        children.publisher.flatMap { $0 }.subscribe(subscriber)
        children[0].send(1)
        children[1].send(2)
        subscriber.request(.max(1))
        children[0].send(3)
        children[0].send(4)
        children[1].send(5)
        #expect(subscriber.values == [1, 2, 3, 4, 5])
    }

    /// The inner `flatMap` asks the subject for everything and keeps what the outer one doesn't want yet.
    @Test func aLimitedFlatMapLeavesTheBufferOfTheOneBeforeAlone() throws {
        for isPlain in [true, false] {
            let scheduler = TestScheduler()
            let subject = PassthroughSubject<Int, Never>()
            let publisher = Just(1).flatMap { _ in subject }
                .flatMap(maxPublishers: .max(1)) { Just($0).delay(for: 5, scheduler: scheduler) }
            var values: [Int] = []
            var cancellable: AnyCancellable?
            if isPlain {
                publisher.subscribe(
                    TrackingSubscriber<Int, Never>(
                        receiveSubscription: { $0.request(.unlimited) },
                        receiveValue: {
                            values.append($0)
                            return .none
                        }))
            } else {
                cancellable = publisher.sink { values.append($0) }
            }
            subject.send(1)
            subject.send(2)
            try scheduler.run()
            #expect(values == [1, 2], "\(isPlain)")
            withExtendedLifetime(cancellable) {}
        }
    }

    /// The value that takes the current one's place is asked for, not returned as demand: a subject sends a value that
    /// was missed on request alone.
    @Test func aValueSentInsideTheFirstOneArrives() {
        let subject = CurrentValueSubject<Int, Never>(50)
        let publisher = subject.flatMap(maxPublishers: .max(1)) { Just($0) }
        var values: [Int] = []
        let cancellable = publisher.sink { value in
            values.append(value)
            if value == 50 { subject.send(51) }
        }
        #expect(values == [50, 51])
        cancellable.cancel()
    }

    @Test func childrenAreCancelledInTheirOrderThenUpstream() {
        var log: [String] = []
        let upstream = PassthroughSubject<Int, Never>()
        let subscriber = TrackingSubscriber<Int, Never>(demand: .unlimited)
        upstream.handleEvents(receiveCancel: { log.append("upstream") })
            .flatMap { number in
                Empty<Int, Never>(completeImmediately: false)
                    .handleEvents(receiveCancel: { log.append("\(number)") })
            }
            .subscribe(subscriber)
        for number in 0..<20 { upstream.send(number) }
        subscriber.cancel()
        #expect(log == (0..<20).map(String.init) + ["upstream"])
    }

    @Test func aFailingChildCancelsUpstreamOnEveryPath() {
        var log: [String] = []
        let error = TestError()
        let many = PassthroughSubject<Int, TestError>()
        let one = PassthroughSubject<Int, TestError>()
        func check<P: Publisher<Int, TestError>>(_ publisher: P, send: () -> Void) {
            for isPlain in [true, false] {
                log = []
                let watched = publisher
                var cancellable: AnyCancellable?
                if isPlain {
                    watched.subscribe(TrackingSubscriber<Int, TestError>(demand: .unlimited))
                } else {
                    cancellable = watched.sink(receiveCompletion: { _ in }) { _ in }
                }
                send()
                #expect(log == ["cancel"], "\(isPlain)")
                withExtendedLifetime(cancellable) {}
            }
        }
        check(
            many.handleEvents(receiveCancel: { log.append("cancel") })
                .flatMap { _ in Fail<Int, TestError>(error: error) }
        ) { many.send(1) }
        // Of a type that has at most one value, which is a path of its own.
        check(
            one.first().handleEvents(
                receiveCompletion: { _ in log.append("end") }, receiveCancel: { log.append("cancel") }
            )
            .uncheckedSingle()
            .flatMap { _ in Fail<Int, TestError>(error: error) }
        ) { one.send(1) }
    }

    /// A child that has ended doesn't end the whole before upstream has.
    @Test func theEndWaitsForUpstreamOnEveryPath() {
        for isPlain in [true, false] {
            var log: [String] = []
            let publisher = Just(1).handleEvents(receiveCompletion: { _ in log.append("upstream") })
                .flatMap { Just($0) }
            var cancellable: AnyCancellable?
            if isPlain {
                publisher.subscribe(
                    TrackingSubscriber<Int, Never>(
                        receiveSubscription: { $0.request(.unlimited) },
                        receiveCompletion: { _ in log.append("end") }))
            } else {
                cancellable = publisher.sink(receiveCompletion: { _ in log.append("end") }) { _ in }
            }
            #expect(log == ["upstream", "end"], "\(isPlain)")
            withExtendedLifetime(cancellable) {}
        }
    }
}
