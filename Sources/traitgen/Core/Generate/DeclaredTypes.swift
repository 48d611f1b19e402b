/// The names of the types that Swift sources declare, found without a compiler.
///
/// It reads words, and takes each word after a keyword such as `struct` for the name of a type. A comment may add a name that no
/// type has, and no declaration is missed, except those that macros and other tools write.
struct DeclaredTypes {
    private(set) var names: Set<String> = []
    /// The names of protocols, which no row is about.
    private(set) var protocols: Set<String> = []

    private static let keywords = Set(
        ["struct", "class", "enum", "actor", "typealias", "protocol"].map { Array($0.utf8) })

    mutating func read(_ text: [UInt8]) {
        var keyword: ArraySlice<UInt8>?
        var index = 0
        while index < text.count {
            let start = index
            while index < text.count, Self.isPart(text[index]) { index += 1 }
            if index == start {
                index += 1
                continue
            }
            let word = text[start..<index]
            if let keyword {
                let name = String(decoding: word, as: UTF8.self)
                if keyword.first == UInt8(ascii: "p") { protocols.insert(name) } else { names.insert(name) }
            }
            keyword = word.count < 10 && Self.keywords.contains(Array(word)) ? word : nil
        }
    }

    mutating func formUnion(_ other: DeclaredTypes) {
        names.formUnion(other.names)
        protocols.formUnion(other.protocols)
    }

    private static func isPart(_ byte: UInt8) -> Bool {
        (0x61...0x7A).contains(byte) || (0x41...0x5A).contains(byte) || (0x30...0x39).contains(byte)
            || byte == UInt8(ascii: "_") || byte >= 0x80
    }
}

extension DeclaredTypes {
    /// Errors about rows whose type is probably misspelt: the module doesn't declare it, but a type of a similar name that has
    /// no row. The compiler would report each conformance.
    ///
    /// - Parameters:
    ///   - model: the model of a table for the package's own streams. Types of other libraries need no declaration.
    ///   - module: the module of the table.
    func misspelt(in model: Model, module: String) -> [Diagnostic] {
        let known = Set((model.rows + model.importedRows).map { Self.lastName(of: $0.type) })
        let others = names.subtracting(known).sorted()
        return model.rows.compactMap { row in
            let name = Self.lastName(of: row.type)
            guard row.module == nil, !names.contains(name), !row.sharesType,
                let nearest = Suggestion.nearest(to: name, among: others)
            else { return nil }
            let owner = row.type.dropLast(name.count)
            return Diagnostic(
                .unknownType, at: row.location, "the sources of `\(module)` declare no type `\(row.type)`",
                help: "did you mean `\(owner)\(nearest)`? "
                    + "If another tool writes the type, say `\(row.type) from \(module)`")
        }
    }

    static func lastName(of type: String) -> String {
        type.split(separator: ".").last.map(String.init) ?? type
    }
}
