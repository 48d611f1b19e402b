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
            samples: samples)
    }

    /// - Parameter budget: the work that the derivation of one row may take.
    static func build(
        bytes: [UInt8], path: String, backend: Backend?, budget: Int, importer: @escaping TableImporter,
        samples: @escaping SampleFinder = { _ in nil }
    ) throws(DiagnosticsError) -> Model {
        var loader = TableLoader(importer: importer, samples: samples)
        loader.load(bytes: bytes, path: path)
        var builder = ModelBuilder(loader.tables, backend: backend, budget: budget)
        let model = builder.build()
        // Where an import is missing, its traits are unknown, and to say so again for each of their
        // uses would bury the one line that matters.
        let lacksImport = loader.diagnostics.contains { $0.id == .importNotFound }
        let findings =
            lacksImport ? builder.diagnostics.filter { $0.id != .unknownTrait } : builder.diagnostics
        let all = (loader.diagnostics + findings).uniqued()
        // Where something is wrong with the text, what is missing may be what couldn't be read.
        let others = all.filter { $0.id != .noTraits }
        let diagnostics = others.isEmpty ? all : others
        guard diagnostics.isEmpty, let model else { throw DiagnosticsError(diagnostics) }
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

    let tables: [Loaded]
    var diagnostics: [Diagnostic] = []
    let backend: Backend
    private let budget: Int
    private(set) var traits: [KnownTrait] = []
    private(set) var traitNumbers: [String: Int] = [:]
    private(set) var languages: [ShapeSet] = []
    private(set) var ancestors: [[Int]] = []
    private(set) var limit = 1
    private(set) var facts: [(declaration: Table.FactDeclaration, trait: Int, table: Int)] = []

    init(_ tables: [Loaded], backend: Backend?, budget: Int) {
        self.tables = tables
        self.budget = budget
        let declared = tables.last?.table.backend?.value ?? tables.compactMap(\.table.backend?.value).first
        self.backend = backend ?? declared ?? .traitsRuntime
        if backend == nil { checkBackends() }
    }

    /// All tables of one run are for one library, unless the caller decides.
    private mutating func checkBackends() {
        guard let root = tables.last else { return }
        for one in tables.dropLast() {
            guard let theirs = one.table.backend, theirs.value != backend else { continue }
            let place =
                root.table.backend?.location ?? SourceLocation(path: root.table.path, line: 1, column: 1)
            diagnostics.append(
                Diagnostic(
                    .backendMismatch, at: place,
                    "the table is for `\(backend.rawValue)`, an imported one for `\(theirs.value.rawValue)`",
                    notes: [.init(theirs.location, "the imported table says so here")],
                    help: "name the same stream library in both"))
        }
    }

    /// Nothing follows from rows where no trait is in sight, and to say so is better than to write nothing.
    private mutating func checkTraits(_ root: Loaded) {
        guard let row = root.table.rows.first, root.table.traits.isEmpty, root.table.imports.isEmpty else {
            return
        }
        diagnostics.append(
            Diagnostic(
                .noTraits, at: row.type.location,
                "the table has rows, and there is no trait that they could keep",
                help: "import the table that declares some, such as `import TraitsRuntime`, or declare one"))
    }

    /// What is added to rows is added to imported ones.
    private mutating func checkExtensions(_ root: Loaded) {
        let imported = tables.dropLast().flatMap(\.table.rows)
        for one in root.table.extensions {
            let type = one.type
            guard !imported.contains(where: { $0.type.value == type.value }) else { continue }
            let own = root.table.rows.first { $0.type.value == type.value }
            diagnostics.append(
                Diagnostic(
                    .unknownRow, at: type.location, "no imported table has a row for `\(type.value)`",
                    notes: own.map { [.init($0.type.location, "this table has one")] } ?? [],
                    help: own == nil
                        ? Suggestion.didYouMean(type.value, among: imported.map(\.type.value))
                        : "say it in that row"))
        }
    }

    mutating func build() -> Model? {
        guard let root = tables.last else { return nil }
        collectTraits()
        collectFacts()
        checkTraits(root)
        checkExtensions(root)
        let names = Set(traits.map(\.declaration.name.value))
        let finder = ImageFinder(limit: limit)
        let order = TraitOrder(parents: traits.map(\.parents), ancestors: ancestors)
        let deriver = Deriver(finder: finder, languages: languages, order: order, budget: budget)
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
                seen: seen)
            var derivation = RowDerivation(
                builder: self, deriver: deriver, table: number, visible: visibleTraits[number],
                allTraits: visibleTraits[tables.count - 1], givens: givens)
            for declaration in loaded.table.rows {
                guard let behaviour = checker.check(declaration, limit: limit) else { continue }
                guard
                    declaration.backends.isEmpty
                        || declaration.backends.contains(where: { $0.value == backend })
                else { continue }
                var row = derivation.derive(declaration, behaviour, &checker.diagnostics)
                row.isDirect = loaded.isRoot || loaded.isDirect
                row.samplesPath = loaded.table.samplesPath
                row.method = declaration.method?.value
                if loaded.isRoot { rows.append(row) } else { importedRows.append(row) }
            }
            diagnostics += checker.diagnostics
            seen = checker.seen
        }
        let everyTrait = traits.indices.map(trait)
        restore(&rows, &importedRows, everyTrait, finder)
        diagnostics.sort { $0.location < $1.location }
        let file = SourceLocation(path: root.table.path, line: 1, column: 1).fileName
        return Model(
            name: file.hasSuffix(".traits") ? String(file.dropLast(".traits".count)) : file,
            fileName: file, backend: backend, imports: moduleImports(),
            traits: traits.indices.filter { tables[traits[$0].table].isRoot }.map { everyTrait[$0] },
            importedTraits: traits.indices.filter { !tables[traits[$0].table].isRoot }.map { everyTrait[$0] },
            rows: rows, importedRows: importedRows, valueLimit: limit)
    }

    /// The rows that a table sees, for inputs that are given by one.
    private func givens(visibleTo table: Int) -> [String: RowChecker.Given] {
        var result: [String: RowChecker.Given] = [:]
        for number in tables.indices where tables[table].visible.contains(number) {
            for row in tables[number].table.rows
            where row.backends.isEmpty || row.backends.contains(where: { $0.value == backend }) {
                result[row.type.value] = RowChecker.Given(
                    histories: row.kind == .source ? row.histories : nil, location: row.type.location)
            }
        }
        return result
    }

    private func moduleImports() -> [String] {
        var result: [String] = []
        for loaded in tables {
            let named = loaded.table.rows
                .filter { row in row.backends.isEmpty || row.backends.contains { $0.value == backend } }
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
            module: tables[known.table].module, place: known.declaration.place?.value)
    }

    static func shortName(_ name: String) -> String {
        name.hasSuffix("Publisher") ? String(name.dropLast("Publisher".count)) : name
    }

    // MARK: - Traits

    private mutating func collectTraits() {
        for (table, loaded) in tables.enumerated() {
            for declaration in loaded.table.traits {
                let name = declaration.name
                if let first = traitNumbers[name.value] {
                    diagnostics.append(
                        Diagnostic(
                            .duplicateTrait, at: name.location, "there are two traits `\(name.value)`",
                            notes: [.init(traits[first].declaration.name.location, "the first is here")],
                            help: "rename one of them"))
                    continue
                }
                checkName(name)
                traitNumbers[name.value] = traits.count
                traits.append(KnownTrait(declaration: declaration, table: table))
            }
        }
        limit = min(
            (traits.flatMap { $0.declaration.lines.map(\.marble.values) }.max() ?? 0) + 1,
            ShapeSet.largestLimit)
        languages = traits.map { trait in
            if trait.declaration.place != nil { return ShapeSet.all(limit: limit) }
            return trait.declaration.lines.reduce(into: ShapeSet(limit: limit)) {
                $0.formUnion($1.marble.shapes(limit: limit))
            }
        }
        resolveParents()
        checkLines()
        checkRefinements()
    }

    private mutating func checkName(_ name: Located<String>) {
        let short = Self.shortName(name.value)
        guard short == name.value || short.isEmpty || !(short.first?.isUppercase ?? false) else { return }
        let start = short.isEmpty ? "Some" : short.prefix(1).uppercased() + short.dropFirst()
        diagnostics.append(
            Diagnostic(
                .traitName, at: name.location,
                "`\(name.value)` doesn't have the form of a trait's name, such as `SinglePublisher`",
                help:
                    "call it `\(start)Publisher`: `Any\(start)Publisher` and the rest of the family are named after it"
            ))
    }

    private mutating func resolveParents() {
        for number in traits.indices {
            let known = traits[number]
            for parent in known.declaration.refines {
                guard let found = traitNumbers[parent.value],
                    tables[known.table].visible.contains(traits[found].table)
                else {
                    diagnostics.append(unknownTrait(parent, among: known.table))
                    continue
                }
                if traits[number].parents.contains(found) {
                    diagnostics.append(
                        Diagnostic(
                            .duplicateClause, at: parent.location, "`\(parent.value)` is said twice",
                            help: "remove one of them"))
                    continue
                }
                traits[number].parents.append(found)
            }
        }
        // A trait that refines itself, over however many others, is reported once and cut.
        for number in traits.indices {
            var open = traits[number].parents
            var seen: Set<Int> = []
            while let next = open.popLast() {
                if next == number {
                    let name = traits[number].declaration.name
                    diagnostics.append(
                        Diagnostic(
                            .refinementCycle, at: name.location, "`\(name.value)` refines itself",
                            help: "remove one of the traits after the colon"))
                    traits[number].parents = []
                    break
                }
                if seen.insert(next).inserted { open += traits[next].parents }
            }
        }
        ancestors = traits.indices.map { number in
            var result: [Int] = []
            var open = traits[number].parents
            while !open.isEmpty {
                let next = open.removeFirst()
                if !result.contains(next) {
                    result.append(next)
                    open += traits[next].parents
                }
            }
            return result
        }
    }

    func unknownTrait(_ name: Located<String>, among table: Int) -> Diagnostic {
        let visible = traits.filter { tables[table].visible.contains($0.table) }.map(\.declaration.name.value)
        return RowChecker.unknownTrait(name, among: visible)
    }

    private mutating func checkLines() {
        for known in traits {
            var shapes: [ShapeSet: SourceLocation] = [:]
            for line in known.declaration.lines {
                let set = line.marble.shapes(limit: limit)
                if let first = shapes[set] {
                    diagnostics.append(
                        Diagnostic(
                            .duplicateMarble, at: line.marble.location,
                            "`\(line.marble.text)` says nothing new",
                            notes: [.init(first, "this line allows the same histories")],
                            help: "remove one of them"))
                } else {
                    shapes[set] = line.marble.location
                }
            }
        }
    }

    /// A refinement isn't believed: every line of the narrower trait is one of the wider.
    private mutating func checkRefinements() {
        for known in traits {
            for parent in known.parents {
                for line in known.declaration.lines {
                    let extra = line.marble.shapes(limit: limit).subtracting(languages[parent])
                    guard let example = extra.shapes.first else { continue }
                    let wide = traits[parent].declaration.name
                    diagnostics.append(
                        Diagnostic(
                            .brokenRefinement, at: line.marble.location,
                            "`\(known.declaration.name.value)` allows `\(example.marbles)`, `\(wide.value)` doesn't",
                            notes: [.init(wide.location, "`\(wide.value)` is declared here")],
                            help: "remove the line, or don't refine `\(wide.value)`"))
                }
            }
        }
    }

    private mutating func collectFacts() {
        var seen: [String: SourceLocation] = [:]
        for (table, loaded) in tables.enumerated() {
            for fact in loaded.table.facts {
                if let first = seen[fact.name.value] {
                    diagnostics.append(
                        Diagnostic(
                            .duplicateFact, at: fact.name.location,
                            "there are two facts `\(fact.name.value)`",
                            notes: [.init(first, "the first is here")], help: "rename one of them"))
                    continue
                }
                seen[fact.name.value] = fact.name.location
                guard let trait = traitNumbers[fact.trait.value], loaded.visible.contains(traits[trait].table)
                else {
                    diagnostics.append(unknownTrait(fact.trait, among: table))
                    continue
                }
                if let place = traits[trait].declaration.place {
                    diagnostics.append(
                        Diagnostic(
                            .badRequirement, at: fact.trait.location,
                            "a fact follows a promise about events, and `\(fact.trait.value)` is about a place",
                            notes: [.init(place.location, "it is promised here")], help: "remove the fact"))
                    continue
                }
                facts.append((fact, trait, table))
            }
        }
    }
}

extension [Diagnostic] {
    /// Each finding once: a table that is imported twice is still wrong only once.
    fileprivate func uniqued() -> [Diagnostic] {
        var seen: Set<Diagnostic> = []
        return filter { seen.insert($0).inserted }
    }
}
