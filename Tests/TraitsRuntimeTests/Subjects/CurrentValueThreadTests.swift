import Synchronization
import Testing
import TraitsRuntime

@_spi(Proof) @testable import TraitsTesting

/// A subscriber gets a current value synchronously, even while another thread delivers one to others.
@Suite("Current values, from many threads", .limited)
struct CurrentValueThreadTests {
    /// Has another thread send a value, and calls a closure while that delivers it to somebody else.
    private func during<P: Publisher>(
        _ publisher: P, send: @escaping @Sendable () -> Void, _ body: () throws -> Void
    ) rethrows where P.Failure == Never {
        let stay = Stay()
        nonisolated(unsafe) var isFirst = true
        let slow = publisher.sink { _ in
            if isFirst { return isFirst = false }
            stay.wait()
        }
        defer { slow.cancel() }
        try stay.during(send, body)
    }

    @Test func aSubjectsValueComesInsideTheCallThatSubscribes() {
        let subject = CurrentValueSubject<String, Never>("a")
        let all = TrackingSubscriber<String, Never>(demand: .unlimited)
        let one = TrackingSubscriber<String, Never>(demand: .max(1))
        let none = TrackingSubscriber<String, Never>()
        during(subject, send: { subject.send("b") }) {
            for subscriber in [all, one, none] { subject.subscribe(subscriber) }
            #expect(all.values == ["b"])
            #expect(one.values == ["b"])
            #expect(none.values == [])
            none.request(.max(1))
        }
        // What has been sent isn't sent again by the thread that takes over.
        #expect(all.values == ["b"])
        #expect(none.values == ["b"])
        subject.send("c")
        #expect(all.values == ["b", "c"])
        #expect(one.values == ["b"])
        one.request(.max(1))
        #expect(one.values == ["b", "c"])
    }

    @Test func aSubjectsValueComesInsideTheRequest() {
        let subject = CurrentValueSubject<String, Never>("a")
        var log: [String] = []
        let late = TrackingSubscriber<String, Never>(
            receiveSubscription: { subscription in
                subscription.request(.unlimited)
                log.append("has asked")
            },
            receiveValue: { value in
                log.append(value)
                return .none
            })
        during(subject, send: { subject.send("b") }) {
            subject.subscribe(late)
            #expect(log == ["b", "has asked"])
        }
        subject.send("c")
        #expect(log == ["b", "has asked", "c"])
    }

    @Test func aPublishedPropertyHasItsOldValueUntilAllHaveTheNewOne() {
        final class Model: ObservableObject, @unchecked Sendable {
            @Published var number = 1
        }
        let model = Model()
        let late = TrackingSubscriber<Int, Never>(demand: .unlimited)
        during(model.$number, send: { model.number = 2 }) {
            model.$number.subscribe(late)
            #expect(late.values == [1])
            // It has a value synchronously, or making a property of it would stop the program.
            #expect(Property(model.$number).value == 1)
        }
        #expect(late.values == [1, 2])
    }

    /// A value that is set from inside a value is stored last, and every subscriber gets it.
    @Test func aPublishedPropertyThatItsSubscriberSetsIsNewToWhoJoins() {
        final class Model: ObservableObject, @unchecked Sendable {
            @Published var number = 0
        }
        let model = Model()
        let late = TrackingSubscriber<Int, Never>(demand: .unlimited)
        let patient = TrackingSubscriber<Int, Never>()
        model.$number.subscribe(patient)
        let stay = Stay()
        let slow = model.$number.sink { number in
            guard number == 1 else { return }
            stay.wait()
            model.number = 2
        }
        stay.during {
            model.number = 1
        } _: {
            model.$number.subscribe(late)
            #expect(late.values == [0])
            patient.request(.max(3))
            #expect(patient.values == [0])
        }
        #expect(model.number == 1)
        #expect(late.values == [0, 2, 1])
        #expect(patient.values == [0, 2, 1])
        slow.cancel()
    }

    @Test func whoCancelsWithTheFirstValueIsReleased() {
        let subject = CurrentValueSubject<Int, Never>(1)
        weak var released: TrackingSubscriber<Int, Never>?
        during(subject, send: { subject.send(2) }) {
            var subscription: (any Subscription)?
            let subscriber = TrackingSubscriber<Int, Never>(
                receiveSubscription: {
                    subscription = $0
                    $0.request(.unlimited)
                },
                receiveValue: { _ in
                    subscription?.cancel()
                    return .none
                })
            released = subscriber
            subject.subscribe(subscriber)
            #expect(subscriber.values == [2])
            subscriber.releaseSubscriptions()
            subscription = nil
        }
        subject.send(3)
        #expect(released == nil)
    }

    @Test func anEndThatIsOnItsWayFollowsTheValue() {
        let subject = CurrentValueSubject<Int, Never>(1)
        let late = TrackingSubscriber<Int, Never>(demand: .unlimited)
        during(
            subject,
            send: {
                subject.send(2)
                subject.send(completion: .finished)
            }
        ) {
            subject.subscribe(late)
            #expect(late.values == [2])
        }
        #expect(late.values == [2])
        #expect(late.completions == [.finished])
    }

    /// A subscriber that arrives while values are sent gets one, and then each that follows it.
    @Test func nothingIsMissedAfterTheFirstValue() {
        final class Model: ObservableObject {
            @Published var number = 0
        }
        for seed in Laws.seeds(1...600) {
            let subject = CurrentValueSubject<Int, Never>(0), words = CurrentValueSubject<String, Never>("0")
            let model = Model()
            let numbers = PassthroughSubject<Int, Never>(), shared = numbers.share(replay: 1)
            let kept = numbers.multicast(subject: CurrentValueSubject(0)).autoconnect()
            let publishers = [
                subject.eraseToAnyPublisher(), words.map { Int($0) ?? -1 }.eraseToAnyPublisher(),
                model.$number.eraseToAnyPublisher(), shared.eraseToAnyPublisher(), kept.eraseToAnyPublisher(),
            ]
            // There must be a subscriber during whose delivery the sending thread holds the lock.
            let others = publishers.map { $0.sink { _ in Threads.step() } }
            let sending = {
                for number in 1...6 {
                    subject.send(number)
                    words.send("\(number)")
                    model.number = number
                    numbers.send(number)
                }
            }
            let seen = publishers.map { _ in Locked<[Int]>([]) }
            let subscriptions = Locked<[AnyCancellable]>([])
            let coming = {
                for (publisher, seen) in zip(publishers, seen) {
                    let subscription = publisher.sink { number in
                        Threads.step()
                        seen.withLock { $0.append(number) }
                    }
                    subscriptions.withLock { $0.append(subscription) }
                }
            }
            Threads.race([sending, coming], seed: seed)
            for seen in seen {
                let seen = seen.withLock { $0 }
                // Where there was no value yet, the first one that is sent is the first.
                #expect(seen == Array((seen.first ?? 7)..<7), "seed \(seed)")
            }
            withExtendedLifetime((others, subscriptions)) {}
        }
    }

    /// Nobody misses a value after the first, nobody sees one twice or an older one after a newer one.
    @Test(arguments: 0..<8)
    func subscribersComeWhileValuesAreSent(run: Int) {
        let subject = CurrentValueSubject<Int, Never>(0)
        let words = CurrentValueSubject<String, Never>("0")
        let seen = Locked<[TrackingSubscriber<Int, Never>]>([])
        let late = Atomic<Int>(0)
        onThreads(2, seed: UInt64(run)) { thread in
            if thread == 0 {
                for number in 1...1000 {
                    subject.send(number)
                    words.send("\(number)")
                }
                return
            }
            for number in 0..<400 {
                let subscriber = TrackingSubscriber<Int, Never>(demand: .unlimited)
                if number.isMultiple(of: 2) {
                    subject.subscribe(subscriber)
                } else {
                    words.map { Int($0) ?? -1 }.subscribe(subscriber)
                }
                if subscriber.values.isEmpty { late.add(1, ordering: .relaxed) }
                seen.withLock { $0.append(subscriber) }
            }
        }
        #expect(late.load(ordering: .relaxed) == 0)
        for subscriber in seen.withLock({ $0 }) {
            let values = subscriber.values
            #expect(zip(values, values.dropFirst()).allSatisfy { $0 + 1 == $1 }, "\(values)")
            #expect(values.last == 1000)
        }
    }

    /// A request that meets a value on its way gets it.
    @Test func aRequestBesideASendIsSeen() {
        for round in 0..<5000 {
            let subject = CurrentValueSubject<Int, Never>(0)
            let subscriber = TrackingSubscriber<Int, Never>(demand: .max(1))
            subject.subscribe(subscriber)
            onThreads(2, seed: UInt64(round)) { thread in
                if thread == 0 { subject.send(1) } else { subscriber.request(.max(1)) }
            }
            if subscriber.values != [0, 1] {
                Issue.record("round \(round): \(subscriber.values)")
                return
            }
        }
    }
}
