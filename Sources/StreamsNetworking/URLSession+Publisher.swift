public import Foundation
import StreamsFoundation
public import TraitsStreams

#if canImport(FoundationNetworking)
    public import FoundationNetworking
#endif

/// Publishing the answer to a request.
extension URLSession {
    /// Returns a publisher that loads a URL for each subscriber.
    ///
    /// ```
    /// ------(data, response)|
    /// ------x
    /// ```
    ///
    /// - Demand: the first request starts the task.
    /// - Failure: the error of a load that failed. A response with an error status is a value, also 401 without a credential.
    /// - Threads: sends on the session's delegate queue.
    /// - Cancellation: cancels the task, at any moment. See *Faults of Foundation off Apple's platforms* on the page of
    ///   `TraitsNetworking`.
    ///
    /// ```swift
    /// let page = URL(filePath: "/etc/hostname")
    /// let text = URLSession.shared.dataTaskPublisher(for: page)
    ///     .map { String(decoding: $0.data, as: UTF8.self) }
    /// ```
    public func dataTaskPublisher(for url: URL) -> DataTaskPublisher {
        dataTaskPublisher(for: URLRequest(url: url))
    }

    /// Returns a publisher that makes a request for each subscriber; see `dataTaskPublisher(for:)`.
    public func dataTaskPublisher(for request: URLRequest) -> DataTaskPublisher {
        DataTaskPublisher(request: request, session: self)
    }

    /// A publisher of the answer to a request; see `dataTaskPublisher(for:)`.
    public struct DataTaskPublisher: Publisher, Sendable {
        public typealias Output = (data: Data, response: URLResponse)
        public typealias Failure = URLError

        /// The request made for each subscriber.
        public let request: URLRequest

        /// The session that makes the request.
        public let session: URLSession

        /// Creates a publisher of the answer to a request.
        public init(request: URLRequest, session: URLSession) {
            self.request = request
            self.session = session
        }

        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == URLError {
            subscriber.receive(subscription: DataTaskSubscription(request, session, subscriber))
        }
    }
}
