extension JSONScanner {
    /// The largest number of lists and objects around a value.
    private static let mostLevels = 256

    /// Reads a text that is whole in memory and has one value, such as the body of a message.
    package static func value(of bytes: [UInt8]) throws(Fault) -> JSONValue {
        var start = 0
        let scanner = JSONScanner { buffer in
            let count = min(buffer.count, bytes.count - start)
            buffer.copyBytes(from: bytes[start..<start + count])
            start += count
            return count
        }
        let value = try scanner.value(levels: mostLevels)
        guard scanner.isAtEnd else { throw Fault() }
        return value
    }

    private func value(levels: Int) throws(Fault) -> JSONValue {
        guard levels > 0 else { throw Fault() }
        switch try peek() {
        case UInt8(ascii: "{"):
            var members: [JSONValue.Member] = []
            try object { (name) throws(Fault) in
                members.append(.init(name: name, value: try value(levels: levels - 1)))
            }
            return .object(members)
        case UInt8(ascii: "["):
            var values: [JSONValue] = []
            try array { () throws(Fault) in values.append(try value(levels: levels - 1)) }
            return .list(values)
        case UInt8(ascii: "\""): return .text(try string())
        default: return try Self.scalar(String(decoding: word(), as: UTF8.self))
        }
    }

    /// The value of a word. Only integers have one: a number with a fraction becomes null.
    private static func scalar(_ word: String) throws(Fault) -> JSONValue {
        switch word {
        case "true": return .truth(true)
        case "false": return .truth(false)
        case "null": return .null
        default:
            let number = #/-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+\-]?[0-9]+)?/#
            guard (try? number.wholeMatch(in: word)) != nil else { throw Fault() }
            return Int(word).map { .number($0) } ?? .null
        }
    }
}

extension JSONValue {
    /// The member of an object; null if there is none.
    package subscript(name: String) -> JSONValue {
        guard case .object(let members) = self else { return .null }
        // Of two members with one name the last counts.
        return members.last { $0.name == name }?.value ?? .null
    }

    package var text: String? { if case .text(let text) = self { text } else { nil } }
    package var number: Int? { if case .number(let number) = self { number } else { nil } }
    package var truth: Bool? { if case .truth(let truth) = self { truth } else { nil } }
    package var list: [JSONValue] { if case .list(let values) = self { values } else { [] } }
    package var isNull: Bool { self == .null }
}
