import TraitgenCore

/// Compares a table with the public types of its module.
struct Audit {
    let findings: [String]
    /// The number of publisher types.
    let publishers: Int
    /// The number of rows.
    let rows: Int
    /// The modules that the rows' types belong to, as far as they are known.
    let modules: [String]

    /// - Parameter models: the models of all tables of the module.
    init(_ models: [Model], _ graph: SymbolGraph) {
        let types = Dictionary(
            grouping: graph.publishers(of: models.first?.backend ?? .traitsRuntime), by: \.name)
        let family = Self.family(of: models.flatMap(\.allTraits))
        // Tables imported by their path belong to the same module, and may also be named beside their importers.
        var rows: [Row] = []
        for row in models.flatMap({ $0.rows + $0.importedRows }) where row.module == nil {
            if !rows.contains(where: { $0.name == row.name }) { rows.append(row) }
        }
        let tables = models.map(\.fileName).joined(separator: ", ")
        let traits = Dictionary(models.flatMap(\.allTraits).map { ($0.name, $0) }) { first, _ in first }
        let known = Dictionary(grouping: rows, by: \.type)
        var findings: [String] = []
        for (name, symbols) in types.sorted(by: { $0.key < $1.key }) where !family.contains(name) {
            for symbol in symbols where !(known[name] ?? []).contains(where: { Self.isAbout($0, symbol) }) {
                let isShared = symbols.count > 1 || known[name] != nil
                let name = (isShared ? symbol.module.map { $0 + "." } ?? "" : "") + name
                findings.append("error: `\(name)` is a publisher, and \(tables) has no row for it")
            }
        }
        for row in rows {
            guard let type = types[row.type]?.first(where: { Self.isAbout(row, $0) }) else {
                findings.append("\(row.location): error: the module has no public publisher `\(row.name)`")
                continue
            }
            for input in row.inputs where input.given == nil {
                let parameter = String(input.name.prefix { $0 != "." })
                if type.parameters.contains(parameter) {
                    findings += Self.boundFindings(row, input, type.requirements[input.name] ?? [], traits)
                    continue
                }
                let list = type.parameters.map { "`\($0)`" }.joined(separator: ", ")
                findings.append(
                    "\(row.location): error: `\(row.name)` has no generic parameter `\(parameter)`; "
                        + (list.isEmpty ? "it has none" : "it has \(list)"))
            }
        }
        self.findings = findings
        publishers = types.values.reduce(0) { $0 + $1.count }
        modules = Set(rows.compactMap(\.home)).sorted()
        self.rows = rows.count
    }

    /// Indicates whether a row is about a type of the same name. Modules are compared where several have one.
    private static func isAbout(_ row: Row, _ symbol: SymbolGraph.Symbol) -> Bool {
        guard row.sharesType, let module = symbol.module, let home = row.home else { return true }
        return module == home
    }

    /// Checks that a row's statements about its inputs agree with the type's requirements.
    private static func boundFindings(
        _ row: Row, _ input: Row.Input, _ required: Set<String>, _ traits: [String: Trait]
    ) -> [String] {
        let required = required.filter { traits[$0] != nil }.sorted()
        if let bound = input.bound {
            let isKept = required.contains { $0 == bound || traits[$0]?.ancestors.contains(bound) == true }
            return isKept
                ? []
                : ["\(row.location): error: `\(row.name)` doesn't require `\(bound)` of `\(input.name)`"]
        }
        return required.map {
            "\(row.location): error: `\(row.name)` requires `\($0)` of `\(input.name)`; "
                + "say so with `(\(input.name): \($0))`"
        }
    }

    /// The publishers that are generated for each trait and keep it by construction.
    static func family(of traits: [Trait]) -> Set<String> {
        // Two promises of different kinds have a common eraser.
        let pairs = traits.flatMap { first in
            traits.filter { $0.promise != first.promise }.map { "Any\(first.shortName)\($0.name)" }
        }
        return Set(pairs).union(
            traits.flatMap { trait in
                [
                    "Any\(trait.name)", "AnySendable\(trait.name)", "DeferredFuture\(trait.shortName)",
                    "DeferredTask\(trait.shortName)",
                ]
                    + ["Assert", "Check", "Unchecked"].map { "TraitPublishers.\($0)\(trait.shortName)" }
            })
    }
}

extension TraitgenCommand {
    /// `traitgen audit TABLE … --symbol-graph DIR`.
    func audit(_ options: Options) throws(UsageError) -> Status {
        let tables = try tables(options.words)
        let graph = try symbolGraph(options)
        guard let models = try models(tables, options) else { return .findings }
        let audit = Audit(models, graph)
        for finding in audit.findings { errors(finding) }
        result([
            "publishers": .number(audit.publishers), "rows": .number(audit.rows),
            "modules": .texts(audit.modules), "findings": .number(audit.findings.count),
        ])
        let counts = [
            plural(audit.publishers, "publisher type"), plural(audit.rows, "row"),
            plural(audit.findings.count, "finding"),
        ]
        output(counts.joined(separator: ", "))
        return audit.findings.isEmpty ? .clean : .findings
    }

    /// The symbol graph in the folder that `--symbol-graph` names.
    ///
    /// - Parameter module: the module that the graph is about; nil for all graphs of the folder.
    func symbolGraph(_ options: Options, of module: String? = nil) throws(UsageError) -> SymbolGraph {
        guard let folder = options.value("--symbol-graph") else {
            throw UsageError(
                "`--symbol-graph` is missing", "name the folder that `swift symbolgraph-extract` wrote to")
        }
        return try symbolGraph(in: folder, of: module)
    }

    /// The symbol graph in a folder.
    ///
    /// - Parameter module: the module that the graph is about; nil for all graphs of the folder.
    func symbolGraph(in folder: String, of module: String?) throws(UsageError) -> SymbolGraph {
        var names = (files.list(folder) ?? []).filter { $0.hasSuffix(".symbols.json") }.sorted()
        guard !names.isEmpty else { throw UsageError("there is no symbol graph in \(folder)") }
        if let module {
            // `App@Combine.symbols.json` has what `App` adds to `Combine`.
            func owner(_ name: String) -> Substring { name.prefix { $0 != "." && $0 != "@" } }
            let others = Set(names.map(owner)).sorted().joined(separator: ", ")
            names.removeAll { owner($0) != module }
            guard !names.isEmpty else {
                throw UsageError(
                    "there is no symbol graph of \(module) in \(folder), which has those of \(others)")
            }
        }
        var graph = SymbolGraph(symbols: [], conformances: [:])
        for name in names {
            let path = Path.join(folder, name)
            guard let read = files.open(path), let part = SymbolGraph(JSONScanner(read)) else {
                throw UsageError("\(path) is not a symbol graph")
            }
            graph.merge(part)
        }
        return graph
    }
}
