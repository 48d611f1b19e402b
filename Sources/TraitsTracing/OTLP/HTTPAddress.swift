/// An address of HTTP: the host and port to connect to, and the path to ask for.
struct HTTPAddress: Sendable, Equatable {
    let text: String
    let host: String
    let port: String
    let path: String

    /// - Returns: `nil` if the text is no address, or an address of another protocol.
    init?(_ text: String) {
        let scheme = "http://"
        guard text.lowercased().hasPrefix(scheme), text.utf8.allSatisfy({ $0 > 32 && $0 < 127 }) else {
            return nil
        }
        let rest = text.dropFirst(scheme.count)
        let authority = rest.prefix { $0 != "/" }
        var (host, port) = (authority, Substring("80"))
        if let colon = authority.lastIndex(of: ":"), !authority[colon...].contains("]") {
            (host, port) = (authority[..<colon], authority[authority.index(after: colon)...])
        }
        if host.hasPrefix("["), host.hasSuffix("]") {
            host = host.dropFirst().dropLast()
        } else if host.contains(":") {
            return nil
        }
        guard !host.isEmpty, !host.contains(where: { "@[]?#".contains($0) }), UInt16(port) ?? 0 > 0,
            !rest.contains("?"), !rest.contains("#")
        else { return nil }
        self.text = text
        self.host = String(host)
        self.port = String(port)
        path = String(rest[authority.endIndex...])
    }
}
