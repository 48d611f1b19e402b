import TraitgenVerbs

/// A reader of a JSON text that is whole in memory, such as the body of a message.
///
/// Half a pair of surrogates becomes U+FFFD, which is one unit of UTF-16 too, so that later positions of an editor stay right.
struct JSONText {
    /// The text isn't JSON, or is nested too deeply.
    struct Fault: Error {}

    /// The largest number of lists and objects around a value.
    static let mostLevels = 256

    private let bytes: [UInt8]
    private var index = 0

    /// Reads the one value of a text.
    static func value(of bytes: [UInt8]) throws(Fault) -> JSONValue {
        var text = JSONText(bytes: bytes)
        let value = try text.value(0)
        text.skipSpace()
        guard text.index == bytes.count else { throw Fault() }
        return value
    }

    private init(bytes: [UInt8]) { self.bytes = bytes }

    private mutating func value(_ level: Int) throws(Fault) -> JSONValue {
        guard level < Self.mostLevels else { throw Fault() }
        switch try next() {
        case UInt8(ascii: "{"): return try object(level)
        case UInt8(ascii: "["): return try list(level)
        case UInt8(ascii: "\""): return .text(try string())
        case UInt8(ascii: "t"): return try word("rue", .truth(true))
        case UInt8(ascii: "f"): return try word("alse", .truth(false))
        case UInt8(ascii: "n"): return try word("ull", .null)
        default:
            index -= 1
            return try number()
        }
    }

    // MARK: - Lists and objects

    private mutating func object(_ level: Int) throws(Fault) -> JSONValue {
        var members: [JSONValue.Member] = []
        if take("}") { return .object(members) }
        repeat {
            guard try next() == UInt8(ascii: "\"") else { throw Fault() }
            let name = try string()
            guard take(":") else { throw Fault() }
            members.append(.init(name: name, value: try value(level + 1)))
        } while take(",")
        guard take("}") else { throw Fault() }
        return .object(members)
    }

    private mutating func list(_ level: Int) throws(Fault) -> JSONValue {
        var values: [JSONValue] = []
        if take("]") { return .list(values) }
        repeat { values.append(try value(level + 1)) } while take(",")
        guard take("]") else { throw Fault() }
        return .list(values)
    }

    // MARK: - Words and numbers

    private mutating func word(_ rest: StaticString, _ value: JSONValue) throws(Fault) -> JSONValue {
        let count = rest.utf8CodeUnitCount
        guard bytes.count - index >= count else { throw Fault() }
        for place in 0..<count where bytes[index + place] != rest.utf8Start[place] { throw Fault() }
        index += count
        return value
    }

    /// Reads a number. The protocol has integers alone, so a number with a fraction becomes null.
    private mutating func number() throws(Fault) -> JSONValue {
        let start = index
        _ = takeByte("-")
        let whole = takeDigits()
        guard whole > 0, whole == 1 || bytes[index - whole] != UInt8(ascii: "0") else { throw Fault() }
        if takeByte("."), takeDigits() == 0 { throw Fault() }
        if takeByte("e") || takeByte("E") {
            if !takeByte("+") { _ = takeByte("-") }
            if takeDigits() == 0 { throw Fault() }
        }
        return Int(String(decoding: bytes[start..<index], as: UTF8.self)).map { .number($0) } ?? .null
    }

    private mutating func takeDigits() -> Int {
        let start = index
        while index < bytes.count, (0x30...0x39).contains(bytes[index]) { index += 1 }
        return index - start
    }

    // MARK: - Strings

    /// Reads the rest of a string, behind its opening quote.
    private mutating func string() throws(Fault) -> String {
        var text: [UInt8] = []
        var start = index
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "\""):
                text += bytes[start..<index]
                index += 1
                return String(decoding: text, as: UTF8.self)
            case UInt8(ascii: "\\"):
                text += bytes[start..<index]
                index += 1
                try escape(into: &text)
                start = index
            case 0..<0x20: throw Fault()
            default: index += 1
            }
        }
        throw Fault()
    }

    private mutating func escape(into text: inout [UInt8]) throws(Fault) {
        guard index < bytes.count else { throw Fault() }
        index += 1
        switch bytes[index - 1] {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(bytes[index - 1])
        case UInt8(ascii: "b"): text.append(8)
        case UInt8(ascii: "f"): text.append(12)
        case UInt8(ascii: "n"): text.append(10)
        case UInt8(ascii: "r"): text.append(13)
        case UInt8(ascii: "t"): text.append(9)
        case UInt8(ascii: "u"): text += Array(String(try scalar()).utf8)
        default: throw Fault()
        }
    }

    private mutating func scalar() throws(Fault) -> Unicode.Scalar {
        let unit = try codeUnit()
        guard (0xD800..<0xDC00).contains(unit) else { return Unicode.Scalar(unit) ?? "\u{FFFD}" }
        let place = index
        if takeByte("\\"), takeByte("u") {
            let low = try codeUnit()
            if (0xDC00..<0xE000).contains(low) {
                return Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00)) ?? "\u{FFFD}"
            }
        }
        index = place
        return "\u{FFFD}"
    }

    private mutating func codeUnit() throws(Fault) -> UInt32 {
        guard bytes.count - index >= 4 else { throw Fault() }
        var unit: UInt32 = 0
        for _ in 0..<4 {
            guard let digit = Character(Unicode.Scalar(bytes[index])).hexDigitValue else { throw Fault() }
            unit = unit << 4 + UInt32(digit)
            index += 1
        }
        return unit
    }

    // MARK: - Bytes

    private mutating func skipSpace() {
        while index < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[index]) { index += 1 }
    }

    private mutating func next() throws(Fault) -> UInt8 {
        skipSpace()
        guard index < bytes.count else { throw Fault() }
        index += 1
        return bytes[index - 1]
    }

    /// Takes a sign, perhaps behind white space.
    private mutating func take(_ sign: Unicode.Scalar) -> Bool {
        skipSpace()
        return takeByte(sign)
    }

    private mutating func takeByte(_ sign: Unicode.Scalar) -> Bool {
        guard index < bytes.count, bytes[index] == UInt8(ascii: sign) else { return false }
        index += 1
        return true
    }
}

extension JSONValue {
    /// The member of an object; null if there is none.
    subscript(name: String) -> JSONValue {
        guard case .object(let members) = self else { return .null }
        // Of two members with one name the last counts.
        return members.last { $0.name == name }?.value ?? .null
    }

    var text: String? { if case .text(let text) = self { text } else { nil } }
    var number: Int? { if case .number(let number) = self { number } else { nil } }
    var truth: Bool? { if case .truth(let truth) = self { truth } else { nil } }
    var list: [JSONValue] { if case .list(let values) = self { values } else { [] } }
    var isNull: Bool { self == .null }
}
