/// What the audit needs of a module's symbol graph, which `swift symbolgraph-extract` writes.
public struct SymbolGraph: Hashable, Sendable {
    /// A declaration.
    public struct Symbol: Hashable, Sendable {
        /// The mangled name.
        public var id: String
        /// Such as `swift.struct`.
        public var kind: String
        /// The name with those of the types around it, such as `Publishers.Zip`.
        public var name: String
        /// The generic parameters, outer ones included.
        public var parameters: [String]
        /// The protocols that each of them has to conform to.
        public var requirements: [String: Set<String>]

        /// Creates a declaration.
        public init(
            id: String, kind: String, name: String, parameters: [String],
            requirements: [String: Set<String>] = [:]
        ) {
            self.id = id
            self.kind = kind
            self.name = name
            self.parameters = parameters
            self.requirements = requirements
        }

        var isType: Bool { ["swift.struct", "swift.class", "swift.enum", "swift.actor"].contains(kind) }
    }

    /// A method, a property or an initialiser that makes a value of a type.
    public struct Maker: Hashable, Sendable {
        /// Such as `swift.method`.
        public var kind: String
        /// The name with those of the types around it, such as `Publisher.map(_:)`.
        public var name: String
        /// The types of its parameters, as written.
        public var parameters: [String]
        /// The mangled name of the type that it returns; nil for an initialiser, and for what has no name.
        public var returned: String?

        /// Creates what makes values.
        public init(kind: String, name: String, parameters: [String], returned: String?) {
            self.kind = kind
            self.name = name
            self.parameters = parameters
            self.returned = returned
        }
    }

    /// The public types of the module.
    public var symbols: [Symbol]
    /// What makes values, in the order of the file.
    public var makers: [Maker] = []
    /// Mangled names of types and protocols, and of the protocols they conform to or refine.
    public var conformances: [String: Set<String>]

    /// Creates a graph of declarations and conformances.
    public init(symbols: [Symbol], conformances: [String: Set<String>]) {
        self.symbols = symbols
        self.conformances = conformances
    }

    /// Puts the files of one module together: it has one for each module that it extends.
    public mutating func merge(_ other: SymbolGraph) {
        symbols += other.symbols
        makers += other.makers
        conformances.merge(other.conformances) { $0.union($1) }
    }
}

extension SymbolGraph {
    /// The types that are publishers of a stream library.
    func publishers(of backend: Backend) -> [Symbol] {
        let library = backend.moduleName
        let root = "s:\(library.utf8.count)\(library)9PublisherP"
        return symbols.filter { $0.isType && conforms($0.id, to: root) }
    }

    private func conforms(_ id: String, to root: String) -> Bool {
        var open = [id]
        var seen: Set<String> = []
        while let next = open.popLast() {
            if next == root { return true }
            guard seen.insert(next).inserted else { continue }
            open += conformances[next] ?? []
        }
        return false
    }
}

/// Compares a table with the public types of its module.
struct Audit {
    let findings: [String]
    /// The number of publisher types.
    let publishers: Int
    /// The number of rows.
    let rows: Int

    /// - Parameter models: of all tables of the module.
    init(_ models: [Model], _ graph: SymbolGraph) {
        let types = Dictionary(
            graph.publishers(of: models.first?.backend ?? .traitsRuntime).map { ($0.name, $0) }
        ) { first, _ in first }
        let family = Self.family(of: models.flatMap(\.allTraits))
        // Tables that are imported by their path are part of the same module, and may be named beside those that do.
        var rows: [Row] = []
        for row in models.flatMap({ $0.rows + $0.importedRows }) where row.module == nil {
            if !rows.contains(where: { $0.type == row.type }) { rows.append(row) }
        }
        let tables = models.map(\.fileName)
        let traits = Dictionary(models.flatMap(\.allTraits).map { ($0.name, $0) }) { first, _ in first }
        let known = Set(rows.map(\.type))
        var findings = types.keys.sorted().filter { !known.contains($0) && !family.contains($0) }.map {
            "error: `\($0)` is a publisher, and \(tables.joined(separator: ", ")) has no row for it"
        }
        for row in rows {
            guard let type = types[row.type] else {
                findings.append("\(row.location): error: the module has no public publisher `\(row.type)`")
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
                    "\(row.location): error: `\(row.type)` has no generic parameter `\(parameter)`; "
                        + (list.isEmpty ? "it has none" : "it has \(list)"))
            }
        }
        self.findings = findings
        publishers = types.count
        self.rows = rows.count
    }

    /// What a row says about the inputs that its type takes is what the type says.
    private static func boundFindings(
        _ row: Row, _ input: Row.Input, _ required: Set<String>, _ traits: [String: Trait]
    ) -> [String] {
        let required = required.filter { traits[$0] != nil }.sorted()
        if let bound = input.bound {
            let isKept = required.contains { $0 == bound || traits[$0]?.ancestors.contains(bound) == true }
            return isKept
                ? []
                : ["\(row.location): error: `\(row.type)` doesn't require `\(bound)` of `\(input.name)`"]
        }
        return required.map {
            "\(row.location): error: `\(row.type)` requires `\($0)` of `\(input.name)`; "
                + "say so with `(\(input.name): \($0))`"
        }
    }

    /// The publishers that are written for each trait and keep it by their nature.
    static func family(of traits: [Trait]) -> Set<String> {
        // Promises of two kinds have an eraser together.
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
        output("\(audit.publishers) publisher types, \(audit.rows) rows, \(audit.findings.count) findings")
        return audit.findings.isEmpty ? .clean : .findings
    }

    /// The symbol graph in the folder that `--symbol-graph` names.
    func symbolGraph(_ options: Options) throws(UsageError) -> SymbolGraph {
        guard let folder = options.value("--symbol-graph") else {
            throw UsageError(
                "`--symbol-graph` is missing", "name the folder that `swift symbolgraph-extract` wrote to")
        }
        let names = (files.list(folder) ?? []).filter { $0.hasSuffix(".symbols.json") }.sorted()
        guard !names.isEmpty else { throw UsageError("there is no symbol graph in \(folder)") }
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
