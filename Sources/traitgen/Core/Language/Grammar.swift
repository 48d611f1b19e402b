/// The small pieces that several declarations share.
enum Grammar {
    static func expected(_ what: String, _ reader: inout TokenReader) -> Diagnostic {
        Diagnostic(.expected, at: reader.lastEnd, "\(what) expected")
    }

    static func expected(_ what: String, not token: Token) -> Diagnostic {
        Diagnostic(.expected, at: token.location, "\(what) expected, not \(token.name)")
    }

    static func isIdentifier(_ text: Substring) -> Bool {
        guard let first = text.utf8.first, isLetter(first) else { return false }
        return text.utf8.dropFirst().allSatisfy { isLetter($0) || (0x30...0x39).contains($0) }
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (0x61...0x7A).contains(byte) || (0x41...0x5A).contains(byte) || byte == UInt8(ascii: "_")
    }

    /// Reads a name without dots.
    static func identifier(_ token: Token, _ what: String) throws(Diagnostic) -> Located<String> {
        guard token.kind == .run, isIdentifier(token.text[...]) else { throw expected(what, not: token) }
        return Located(token.text, token.location)
    }

    /// Reads the name of a trait, with or without its module: `TraitsRuntime.SinglePublisher`.
    static func traitName(_ token: Token) throws(Diagnostic) -> Located<String> {
        guard token.kind == .run, isPath(token.text), token.text.count(where: { $0 == "." }) < 2 else {
            throw expected("a trait", not: token)
        }
        return Located(token.text, token.location)
    }

    static func isPath(_ text: String) -> Bool {
        text.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { isIdentifier($0) }
    }

    static func take(_ mark: String, _ reader: inout TokenReader) throws(Diagnostic) -> Bool {
        guard let token = try reader.peek(), token.isMark(mark) else { return false }
        try reader.next()
        return true
    }

    static func expectMark(_ mark: String, _ reader: inout TokenReader) throws(Diagnostic) {
        guard let token = try reader.next() else { throw expected("`\(mark)`", &reader) }
        guard token.isMark(mark) else { throw expected("`\(mark)`", not: token) }
    }

    static func expectWord(_ word: String, _ reader: inout TokenReader) throws(Diagnostic) {
        guard let token = try reader.next() else { throw expected("`\(word)`", &reader) }
        guard token.isRun(word) else { throw expected("`\(word)`", not: token) }
    }

    static func expectEnd(_ reader: inout TokenReader) throws(Diagnostic) {
        guard let token = try reader.next() else { return }
        throw Diagnostic(.expected, at: token.location, "the line should end before \(token.name)")
    }

    static func backend(_ reader: inout TokenReader) throws(Diagnostic) -> Located<Backend> {
        guard let token = try reader.next() else { throw expected("a stream library", &reader) }
        guard token.kind == .run, let backend = Backend(rawValue: token.text) else {
            let names = Backend.allCases.map(\.rawValue)
            throw Diagnostic(
                .unknownBackend, at: token.location, "\(token.name) is not a known stream library",
                help: Suggestion.didYouMean(token.text, among: names)
                    ?? "the stream libraries are `TraitsRuntime`, `Combine` and `OpenCombine`")
        }
        return Located(backend, token.location)
    }
}
