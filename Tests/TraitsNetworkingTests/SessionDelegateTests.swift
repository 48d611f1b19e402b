import Foundation
import Testing
import TraitsNetworking

@Suite("A subscription as the delegate of a session")
struct SessionDelegateTests {
    /// That this compiles is half of the test.
    @Test func aSubscriptionIsTheDelegateOfASession() {
        final class Load<Downstream: Subscriber>: TraitSubscriptions.Single<Downstream, URLRequest>,
            URLSessionDataDelegate, @unchecked Sendable
        where Downstream.Input == Data, Downstream.Failure == any Error {
            override var hash: Int { 7 }
            override func isEqual(_ object: Any?) -> Bool { object is Self }

            func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
                receive(.success(data))
            }

            func urlSession(
                _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
            ) {
                if let error { receive(.failure(error)) }
            }
        }
        typealias Sink = Subscribers.Sink<Data, any Error>
        func make() -> Load<Sink> {
            Load(
                downstream: Sink(receiveCompletion: { _ in }, receiveValue: { _ in }),
                context: URLRequest(url: URL(filePath: "/")))
        }
        let load = make(), other: any NSObjectProtocol = make()
        let session = URLSession(configuration: .ephemeral, delegate: load, delegateQueue: nil)
        #expect(session.delegate === load)
        session.invalidateAndCancel()
        #expect(load.isEqual(other) && !load.isEqual(5) && other.hash == 7 && !other.isProxy())
        // The default of `start(with:)` does nothing.
        load.request(.unlimited)
        load.cancel()
    }
}
