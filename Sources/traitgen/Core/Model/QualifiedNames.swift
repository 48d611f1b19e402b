/// The traits that names mean in each table.
///
/// Traits of several modules may have one name. As in Swift, a name means the trait of the table's own module, or else the
/// only imported trait of that name; `TraitsRuntime.SinglePublisher` means the trait of a module. Within a run each trait has
/// one name: the short name if it belongs to one module, or to the run's own module, and otherwise the qualified name.
struct QualifiedNames {
    /// A declared trait.
    private struct Declared {
        let table: Int
        let module: String?
        let location: SourceLocation
    }

    /// A name that means several traits, with the places where one table uses it.
    private struct Ambiguity {
        let candidates: [Declared]
        var places: [SourceLocation]
    }

    private let tables: [TableLoader.Loaded]
    private var declared: [String: [Declared]] = [:]
    /// The names that several modules declare.
    private var shared: Set<String> = []
    private let hasModules: Bool

    /// - Parameter tables: the tables of a run; traits of tables that belong to modules have qualified names.
    init(_ tables: [TableLoader.Loaded]) {
        self.tables = tables
        hasModules = tables.contains { $0.module != nil }
        for (number, loaded) in tables.enumerated() {
            for trait in loaded.table.traits {
                let name = trait.name.value
                if declared[name]?.contains(where: { $0.module != loaded.module }) == true {
                    shared.insert(name)
                }
                declared[name, default: []].append(
                    Declared(table: number, module: loaded.module, location: trait.name.location))
            }
        }
    }

    /// A table in which each trait has its name within the run. Names that mean no trait aren't changed, and are reported
    /// where they are used.
    ///
    /// - Parameter diagnostics: receives an error for each ambiguous name.
    func resolved(_ number: Int, diagnostics: DiagnosticSink) -> Table {
        var table = tables[number].table
        if !hasModules { return table }
        var ambiguities: [String: Ambiguity] = [:]
        let resolve = { (name: inout Located<String>) in
            self.resolve(&name, in: number, &ambiguities)
        }
        for index in table.traits.indices {
            if shared.contains(table.traits[index].name.value) {
                table.traits[index].name.value = name(
                    table.traits[index].name.value, of: tables[number].module)
            }
            for parent in table.traits[index].refines.indices {
                resolve(&table.traits[index].refines[parent])
            }
        }
        for index in table.facts.indices { resolve(&table.facts[index].trait) }
        // Only rows with such names are rewritten, so that a large table isn't copied needlessly.
        for index in table.rows.indices where table.rows[index].mentionsTrait(where: mayChange) {
            table.rows[index].forEachTrait(resolve)
        }
        for (name, ambiguity) in ambiguities.sorted(by: { $0.key < $1.key }) {
            diagnostics.report(diagnostic(name, ambiguity))
        }
        return table
    }

    private func mayChange(_ name: String) -> Bool { name.contains(".") || shared.contains(name) }

    /// The name of a module's trait within the run.
    private func name(_ short: String, of module: String?) -> String {
        guard let module, shared.contains(short) else { return short }
        return "\(module).\(short)"
    }

    private func resolve(
        _ name: inout Located<String>, in table: Int, _ ambiguities: inout [String: Ambiguity]
    ) {
        guard mayChange(name.value) else { return }
        let (module, short) = name.value.qualifiedParts
        let candidates = (declared[short] ?? []).filter {
            tables[table].visible.contains($0.table) && (module == nil || $0.module == module)
        }
        let own = candidates.first { $0.module == tables[table].module }
        guard let found = own ?? candidates.first else { return }
        if own == nil, candidates.contains(where: { $0.module != found.module }) {
            let known = ambiguities[short] ?? Ambiguity(candidates: candidates, places: [])
            ambiguities[short] = Ambiguity(
                candidates: known.candidates, places: known.places + [name.location])
        }
        name.value = self.name(short, of: found.module)
    }

    private func diagnostic(_ name: String, _ ambiguity: Ambiguity) -> Diagnostic {
        Diagnostic.ambiguous(
            name, at: ambiguity.places, among: ambiguity.candidates.map { ($0.module, $0.location) })
    }
}

extension Diagnostic {
    /// A diagnostic: a name means declarations of several modules.
    ///
    /// - Parameters:
    ///   - places: the places where one table uses the name.
    ///   - candidates: the declarations with their modules; nil stands for the run's own module.
    static func ambiguous(
        _ name: String, at places: [SourceLocation],
        among candidates: [(module: String?, location: SourceLocation)]
    ) -> Diagnostic {
        let spellings = candidates.map { candidate in
            "`\(candidate.module.map { "\($0).\(name)" } ?? name)`"
        }
        let modules = candidates.compactMap(\.module).reduce(into: [String]()) { modules, module in
            if !modules.contains("`\(module)`") { modules.append("`\(module)`") }
        }
        let list = modules.dropLast().joined(separator: ", ") + " and " + (modules.last ?? "")
        return Diagnostic(
            .ambiguousName, at: places[0],
            "`\(name)` is ambiguous: the modules \(list) declare it",
            notes: zip(candidates, spellings).map { .init($0.location, "\($1) is declared here") }
                + places.dropFirst().map { .init($0, "the ambiguous name is used here too") },
            help: "write \(spellings.joined(separator: " or "))")
    }
}

extension String {
    /// The module and the name of a qualified trait: `TraitsRuntime` and `SinglePublisher`.
    var qualifiedParts: (module: String?, name: String) {
        guard let dot = lastIndex(of: ".") else { return (nil, self) }
        return (String(self[..<dot]), String(self[index(after: dot)...]))
    }

    /// The name of a type of a trait's family, in the trait's module: `K.AnyCouplePublisher` for `K.CouplePublisher`.
    func ofFamily(_ name: (String) -> String) -> String {
        let (module, short) = qualifiedParts
        return (module.map { $0 + "." } ?? "") + name(short)
    }
}

extension Table.RowDeclaration {
    /// Indicates whether the row names a trait for which a condition is true.
    fileprivate func mentionsTrait(where isWanted: (String) -> Bool) -> Bool {
        func mentions(_ requirements: [Table.Requirement]) -> Bool {
            requirements.contains { !$0.isEquality && isWanted($0.right.value) }
        }
        return inputs?.contains { $0.bound.map { isWanted($0.value) } == true } == true
            || mentions(requirements) || remedies.contains { isWanted($0.trait.value) }
            || claims.contains { isWanted($0.trait.value) || mentions($0.requirements) }
            || preferences.contains { isWanted($0.trait.value) || mentions($0.requirements) }
    }

    /// Changes all names of traits.
    fileprivate mutating func forEachTrait(_ change: (inout Located<String>) -> Void) {
        func changeAll(_ requirements: inout [Table.Requirement]) {
            for index in requirements.indices where !requirements[index].isEquality {
                change(&requirements[index].right)
            }
        }
        if var inputs {
            for index in inputs.indices {
                guard var bound = inputs[index].bound else { continue }
                change(&bound)
                inputs[index].bound = bound
            }
            self.inputs = inputs
        }
        changeAll(&requirements)
        for index in claims.indices {
            change(&claims[index].trait)
            changeAll(&claims[index].requirements)
        }
        for index in preferences.indices {
            change(&preferences[index].trait)
            changeAll(&preferences[index].requirements)
        }
        for index in remedies.indices { change(&remedies[index].trait) }
    }
}
