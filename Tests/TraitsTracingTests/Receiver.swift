import Foundation
import Testing

@testable import TraitsTracing

/// A server of a test: it keeps what it gets, and answers as a closure says. Each connection has a thread, and serves one
/// request.
final class Receiver: @unchecked Sendable {
    struct Request: Sendable {
        var method = ""
        var path = ""
        var fields: [String: String] = [:]
        var body: [UInt8] = []

        var json: [String: Any] {
            get throws { try JSONSerialization.jsonObject(with: Data(body)) as? [String: Any] ?? [:] }
        }
    }

    private let door: Door
    private let answer: @Sendable (Request, Peer) -> Void
    private let condition = NSCondition()
    private var requests: [Request] = []

    /// - Parameter answer: the bytes of the answer to a request; nil closes the connection without one.
    convenience init(_ answer: @escaping @Sendable (Request) -> String?) throws {
        try self.init(answering: { request, peer in if let text = answer(request) { peer.send(text) } })
    }

    /// - Parameter answer: answers a request over its connection, which is closed then.
    init(answering answer: @escaping @Sendable (Request, Peer) -> Void) throws {
        door = try Door()
        self.answer = answer
        Thread.detachNewThread { [door, weak self] in
            while let connection = door.accept(until: { self == nil }) {
                nonisolated(unsafe) let connection = connection
                guard let receiver = self else { return }
                Thread.detachNewThread { try? receiver.serve(connection) }
            }
        }
    }

    var port: UInt16 { door.port }
    var address: String { "http://127.0.0.1:\(port)" }

    /// Waits for the next request that isn't for something else.
    func next() throws -> Request {
        condition.lock()
        defer { condition.unlock() }
        while requests.isEmpty {
            // A test that hangs fails.
            if !condition.wait(until: Date(timeIntervalSinceNow: 60)) { throw Peer.Broken() }
        }
        return requests.removeFirst()
    }

    private func serve(_ peer: Peer) throws {
        let lines = try peer.head()
        guard let words = lines.first?.split(separator: " "), words.count == 3 else { return }
        var request = Request(method: String(words[0]), path: String(words[1]))
        for line in lines.dropFirst() {
            let parts = line.split(separator: ":", maxSplits: 1)
            request.fields[parts[0].lowercased()] = parts[1].trimmingCharacters(in: .whitespaces)
        }
        request.body = try peer.bytes(Int(request.fields["content-length"] ?? "") ?? 0)
        defer { answer(request, peer) }
        if request.method == "POST" {
            condition.lock()
            requests.append(request)
            condition.signal()
            condition.unlock()
        }
    }

    static func answer(
        _ status: String, _ body: String = "", type: String = "text/html", _ fields: String = ""
    ) -> String {
        """
        HTTP/1.1 \(status)\r
        Content-Type: \(type)\r
        Content-Length: \(body.utf8.count)\r
        \(fields)Connection: close\r
        \r
        \(body)
        """
    }
}
