#if canImport(FoundationNetworking)
    import Foundation
    import FoundationNetworking
    import TraitsStreams

    /// The delegate of one task, which withholds answers about redirects after the task's cancellation.
    ///
    /// Everything else goes to the session's delegate, by the default methods of the protocol.
    final class RedirectGuard: NSObject, URLSessionTaskDelegate {
        private let isCancelled = Guarded(false)

        /// Withholds all further answers. Must be called before the task is cancelled.
        func cancel() { isCancelled.withLock { $0 = true } }

        func urlSession(
            _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
            newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
        ) {
            guard let delegate = session.delegate as? any URLSessionTaskDelegate else {
                return answer(completionHandler, request)
            }
            delegate.urlSession(
                session, task: task, willPerformHTTPRedirection: response, newRequest: request
            ) { [self] in answer(completionHandler, $0) }
        }

        private func answer(_ completionHandler: @Sendable (URLRequest?) -> Void, _ request: URLRequest?) {
            // The handler is called under the lock: it queues the answer, and a cancellation comes either after or before that.
            isCancelled.withLock { if !$0 { completionHandler(request) } }
        }
    }
#endif
