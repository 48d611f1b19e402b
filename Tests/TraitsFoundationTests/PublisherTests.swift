import Foundation
import Synchronization
import Testing
import TraitsFoundation
import TraitsTesting

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite("Timer.publish")
struct TimerPublisherTests {
    @Test func ticksWhileConnected() {
        let publisher = Timer.publish(every: 0.001, on: .current, in: .default)
        let recorder = publisher.record()
        let limit = Date(timeIntervalSinceNow: 10)
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
            let limit = Date(timeIntervalSinceNow: 10)
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

/// Answers requests without a network.
private final class Canned: URLProtocol {
    override class func canInit(with request: URLRequest) -> Bool { true }
    override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }
    override func startLoading() {
        guard let url = request.url, url.path != "/fail" else {
            client?.urlProtocol(self, didFailWithError: URLError(.cannotConnectToHost))
            return
        }
        let response = HTTPURLResponse(url: url, statusCode: 404, httpVersion: nil, headerFields: nil)!
        client?.urlProtocol(self, didReceive: response, cacheStoragePolicy: .notAllowed)
        client?.urlProtocol(self, didLoad: Data("hello".utf8))
        client?.urlProtocolDidFinishLoading(self)
    }
    override func stopLoading() {}
}

@Suite("URLSession.dataTaskPublisher")
struct DataTaskPublisherTests {
    static func session() -> URLSession {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.protocolClasses = [Canned.self]
        return URLSession(configuration: configuration)
    }

    @Test func deliversDataAndResponse() async throws {
        let publisher = Self.session().dataTaskPublisher(for: URL(string: "http://test.invalid/a")!)
        var got: [String] = []
        for try await (data, response) in publisher.values {
            got.append(String(decoding: data, as: UTF8.self))
            #expect((response as? HTTPURLResponse)?.statusCode == 404, "an error status is a value")
        }
        #expect(got == ["hello"])
    }

    @Test func failsWithAURLError() async {
        let publisher = Self.session().dataTaskPublisher(for: URL(string: "http://test.invalid/fail")!)
        await #expect(throws: URLError.self) {
            for try await _ in publisher.values {}
        }
    }

    @Test func startsOnRequestOnly() {
        let publisher = Self.session().dataTaskPublisher(for: URL(string: "http://test.invalid/a")!)
        let subscriber = TrackingSubscriber<URLSession.DataTaskPublisher.Output, URLError>()
        publisher.subscribe(subscriber)
        #expect(subscriber.history.map(\.description) == ["subscription(\"DataTaskPublisher\")"])
        subscriber.cancel()
    }
}
