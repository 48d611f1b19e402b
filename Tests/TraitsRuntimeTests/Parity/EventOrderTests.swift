import Testing
import TraitsRuntime
import TraitsTesting

/// What comes before what, as Combine has it: found by comparing random programs.
@Suite("The order of events")
struct EventOrderTests {
    private func log<P: Publisher<Int, TestError>>(
        _ make: (Publishers.HandleEvents<Publishers.Sequence<[Int], TestError>>) -> P
    ) -> [String] {
        var log: [String] = []
        let upstream = Publishers.Sequence<[Int], TestError>(sequence: [1, 2])
            .handleEvents(
                receiveOutput: { log.append("up \($0)") }, receiveCompletion: { log.append("up \($0)") })
        let cancellable = make(upstream)
            .sink(receiveCompletion: { log.append("\($0)") }, receiveValue: { log.append("\($0)") })
        cancellable.cancel()
        return log
    }

    /// Not after all of them, though the subscription is still being handed out.
    @Test func aSchedulerThatRunsAtOnceDeliversOneByOne() {
        let expected = ["up 1", "1", "up 2", "2", "up finished", "finished"]
        let scheduler = ImmediateScheduler.shared
        #expect(log { $0.receive(on: scheduler) } == expected)
        #expect(log { $0.delay(for: 0, scheduler: scheduler) } == expected)
        #expect(log { $0.subscribe(on: scheduler).receive(on: scheduler) } == expected)
    }

    @Test func handleEventsSeesNoRequestAfterTheEnd() {
        let subject = PassthroughSubject<Int, TestError>()
        var requests: [Subscribers.Demand] = []
        let subscriber = IntTracking(
            receiveSubscription: { $0.request(.max(2)) },
            receiveValue: { value in
                if value == 2 { subject.send(completion: .finished) }
                return .max(value)
            })
        subject.handleEvents(receiveRequest: { requests.append($0) }).subscribe(subscriber)
        subject.send(1)
        subject.send(2)
        #expect(subscriber.history.last == .completion(.finished))
        #expect(requests == [.max(2), .max(1)])
    }

    /// What a subscriber sees that completes its subject as soon as it has its subscription.
    private func history<S: Subject<Int, TestError>>(completing subject: S) -> [String] {
        var log: [String] = []
        subject.subscribe(
            IntTracking(
                receiveSubscription: { subscription in
                    log.append("subscription")
                    subject.send(completion: .finished)
                    log.append("asks")
                    subscription.request(.max(1))
                },
                receiveValue: { _ in .none },
                receiveCompletion: { log.append("\($0)") }))
        return log
    }

    @Test func aSubjectCompletesInsideOfTheSubscription() {
        #expect(history(completing: PassthroughSubject()) == ["subscription", "finished", "asks"])
    }

    @Test func aCurrentValueSubjectCompletesInsideOfTheSubscription() {
        #expect(history(completing: CurrentValueSubject(0)) == ["subscription", "finished", "asks"])
    }

    @Test func aCurrentValueSubjectCompletesAllWhoAreGettingTheirSubscription() {
        let subject = CurrentValueSubject<Int, TestError>(0)
        var log: [String] = []
        func subscribe(_ name: String, then: @escaping () -> Void) {
            subject.subscribe(
                IntTracking(
                    receiveSubscription: { subscription in
                        then()
                        log.append("\(name) asks")
                        subscription.request(.unlimited)
                    },
                    receiveValue: { _ in .none },
                    receiveCompletion: { log.append("\(name) \($0)") }))
        }
        subscribe("outer") {
            subscribe("before") {}
            subscribe("inner") { subject.send(completion: .finished) }
            subscribe("late") {}
        }
        #expect(
            log == [
                "before asks", "before finished", "inner finished", "outer finished", "inner asks",
                "late asks",
                "late finished", "outer asks",
            ])
    }

    @Test func whoAsksFlatMapForEverythingAgainHasItsChildrenAskedAgain() {
        let outer = ManualPublisher<Manual, TestError>()
        let child = Manual()
        let subscriber = IntTracking(demand: .unlimited)
        outer.flatMap { $0 }.subscribe(subscriber)
        outer.send(child)
        subscriber.request(.max(1))
        #expect(child.uses == [.requested(.unlimited)])
        subscriber.request(.unlimited)
        #expect(child.uses == [.requested(.unlimited), .requested(.unlimited)])
        #expect(outer.uses == [.requested(.unlimited)])
    }

    // MARK: - buffer

    @Test func aBufferAnswersValuesFromInsideInOrderHoweverMany() {
        let upstream = Manual()
        var values: [Int] = []
        let cancellable = upstream.buffer(size: 2, prefetch: .byRequest, whenFull: .dropOldest).sink(
            receiveCompletion: { _ in },
            receiveValue: { value in
                values.append(value)
                if value < 100_000 { upstream.send(value + 1) }
            })
        upstream.send(1)
        #expect(values == Array(1...100_000))
        cancellable.cancel()
    }

    @Test func aBufferThatHasOverflownBeforeItsSubscriptionFailsWhenItIsAsked() {
        let subscriber = TrackingSubscriber<Int, TestError>()
        Publishers.Sequence<[Int], TestError>(sequence: [1, 2, 3])
            .buffer(size: 1, prefetch: .byRequest, whenFull: .customError { TestError() })
            .subscribe(subscriber)
        #expect(subscriber.history == [.subscription("Buffer")])
        subscriber.request(.max(1))
        #expect(subscriber.history.dropFirst() == [.value(1), .completion(.failure(TestError()))])
    }
}
