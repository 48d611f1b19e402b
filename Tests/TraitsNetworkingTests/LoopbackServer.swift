import Foundation
import Testing

/// A server of a test, on 127.0.0.1. Each connection has a thread.
///
/// | path | answer |
/// | --- | --- |
/// | `/fast` | two bytes |
/// | `/error` | the status 500 |
/// | `/redirect` | a redirect to `/fast` |
/// | `/loop` | a redirect to itself |
/// | `/cookie` | a redirect to `/echo` that sets a cookie |
/// | `/echo` | the request's cookies |
/// | `/private` | the status 401 and a challenge; two bytes, if the request has a credential |
/// | `/slow` | a head, and no body until the client leaves |
/// | `/silent` | nothing until the client leaves |
/// | `/cut` | ten bytes of a thousand, then the end |
/// | `/closed` | the end, without a byte |
/// | `/big` | 100 MB |
final class LoopbackServer: Sendable {
    let port: UInt16
    private let descriptor: Int32
    private let connections = Tally()

    init() throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let status = withUnsafeMutablePointer(to: &address) { [descriptor] in
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                bind(descriptor, address, length) == 0 && listen(descriptor, 512) == 0
                    && getsockname(descriptor, address, &length) == 0
            }
        }
        port = UInt16(bigEndian: address.sin_port)
        guard status else { throw Failure() }
        Thread.detachNewThread { [descriptor, connections] in
            while true {
                let connection = accept(descriptor, nil, nil)
                if connection < 0 {
                    if errno == EINTR || errno == ECONNABORTED { continue }
                    return
                }
                connections.add(1)
                Thread.detachNewThread {
                    Self.serve(connection)
                    close(connection)
                    connections.add(-1)
                }
            }
        }
    }

    struct Failure: Error {}

    deinit {
        shutdown(descriptor, Int32(SHUT_RDWR))
        close(descriptor)
    }

    func url(_ path: String) -> URL { URL(string: "http://127.0.0.1:\(port)\(path)")! }

    /// Waits until no client is connected.
    ///
    /// - Returns: false if one still is after a minute.
    func isLeftByAll() -> Bool { connections.isZero(within: 60) }

    private static func serve(_ connection: Int32) {
        var rest: [UInt8] = []
        while let (path, fields) = nextRequest(connection, &rest) {
            switch path {
            case "/private" where fields["Authorization"] == nil:
                send(
                    connection,
                    head("401 Unauthorized", 3, "WWW-Authenticate: Basic realm=\"test\"\r\n") + "bad")
            case "/cookie":
                send(connection, head("302 Found", 0, "Location: /echo\r\nSet-Cookie: a=b; Path=/\r\n"))
            case "/echo":
                let cookies = fields["Cookie"] ?? ""
                send(connection, head("200 OK", cookies.utf8.count) + cookies)
            case "/error": send(connection, head("500 Internal Server Error", 3) + "bad")
            case "/redirect": send(connection, head("302 Found", 0, "Location: /fast\r\n"))
            case "/loop": send(connection, head("302 Found", 0, "Location: /loop\r\n"))
            case "/slow":
                send(connection, head("200 OK", 2))
                return waitForEnd(connection)
            case "/silent": return waitForEnd(connection)
            case "/cut":
                send(connection, head("200 OK", 1000) + "0123456789")
                return
            case "/closed": return
            case "/big":
                send(connection, head("200 OK", 100 << 20))
                let piece = String(repeating: "x", count: 1 << 20)
                for _ in 0..<100 where !send(connection, piece) { return }
            default: send(connection, head("200 OK", 2) + "ok")
            }
        }
    }

    private static func head(_ status: String, _ length: Int, _ fields: String = "") -> String {
        "HTTP/1.1 \(status)\r\nContent-Length: \(length)\r\n\(fields)\r\n"
    }

    /// The path and the fields of the next request; nil at the end.
    private static func nextRequest(
        _ connection: Int32, _ rest: inout [UInt8]
    ) -> (path: String, fields: [String: String])? {
        while true {
            if let end = rest.firstRange(of: Array("\r\n\r\n".utf8)) {
                let lines = String(decoding: rest[..<end.lowerBound], as: UTF8.self).split(separator: "\r\n")
                rest.removeSubrange(..<end.upperBound)
                let words = lines[0].split(separator: " ")
                let fields = lines.dropFirst().map { line in
                    let parts = line.split(separator: ":", maxSplits: 1)
                    return (String(parts[0]), String(parts[1].drop { $0 == " " }))
                }
                return words.count > 1 ? (String(words[1]), Dictionary(fields) { $1 }) : nil
            }
            guard let more = receive(connection) else { return nil }
            rest += more
        }
    }

    private static func receive(_ connection: Int32) -> [UInt8]? {
        var count = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: 4096) { buffer, used in
            repeat {
                count = recv(connection, buffer.baseAddress, buffer.count, 0)
            } while count < 0 && errno == EINTR
            used = max(0, count)
        }
        return count > 0 ? bytes : nil
    }

    private static func waitForEnd(_ connection: Int32) { while receive(connection) != nil {} }

    @discardableResult
    private static func send(_ connection: Int32, _ text: String) -> Bool {
        var text = text
        return text.withUTF8 { bytes in
            var sent = 0
            while sent < bytes.count {
                let count = Foundation.send(
                    connection, bytes.baseAddress! + sent, bytes.count - sent, Int32(MSG_NOSIGNAL))
                if count < 0 && errno == EINTR { continue }
                if count <= 0 { return false }
                sent += count
            }
            return true
        }
    }
}

/// A number that several threads count, and one waits for.
final class Tally: @unchecked Sendable {
    private let condition = NSCondition()
    private var count = 0

    func add(_ change: Int) {
        condition.lock()
        count += change
        condition.broadcast()
        condition.unlock()
    }

    /// Waits until the number is zero, for some seconds at most.
    func isZero(within seconds: Double) -> Bool { isAtMost(0, within: seconds) }

    func isAtMost(_ limit: Int, within seconds: Double) -> Bool {
        let end = Date(timeIntervalSinceNow: seconds)
        condition.lock()
        defer { condition.unlock() }
        while count > limit { if !condition.wait(until: end) { return count <= limit } }
        return true
    }
}
