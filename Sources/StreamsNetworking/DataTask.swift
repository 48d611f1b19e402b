import Foundation
import TraitsStreams

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A data task that may be cancelled at any moment.
///
/// Off Apple's platforms, Foundation stops the program in three cases when a task is cancelled, and doesn't end a task in a fourth.
/// This class avoids all four:
///
/// - The session has a cache. Foundation looks into it on a thread of the lowest priority, which then performs the start and
///   any cancellation that came meanwhile. The task may start, finish and leave its session between the two, and the
///   cancellation then asks the session about a task that it doesn't know. `AnsweringCache` tells when the cache has answered;
///   until then a cancellation waits.
/// - The session's delegate is asked about a redirect. If the task is cancelled before the delegate answers, the answer
///   is fatal. `TaskGuard` withholds it.
/// - The delegate queue runs several operations at the same time. The answer and the cancellation may then both end the task. A
///   task of such a session isn't cancelled: it runs to its end, and its answer is dropped.
/// - The server asks for a credential that nobody has. Foundation before 6.3.2 forgets the task then. `TaskGuard` reports that, and
///   the refusal is the answer; its body is lost.
final class DataTask: Sendable {
    typealias Answer = (data: Data?, response: URLResponse?, error: (any Error)?)

    let task: URLSessionDataTask

    #if canImport(FoundationNetworking)
        private let session: URLSession
        private let state: Guarded<State>
        private let delegate: TaskGuard

        private struct State: Sendable {
            /// A Boolean value that indicates whether Foundation has queued the start.
            var hasStarted = false
            var isCancelled = false
            /// The receiver of the answer; `nil` once it has the answer. The task holds it through its delegate, so it must go.
            var receive: (@Sendable (Answer) -> Void)?
        }

        /// The queue that cancels tasks one after another. Foundation's `cancel()` waits for the queue of all sessions, which
        /// may run the caller's code, and must not be called on that queue.
        private static let cancellations = DispatchQueue(label: "TraitsNetworking.cancellations")

        init(_ request: URLRequest, _ session: URLSession, _ receive: @escaping @Sendable (Answer) -> Void) {
            let state = Guarded(State(receive: receive))
            self.state = state
            self.session = session
            task = session.dataTask(with: request) { data, response, error in
                state.withLock { $0.receive.take() }?((data, response, error))
            }
            delegate = TaskGuard { task, response in
                guard let receive = state.withLock({ $0.receive.take() }) else { return }
                // The transfer is over, but the session keeps its task.
                Self.cancellations.async { task.cancel() }
                receive((nil, response, nil))
            }
            task.delegate = delegate
        }

        /// Starts the task. Must be called once.
        func resume() {
            guard let cache = AnsweringCache.installed(in: session) else {
                task.resume()
                return started()
            }
            cache.expect(task) { [self] in started() }
            task.resume()
            // The task hasn't asked this cache: the session has another cache by now, or its protocol class is unknown.
            if cache.forget(task) { started() }
        }

        /// Cancels the task as soon as that is safe. Returns immediately.
        func cancel() {
            let isDue = state.withLock { state in
                defer { state.isCancelled = true }
                return state.hasStarted && !state.isCancelled && state.receive != nil
            }
            if isDue { stop() }
        }

        private func started() {
            let isDue = state.withLock { state in
                state.hasStarted = true
                return state.isCancelled && state.receive != nil
            }
            if isDue { stop() }
        }

        private func stop() {
            guard session.delegateQueue.maxConcurrentOperationCount == 1 else { return }
            Self.cancellations.async { [task, delegate] in
                delegate.cancel()
                task.cancel()
            }
        }
    #else
        init(_ request: URLRequest, _ session: URLSession, _ receive: @escaping @Sendable (Answer) -> Void) {
            task = session.dataTask(with: request) { receive(($0, $1, $2)) }
        }

        func resume() { task.resume() }
        func cancel() { task.cancel() }
    #endif
}
