import Foundation
import Synchronization
import Testing
import TraitsNetworking
import TraitsTesting

/// Requests that are cancelled while they are answered. `.ci/cancellations` runs many more.
@Suite("Cancelled requests", .serialized)
struct CancelledRequestTests {
    /// The requests of each test.
    static let count = Int(ProcessInfo.processInfo.environment["TRAITS_CANCELLATIONS"] ?? "") ?? 400

    /// The ways to make a session.
    enum Kind: CaseIterable {
        case cached, uncached, delegate, concurrent

        func make() -> URLSession {
            let configuration = URLSessionConfiguration.ephemeral
            if self == .uncached { configuration.urlCache = nil }
            let queue = OperationQueue()
            queue.maxConcurrentOperationCount = self == .concurrent ? 4 : 1
            return URLSession(
                configuration: configuration, delegate: self == .delegate ? Redirects() : nil,
                delegateQueue: queue)
        }

        /// A session with a concurrent queue lets its requests run to their ends, so they need ends.
        var paths: [String] {
            ["/fast", "/fast", "/error", "/redirect", "/loop", "/cut", "/closed", "/private"]
                + (self == .concurrent ? [] : ["/slow", "/silent"])
        }
    }

    final class Redirects: NSObject, URLSessionTaskDelegate {
        func urlSession(
            _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
            newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
        ) { completionHandler(request) }
    }

    /// Is held by what a subscriber holds.
    final class Token: Sendable {
        let tally: Tally
        init(_ tally: Tally) {
            self.tally = tally
            tally.add(1)
        }
        deinit { tally.add(-1) }
    }

    @Test(arguments: Kind.allCases)
    func aRequestIsCancelledAtAnyMoment(_ kind: Kind) async throws {
        let server = try LoopbackServer()
        let held = Tally()
        await withCheckedContinuation { continuation in
            // A thread of its own: the driver pauses, and its pauses are the moments.
            Thread.detachNewThread {
                Self.drive(server, kind, held)
                continuation.resume()
            }
        }
        #expect(held.isZero(within: 60), "a subscriber is still held")
        #expect(server.isLeftByAll(), "a connection is still open")
    }

    private static func drive(_ server: LoopbackServer, _ kind: Kind, _ held: Tally) {
        let session = kind.make()
        let keys = PassthroughSubject<URL, Never>()
        let newest = keys.map { url in
            session.dataTaskPublisher(for: url).map(\.data.count).replaceError(with: -1)
        }
        .switchToLatest().sink { _ in }
        let timer = DispatchQueue(label: "timer")
        var random = SplitMix(seed: 7)
        for index in 0..<count {
            let isBig = index % 199 == 198 && kind != .concurrent
            let url = server.url(
                isBig ? "/big" : kind.paths[Int(random.next(below: UInt64(kind.paths.count)))])
            let publisher = session.dataTaskPublisher(for: url)
            let token = Token(held)
            switch index % 6 {
            case 0: keys.send(url)
            case 1:
                let cancellable = publisher.sink { _ in
                    _ = token
                } receiveValue: { _ in
                }
                pause(&random)
                cancellable.cancel()
            case 2:
                publisher.timeout(.microseconds(Int(random.next(below: 3000))), scheduler: timer)
                    .subscribe(
                        Subscribers.Sink(receiveCompletion: { _ in _ = token }, receiveValue: { _ in }))
            case 3:
                let cancellable = publisher.first().sink { _ in
                    _ = token
                } receiveValue: { _ in
                }
                pause(&random)
                cancellable.cancel()
            case 4:
                let cancellable = [url, server.url("/fast"), url].publisher.setFailureType(to: URLError.self)
                    .flatMap(maxPublishers: .max(2)) { session.dataTaskPublisher(for: $0) }
                    .sink { _ in
                        _ = token
                    } receiveValue: { _ in
                    }
                pause(&random)
                cancellable.cancel()
            default:
                let task = Task { for try await _ in publisher.values { _ = token } }
                pause(&random)
                task.cancel()
            }
            // As many wait for a connection as a program would have: Foundation opens six to a server.
            _ = held.isAtMost(20, within: 60)
        }
        newest.cancel()
        session.finishTasksAndInvalidate()
    }

    private static func pause(_ random: inout SplitMix) {
        let time = random.next(below: 2000)
        if time > 400 { usleep(UInt32(time)) }
    }
}

/// Numbers that a seed chooses.
struct SplitMix {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next(below limit: UInt64) -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var bits = state
        bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
        bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
        return (bits ^ (bits >> 31)) % limit
    }
}
