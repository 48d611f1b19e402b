import Dispatch
import TraitsExtras
import TraitsRuntime

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A client that waits for an answer. It asks one thing.
public struct Connection: Sendable {
    /// Reading and writing block a thread, for as long as a slow client may take.
    private static let queue = DispatchQueue(label: "connections", attributes: .concurrent)
    private static let patience = timeval(tv_sec: 5, tv_usec: 0)

    private let socket: Int32

    init(socket: Int32) {
        self.socket = socket
        var patience = Self.patience
        for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
            _ = setsockopt(socket, SOL_SOCKET, option, &patience, socklen_t(MemoryLayout<timeval>.size))
        }
    }

    /// What the client asks for.
    func request() -> AnySinglePublisher<Request, BadRequest> {
        .create { promise in
            Self.queue.async { promise(Result { () throws(BadRequest) in try readRequest() }) }
            return AnyCancellable {}
        }
    }

    /// Answers, and closes the connection. A client that has left is no error of the service.
    func answer(_ response: Response) -> AnyCompletablePublisher<Never, Never> {
        .create { promise in
            Self.queue.async {
                writeAll(response.bytes)
                close(socket)
                promise(.finished)
            }
            return AnyCancellable {}
        }
    }

    private func readRequest() throws(BadRequest) -> Request {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            if let request = try Request(bytes) { return request }
            let count = recv(socket, &buffer, buffer.count, 0)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw BadRequest() }
            bytes += buffer.prefix(count)
        }
    }

    private func writeAll(_ bytes: [UInt8]) {
        var left = bytes[...]
        while !left.isEmpty {
            let count = left.withUnsafeBytes { send(socket, $0.baseAddress, $0.count, 0) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return }
            left = left.dropFirst(count)
        }
    }
}
