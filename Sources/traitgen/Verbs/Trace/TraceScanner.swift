import TraitgenCore

/// Reads one event of a trace: a line of JSON. It reads the members that a caller asks for, and skips the rest.
///
/// A trace may have a million lines, so only stored members are copied, and a fault has its place.
struct TraceScanner {
    /// A fault, with its byte in the line.
    struct Fault: Error {
        var offset: Int
        var message: String
    }

    private let bytes: UnsafeRawBufferPointer
    private var next = 0

    init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    var isAtEnd: Bool { next == bytes.count }

    func fault(_ message: String) -> Fault { Fault(offset: next, message: message) }

    // MARK: - Members

    /// A text as written between its quotes, with its escapes.
    struct Text {
        fileprivate let bytes: UnsafeRawBufferPointer
        fileprivate let hasEscapes: Bool

        static func == (text: Text, other: StaticString) -> Bool {
            text.bytes.count == other.utf8CodeUnitCount
                && other.withUTF8Buffer { text.bytes.elementsEqual($0) }
        }

        /// The first byte; zero for an empty text.
        var first: UInt8 { bytes.first ?? 0 }

        static func ~= (other: StaticString, text: Text) -> Bool { text == other }

        /// The text without escapes. Escapes are rare, so the scanner for whole files decodes them.
        var string: String {
            if !hasEscapes { return String(decoding: bytes, as: UTF8.self) }
            var rest = ([UInt8(ascii: "\"")] + bytes + [UInt8(ascii: "\"")])[...]
            let scanner = JSONScanner { buffer in
                let piece = rest.prefix(buffer.count)
                buffer.copyBytes(from: piece)
                rest = rest.dropFirst(piece.count)
                return piece.count
            }
            // An invalid escape stays as written.
            return (try? scanner.string()) ?? String(decoding: bytes, as: UTF8.self)
        }
    }

    /// Calls `body` for each key of an object; `body` has to read the value, or ``skip()`` it.
    mutating func object(_ body: (Text, inout TraceScanner) throws(Fault) -> Void) throws(Fault) {
        try expect(UInt8(ascii: "{"), "an object, `{`, has to begin here")
        if peek() == UInt8(ascii: "}") {
            next += 1
            return
        }
        while true {
            let key = try text()
            try expect(UInt8(ascii: ":"), "a colon has to stand behind a name")
            try body(key, &self)
            if peek() == UInt8(ascii: "}") {
                next += 1
                return
            }
            try expect(UInt8(ascii: ","), "a comma or `}` has to stand here")
        }
    }

    mutating func text() throws(Fault) -> Text {
        try expect(UInt8(ascii: "\""), "a text in quotes has to stand here")
        let start = next
        var hasEscapes = false
        while next < bytes.count {
            let byte = bytes[next]
            if byte == UInt8(ascii: "\"") {
                next += 1
                return Text(
                    bytes: UnsafeRawBufferPointer(rebasing: bytes[start..<next - 1]), hasEscapes: hasEscapes)
            }
            if byte == UInt8(ascii: "\\") {
                hasEscapes = true
                next += 1
            }
            next += 1
        }
        next = bytes.count
        throw fault("a text has no closing quote")
    }

    /// Reads a number; nil for the text `unlimited` and any other value.
    mutating func number() throws(Fault) -> Double? {
        guard let first = peek(), first == UInt8(ascii: "-") || (first >= 48 && first < 58) else {
            try skip()
            return nil
        }
        let start = next
        // Most numbers are short, with at most three decimal places: exact in whole numbers.
        var (digits, whole, places) = (0, 0, -1)
        while next < bytes.count {
            let byte = bytes[next]
            if byte >= 48, byte < 58 {
                digits += 1
                if places >= 0 { places += 1 }
                if digits < 16 { whole = whole * 10 + Int(byte - 48) }
            } else if byte == UInt8(ascii: "."), places < 0 {
                places = 0
            } else {
                break
            }
            next += 1
        }
        let isPlain = digits > 0 && digits < 16 && places < 16 && !isInNumber
        if isPlain { return places <= 0 ? Double(whole) : Double(whole) / Self.powers[places] }
        while isInNumber { next += 1 }
        guard let value = Double(String(decoding: bytes[start..<next], as: UTF8.self)) else {
            throw Fault(offset: start, message: "a number can't be read")
        }
        return value
    }

    private var isInNumber: Bool {
        guard next < bytes.count else { return false }
        switch bytes[next] {
        case 48..<58, UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "."), UInt8(ascii: "e"),
            UInt8(ascii: "E"):
            return true
        default: return false
        }
    }

    private static let powers: [Double] = (0..<16).map { (0..<$0).reduce(1) { power, _ in power * 10 } }

    mutating func truth() throws(Fault) -> Bool {
        let isTrue = peek() == UInt8(ascii: "t")
        try skip()
        return isTrue
    }

    /// Skips the next value.
    mutating func skip() throws(Fault) {
        var depth = 0
        repeat {
            switch peek() {
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                depth += 1
                next += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                guard depth > 0 else { throw fault("a value is missing") }
                depth -= 1
                next += 1
            case UInt8(ascii: "\""): _ = try text()
            case UInt8(ascii: ","), UInt8(ascii: ":"):
                guard depth > 0 else { throw fault("a value is missing") }
                next += 1
            case nil: throw fault("the line ends inside a value")
            default: try skipWord()
            }
        } while depth > 0
    }

    /// Skips a number, `true`, `false` or `null`.
    private mutating func skipWord() throws(Fault) {
        let start = next
        while next < bytes.count, isInNumber || (bytes[next] >= 97 && bytes[next] < 123) { next += 1 }
        if next == start { throw fault("this has no meaning in JSON") }
    }

    // MARK: - Pieces

    mutating func expect(_ byte: UInt8, _ message: String) throws(Fault) {
        guard peek() == byte else { throw fault(message) }
        next += 1
    }

    /// The next byte that is no white space.
    mutating func peek() -> UInt8? {
        while next < bytes.count {
            if bytes[next] > UInt8(ascii: " ") { return bytes[next] }
            next += 1
        }
        return nil
    }
}

extension TraceScanner.Text {
    /// The number after `0x`; for any other identity, a hash of its bytes.
    var identity: UInt64 {
        var value: UInt64 = 0
        if bytes.count > 2, bytes.count <= 18, bytes[0] == 48, bytes[1] == UInt8(ascii: "x") {
            for byte in bytes.dropFirst(2) {
                let digit: UInt8
                switch byte {
                case 48..<58: digit = byte - 48
                case 97..<103: digit = byte - 87
                default: return hash
                }
                value = value << 4 + UInt64(digit)
            }
            return value
        }
        return hash
    }

    private var hash: UInt64 {
        bytes.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01b3 }
    }
}
