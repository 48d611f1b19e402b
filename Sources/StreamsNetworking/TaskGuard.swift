#if canImport(FoundationNetworking)
    import Foundation
    import FoundationNetworking
    import TraitsStreams

    /// The delegate of one task, which withholds answers about redirects after the task's cancellation, and reports a challenge
    /// that nobody answers.
    ///
    /// Everything else goes to the session's delegate, by the default methods of the protocol.
    final class TaskGuard: NSObject, URLSessionTaskDelegate {
        private let isCancelled = Guarded(false)
        private let refused: @Sendable (URLSessionTask, URLResponse?) -> Void

        /// Creates a delegate.
        ///
        /// - Parameter refused: called on the session's delegate queue with the response of a server that asks for a credential,
        ///   if there is none.
        init(refused: @escaping @Sendable (URLSessionTask, URLResponse?) -> Void) { self.refused = refused }

        /// Withholds all further answers. Must be called before the task is cancelled.
        func cancel() { isCancelled.withLock { $0 = true } }

        // MARK: Redirects

        func urlSession(
            _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
            newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
        ) {
            guard let delegate = session.delegate as? any URLSessionTaskDelegate else {
                return answer(completionHandler, Self.withCookies(request, session.configuration))
            }
            delegate.urlSession(
                session, task: task, willPerformHTTPRedirection: response, newRequest: request
            ) { [self] in answer(completionHandler, $0) }
        }

        private func answer(_ completionHandler: @Sendable (URLRequest?) -> Void, _ request: URLRequest?) {
            // The handler is called under the lock: it queues the answer, and a cancellation comes either after or before that.
            isCancelled.withLock { if !$0 { completionHandler(request) } }
        }

        /// Adds the session's cookies, as Foundation does for a task without a delegate.
        private static func withCookies(_ old: URLRequest, _ configuration: URLSessionConfiguration)
            -> URLRequest
        {
            guard configuration.httpShouldSetCookies, let url = old.url,
                let cookies = configuration.httpCookieStorage?.cookies(for: url), !cookies.isEmpty
            else { return old }
            var request = old
            for (name, value) in HTTPCookie.requestHeaderFields(with: cookies) {
                request.setValue(value, forHTTPHeaderField: name)
            }
            return request
        }

        // MARK: Challenges

        func urlSession(
            _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
            completionHandler:
                @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
        ) {
            let (proposed, response) = (challenge.proposedCredential, challenge.failureResponse)
            let answer: @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void = {
                [refused] disposition, credential in
                switch disposition {
                case .useCredential where credential != nil, .cancelAuthenticationChallenge:
                    completionHandler(disposition, credential)
                case .performDefaultHandling where proposed != nil:
                    completionHandler(disposition, nil)
                default:
                    // Foundation from 6.3.2 answers the task, body included, and does so ahead of the operation.
                    if proposed == nil { completionHandler(.performDefaultHandling, nil) }
                    session.delegateQueue.addOperation { refused(task, response) }
                }
            }
            if let delegate = session.delegate as? any URLSessionTaskDelegate {
                delegate.urlSession(session, task: task, didReceive: challenge, completionHandler: answer)
            } else {
                answer(.performDefaultHandling, nil)
            }
        }
    }
#endif
