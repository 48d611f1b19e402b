/// The traits of all tables of a run by their numbers, and the facts that follow from them.
package struct KnownTraits {
    /// A trait as the derivation knows it.
    struct Known {
        var declaration: Table.TraitDeclaration
        /// The number of the table that declares it.
        var table: Int
        /// The traits behind the colon.
        var parents: [Int] = []
    }

    /// A fact with its trait.
    struct Fact {
        var declaration: Table.FactDeclaration
        var trait: Int
        /// The number of the table that declares it.
        var table: Int
    }

    var all: [Known] = []
    var numbers: [String: Int] = [:]
    /// The shapes that each trait allows.
    var languages: [ShapeSet] = []
    /// All traits that each trait refines, nearest first.
    var ancestors: [[Int]] = []
    /// The number of values from which on histories aren't distinguished.
    var limit = 1
    var facts: [Fact] = []

    func name(_ number: Int) -> String { all[number].declaration.name.value }

    /// The traits that a table sees.
    func visible(to table: TableLoader.Loaded) -> [Int] {
        all.indices.filter { table.visible.contains(all[$0].table) }
    }

    /// A diagnostic: some traits contain none of this name.
    func unknown(_ name: Located<String>, among numbers: [Int]) -> Diagnostic {
        let names = numbers.map(self.name)
        return Diagnostic(
            .unknownTrait, at: name.location, "there is no trait `\(name.value)`",
            help: name.value.split(separator: ".").dropFirst().last.map(String.init)
                .flatMap { names.contains($0) ? "did you mean `\($0)`?" : nil }
                ?? Suggestion.didYouMean(name.value, among: names)
                ?? (names.isEmpty
                    ? "declare it, or import the table that does"
                    : "the traits are \(names.map { "`\($0)`" }.joined(separator: ", "))"),
            missing: name.value)
    }
}

/// The tables and traits that all rows of a model are derived from.
package struct ModelBasis {
    /// The tables of the run, imported tables first.
    let tables: [TableLoader.Loaded]
    /// The stream library that output is written for.
    let backend: Backend
    let traits: KnownTraits
    /// The traits that each table sees.
    let visible: [[Int]]
    /// For each table the traits that conformances of its rows are never written to.
    private(set) var strangers: [Set<String>] = []

    package init(_ tables: [TableLoader.Loaded], backend: Backend, traits: KnownTraits) {
        self.tables = tables
        self.backend = backend
        self.traits = traits
        visible = tables.map(traits.visible)
        strangers = tables.indices.map { table in
            Set(traits.all.indices.filter { !isWritten($0, forRowsOf: table) }.map(traits.name))
        }
    }

    /// Indicates whether a table is written for the output's library: the caller may have named another library.
    func isHome(_ table: Int) -> Bool { (tables[table].table.backend?.value ?? backend) == backend }

    /// Indicates whether a table may hold conformances of another table's rows to a trait: one of the two sees the other.
    func isWritten(_ trait: Int, forRowsOf table: Int) -> Bool {
        let home = traits.all[trait].table
        return tables[table].visible.contains(home) || tables[home].visible.contains(table)
    }

    /// Indicates whether the table of this run declares a trait, rather than an imported table.
    func isOwn(_ trait: Int) -> Bool { tables[traits.all[trait].table].isRoot }
}

extension Trait {
    init(_ number: Int, in basis: ModelBasis) {
        let traits = basis.traits
        let known = traits.all[number]
        let name = known.declaration.name.value
        self.init(
            name: name, shortName: Self.shortName(name), documentation: known.declaration.documentation,
            refines: known.parents.map(traits.name), ancestors: traits.ancestors[number].map(traits.name),
            lines: known.declaration.lines.map {
                Trait.Line(marbles: $0.marble.text, meaning: $0.meaning, location: $0.marble.location)
            },
            language: traits.languages[number], location: known.declaration.name.location,
            module: basis.tables[known.table].module, promise: known.declaration.promise?.value ?? .events)
        strangers = basis.strangers[known.table]
    }

    /// The name of a trait's family: `Single` for `SinglePublisher`.
    package static func shortName(_ qualified: String) -> String {
        let name = qualified.qualifiedParts.name
        return name.hasSuffix("Publisher") ? String(name.dropLast("Publisher".count)) : name
    }
}
