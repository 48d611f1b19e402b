import Dispatch
import Synchronization

struct NetworkError: Error {}

/// Answers searches after a while, from threads of its own, and fails now and then.
final class FakeNetwork: Sendable {
    /// How long an answer takes.
    static let delay: UInt64 = 1_000_000

    private let queue = DispatchQueue(label: "network", attributes: .concurrent)

    /// - Parameters:
    ///   - failures: how many of the attempts fail.
    ///   - delay: how long each takes, in nanoseconds.
    func request(_ query: String, failures: Int, delay: UInt64 = delay) -> NetworkRequest {
        NetworkRequest(query: query, failures: failures, delay: delay, queue: queue)
    }
}

/// What is asked, and may be asked several times.
final class NetworkRequest: Sendable {
    typealias Completion = @Sendable (Result<Int, NetworkError>) -> Void

    private let query: String
    private let delay: UInt64
    private let queue: DispatchQueue
    private let failures: Mutex<Int>

    init(query: String, failures: Int, delay: UInt64, queue: DispatchQueue) {
        (self.query, self.delay, self.queue) = (query, delay, queue)
        self.failures = Mutex(failures)
    }

    /// Asks once.
    func send(_ completion: @escaping Completion) -> NetworkTask {
        let task = NetworkTask(queue, completion)
        let fails = failures.withLock { left in
            left -= 1
            return left >= 0
        }
        task.start(after: delay, fails ? .failure(NetworkError()) : .success(Self.answer(to: query)))
        return task
    }

    static func answer(to query: String) -> Int {
        query.utf8.reduce(5381) { ($0 &* 33 &+ Int($1)) & 0xFFFF_FFFF }
    }
}

/// An attempt that is under way.
// A timer takes calls from every thread, though Dispatch doesn't say so everywhere.
final class NetworkTask: @unchecked Sendable {
    private let timer: any DispatchSourceTimer
    private let completion: Mutex<NetworkRequest.Completion?>

    init(_ queue: DispatchQueue, _ completion: @escaping NetworkRequest.Completion) {
        timer = DispatchSource.makeTimerSource(queue: queue)
        self.completion = Mutex(completion)
    }

    func start(after delay: UInt64, _ result: Result<Int, NetworkError>) {
        timer.setEventHandler { [self] in
            let completion = completion.withLock { $0.take() }
            timer.cancel()
            completion?(result)
        }
        timer.schedule(deadline: .now() + .nanoseconds(Int(delay)), leeway: .nanoseconds(0))
        timer.activate()
    }

    func cancel() {
        let completion = completion.withLock { $0.take() }
        timer.cancel()
        withExtendedLifetime(completion) {}
    }
}
