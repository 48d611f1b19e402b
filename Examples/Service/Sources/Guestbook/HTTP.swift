/// A request, as much of it as the service needs.
public struct Request: Equatable, Sendable {
    public var method: String
    public var path: String
    public var body: String

    public init(_ method: String, _ path: String, body: String = "") {
        self.method = method
        self.path = path
        self.body = body
    }

    /// Reads a request, if all of it is there: its head ends with an empty line and says how long the body is.
    init?(_ bytes: [UInt8]) throws(BadRequest) {
        let end: [UInt8] = [13, 10, 13, 10]
        guard let head = bytes.indices.first(where: { bytes[$0...].starts(with: end) }) else {
            if bytes.count > 8192 { throw BadRequest() }
            return nil
        }
        let lines = String(decoding: bytes[..<head], as: UTF8.self).split(whereSeparator: \.isNewline)
        let words = lines.first?.split(separator: " ") ?? []
        guard words.count == 3, words[2].hasPrefix("HTTP/1.") else { throw BadRequest() }
        var length = 0
        for line in lines.dropFirst() {
            let field = line.split(separator: ":", maxSplits: 1)
            guard field.first?.lowercased() == "content-length" else { continue }
            guard let count = Int(field.last?.drop(while: \.isWhitespace) ?? ""), (0...65536).contains(count)
            else { throw BadRequest() }
            length = count
        }
        let body = bytes[(head + end.count)...]
        if body.count < length { return nil }
        self.init(
            String(words[0]), String(words[1]), body: String(decoding: body.prefix(length), as: UTF8.self))
    }
}

/// What came isn't HTTP, is too long, or didn't come to its end.
struct BadRequest: Error {}

/// A response with some text.
public struct Response: Equatable, Sendable {
    public var status: Int
    public var body: String

    public init(_ status: Int, _ body: String) {
        self.status = status
        self.body = body
    }

    var bytes: [UInt8] {
        let reasons = [
            200: "OK", 201: "Created", 400: "Bad Request", 404: "Not Found", 503: "Service Unavailable",
        ]
        let head = [
            "HTTP/1.1 \(status) \(reasons[status] ?? "Unknown")", "Content-Type: text/plain; charset=utf-8",
            "Content-Length: \(body.utf8.count)", "Connection: close", "", "",
        ]
        return Array((head.joined(separator: "\r\n") + body).utf8)
    }
}
