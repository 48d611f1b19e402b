extension Model {
    /// Reads, checks and derives a table.
    ///
    /// - Parameters:
    ///   - bytes: the table's text, in UTF-8.
    ///   - path: the path that diagnostics show.
    ///   - backend: the stream library to write for, in place of the one the table names.
    ///   - importer: finds the texts of imported tables.
    ///   - samples: finds the texts of samples that stand beside their table.
    /// - Throws: everything that is wrong with the table, in the order of the text.
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
    ///   - cache: what other models of the same run have read and found out.
    ///   - verdicts: for which rows it is found out what they keep.
    static func build(
        bytes: [UInt8], path: String, backend: Backend?, budget: Int = Deriver.budget,
        importer: @escaping TableImporter, samples: @escaping SampleFinder = { _ in nil },
        cache: ModelCache = ModelCache(), verdicts: ModelBuilder.Verdicts = .all
    ) throws(DiagnosticsError) -> Model {
        let diagnostics = DiagnosticSink()
        var loader = TableLoader(
            importer: importer, samples: samples, cache: cache, diagnostics: diagnostics)
        loader.load(bytes: bytes, path: path)
        var builder = ModelBuilder(
            loader.tables, backend: backend, budget: budget, cache: cache, verdicts: verdicts,
            diagnostics: diagnostics)
        let model = builder.build()
        let tables = loader.tables.map(\.table)
        let files = tables.flatMap { [$0.path] + ($0.samplesPath.map { [$0] } ?? []) }
        let found = diagnostics.inTheOrderOfTheText(of: files)
        guard found.isEmpty, let model else {
            throw DiagnosticsError(
                Consequences(loader.texts, tables: Set(tables.map(\.path))).left(out: found))
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
struct ModelBuilder {
    typealias Loaded = TableLoader.Loaded

    /// A trait as the derivation knows it: its number is its place in the list.
    struct KnownTrait {
        var declaration: Table.TraitDeclaration
        var table: Int
        var parents: [Int] = []
    }

    /// For which rows it is found out what they keep.
    enum Verdicts {
        case all
        /// For those alone that say something of it themselves, and may be wrong. The others have no verdicts.
        case claimed
    }

    let tables: [Loaded]
    let diagnostics: DiagnosticSink
    let verdicts: Verdicts
    let backend: Backend
    private let isForItsOwnBackend: Bool
    private let budget: Int
    private let cache: ModelCache
    var traits: [KnownTrait] = []
    var traitNumbers: [String: Int] = [:]
    var languages: [ShapeSet] = []
    var ancestors: [[Int]] = []
    var limit = 1
    var facts: [(declaration: Table.FactDeclaration, trait: Int, table: Int)] = []

    init(
        _ tables: [Loaded], backend: Backend?, budget: Int, cache: ModelCache, verdicts: Verdicts,
        diagnostics: DiagnosticSink
    ) {
        self.diagnostics = diagnostics
        self.tables = tables
        self.verdicts = verdicts
        self.cache = cache
        self.budget = budget
        let declared = tables.last?.table.backend?.value ?? tables.compactMap(\.table.backend?.value).first
        self.backend = backend ?? declared ?? .traitsRuntime
        isForItsOwnBackend = self.backend == declared ?? .traitsRuntime
        if backend == nil { checkBackends() }
    }

    /// Whether a table is written for the library that the output is for: the caller may have named another one.
    func isHome(_ table: Int) -> Bool { (tables[table].table.backend?.value ?? backend) == backend }

    /// All tables of one run are for one library, unless the caller decides.
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

    /// Nothing follows from rows where no trait is in sight, and to say so is better than to write nothing.
    private func checkTraits(_ root: Loaded) {
        guard let row = root.table.rows.first, root.table.traits.isEmpty, root.table.imports.isEmpty else {
            return
        }
        diagnostics.report(
            .noTraits, at: row.type.location,
            "the table has rows, and there is no trait that they could keep",
            help: "import the table that declares some, such as `import TraitsRuntime`, or declare one")
    }

    /// What is added to rows is added to imported ones.
    private func checkExtensions(_ root: Loaded) {
        let imported = tables.dropLast().flatMap(\.table.rows)
        for one in root.table.extensions {
            let type = one.type
            guard !imported.contains(where: { $0.type.value == type.value }) else { continue }
            let own = root.table.rows.first { $0.type.value == type.value }
            diagnostics.report(
                .unknownRow, at: type.location, "no imported table has a row for `\(type.value)`",
                notes: own.map { [.init($0.type.location, "this table has one")] } ?? [],
                help: own == nil
                    ? Suggestion.didYouMean(type.value, among: imported.map(\.type.value))
                    : "say it in that row",
                missing: type.value)
        }
    }

    mutating func build() -> Model? {
        guard let root = tables.last else { return nil }
        collectTraits()
        collectFacts()
        checkTraits(root)
        checkExtensions(root)
        let names = Set(traits.map(\.declaration.name.value))
        let finder = cache.finder(limit: limit)
        let deriver = cache.deriver(
            limit: limit, languages: languages, parents: traits.map(\.parents), ancestors: ancestors,
            budget: budget)
        var rows: [Row] = []
        var importedRows: [Row] = []
        var seen: [String: [RowChecker.Seen]] = [:]
        let visibleTraits = tables.map { table in
            traits.indices.filter { table.visible.contains(traits[$0].table) }
        }
        for (number, loaded) in tables.enumerated() {
            let givens = givens(visibleTo: number)
            var checker = RowChecker(
                names: names, traitNumbers: traitNumbers, visible: visibleTraits[number], givens: givens,
                seen: seen, diagnostics: diagnostics)
            let translation = RowTranslation(givens: givens, limit: limit)
            var derivation = RowDerivation(
                builder: self, deriver: deriver, table: number, visible: visibleTraits[number],
                allTraits: visibleTraits[tables.count - 1], givens: givens)
            for declaration in loaded.table.rows {
                guard checker.check(declaration), declaration.holds(for: backend) else { continue }
                var row = derivation.derive(declaration, translation.behaviour(of: declaration))
                row.isDirect = loaded.isRoot || loaded.isDirect
                row.samplesPath = loaded.table.samplesPath
                row.method = declaration.method?.value
                if loaded.isRoot { rows.append(row) } else { importedRows.append(row) }
            }
            seen = checker.seen
        }
        var everyTrait = traits.indices.map(trait)
        restore(&rows, &importedRows, &everyTrait, finder)
        let file = SourceLocation(path: root.table.path, line: 1, column: 1).fileName
        return Model(
            name: file.hasSuffix(".traits") ? String(file.dropLast(".traits".count)) : file,
            fileName: file, backend: backend, isForItsOwnBackend: isForItsOwnBackend,
            imports: moduleImports(),
            traits: traits.indices.filter { tables[traits[$0].table].isRoot }.map { everyTrait[$0] },
            importedTraits: traits.indices.filter { !tables[traits[$0].table].isRoot }.map { everyTrait[$0] },
            rows: rows, importedRows: importedRows, valueLimit: limit)
    }

    /// The rows that a table sees, for inputs that are given by one.
    private func givens(visibleTo table: Int) -> [String: GivenRow] {
        var result: [String: GivenRow] = [:]
        for number in tables.indices where tables[table].visible.contains(number) {
            for row in tables[number].table.rows where row.holds(for: backend) {
                result[row.type.value] = GivenRow(
                    histories: row.kind == .source ? row.histories : nil, isShared: row.shared != nil,
                    location: row.type.location)
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

    private func trait(_ number: Int) -> Trait {
        let known = traits[number]
        let name = known.declaration.name.value
        return Trait(
            name: name, shortName: Self.shortName(name), documentation: known.declaration.documentation,
            refines: known.parents.map { traits[$0].declaration.name.value },
            ancestors: ancestors[number].map { traits[$0].declaration.name.value },
            lines: known.declaration.lines.map {
                Trait.Line(marbles: $0.marble.text, meaning: $0.meaning, location: $0.marble.location)
            },
            language: languages[number], location: known.declaration.name.location,
            module: tables[known.table].module, promise: known.declaration.promise?.value ?? .events)
    }

    static func shortName(_ name: String) -> String {
        name.hasSuffix("Publisher") ? String(name.dropLast("Publisher".count)) : name
    }
}

extension Table.RowDeclaration {
    /// Whether the row is about a stream library.
    fileprivate func holds(for backend: Backend) -> Bool {
        backends.isEmpty || backends.contains { $0.value == backend }
    }
}
