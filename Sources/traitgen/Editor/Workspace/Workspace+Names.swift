import TraitgenCore
import TraitgenVerbs

/// A word of a file.
struct Occurrence {
    let path: String
    let mention: Mention
    let block: SyntaxBlock
}

/// The declarations that names mean, and the places that mention them.
extension Workspace {
    /// All words of a file.
    func occurrences(in path: String) -> [Occurrence] {
        (syntax(of: path)?.blocks ?? []).flatMap { block in
            block.mentions.map { Occurrence(path: path, mention: $0, block: block) }
        }
    }

    /// The declarations that a word means, in the tables that its own table sees.
    func declarations(of mention: Mention, in path: String, _ block: SyntaxBlock) -> [Occurrence] {
        guard let table = table(beside: path) else { return [] }
        switch mention.role {
        case .trait, .type:
            return visible(to: table).flatMap { occurrences(in: $0) }.filter { one in
                one.mention.isDeclaration && one.mention.role == mention.role
                    && one.mention.name == mention.name
            }
        case .set:
            let files = [path] + visible(to: table).compactMap(Path.samples)
            return files.reduce(into: []) { found, file in
                guard found.isEmpty else { return }
                found += occurrences(in: file).filter { one in
                    one.mention.isDeclaration && one.mention.role == .set && one.mention.name == mention.name
                }
            }
        case .input:
            return block.mentions.filter { $0.isDeclaration && $0.role == .input && $0.name == mention.name }
                .prefix(1).map { Occurrence(path: path, mention: $0, block: block) }
        case .plain, .module, .library, .law, .path: return []
        }
    }

    /// All words that mean the same as a word, its declaration among them.
    func references(to mention: Mention, in path: String, _ block: SyntaxBlock) -> [Occurrence] {
        if mention.role == .input {
            return block.mentions.filter { $0.role == .input && $0.name == mention.name }
                .map { Occurrence(path: path, mention: $0, block: block) }
        }
        guard [.trait, .type, .set].contains(mention.role) else { return [] }
        let owners = Set(declarations(of: mention, in: path, block).map(\.path))
        return allTables.filter { table in
            owners.isEmpty || !owners.isDisjoint(with: visible(to: table).flatMap(files(of:)))
        }.flatMap(files(of:)).flatMap(occurrences(in:)).filter {
            $0.mention.role == mention.role && $0.mention.name == mention.name
        }
    }

    /// A table with its samples and its names, as far as they are there.
    private func files(of table: String) -> [String] {
        [table, Path.samples(of: table), Path.names(of: table)].compactMap { $0 }.filter {
            text(of: $0) != nil
        }
    }

    // MARK: - Swift

    /// The publishers that the sources of a table's module declare.
    func publishers(ofModuleWith table: String) -> [String] {
        let word = Array("Publisher".utf8)
        var found: Set<String> = []
        for path in finder.sources(ofModuleWith: table) {
            guard let bytes = files.read(path), bytes.firstRange(of: word) != nil else { continue }
            found.formUnion(SwiftSource(bytes, path: path).publishers)
        }
        return found.sorted()
    }

    /// The declarations of a type in the sources of a table's module.
    func swiftTypes(named type: String, of table: String) -> [SourceLocation] {
        let last = type.split(separator: ".").last.map(String.init) ?? type
        let words = ["struct", "class", "enum", "actor"].map { Array("\($0) \(last)".utf8) }
        var found: [SourceLocation] = []
        for path in finder.sources(ofModuleWith: table) {
            // Reading a whole source takes longer than looking for the word.
            guard let bytes = files.read(path), words.contains(where: { bytes.firstRange(of: $0) != nil })
            else { continue }
            found += SwiftSource(bytes, path: path).types.filter { $0.value == type }.map(\.location)
        }
        return found
    }
}
