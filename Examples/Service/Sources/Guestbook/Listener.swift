import Dispatch
import TraitsExtras
import TraitsRuntime

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Takes connections on the loopback interface.
public struct Listener: Sendable {
    private let socket: Int32
    private let queue = DispatchQueue(label: "listener")

    /// Where it listens.
    public let port: UInt16

    /// Listens.
    ///
    /// - Parameter port: the port; with 0, the system chooses one.
    public init(port: UInt16) throws(SystemError) {
        let socket = openStream()
        var yes: Int32 = 1
        _ = setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isListening = withUnsafeMutablePointer(to: &address) { address in
            address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(socket, $0, size) == 0 && listen(socket, 128) == 0 && getsockname(socket, $0, &size) == 0
            }
        }
        guard isListening, fcntl(socket, F_SETFL, O_NONBLOCK) == 0 else {
            defer { close(socket) }
            throw SystemError(number: errno)
        }
        self.socket = socket
        self.port = UInt16(bigEndian: address.sin_port)
    }

    /// Sends each connection that a client makes. After a stop it takes those that clients have made before, closes the port,
    /// and finishes. Subscribe to it once.
    public func connections(until stop: some Publisher<Void, Never>) -> AnyPublisher<Connection, Never> {
        .create { [socket, queue] sender in
            let source = DispatchSource.makeReadSource(fileDescriptor: socket, queue: queue)
            let takeAll = {
                while case let client = accept(socket, nil, nil), client >= 0 {
                    sender.send(Connection(socket: client))
                }
            }
            source.setEventHandler(handler: takeAll)
            source.setCancelHandler {
                takeAll()
                close(socket)
                sender.send(completion: .finished)
            }
            source.resume()
            let stopped = stop.first().sink { source.cancel() }
            return AnyCancellable {
                stopped.cancel()
                source.cancel()
            }
        }
    }
}

/// Why the system has refused something.
public struct SystemError: Error {
    public var number: Int32
}

private func openStream() -> Int32 {
    #if canImport(Glibc)
        socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #else
        socket(AF_INET, SOCK_STREAM, 0)
    #endif
}
