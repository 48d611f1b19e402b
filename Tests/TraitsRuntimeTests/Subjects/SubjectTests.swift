import Testing
import TraitsRuntime
import TraitsTesting

@Suite("Subjects")
struct SubjectTests {
    typealias Tracking = TrackingSubscriber<Int, TestError>

    @Test func passthroughSendsToWhoIsThere() {
        let subject = PassthroughSubject<Int, TestError>()
        subject.send(0)
        let first = Tracking(demand: .unlimited)
        subject.subscribe(first)
        subject.send(1)
        let second = Tracking(demand: .unlimited)
        subject.subscribe(second)
        subject.send(2)
        subject.send(completion: .failure(TestError()))
        subject.send(3)
        subject.send(completion: .finished)
        let name = "PassthroughSubject"
        #expect(
            first.history == [.subscription(name), .value(1), .value(2), .completion(.failure(TestError()))])
        #expect(second.history == [.subscription(name), .value(2), .completion(.failure(TestError()))])
        let late = Tracking()
        subject.subscribe(late)
        #expect(late.history == [.subscription("Empty"), .completion(.failure(TestError()))])
    }

    @Test func passthroughDropsWhatNobodyAskedFor() {
        let subject = PassthroughSubject<Int, TestError>()
        let subscriber = Tracking()
        subject.subscribe(subscriber)
        subject.send(1)
        subscriber.request(.max(2))
        for value in 2...5 { subject.send(value) }
        subscriber.request(.max(1))
        subject.send(6)
        #expect(subscriber.values == [2, 3, 6])
        subject.send(completion: .finished)
        #expect(subscriber.completions == [.finished])
    }

    @Test func currentValueComesFirstAndIsKeptForLaterDemand() {
        let subject = CurrentValueSubject<Int, TestError>(0)
        let subscriber = Tracking()
        subject.subscribe(subscriber)
        subject.send(1)
        subject.value = 2
        #expect(subscriber.values == [])
        subscriber.request(.max(1))
        #expect(subscriber.values == [2])
        subject.send(3)
        subject.send(4)
        subscriber.request(.max(2))
        #expect(subscriber.values == [2, 4])
        subject.send(5)
        #expect(subscriber.values == [2, 4, 5])
        subject.send(completion: .finished)
        subject.value = 6
        #expect(subject.value == 6)
        #expect(subscriber.completions == [.finished])
    }

    @Test func valuesThatAreNoNumbers() {
        let subject = CurrentValueSubject<String, Never>("a")
        let recorder = subject.record()
        subject.value += "b"
        #expect(subject.value == "ab")
        #expect(recorder.values == ["a", "ab"])
        let flags = CurrentValueSubject<(Bool, UInt8), Never>((true, 7))
        #expect(flags.value == (true, 7))
    }

    @Test func valuesSentFromInsideReachEveryoneBeforeTheRest() {
        let subject = PassthroughSubject<Int, Never>()
        var log: [String] = []
        let first = subject.sink {
            log.append("a\($0)")
            if $0 == 1 { subject.send(2) }
        }
        let second = subject.sink { log.append("b\($0)") }
        subject.send(1)
        #expect(log == ["a1", "a2", "b2", "b1"])
        first.cancel()
        second.cancel()
    }

    @Test func whoSubscribesDuringADeliveryGetsTheNext() {
        let subject = PassthroughSubject<Int, Never>()
        var log: [String] = []
        var inner: AnyCancellable?
        let outer = subject.sink {
            log.append("outer \($0)")
            if inner == nil { inner = subject.sink { log.append("inner \($0)") } }
        }
        subject.send(1)
        subject.send(2)
        #expect(log == ["outer 1", "outer 2", "inner 2"])
        outer.cancel()
        inner?.cancel()
    }

    @Test func whoIsCancelledDuringADeliveryGetsNoMore() throws {
        let leaks = LeakTracker()
        let subject = PassthroughSubject<Int, Never>()
        var log: [String] = []
        var cancellables: [AnyCancellable] = []
        do {
            let token = leaks.token("cancelled closures")
            subject.sink { value in
                log.append("a\(value)")
                cancellables.forEach { $0.cancel() }
                withExtendedLifetime(token) {}
            }.store(in: &cancellables)
            subject.sink { value in
                log.append("b\(value)")
                withExtendedLifetime(token) {}
            }.store(in: &cancellables)
        }
        let last = subject.sink { log.append("c\($0)") }
        subject.send(1)
        subject.send(2)
        #expect(log == ["a1", "c1", "c2"])
        cancellables = []
        try leaks.expectAllReleased()
        last.cancel()
    }

    @Test func aCompletionFromInside() {
        let subject = PassthroughSubject<Int, Never>()
        var log: [String] = []
        let first = subject.sink(
            receiveCompletion: { _ in log.append("a|") },
            receiveValue: {
                log.append("a\($0)")
                subject.send(completion: .finished)
            })
        let second = subject.sink(
            receiveCompletion: { _ in log.append("b|") }, receiveValue: { log.append("b\($0)") })
        subject.send(1)
        #expect(log == ["a1", "a|", "b|"])
        first.cancel()
        second.cancel()
    }

    @Test func upstreamsAreAskedOnceSomeoneWantsValues() {
        let subject = PassthroughSubject<Int, TestError>()
        let early = TestSubscription("early")
        subject.send(subscription: early)
        #expect(early.history == [])
        let subscriber = Tracking()
        subject.subscribe(subscriber)
        subscriber.request(.max(1))
        #expect(early.history == [.requested(.unlimited)])
        let late = TestSubscription("late")
        subject.send(subscription: late)
        #expect(late.history == [.requested(.unlimited)])
        let eager = TestSubscription("eager")
        CurrentValueSubject<Int, Never>(0).send(subscription: eager)
        #expect(eager.history == [.requested(.unlimited), .cancelled])
    }

    @Test func cancellingInAnyOrderReleasesAtOnce() throws {
        let leaks = LeakTracker()
        let subject = PassthroughSubject<Int, Never>()
        var count = 0
        var cancellables: [Int: AnyCancellable] = [:]
        for index in 0..<500 {
            let token = leaks.token("closure \(index)")
            cancellables[index] = subject.sink { _ in
                count += 1
                withExtendedLifetime(token) {}
            }
        }
        var random = SeededGenerator(seed: 7)
        for index in Array(0..<500).shuffled(using: &random) {
            cancellables[index] = nil
            #expect(leaks.alive.count == cancellables.count)
        }
        subject.send(1)
        #expect(count == 0)
    }

    @Test func aKeptSubscriptionKeepsNothingElse() throws {
        for end in ["finish", "cancel"] {
            let leaks = LeakTracker()
            var kept: (any Subscription)?
            do {
                let subject = CurrentValueSubject<Int, TestError>(0)
                leaks.track(subject, "subject")
                let subscriber = Tracking(receiveSubscription: {
                    kept = $0
                    $0.request(.unlimited)
                })
                leaks.track(subscriber, "subscriber")
                subject.subscribe(subscriber)
                if end == "finish" { subject.send(completion: .finished) } else { kept?.cancel() }
                subscriber.releaseSubscriptions()
            }
            try leaks.expectAllReleased()
            withExtendedLifetime(kept) {}
        }
    }

    /// What is released when a delivery is over may cancel others, and these are released before `send` returns.
    @Test func aReleaseThatCancelsAnotherSubscriberReleasesItToo() {
        final class Keeper: Subscriber {
            var subscription: (any Subscription)?
            let cancels: Bool
            let whenReleased: () -> Void

            init(cancels: Bool, whenReleased: @escaping () -> Void) {
                self.cancels = cancels
                self.whenReleased = whenReleased
            }

            deinit { whenReleased() }

            func receive(subscription: any Subscription) {
                self.subscription = subscription
                subscription.request(.unlimited)
            }

            func receive(_ input: Int) -> Subscribers.Demand {
                if cancels { subscription?.cancel() }
                return .none
            }

            func receive(completion: Subscribers.Completion<Never>) {}
        }
        let subject = PassthroughSubject<Int, Never>()
        var log: [String] = []
        do {
            let other = Keeper(cancels: false) { log.append("other") }
            subject.subscribe(other)
            let subscription = other.subscription
            subject.subscribe(
                Keeper(cancels: true) {
                    log.append("first")
                    subscription?.cancel()
                })
        }
        #expect(log == [])
        subject.send(1)
        #expect(log == ["first", "other"])
    }

    @Test func sendingVoid() {
        let subject = PassthroughSubject<Void, Never>()
        var count = 0
        let cancellable = subject.sink { count += 1 }
        subject.send()
        subject.send(())
        #expect(count == 2)
        cancellable.cancel()
    }
}
