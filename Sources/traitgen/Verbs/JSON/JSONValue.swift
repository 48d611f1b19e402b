import TracePage
import TraitgenCore

/// A value in JSON, whose members stay in the order in which they are written.
package enum JSONValue: Hashable, Sendable {
    case null
    case truth(Bool)
    case number(Int)
    case text(String)
    case list([JSONValue])
    case object([Member])

    package struct Member: Hashable, Sendable {
        package let name: String
        package let value: JSONValue

        package init(name: String, value: JSONValue) {
            self.name = name
            self.value = value
        }
    }

    /// The text, or `null` for nil.
    package static func optional(_ text: String?) -> JSONValue { text.map { .text($0) } ?? .null }
    package static func texts(_ texts: [String]) -> JSONValue { .list(texts.map { .text($0) }) }

    /// The value over several lines, indented by two blanks.
    package var description: String {
        var bytes: [UInt8] = []
        // The whole model takes several megabytes.
        bytes.reserveCapacity(1 << 16)
        write(to: &bytes, indentation: 0)
        return String(decoding: bytes, as: UTF8.self)
    }

    private func write(to bytes: inout [UInt8], indentation: Int) {
        switch self {
        case .null: bytes += "null".utf8
        case .truth(let isTrue): bytes += (isTrue ? "true" : "false").utf8
        case .number(let number): bytes += String(number).utf8
        case .text(let text): _writeJSON(text, to: &bytes)
        case .list(let values):
            bytes.append(UInt8(ascii: "["))
            for (index, value) in values.enumerated() {
                Self.beginLine(index > 0, &bytes, indentation + 1)
                value.write(to: &bytes, indentation: indentation + 1)
            }
            if !values.isEmpty { Self.beginLine(false, &bytes, indentation) }
            bytes.append(UInt8(ascii: "]"))
        case .object(let members):
            bytes.append(UInt8(ascii: "{"))
            for (index, member) in members.enumerated() {
                Self.beginLine(index > 0, &bytes, indentation + 1)
                _writeJSON(member.name, to: &bytes)
                bytes.append(UInt8(ascii: ":"))
                bytes.append(UInt8(ascii: " "))
                member.value.write(to: &bytes, indentation: indentation + 1)
            }
            if !members.isEmpty { Self.beginLine(false, &bytes, indentation) }
            bytes.append(UInt8(ascii: "}"))
        }
    }

    private static func beginLine(_ isFurther: Bool, _ bytes: inout [UInt8], _ indentation: Int) {
        if isFurther { bytes.append(UInt8(ascii: ",")) }
        bytes.append(UInt8(ascii: "\n"))
        bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: 2 * indentation))
    }
}

extension JSONValue: ExpressibleByDictionaryLiteral, ExpressibleByStringLiteral, ExpressibleByArrayLiteral {
    package init(dictionaryLiteral members: (String, JSONValue)...) {
        self = .object(members.map { Member(name: $0, value: $1) })
    }

    package init(stringLiteral text: String) { self = .text(text) }
    package init(arrayLiteral values: JSONValue...) { self = .list(values) }
}
