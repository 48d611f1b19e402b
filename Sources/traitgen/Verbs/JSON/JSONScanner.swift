import TraitgenCore

/// A parser for JSON that reads a text in pieces: the graph of a module can be too large for the memory of a build
/// machine. It parses requested values and skips the rest.
package final class JSONScanner {
    /// Fills a buffer and returns the number of bytes, zero at the end of the text.
    typealias Refill = (UnsafeMutableRawBufferPointer) -> Int

    /// The text is no JSON, or doesn't have the requested structure.
    package struct Fault: Error {}

    private let refill: Refill
    private let buffer: UnsafeMutableRawBufferPointer
    private var next: UnsafeMutableRawPointer
    private var end: UnsafeMutableRawPointer

    init(pieces size: Int = 1 << 16, _ refill: @escaping Refill) {
        self.refill = refill
        buffer = .allocate(byteCount: size, alignment: 1)
        next = buffer.baseAddress!
        end = next
    }

    deinit { buffer.deallocate() }

    /// Calls `body` for each key of an object; `body` must read the value or ``skip()`` it.
    func object(_ body: (String) throws(Fault) -> Void) throws(Fault) {
        try list(from: "{", to: "}") { () throws(Fault) in
            let key = try string()
            guard try token() == UInt8(ascii: ":") else { throw Fault() }
            try body(key)
        }
    }

    /// Calls `body` for each element of an array; `body` must read it or ``skip()`` it.
    func array(_ body: () throws(Fault) -> Void) throws(Fault) { try list(from: "[", to: "]", body) }

    func string() throws(Fault) -> String {
        guard try token() == UInt8(ascii: "\"") else { throw Fault() }
        var bytes: [UInt8] = []
        while true {
            switch try take() {
            case UInt8(ascii: "\""): return String(decoding: bytes, as: UTF8.self)
            case UInt8(ascii: "\\"): try escape(into: &bytes)
            case 0..<0x20: throw Fault()
            case let byte: bytes.append(byte)
            }
        }
    }

    /// Skips the next value, whatever its type.
    func skip() throws(Fault) {
        var depth = 0
        repeat {
            switch try token() {
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
            case UInt8(ascii: "\""): try skipString()
            case UInt8(ascii: ","), UInt8(ascii: ":"): if depth == 0 { throw Fault() }
            default: word()
            }
            if depth < 0 { throw Fault() }
        } while depth > 0
    }

    /// A Boolean value that indicates whether only white space is left.
    var isAtEnd: Bool {
        do throws(Fault) { _ = try peek() } catch { return true }
        return false
    }

    // MARK: - Pieces

    private func list(
        from opening: Unicode.Scalar, to closing: Unicode.Scalar, _ body: () throws(Fault) -> Void
    ) throws(Fault) {
        guard try token() == UInt8(ascii: opening) else { throw Fault() }
        if try peek() == UInt8(ascii: closing) {
            next += 1
            return
        }
        while true {
            try body()
            let byte = try token()
            if byte == UInt8(ascii: closing) { return }
            guard byte == UInt8(ascii: ",") else { throw Fault() }
        }
    }

    private func skipString() throws(Fault) {
        while true {
            let byte = try take()
            if byte == UInt8(ascii: "\"") { return }
            if byte == UInt8(ascii: "\\") { _ = try take() }
        }
    }

    /// Reads a number, `true`, `false` or `null`, or the rest of it.
    @discardableResult
    func word() -> [UInt8] {
        var word: [UInt8] = []
        while hasMore() {
            switch next.load(as: UInt8.self) {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
                UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "E"):
                word.append(next.load(as: UInt8.self))
                next += 1
            default: return word
            }
        }
        return word
    }

    private func escape(into bytes: inout [UInt8]) throws(Fault) {
        switch try take() {
        case UInt8(ascii: "b"): bytes.append(8)
        case UInt8(ascii: "f"): bytes.append(12)
        case UInt8(ascii: "n"): bytes.append(10)
        case UInt8(ascii: "r"): bytes.append(13)
        case UInt8(ascii: "t"): bytes.append(9)
        case UInt8(ascii: "u"): try escapedScalar(into: &bytes)
        case let byte where [UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/")].contains(byte):
            bytes.append(byte)
        default: throw Fault()
        }
    }

    /// Reads the digits behind `\u`. Half a pair of surrogates becomes U+FFFD, which is one unit of UTF-16 too, so that later
    /// positions in an editor's text stay right.
    private func escapedScalar(into bytes: inout [UInt8]) throws(Fault) {
        var unit = try codeUnit()
        while 0xD800..<0xDC00 ~= unit {
            guard try nextByte() == UInt8(ascii: "\\") else { break }
            next += 1
            guard try nextByte() == UInt8(ascii: "u") else {
                bytes += Array("\u{FFFD}".utf8)
                return try escape(into: &bytes)
            }
            next += 1
            let low = try codeUnit()
            if 0xDC00..<0xE000 ~= low {
                unit = 0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00)
            } else {
                bytes += Array("\u{FFFD}".utf8)
                unit = low
            }
        }
        bytes += Array(String(Unicode.Scalar(unit) ?? "\u{FFFD}").utf8)
    }

    private func codeUnit() throws(Fault) -> UInt32 {
        var unit: UInt32 = 0
        for _ in 0..<4 {
            guard let digit = Character(Unicode.Scalar(try take())).hexDigitValue else { throw Fault() }
            unit = unit << 4 + UInt32(digit)
        }
        return unit
    }

    /// Takes the next byte that isn't white space.
    private func token() throws(Fault) -> UInt8 {
        let byte = try peek()
        next += 1
        return byte
    }

    /// Returns the next byte that isn't white space.
    func peek() throws(Fault) -> UInt8 {
        while hasMore() {
            let byte = next.load(as: UInt8.self)
            if byte > UInt8(ascii: " ") { return byte }
            next += 1
        }
        throw Fault()
    }

    private func nextByte() throws(Fault) -> UInt8 {
        guard hasMore() else { throw Fault() }
        return next.load(as: UInt8.self)
    }

    private func take() throws(Fault) -> UInt8 {
        guard hasMore() else { throw Fault() }
        defer { next += 1 }
        return next.load(as: UInt8.self)
    }

    private func hasMore() -> Bool {
        if next < end { return true }
        next = buffer.baseAddress!
        end = next + refill(buffer)
        return next < end
    }
}
