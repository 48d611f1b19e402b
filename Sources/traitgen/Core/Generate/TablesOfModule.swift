extension TraitgenCommand {
    /// Finds the rows and traits that two tables of one module declare: the compiler would refuse their generated code.
    ///
    /// The module is known by the folder of its target. Its tables are read in the order of their paths, so each run that sees two
    /// tables finds the same mistakes.
    func duplicates(among paths: [String], _ options: Options) throws(UsageError) -> [Diagnostic] {
        var tables: [String: [(path: String, table: Table)]] = [:]
        for path in paths where path != "-" {
            let absolute = Path.normalized(Path.join(files.workingDirectory, path))
            let folder =
                options.value("--module") ?? TableTarget(of: absolute, module: nil, in: files).folder
            // A table that can't be read is reported by its own run.
            guard let bytes = files.read(path) else { continue }
            tables[folder, default: []].append((files.resolved(path), cache.parse(bytes, path).table))
        }
        return tables.sorted { $0.key < $1.key }.flatMap { _, tables in
            Self.duplicates(among: tables.sorted { $0.path < $1.path }.map(\.table))
        }
    }

    private static func duplicates(among tables: [Table]) -> [Diagnostic] {
        var rows: [String: [(location: SourceLocation, table: Int, backends: Set<Backend>)]] = [:]
        var traits: [String: (location: SourceLocation, table: Int)] = [:]
        var found: [Diagnostic] = []
        for (number, table) in tables.enumerated() {
            let all = table.backend.map { [$0.value] } ?? Set(Backend.allCases)
            for trait in table.traits {
                let (name, location) = (trait.name.value, trait.name.location)
                let first = traits[name, default: (location, number)]
                if first.table != number { found.append(.secondTrait(name, at: location, first.location)) }
                traits[name] = first
            }
            for row in table.rows {
                let (type, location) = (row.type.value, row.type.location)
                let backends = row.backends.isEmpty ? all : all.intersection(row.backends.map(\.value))
                let key = "\(row.module?.value ?? "").\(type)"
                let first = rows[key]?.first { $0.table != number && !$0.backends.isDisjoint(with: backends) }
                if let first { found.append(.secondRow(type, at: location, first.location)) }
                rows[key, default: []].append((location, number, backends))
            }
        }
        return found
    }
}

extension Diagnostic {
    /// The mistake of a row whose type has a row already.
    static func secondRow(_ type: String, at location: SourceLocation, _ first: SourceLocation) -> Diagnostic
    {
        Diagnostic(
            .duplicateRow, at: location, "`\(type)` has two rows", notes: [.init(first, "the first is here")],
            help: "remove one of them")
    }

    /// The mistake of a trait whose name another trait has already.
    static func secondTrait(_ name: String, at location: SourceLocation, _ first: SourceLocation)
        -> Diagnostic
    {
        Diagnostic(
            .duplicateTrait, at: location, "there are two traits `\(name)`",
            notes: [.init(first, "the first is here")], help: "rename one of them")
    }
}
