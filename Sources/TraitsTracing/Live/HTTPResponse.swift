internal import TracePage

/// The answers of the server.
enum HTTPResponse {
    /// The bytes of an answer with a body.
    static func whole(
        _ status: String, type: String, _ body: [UInt8], headOnly: Bool, _ fields: [String] = []
    )
        -> [UInt8]
    {
        head(status, ["Content-Type: \(type)", "Content-Length: \(body.count)"] + fields)
            + (headOnly ? [] : body)
    }

    /// The bytes of an answer that describes a problem.
    static func problem(_ status: String, _ text: String, headOnly: Bool = false, _ fields: [String] = [])
        -> [UInt8]
    {
        whole(
            status, type: "text/plain; charset=utf-8", Array((text + "\n").utf8), headOnly: headOnly, fields)
    }

    static func page(headOnly: Bool) -> [UInt8] {
        whole("200 OK", type: "text/html; charset=utf-8", Array(tracePage.utf8), headOnly: headOnly)
    }

    /// The head of an answer whose messages follow.
    static var events: [UInt8] { head("200 OK", ["Content-Type: text/event-stream"]) }

    static let forbidden = problem(
        "403 Forbidden",
        "The values of a program are private: ask for http://127.0.0.1 or http://localhost, with the port.")
    static let malformed = problem("400 Bad Request", "This is no request of HTTP/1.1.")
    static let tooLong = problem(
        "431 Request Header Fields Too Large", "The head of this request is too long.")
    static let tooMany = problem("503 Service Unavailable", "Too many pages are open: close one.")

    private static func head(_ status: String, _ fields: [String]) -> [UInt8] {
        let lines =
            ["HTTP/1.1 \(status)"] + fields + [
                "Connection: close", "Cache-Control: no-store", "X-Content-Type-Options: nosniff",
                // No other site may load the response, even without reading it.
                "Cross-Origin-Resource-Policy: same-origin", "", "",
            ]
        return Array(lines.joined(separator: "\r\n").utf8)
    }
}
