import Foundation
import StreamsFoundation
import TraitsStreams

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The subscription of one subscriber, which makes one request.
final class DataTaskSubscription<S: Subscriber>: Subscription, CustomStringConvertible,
    CustomReflectable, CustomPlaygroundDisplayConvertible, @unchecked Sendable
where S.Input == URLSession.DataTaskPublisher.Output, S.Failure == URLError {
    // Unchecked: `lock` guards the mutable state, and only the completion of the single task calls the subscriber.

    private let request: URLRequest
    private let session: URLSession
    private let lock = TraitLock()
    private var subscriber: S?
    private var task: DataTask?

    init(_ request: URLRequest, _ session: URLSession, _ subscriber: S) {
        self.request = request
        self.session = session
        self.subscriber = subscriber
    }

    var description: String { "DataTaskPublisher" }
    var customMirror: Mirror {
        let (task, subscriber) = lock.withLock { (self.task?.task, self.subscriber) }
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
        let callback = Callback<DataTask.Answer> { [self] in completed($0) }
        let started = lock.withLock { () -> DataTask? in
            if subscriber == nil || task != nil { return nil }
            let new = DataTask(request, session) { callback.run($0) }
            task = new
            return new
        }
        started?.resume()
    }

    private func completed(_ answer: DataTask.Answer) {
        let isCancelled = lock.withLock { subscriber == nil }
        if isCancelled { return }
        if let response = answer.response, answer.error == nil {
            _ = lock.withLock { subscriber }?.receive((answer.data ?? Data(), response))
            end()?.receive(completion: .finished)
        } else {
            end()?.receive(completion: .failure(answer.error as? URLError ?? URLError(.unknown)))
        }
    }

    private func end() -> S? {
        lock.withLock {
            defer { (subscriber, task) = (nil, nil) }
            return subscriber
        }
    }

    func cancel() {
        let (task, old) = lock.withLock {
            defer { (self.task, subscriber) = (nil, nil) }
            return (self.task, subscriber)
        }
        task?.cancel()
        withExtendedLifetime(old) {}
    }
}
