import Foundation
import Testing
import TraitsNetworking
import TraitsTesting

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

    @Test func itIsASingle() throws {
        let url = try #require(URL(string: "http://localhost/name"))
        let name: AnySinglePublisher<String, any Error> =
            URLSession.shared.dataTaskPublisher(for: url)
            .tryMap { String(decoding: $0.data, as: UTF8.self) }
            .eraseToAnySinglePublisher()
        #expect("\(name)" == "AnySinglePublisher")
    }

    @Test func itIsSendable() {
        let publisher: any Publisher & Sendable = URLSession.shared.dataTaskPublisher(
            for: URL(filePath: "/"))
        #expect(publisher is URLSession.DataTaskPublisher)
    }
}
