/// The parts of a request's head that the server uses.
struct HTTPRequest: Equatable {
    /// The reason why a request is refused.
    enum Refusal: Error { case malformed, foreign }

    var method = ""
    var path = ""

    /// The longest head that is read.
    static var limit: Int { 16384 }

    init(method: String, path: String) {
        self.method = method
        self.path = path
    }

    /// - Parameter head: the bytes before the first empty line.
    init(_ head: [UInt8]) throws(Refusal) {
        let lines = String(decoding: head, as: UTF8.self)
            .split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
        let words = (lines.first ?? "").split(separator: " ", omittingEmptySubsequences: false)
        guard words.count == 3, words[2].hasPrefix("HTTP/1.") else { throw .malformed }
        var hosts: [Substring] = []
        for line in lines.dropFirst() {
            guard let colon = line.firstIndex(of: ":") else { throw .malformed }
            let value = line[line.index(after: colon)...].trimmingSpaces
            switch line[..<colon].lowercased() {
            case "host": hosts.append(value)
            case "origin":
                guard value.hasPrefix("http://"), Self.isLoopback(value.dropFirst("http://".count)) else {
                    throw .foreign
                }
            default: break
            }
        }
        guard hosts.count == 1 else { throw .malformed }
        guard Self.isLoopback(hosts[0]) else { throw .foreign }
        method = String(words[0])
        path = String(words[1].prefix { $0 != "?" })
    }

    /// Returns a Boolean value that indicates whether a host name, with or without a port, means this machine in every network.
    ///
    /// Another site could let its own host name lead to this machine; its pages could then read the trace.
    static func isLoopback(_ host: some StringProtocol) -> Bool {
        let host = host.lowercased()
        return ["localhost", "127.0.0.1", "[::1]"].contains { name in
            guard host.hasPrefix(name) else { return false }
            let rest = host.dropFirst(name.count)
            return rest.isEmpty
                || rest.first == ":" && rest.dropFirst().allSatisfy { $0.isASCII && $0.isNumber }
        }
    }
}

extension Substring {
    var trimmingSpaces: Substring {
        var text = self
        while let first = text.first, first == " " || first == "\t" { text.removeFirst() }
        while let last = text.last, last == " " || last == "\t" { text.removeLast() }
        return text
    }
}
