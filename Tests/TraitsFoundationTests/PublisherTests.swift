import Foundation
import Synchronization
import Testing
import TraitsFoundation
import TraitsTesting

@Suite("Timer.publish")
struct TimerPublisherTests {
    @Test func ticksWhileConnected() {
        let publisher = Timer.publish(every: 0.001, on: .current, in: .default)
        let recorder = publisher.record()
        let limit = Date(timeIntervalSinceNow: 300)
        #expect(recorder.values.isEmpty)
        let connection = publisher.connect()
        while recorder.values.count < 2, Date() < limit {
            _ = RunLoop.current.run(mode: .default, before: Date(timeIntervalSinceNow: 0.1))
        }
        connection.cancel()
        let count = recorder.values.count
        #expect(count >= 2)
        _ = RunLoop.current.run(mode: .default, before: Date(timeIntervalSinceNow: 0.01))
        #expect(recorder.values.count == count)
        #expect(publisher.interval == 0.001)
    }

    /// As on Darwin. A tick inside the first turn of the run loop would be an hour early.
    @Test func theFirstTickComesAfterTheInterval() {
        let publisher = Timer.publish(every: 3600, on: .current, in: .default)
        let recorder = publisher.record()
        let connection = publisher.connect()
        _ = RunLoop.current.run(mode: .default, before: Date(timeIntervalSinceNow: 0.01))
        connection.cancel()
        #expect(recorder.values.isEmpty)
    }

    @Test func aToleranceIsForThoseWhoMakeThePublisher() {
        #expect(Timer.publish(every: 1, tolerance: 0.2, on: .main, in: .default).tolerance == nil)
        let publisher = Timer.TimerPublisher(interval: 1, tolerance: 0.2, runLoop: .main, mode: .default)
        #expect(publisher.tolerance == 0.2)
    }

    @Test func aCancelledSubscriptionKeepsNobody() throws {
        let leaks = LeakTracker()
        var subscription: (any Subscription)?
        do {
            let token = leaks.token("subscriber")
            Timer.publish(every: 1, on: .current, in: .default).subscribe(
                AnySubscriber<Date, Never>(
                    receiveSubscription: { subscription = $0 },
                    receiveValue: { _ in withExtendedLifetime(token) { .none } }))
        }
        #expect(subscription.map { "\($0)" } == "Timer")
        subscription?.cancel()
        try leaks.expectAllReleased()
        withExtendedLifetime(subscription) {}
    }

    @Test func autoconnectStopsWithTheLastSubscriber() throws {
        let leaks = LeakTracker()
        do {
            let token = leaks.token("closure")
            let limit = Date(timeIntervalSinceNow: 300)
            var count = 0
            let cancellable = Timer.publish(every: 0.001, on: .current, in: .default).autoconnect().sink {
                _ in
                _ = token
                count += 1
            }
            while count < 1, Date() < limit {
                _ = RunLoop.current.run(mode: .default, before: Date(timeIntervalSinceNow: 0.1))
            }
            #expect(count >= 1)
            cancellable.cancel()
        }
        try leaks.expectAllReleased()
    }
}

@Suite("NotificationCenter.publisher")
struct NotificationPublisherTests {
    static let name = Notification.Name("test")

    @Test func sendsWhatIsPosted() {
        let center = NotificationCenter()
        let recorder = center.publisher(for: Self.name).map { $0.userInfo?["n"] as? Int }.record()
        center.post(name: Self.name, object: nil, userInfo: ["n": 1])
        center.post(name: Notification.Name("other"), object: nil)
        center.post(name: Self.name, object: nil, userInfo: ["n": 2])
        #expect(recorder.values == [1, 2])
        recorder.cancel()
        center.post(name: Self.name, object: nil)
        #expect(recorder.values.count == 2)
    }

    @Test func onlyFromOneObjectAndOnDemand() {
        final class Sender {}
        let center = NotificationCenter()
        let (one, two) = (Sender(), Sender())
        let recorder = center.publisher(for: Self.name, object: one).record(demand: .atOnce(1))
        center.post(name: Self.name, object: two)
        #expect(recorder.values.isEmpty)
        center.post(name: Self.name, object: one)
        center.post(name: Self.name, object: one)
        #expect(recorder.values.count == 1)
        recorder.request(.max(1))
        center.post(name: Self.name, object: one)
        #expect(recorder.values.count == 2)
        recorder.cancel()
    }

    /// Each thread is inside of its own stream, and posts what the other stream listens to.
    @Test func twoStreamsThatPostToEachOtherEnd() {
        let center = NotificationCenter()
        let names = [Notification.Name("first"), Notification.Name("second")]
        let limit = DispatchTimeInterval.seconds(30)
        let arrivals = names.map { _ in DispatchSemaphore(value: 0) }
        let acted = Mutex<Set<Int>>([])
        let streams = names.indices.map { own in
            center.publisher(for: names[own]).sink { _ in
                guard acted.withLock({ $0.insert(own).inserted }) else { return }
                arrivals[own].signal()
                _ = arrivals[1 - own].wait(timeout: .now() + limit)
                center.post(name: names[1 - own], object: nil)
            }
        }
        let group = DispatchGroup()
        for name in names {
            DispatchQueue(label: name.rawValue).async(group: group) { center.post(name: name, object: nil) }
        }
        #expect(group.wait(timeout: .now() + limit) == .success, "the threads wait for each other")
        for stream in streams { stream.cancel() }
    }

    /// The center knows the object by its address, which another object has once this one is released.
    @Test func theObjectIsKeptUntilTheCancellation() {
        final class Sender {}
        let center = NotificationCenter()
        weak var released: Sender?
        var count = 0
        let cancellable: AnyCancellable
        do {
            let sender = Sender()
            released = sender
            cancellable = center.publisher(for: Self.name, object: sender).sink { _ in count += 1 }
        }
        for _ in 0..<100 { center.post(name: Self.name, object: Sender()) }
        #expect(count == 0)
        center.post(name: Self.name, object: released)
        #expect(count == 1)
        cancellable.cancel()
        #expect(released == nil)
    }

    /// A subscriber that asks for the next notification inside each one misses none, even if several threads post at
    /// the same time.
    @Test func threadsPostToWhoAsksForOneAfterTheOther() {
        let center = NotificationCenter()
        let recorder = center.publisher(for: Self.name).record(demand: .replenished(1))
        DispatchQueue.concurrentPerform(iterations: 4) { _ in
            for _ in 0..<1_000 { center.post(name: Self.name, object: nil) }
        }
        #expect(recorder.values.count == 4_000)
        recorder.cancel()
    }

    @Test func equalityAndDescription() {
        let center = NotificationCenter()
        #expect(center.publisher(for: Self.name) == center.publisher(for: Self.name))
        #expect(center.publisher(for: Self.name) != NotificationCenter().publisher(for: Self.name))
        let subscriber = TrackingSubscriber<Notification, Never>()
        center.publisher(for: Self.name).subscribe(subscriber)
        #expect(subscriber.history.map(\.description) == ["subscription(\"NotificationCenter Observer\")"])
        subscriber.cancel()
    }
}
