import Testing
import TraitsRuntime
import TraitsTesting

/// What a debugger shows of subscriptions and subscribers, which programs written for Combine may look at.
@Suite("Mirrors")
struct ReflectionTests {
    private func mirror<P: Publisher>(_ publisher: P, requesting demand: Subscribers.Demand? = nil) -> Mirror?
    {
        let subscriber = TrackingSubscriber<P.Output, P.Failure>()
        publisher.subscribe(subscriber)
        if let demand { subscriber.request(demand) }
        let subscription = subscriber.subscription
        #expect(
            subscription.flatMap { $0 as? any CustomPlaygroundDisplayConvertible }?.playgroundDescription
                as? String
                == subscription.map { "\($0)" })
        return subscription.flatMap { $0 as? any CustomReflectable }?.customMirror
    }

    private func children(_ mirror: Mirror?) -> [String] {
        mirror?.children.map { "\($0.label ?? "-"): \($0.value)" } ?? []
    }

    private func child(_ index: Int, _ mirror: Mirror?) -> String? {
        let all = children(mirror)
        return all.indices.contains(index) ? all[index] : nil
    }

    private func labels(_ mirror: Mirror?) -> [String?] { mirror?.children.map(\.label) ?? [] }

    @Test func publishersOfOneValueShowIt() {
        #expect(children(mirror(Just(42))) == ["-: 42"])
        #expect(children(mirror(Optional(42).publisher)) == ["-: 42"])
        #expect(children(mirror(Result<Int, TestError>.success(42).publisher)) == ["-: 42"])
        #expect(children(mirror(Just(42).eraseToAnyPublisher())) == ["-: 42"])
    }

    @Test func sequencesShowWhatTheySendUntilTheEnd() {
        let subscriber = TrackingSubscriber<Int, Never>()
        [1, 2].publisher.subscribe(subscriber)
        let subscription = subscriber.subscription
        #expect(subscription.map { "\($0)" } == "[1, 2]")
        let mirror = { subscription.flatMap { $0 as? any CustomReflectable }?.customMirror }
        #expect(children(mirror()) == ["sequence: [1, 2]"])
        subscription?.cancel()
        #expect(subscription.map { "\($0)" } == "Sequence")
        #expect(children(mirror()) == ["sequence: []"])
        #expect(
            children(self.mirror(Record<Int, Never>(output: [3], completion: .finished)))
                == ["sequence: [3]", "completion: finished"])
    }

    @Test func subjectsShowParentDownstreamAndDemand() {
        let passthrough = PassthroughSubject<Int, Never>()
        let current = CurrentValueSubject<Int, Never>(0)
        for (subject, shown) in [
            ("\(passthrough)", mirror(passthrough, requesting: .max(3))),
            ("\(current)", mirror(current, requesting: .max(4))),
        ] {
            #expect(labels(shown) == ["parent", "downstream", "demand", "subject"])
            #expect(child(0, shown) == "parent: Optional(\(subject))")
            #expect(child(1, shown)?.contains("TrackingSubscriber") == true)
            #expect(child(2, shown) == "demand: max(3)")
        }
    }

    @Test func aCancelledSubscriberHasNoParent() {
        let subject = PassthroughSubject<Int, Never>()
        let subscriber = TrackingSubscriber<Int, Never>(demand: .unlimited)
        subject.subscribe(subscriber)
        let subscription = subscriber.subscription
        let mirror = { subscription.flatMap { $0 as? any CustomReflectable }?.customMirror }
        #expect(child(2, mirror()) == "demand: unlimited")
        subscription?.cancel()
        #expect(
            children(mirror()) == ["parent: nil", "downstream: nil", "demand: unlimited", "subject: nil"])
    }

    /// What was left of the demand stays to be seen; requests that come later don't count.
    @Test func aSubscriptionThatIsOverShowsItsLastDemand() {
        let subject = PassthroughSubject<Int, Never>()
        let subscribers = (0..<2).map { _ in TrackingSubscriber<Int, Never>(demand: .max(10)) }
        for subscriber in subscribers { subject.subscribe(subscriber) }
        let subscriptions = subscribers.compactMap(\.subscription)
        subject.send(1)
        subscriptions[0].cancel()
        subject.send(2)
        subject.send(completion: .finished)
        for (subscription, demand) in zip(subscriptions, [9, 8]) {
            subscription.request(.max(3))
            let mirror = (subscription as? any CustomReflectable)?.customMirror
            #expect(
                children(mirror) == [
                    "parent: nil", "downstream: nil", "demand: max(\(demand))", "subject: nil",
                ])
        }
    }

    @Test func futuresTellWhetherTheyAreWantedYet() {
        let future = Future<Int, Never> { _ in }
        #expect(labels(mirror(future)) == ["parent", "downstream", "hasAnyDemand", "subject"])
        #expect(child(2, mirror(future)) == "hasAnyDemand: false")
        #expect(child(2, mirror(future, requesting: .max(1))) == "hasAnyDemand: true")
    }

    @Test func objectsHaveASubscriptionOfTheirOwn() {
        let subscriber = TrackingSubscriber<Void, Never>()
        let publisher = ObservableObjectPublisher()
        publisher.subscribe(subscriber)
        #expect(subscriber.subscription.map { "\($0)" } == "ObservableObjectPublisher")
        #expect(labels(mirror(publisher)) == ["downstream"])
        publisher.send()
        #expect(subscriber.values.count == 0)
        // A request of any size asks for everything.
        subscriber.request(.max(1))
        for _ in 0..<3 { publisher.send() }
        #expect(subscriber.values.count == 3)
        subscriber.cancel()
        publisher.send()
        #expect(subscriber.values.count == 3)
    }

    @Test func operatorsShowTheirState() {
        let upstream = Manual()
        #expect(
            labels(mirror(upstream.buffer(size: 2, prefetch: .keepFull, whenFull: .dropNewest)))
                == ["values", "state", "downstreamDemand", "terminal"])
        #expect(labels(mirror(upstream.catch { _ in Just(1) })) == ["downstream", "demand"])
        #expect(labels(mirror(upstream.tryCatch { _ in Just(1) })) == ["downstream", "demand"])
        #expect(
            labels(mirror(upstream.reduce(0, +))) == ["downstream", "result", "initial", "status"])
        #expect(labels(mirror(upstream.tryFilter { _ in true })) == ["downstream"])
        #expect(labels(mirror(upstream.removeDuplicates())) == ["downstream", "last"])
        #expect(children(mirror(upstream.drop { _ in true })) == [])
        #expect(children(mirror(upstream.collect())) == ["count: 0"])
    }

    /// What an engine is made of is nobody's business.
    /// Upstream sees through its subscriber what downstream sees through its subscription.
    @Test func theSubscriberOfACatchShowsDownstreamAndDemand() throws {
        let upstream = IntOnlooker()
        upstream.catch { _ in Just(1) }.subscribe(TrackingSubscriber<Int, Never>())
        let subscriber = try #require(upstream.subscriber) as? any CustomReflectable
        #expect(labels(subscriber?.customMirror) == ["downstream", "demand"])
    }

    @Test func aDumpShowsNoAncestors() throws {
        let subscriber = TrackingSubscriber<Int, Never>()
        Just(42).subscribe(subscriber)
        var text = ""
        dump(try #require(subscriber.subscription), to: &text)
        #expect(text == "▿ Just #0\n  - 42\n")
    }

    @Test func aRecordThatIsOverHasNoEvents() {
        let subscriber = TrackingSubscriber<Int, Never>()
        Record<Int, Never>(output: [1, 2], completion: .finished).subscribe(subscriber)
        let subscription = subscriber.subscription
        #expect(subscription.map { "\($0)" } == "[1, 2]")
        subscriber.cancel()
        #expect(subscription.map { "\($0)" } == "Cancelled Events")
    }

    @Test func aFutureShowsItselfUntilItsResultIsDelivered() {
        var promise: Future<Int, Never>.Promise?
        let future = Future<Int, Never> { promise = $0 }
        var inside: String?
        var subscription: (any Subscription)?
        let parent = { [self] in child(0, subscription.flatMap { $0 as? any CustomReflectable }?.customMirror)
        }
        let subscriber = TrackingSubscriber<Int, Never>(
            receiveSubscription: {
                subscription = $0
                $0.request(.max(1))
            },
            receiveValue: { _ in
                inside = parent()
                return .none
            })
        future.subscribe(subscriber)
        #expect(parent()?.contains("Future") == true)
        promise?(.success(1))
        #expect(inside?.contains("Future") == true)
        #expect(parent() == "parent: nil")
    }

    @Test func aBufferShowsItsValues() {
        let upstream = Manual()
        let subscriber = IntTracking()
        upstream.buffer(size: 9, prefetch: .byRequest, whenFull: .dropNewest).subscribe(subscriber)
        for value in 1...3 { upstream.send(value) }
        let mirror = subscriber.subscription.flatMap { $0 as? any CustomReflectable }?.customMirror
        #expect(children(mirror).first == "values: [1, 2, 3]")
        subscriber.cancel()
    }

    @Test func assignShowsItsTarget() {
        final class Target { var number = 0 }
        let assign = Subscribers.Assign<Target, Int>(object: Target(), keyPath: \.number)
        #expect(labels(assign.customMirror) == ["object", "keyPath", "status"])
        #expect(child(2, assign.customMirror) == "status: awaitingSubscription")
        assign.receive(subscription: Subscriptions.empty)
        #expect(child(2, assign.customMirror) == "status: subscribed")
        assign.cancel()
        #expect(child(0, assign.customMirror) == "object: nil")
        #expect(child(2, assign.customMirror) == "status: terminal")
    }

    /// What comes before a subscription has nowhere to go.
    @Test func assignWaitsForASubscription() {
        final class Target { var number = 0 }
        let target = Target()
        let assign = Subscribers.Assign<Target, Int>(object: target, keyPath: \.number)
        #expect(assign.receive(1) == .none)
        assign.receive(completion: .finished)
        #expect(target.number == 0)
        Just(2).subscribe(assign)
        #expect(target.number == 2)
        #expect(assign.object == nil)
    }
}
