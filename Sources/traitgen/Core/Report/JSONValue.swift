/// A value in JSON, whose members stay in the order in which they are written.
enum JSONValue: Hashable, Sendable {
    case null
    case truth(Bool)
    case number(Int)
    case text(String)
    case list([JSONValue])
    case object([Member])

    struct Member: Hashable, Sendable {
        let name: String
        let value: JSONValue
    }

    /// The text of an optional, or nothing.
    static func optional(_ text: String?) -> JSONValue { text.map { .text($0) } ?? .null }
    static func texts(_ texts: [String]) -> JSONValue { .list(texts.map { .text($0) }) }

    /// The value over several lines, indented by two blanks.
    var description: String {
        var bytes: [UInt8] = []
        write(to: &bytes, indentation: 0)
        return String(decoding: bytes, as: UTF8.self)
    }

    private func write(to bytes: inout [UInt8], indentation: Int) {
        switch self {
        case .null: bytes += "null".utf8
        case .truth(let isTrue): bytes += (isTrue ? "true" : "false").utf8
        case .number(let number): bytes += String(number).utf8
        case .text(let text): Self.write(text, to: &bytes)
        case .list(let values):
            Self.write(values.map { (nil, $0) }, between: "[", "]", to: &bytes, indentation)
        case .object(let members):
            Self.write(members.map { ($0.name, $0.value) }, between: "{", "}", to: &bytes, indentation)
        }
    }

    private static func write(
        _ parts: [(name: String?, value: JSONValue)], between open: String, _ close: String,
        to bytes: inout [UInt8], _ indentation: Int
    ) {
        bytes += open.utf8
        for (index, part) in parts.enumerated() {
            bytes += (index == 0 ? "\n" : ",\n").utf8
            bytes += Array(repeating: UInt8(ascii: " "), count: 2 * indentation + 2)
            if let name = part.name {
                write(name, to: &bytes)
                bytes += ": ".utf8
            }
            part.value.write(to: &bytes, indentation: indentation + 1)
        }
        if !parts.isEmpty {
            bytes.append(UInt8(ascii: "\n"))
            bytes += Array(repeating: UInt8(ascii: " "), count: 2 * indentation)
        }
        bytes += close.utf8
    }

    private static func write(_ text: String, to bytes: inout [UInt8]) {
        let digits = Array("0123456789abcdef".utf8)
        bytes.append(UInt8(ascii: "\""))
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""): bytes += "\\\"".utf8
            case UInt8(ascii: "\\"): bytes += "\\\\".utf8
            case UInt8(ascii: "\n"): bytes += "\\n".utf8
            case 0..<0x20: bytes += "\\u00".utf8 + [digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            default: bytes.append(byte)
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }
}

extension JSONValue: ExpressibleByDictionaryLiteral, ExpressibleByStringLiteral, ExpressibleByArrayLiteral {
    init(dictionaryLiteral members: (String, JSONValue)...) {
        self = .object(members.map { Member(name: $0, value: $1) })
    }

    init(stringLiteral text: String) { self = .text(text) }
    init(arrayLiteral values: JSONValue...) { self = .list(values) }
}
