extension Model {
    /// Reads, checks and derives a table.
    ///
    /// - Parameters:
    ///   - bytes: the table's text, in UTF-8.
    ///   - path: the path that diagnostics show.
    ///   - backend: the stream library to write for, in place of the table's own.
    ///   - importer: finds the texts of imported tables.
    ///   - samples: finds the texts of samples that stand beside their table.
    /// - Throws: all mistakes in the table, in the order of the text.
    public static func build(
        bytes: [UInt8], path: String, backend: Backend? = nil,
        importer: @escaping TableImporter = { _, _ in [] }, samples: @escaping SampleFinder = { _ in nil }
    ) throws(DiagnosticsError) -> Model {
        try build(
            bytes: bytes, path: path, backend: backend, budget: Deriver.budget, importer: importer,
            samples: samples, cache: ModelCache())
    }

    /// - Parameters:
    ///   - budget: the work that the derivation of one row may take.
    ///   - cache: the tables and results that the models of one run share.
    ///   - verdicts: the rows that verdicts are derived for.
    package static func build(
        bytes: [UInt8], path: String, backend: Backend?, budget: Int = Deriver.budget,
        importer: @escaping TableImporter, samples: @escaping SampleFinder = { _ in nil },
        cache: ModelCache = ModelCache(), verdicts: ModelBuilder.Verdicts = .all
    ) throws(DiagnosticsError) -> Model {
        let diagnostics = DiagnosticSink()
        var loader = TableLoader(
            importer: importer, samples: samples, cache: cache, diagnostics: diagnostics)
        loader.load(bytes: bytes, path: path)
        let builder = ModelBuilder(
            loader.tables, backend: backend, budget: budget, cache: cache, verdicts: verdicts,
            diagnostics: diagnostics)
        let model = builder.build()
        let tables = loader.tables.map(\.table)
        let files = tables.flatMap { [$0.path] + ($0.samplesPath.map { [$0] } ?? []) }
        let found = diagnostics.inTheOrderOfTheText(of: files)
        guard found.isEmpty, let model else {
            let consequences = Consequences(
                unread: tables.flatMap(\.unread), tables: Set(tables.map(\.path)))
            throw DiagnosticsError(consequences.left(out: found))
        }
        return model
    }

    /// Reads, checks and derives a table; see ``build(bytes:path:backend:importer:samples:)``.
    public static func build(
        _ text: String, path: String, backend: Backend? = nil,
        importer: @escaping TableImporter = { _, _ in [] }, samples: @escaping SampleFinder = { _ in nil }
    ) throws(DiagnosticsError) -> Model {
        try build(bytes: Array(text.utf8), path: path, backend: backend, importer: importer, samples: samples)
    }
}

/// Checks the tables and puts the model together.
package struct ModelBuilder {
    typealias Loaded = TableLoader.Loaded

    /// The rows that verdicts are derived for.
    package enum Verdicts {
        case all
        /// Only rows with claims, preferences or remedies, which may be wrong. Other rows have no verdicts.
        case claimed
    }

    private let tables: [Loaded]
    private let diagnostics: DiagnosticSink
    private let verdicts: Verdicts
    private let backend: Backend
    private let isForItsOwnBackend: Bool
    private let budget: Int
    private let cache: ModelCache

    init(
        _ tables: [Loaded], backend: Backend?, budget: Int, cache: ModelCache, verdicts: Verdicts,
        diagnostics: DiagnosticSink
    ) {
        self.diagnostics = diagnostics
        let names = QualifiedNames(tables)
        self.tables = tables.enumerated().map { number, loaded in
            var loaded = loaded
            loaded.table = names.resolved(number, diagnostics: diagnostics)
            return loaded
        }
        self.verdicts = verdicts
        self.cache = cache
        self.budget = budget
        let declared = tables.last?.table.backend?.value ?? tables.compactMap(\.table.backend?.value).first
        self.backend = backend ?? declared ?? .traitsRuntime
        isForItsOwnBackend = self.backend == declared ?? .traitsRuntime
        if backend == nil { checkBackends() }
    }

    /// Checks that all tables of a run are for one library, unless the caller decides.
    private func checkBackends() {
        guard let root = tables.last else { return }
        for one in tables.dropLast() {
            guard let theirs = one.table.backend, theirs.value != backend else { continue }
            let place =
                root.table.backend?.location ?? SourceLocation(path: root.table.path, line: 1, column: 1)
            diagnostics.report(
                .backendMismatch, at: place,
                "the table is for `\(backend.rawValue)`, an imported one for `\(theirs.value.rawValue)`",
                notes: [.init(theirs.location, "the imported table says so here")],
                help: "name the same stream library in both")
        }
    }

    /// Reports a table with rows and no traits: it would produce no output.
    private func checkTraits(_ root: Loaded) {
        guard let row = root.table.rows.first, root.table.traits.isEmpty, root.table.imports.isEmpty else {
            return
        }
        diagnostics.report(
            .noTraits, at: row.type.location,
            "the table has rows, and there is no trait that they could keep",
            help: "import the table that declares some, such as `import TraitsRuntime`, or declare one")
    }

    func build() -> Model? {
        guard let root = tables.last else { return nil }
        let traits = TraitCollector.traits(of: tables, diagnostics: diagnostics)
        checkTraits(root)
        let basis = ModelBasis(tables, backend: backend, traits: traits)
        let deriver = cache.deriver(
            limit: traits.limit, languages: traits.languages, parents: traits.all.map(\.parents),
            ancestors: traits.ancestors, budget: budget)
        var rows: [Row] = []
        var importedRows: [Row] = []
        var seen: [String: [RowChecker.Seen]] = [:]
        let names = rowNames()
        for (number, loaded) in tables.enumerated() {
            let givens = givens(visibleTo: number)
            var checker = RowChecker(
                basis, table: number, givens: givens, seen: seen, diagnostics: diagnostics)
            let translation = RowTranslation(givens: givens, limit: traits.limit)
            let derivation = RowDerivation(
                basis, table: number, deriver: deriver, givens: givens, verdicts: verdicts,
                diagnostics: diagnostics)
            for declaration in loaded.table.rows {
                let inputs = RowInputs(declaration)
                guard checker.check(declaration, inputs), declaration.holds(for: backend) else { continue }
                let behaviour = translation.behaviour(of: declaration, inputs)
                var row = derivation.derive(declaration, inputs, behaviour)
                row.home = row.module
                row.sharesType = names.areSeveral(row.type)
                row.isDirect = loaded.isRoot || loaded.isDirect
                row.samplesPath = loaded.table.samplesPath
                row.method = declaration.method?.value
                if loaded.isRoot { rows.append(row) } else { importedRows.append(row) }
            }
            seen = checker.seen
        }
        let own = traits.all.indices.filter(basis.isOwn)
        let imported = traits.all.indices.filter { !basis.isOwn($0) }
        let file = SourceLocation(path: root.table.path, line: 1, column: 1).fileName
        var model = Model(
            name: file.hasSuffix(".traits") ? String(file.dropLast(".traits".count)) : file,
            fileName: file, backend: backend, isForItsOwnBackend: isForItsOwnBackend,
            imports: moduleImports(),
            traits: own.map { Trait($0, in: basis) }, importedTraits: imported.map { Trait($0, in: basis) },
            rows: rows, importedRows: importedRows, valueLimit: traits.limit)
        model.addRemedies(deriver.finder, root.table.rows, diagnostics)
        return model
    }

    /// The names of all rows that hold for the output's library.
    private func rowNames() -> RowNames {
        RowNames(
            tables.lazy.flatMap { loaded in
                loaded.table.rows.lazy.filter { $0.holds(for: backend) }
                    .map { (type: $0.type.value, module: loaded.home(of: $0)) }
            })
    }

    /// The rows that a table sees, for inputs that are always the same publisher, by their types with and without the module.
    /// A type's short name means the row of the table's own module, or else the only imported row.
    private func givens(visibleTo table: Int) -> [String: GivenRow] {
        var result: [String: GivenRow] = [:]
        for number in tables.indices where tables[table].visible.contains(number) {
            for row in tables[number].table.rows where row.holds(for: backend) {
                var given = GivenRow(
                    histories: row.kind == .source ? row.histories : nil, isShared: row.shared != nil,
                    location: row.type.location, module: tables[number].home(of: row))
                if let module = given.module { result["\(module).\(row.type.value)"] = given }
                if let known = result[row.type.value], known.module != given.module {
                    let own = [known, given].first { $0.module == tables[table].module }
                    given = own ?? known.joined(with: given)
                }
                result[row.type.value] = given
            }
        }
        return result
    }

    private func moduleImports() -> [String] {
        var result: [String] = []
        for loaded in tables {
            let named = loaded.table.rows
                .filter { $0.holds(for: backend) }
                .compactMap(\.module?.value)
            for name in (loaded.module.map { [$0] } ?? []) + named where !result.contains(name) {
                result.append(name)
            }
        }
        return result
    }
}

extension Table.RowDeclaration {
    /// Indicates whether the row applies to a stream library.
    fileprivate func holds(for backend: Backend) -> Bool {
        backends.isEmpty || backends.contains { $0.value == backend }
    }
}
