import Foundation

@testable import TraitsTracing

/// One side of a connection in a test. Each read waits until there is something; a test that hangs fails after five minutes,
/// in which all other tests have the processors.
final class Peer {
    struct Broken: Error {}

    let descriptor: Int32
    private var buffer: [UInt8] = []

    /// Takes over a connection.
    init(_ descriptor: Int32) {
        self.descriptor = descriptor
        var limit = timeval(tv_sec: 300, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    }

    /// Connects.
    ///
    /// - Parameter window: how many bytes may be on their way to a peer that doesn't read.
    convenience init(port: UInt16, window: Int32? = nil) throws {
        let descriptor = socket(AF_INET, Socket.stream, 0)
        if var window {
            setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &window, socklen_t(MemoryLayout<Int32>.size))
        }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let status = withUnsafePointer(to: address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        self.init(descriptor)
        if status != 0 { throw Broken() }
    }

    /// Connects and asks.
    convenience init(port: UInt16, get path: String, window: Int32? = nil) throws {
        try self.init(port: port, window: window)
        send("GET \(path) HTTP/1.1\r\nHost: localhost:\(port)\r\n\r\n")
    }

    deinit { close(descriptor) }

    /// - Returns: a Boolean value that indicates whether the other side may still get it.
    @discardableResult
    func send(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        return Socket.send(bytes[...], to: descriptor) >= 0
    }

    /// Breaks the connection instead of closing it in good order.
    func reset() {
        var now = linger(l_onoff: 1, l_linger: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &now, socklen_t(MemoryLayout<linger>.size))
        shutdown(descriptor, Int32(SHUT_RDWR))
    }

    /// Reads to the end of a line, which is left out; nil at the end of the connection.
    func line() throws -> String? {
        while true {
            if let end = buffer.firstIndex(of: UInt8(ascii: "\n")) {
                let line = buffer[..<end]
                buffer.removeFirst(end + 1)
                return String(
                    decoding: line.last == UInt8(ascii: "\r") ? line.dropLast() : line, as: UTF8.self)
            }
            if try !readMore() { return nil }
        }
    }

    func bytes(_ count: Int) throws -> [UInt8] {
        while buffer.count < count { if try !readMore() { throw Broken() } }
        defer { buffer.removeFirst(count) }
        return Array(buffer[..<count])
    }

    /// Reads to the end of the connection.
    func rest() throws -> [UInt8] {
        while try readMore() {}
        defer { buffer = [] }
        return buffer
    }

    /// Reads the lines in front of the first empty one.
    func head() throws -> [String] {
        var lines: [String] = []
        while let line = try line(), !line.isEmpty { lines.append(line) }
        return lines
    }

    private func readMore() throws -> Bool {
        while true {
            var count = 0
            buffer += [UInt8](unsafeUninitializedCapacity: 1 << 16) { bytes, used in
                count = recv(descriptor, bytes.baseAddress, bytes.count, 0)
                used = max(0, count)
            }
            if count > 0 { return true }
            if count == 0 || errno == ECONNRESET { return false }
            if errno != EINTR { throw Broken() }
        }
    }
}

/// A port to which something connects.
final class Door: Sendable {
    let port: UInt16
    private let descriptor: Int32

    init() throws { (descriptor, port) = try Socket.listen(port: 0) }

    deinit { close(descriptor) }

    /// Waits for a connection.
    ///
    /// - Parameter isOver: whether nobody wants one any more.
    func accept(until isOver: () -> Bool = { false }) -> Peer? {
        while !isOver() {
            var files = [pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)]
            Socket.wait(for: &files, milliseconds: 100)
            let connection = Foundation.accept(descriptor, nil, nil)
            if connection >= 0 { return Peer(connection) }
        }
        return nil
    }

    /// Waits for a connection on a thread that may be blocked, and does something with it.
    ///
    /// The thread begins now: a task would wait until the tests leave it a processor.
    ///
    /// - Returns: what sends the result.
    func onThread<Result: Sendable>(
        _ body: @escaping @Sendable (Peer) throws -> Result
    ) -> AsyncThrowingStream<Result, any Error> {
        let (results, sender) = AsyncThrowingStream.makeStream(of: Result.self)
        Thread.detachNewThread {
            do {
                guard let peer = self.accept() else { throw Peer.Broken() }
                sender.yield(try body(peer))
                sender.finish()
            } catch {
                sender.finish(throwing: error)
            }
        }
        return results
    }
}

/// An event as it stands in a line.
struct Event {
    let object: [String: Any]

    init(_ line: some StringProtocol) throws {
        let object = try JSONSerialization.jsonObject(with: Data(line.utf8))
        self.object = object as? [String: Any] ?? [:]
    }

    var name: String { object["name"] as? String ?? "" }
    var phase: String { object["ph"] as? String ?? "" }
    var id: String? { object["id"] as? String }
    var value: String? { arguments["value"] as? String }
    var arguments: [String: Any] { object["args"] as? [String: Any] ?? [:] }
    /// `b screen`, or `n value 1`.
    var words: String { [phase, name, value ?? ""].filter { !$0.isEmpty }.joined(separator: " ") }
}

extension Peer {
    /// Asks for the events of a server, and reads the head of the answer.
    static func following(_ port: UInt16, window: Int32? = nil) throws -> Peer {
        let peer = try Peer(port: port, get: "/events", window: window)
        guard try peer.head().first == "HTTP/1.1 200 OK" else { throw Broken() }
        return peer
    }

    /// The text of the next message; nil at the end.
    func message() throws -> String? {
        guard let line = try line() else { return nil }
        guard line.hasPrefix("data: "), try self.line() == "" else { throw Broken() }
        return String(line.dropFirst("data: ".count))
    }

    func event() throws -> Event {
        guard let message = try message() else { throw Broken() }
        return try Event(message)
    }

    /// Reads until an event fits.
    func events(until isLast: (Event) -> Bool) throws -> [Event] {
        var events: [Event] = []
        repeat { events.append(try event()) } while !isLast(events[events.count - 1])
        return events
    }
}
