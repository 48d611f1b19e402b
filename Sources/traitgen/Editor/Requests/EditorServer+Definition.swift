import TraitgenCore
import TraitgenVerbs

extension EditorServer {
    /// The declaration of a trait, a row, a set, an input or an imported table.
    ///
    /// On the name of a row it is the Swift type, followed by the samples of the row.
    func definition(_ parameters: JSONValue) throws(ResponseError) -> JSONValue {
        guard let subject = try subject(parameters), let table = workspace.table(beside: subject.path),
            let (mention, block) = subject.syntax.mention(at: subject.offset)
        else { return [] }
        switch mention.role {
        case .module:
            guard block.keyword == "import" else { return [] }
            return files(workspace.tables(.module(mention.name), importedBy: table))
        case .path: return files(workspace.tables(.path(mention.name), importedBy: table))
        case .type where mention.isDeclaration && subject.syntax.kind == .table:
            return .list(swiftTypes(mention.name, of: table) + samples(of: mention.name, table))
        default:
            let found = workspace.declarations(of: mention, in: subject.path, block)
            return .list(found.compactMap { location($0.mention.range, in: $0.path) })
        }
    }

    /// The Swift type that a row or an entry is about.
    func implementation(_ parameters: JSONValue) throws(ResponseError) -> JSONValue {
        guard let subject = try subject(parameters), let table = workspace.table(beside: subject.path),
            let (mention, block) = subject.syntax.mention(at: subject.offset), mention.role == .type
        else { return [] }
        // The row may stand in another module's table.
        let owners = workspace.declarations(of: mention, in: subject.path, block).map(\.path)
        return .list((owners.isEmpty ? [table] : owners).flatMap { swiftTypes(mention.name, of: $0) })
    }

    private func swiftTypes(_ name: String, of table: String) -> [JSONValue] {
        workspace.swiftTypes(named: name, of: table).compactMap { location($0) }
    }

    private func samples(of type: String, _ table: String) -> [JSONValue] {
        guard let path = Path.samples(of: table) else { return [] }
        return workspace.occurrences(in: path).filter {
            $0.mention.isDeclaration && $0.mention.role == .type && $0.mention.name == type
        }.compactMap { location($0.mention.range, in: path) }
    }

    /// The first line of each file.
    private func files(_ paths: [String]) -> JSONValue { .list(paths.compactMap { location(0..<0, in: $0) }) }

    // MARK: - References

    func references(_ parameters: JSONValue) throws(ResponseError) -> JSONValue {
        guard let subject = try subject(parameters),
            let (mention, block) = subject.syntax.mention(at: subject.offset)
        else { return [] }
        let withDeclaration = parameters["context"]["includeDeclaration"].truth ?? true
        let found = workspace.references(to: mention, in: subject.path, block)
        return .list(
            found.filter { withDeclaration || !$0.isDeclaration }.compactMap {
                location($0.mention.range, in: $0.path)
            })
    }

    /// The words of the same document that mean the same.
    func highlights(_ parameters: JSONValue) throws(ResponseError) -> JSONValue {
        guard let subject = try subject(parameters),
            let (mention, block) = subject.syntax.mention(at: subject.offset)
        else { return [] }
        let words =
            mention.role == .input
            ? block.mentions : subject.syntax.blocks.flatMap(\.mentions)
        return .list(
            words.filter { $0.role == mention.role && $0.name == mention.name && $0.role != .plain }
                .map { ["range": json($0.range, in: subject.text)] })
    }
}

extension Occurrence {
    /// Indicates whether the word declares what it names, rather than samples or names of it.
    fileprivate var isDeclaration: Bool {
        mention.isDeclaration && (mention.role == .set || TextKind(path: path) == .table)
    }
}
