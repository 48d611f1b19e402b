import TraitsRuntime

/// The names of a type as traces show them, which are made once.
final class TraceTypeNames: Sendable {
    /// The type without the names of modules: `Publishers.Map<Just<Int>, String>`.
    let publisher: String
    /// The type without its parameters: `Publishers.Map`.
    let row: String
    /// The operator of a subscriber of this library, or the name of the type.
    let subscriber: String
    /// A Boolean value that indicates whether an `unchecked…` operator made the type.
    let isUnchecked: Bool

    /// The greatest number of bytes of a name.
    private static let limit = 80
    /// The greatest number of types whose names are kept.
    private static let most = 4096
    private static let known = Guarded<[ObjectIdentifier: TraceTypeNames]>([:])

    static func of(_ type: Any.Type) -> TraceTypeNames {
        if let names = known.withLock({ $0[ObjectIdentifier(type)] }) { return names }
        let names = TraceTypeNames(_typeName(type, qualified: true))
        known.withLock { if $0.count < most { $0[ObjectIdentifier(type)] = names } }
        return names
    }

    /// - Parameter qualified: the name of the type with the names of modules.
    init(_ qualified: String) {
        let plain = Self.withoutModules(qualified)
        publisher = TraceText.cut(plain, to: Self.limit)
        row = Self.row(of: plain)
        isUnchecked = qualified.contains("TraitPublishers.Unchecked")
        subscriber = Self.subscriber(qualified)
    }

    private static func row(of plain: String) -> String {
        var (row, depth) = ("", 0)
        for character in plain {
            if character == "<" { depth += 1 }
            if depth == 0 { row.append(character) }
            if character == ">" { depth -= 1 }
        }
        return TraceText.cut(row, to: limit)
    }

    /// Returns the name of a subscriber without its wrappers. A subscriber of this library has the name of its operator.
    private static func subscriber(_ qualified: String) -> String {
        var name = Substring(qualified)
        while let wrapper = ["_Owned<", "_SubscriberBox<"].first(where: {
            name.hasPrefix("TraitsStreams." + $0)
        }) {
            name = name.dropFirst("TraitsStreams.".count + wrapper.count).dropLast()
        }
        if let known = _operator(of: String(name)) { return known }
        return row(of: withoutModules(String(name)))
    }

    /// `TraitsRuntime.Publishers.Map<Swift.Int>` is `Publishers.Map<Int>`.
    private static func withoutModules(_ name: String) -> String {
        let name = withoutContexts(name)
        var result = ""
        // The first name of each path is the name of a module.
        var path: [Substring] = []
        var word = name.startIndex
        func flush(_ end: String.Index) {
            path.append(name[word..<end])
            result += (path.count > 1 ? path.dropFirst() : path[...]).joined(separator: ".")
            path = []
        }
        var index = name.startIndex
        while index < name.endIndex {
            let character = name[index]
            if character == "." {
                path.append(name[word..<index])
                word = name.index(after: index)
            } else if !(character.isLetter || character.isNumber || character == "_") {
                flush(index)
                result.append(character)
                word = name.index(after: index)
            }
            index = name.index(after: index)
        }
        flush(name.endIndex)
        return without("(extension in ", upTo: "):", result)
    }

    /// Leaves out the addresses in the names of private types: `App.(unknown context at $5d1c).Problem`.
    private static func withoutContexts(_ name: String) -> String {
        without("(unknown context at ", upTo: ").", name)
    }

    /// Leaves out the parts of a text from a beginning to an end.
    private static func without(_ beginning: String, upTo end: String, _ text: String) -> String {
        var (result, rest) = ("", text[...])
        while let start = rest.firstRange(of: beginning),
            let end = rest[start.upperBound...].firstRange(of: end)
        {
            result += rest[..<start.lowerBound]
            rest = rest[end.upperBound...]
        }
        return result + rest
    }
}
