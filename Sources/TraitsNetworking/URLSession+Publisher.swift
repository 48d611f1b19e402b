public import Foundation
import TraitsFoundation
public import TraitsRuntime

#if canImport(FoundationNetworking)
    public import FoundationNetworking
#endif

/// Publishing the answer to a request.
extension URLSession {
    /// A publisher that loads a URL for each subscriber.
    ///
    /// ```
    /// ------(data, response)|
    /// ------x
    /// ```
    ///
    /// - Demand: the first request starts the task; each further one tells it to resume, in case it was suspended.
    /// - Failure: why nothing could be loaded. A response with an error status is a value.
    /// - Threads: sends on the session's delegate queue.
    /// - Cancellation: cancels the task. On Linux, Foundation stops the program if a task is cancelled while it fails, and
    ///   its session has a cache (its issue 3296), as a search field may do with `switchToLatest()`. A session is safe
    ///   whose configuration has none:
    ///
    /// ```swift
    /// let configuration = URLSessionConfiguration.default
    /// configuration.urlCache = nil
    /// let session = URLSession(configuration: configuration)
    /// ```
    ///
    /// ```swift
    /// let page = URL(filePath: "/etc/hostname")
    /// let text = URLSession.shared.dataTaskPublisher(for: page)
    ///     .map { String(decoding: $0.data, as: UTF8.self) }
    /// ```
    public func dataTaskPublisher(for url: URL) -> DataTaskPublisher {
        dataTaskPublisher(for: URLRequest(url: url))
    }

    /// A publisher that makes a request for each subscriber; see `dataTaskPublisher(for:)`.
    public func dataTaskPublisher(for request: URLRequest) -> DataTaskPublisher {
        DataTaskPublisher(request: request, session: self)
    }

    /// A publisher of the answer to a request; see `dataTaskPublisher(for:)`.
    public struct DataTaskPublisher: Publisher, Sendable {
        public typealias Output = (data: Data, response: URLResponse)
        public typealias Failure = URLError

        /// The request made for each subscriber.
        public let request: URLRequest

        /// Makes the request.
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

/// One task of a session.
private final class DataTaskSubscription<S: Subscriber>: Subscription, CustomStringConvertible,
    CustomReflectable, CustomPlaygroundDisplayConvertible, @unchecked Sendable
where S.Input == URLSession.DataTaskPublisher.Output, S.Failure == URLError {
    // Unchecked: `lock` guards what changes; the subscriber is called by the one completion of the one task.

    private let request: URLRequest
    private let session: URLSession
    private let lock = TraitLock()
    private var subscriber: S?
    private var task: URLSessionDataTask?

    init(_ request: URLRequest, _ session: URLSession, _ subscriber: S) {
        self.request = request
        self.session = session
        self.subscriber = subscriber
    }

    var description: String { "DataTaskPublisher" }
    var customMirror: Mirror {
        let (task, subscriber) = lock.withLock { (self.task, self.subscriber) }
        let parent = subscriber.map { _ in URLSession.DataTaskPublisher(request: request, session: session) }
        let demand: Subscribers.Demand = task == nil ? .none : .max(1)
        let children: [Mirror.Child] = [
            ("task", task as Any), ("downstream", subscriber as Any), ("parent", parent as Any),
            ("demand", demand),
        ]
        return Mirror(self, children: children)
    }
    var playgroundDescription: Any { description }

    func request(_ demand: Subscribers.Demand) {
        precondition(demand > .none, "a subscriber must request more than no values")
        let callback = Callback<(Data?, URLResponse?, (any Error)?)> { [self] in completed($0.0, $0.1, $0.2) }
        let wanted = lock.withLock { () -> URLSessionDataTask? in
            guard subscriber != nil else { return nil }
            if let task { return task }
            let new = session.dataTask(with: request) { callback.run(($0, $1, $2)) }
            task = new
            return new
        }
        wanted?.resume()
    }

    private func completed(_ data: Data?, _ response: URLResponse?, _ error: (any Error)?) {
        let isCancelled = lock.withLock { subscriber == nil }
        if isCancelled { return }
        if let response, error == nil {
            _ = lock.withLock { subscriber }?.receive((data ?? Data(), response))
            end()?.receive(completion: .finished)
        } else {
            end()?.receive(completion: .failure(error as? URLError ?? URLError(.unknown)))
        }
    }

    private func end() -> S? {
        lock.withLock {
            let old = subscriber
            subscriber = nil
            task = nil
            return old
        }
    }

    func cancel() {
        let (task, old) = lock.withLock {
            let parts = (self.task, subscriber)
            self.task = nil
            subscriber = nil
            return parts
        }
        task?.cancel()
        withExtendedLifetime(old) {}
    }
}
