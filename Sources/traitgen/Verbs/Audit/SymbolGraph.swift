import TraitgenCore

/// The parts of a module's symbol graph that the audit needs. `swift symbolgraph-extract` writes such graphs.
public struct SymbolGraph: Hashable, Sendable {
    /// A declaration.
    public struct Symbol: Hashable, Sendable {
        /// The mangled name.
        public var id: String
        /// The kind of declaration, such as `swift.struct`.
        public var kind: String
        /// The name with its enclosing types, such as `Publishers.Zip`.
        public var name: String
        /// The generic parameters, including those of enclosing types.
        public var parameters: [String]
        /// The protocols that each parameter has to conform to.
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

    /// A requirement of a declaration, such as `Self.Output: Sequence`, or `Self.Failure == Never`.
    public struct Constraint: Hashable, Sendable {
        /// The kind: `conformance`, `sameType` or `superclass`.
        public var kind: String
        /// The type that has to meet it.
        public var left: String
        /// The protocol or type.
        public var right: String
    }

    /// A method or an initialiser that makes a value of a type.
    public struct Maker: Hashable, Sendable {
        /// The kind of declaration, such as `swift.method`.
        public var kind: String
        /// The name with its enclosing types, such as `Publisher.map(_:)`.
        public var name: String
        /// The types of its parameters, as written.
        public var parameters: [String]
        /// The mangled name of the type that it returns; nil for an initialiser, and for a type without a name.
        public var returned: String?
        /// The names of its own generic parameters; for an initialiser, with those of its type.
        public var generics: [String] = []
        /// Its own requirements, and those of its extension and its type.
        public var constraints: [Constraint] = []

        /// Creates a method or an initialiser.
        public init(kind: String, name: String, parameters: [String], returned: String?) {
            self.kind = kind
            self.name = name
            self.parameters = parameters
            self.returned = returned
        }
    }

    /// The public types of the module.
    public var symbols: [Symbol]
    /// The methods and initialisers, in the order of the file.
    public var makers: [Maker] = []
    /// The mangled names of the protocols that each type or protocol conforms to or refines.
    public var conformances: [String: Set<String>]

    /// Creates a graph of declarations and conformances.
    public init(symbols: [Symbol], conformances: [String: Set<String>]) {
        self.symbols = symbols
        self.conformances = conformances
    }

    /// Adds the contents of another file of the same module: a module has a file for each module that it extends.
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

    /// - Parameter models: the models of all tables of the module.
    init(_ models: [Model], _ graph: SymbolGraph) {
        let types = Dictionary(
            graph.publishers(of: models.first?.backend ?? .traitsRuntime).map { ($0.name, $0) }
        ) { first, _ in first }
        let family = Self.family(of: models.flatMap(\.allTraits))
        // Tables imported by their path belong to the same module, and may also be named beside their importers.
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

    /// Checks that a row's statements about its inputs agree with the type's requirements.
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
            "findings": .number(audit.findings.count),
        ])
        output("\(audit.publishers) publisher types, \(audit.rows) rows, \(audit.findings.count) findings")
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
