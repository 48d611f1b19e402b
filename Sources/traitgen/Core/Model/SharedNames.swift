/// The names that declarations of several modules share, among the models of a run.
///
/// In one model the table's own module comes first, so its declarations have short names. Verbs that show several models
/// together tell all of them apart by their modules.
package struct SharedNames {
    /// A declaration of a name.
    private struct Declaration: Hashable {
        let module: String?
        let location: SourceLocation
    }

    private var traits: Set<String>
    private var types: Set<String>

    package init(_ models: [Model]) {
        var traits: [String: Set<Declaration>] = [:]
        var types: [String: Set<Declaration>] = [:]
        for model in models {
            for trait in model.allTraits {
                traits[trait.bareName, default: []].insert(
                    Declaration(module: trait.module ?? model.module, location: trait.location))
            }
            for row in model.rows + model.importedRows {
                types[row.type, default: []].insert(
                    Declaration(module: row.home, location: row.location))
            }
        }
        self.traits = Set(traits.filter { Self.areSeveral($0.value) }.keys)
        self.types = Set(types.filter { Self.areSeveral($0.value) }.keys)
    }

    /// The names of imported traits that types of a module's sources hide, so that generated code has to qualify them.
    init(of model: Model, hiddenBy declared: DeclaredTypes, in module: String) {
        let foreign = model.importedTraits.filter { $0.module.map { $0 != module } ?? false }
        traits = Set(foreign.map(\.bareName)).intersection(declared.names.union(declared.protocols))
            .subtracting(model.traits.map(\.bareName))
        types = []
    }

    /// Indicates whether declarations belong to several modules. One that is read in two ways counts once.
    private static func areSeveral(_ declarations: Set<Declaration>) -> Bool {
        declarations.count > 1
            && declarations.contains { one in
                declarations.contains { $0.module != one.module && $0.location != one.location }
            }
    }

    /// Adds the shared names of other models.
    package mutating func formUnion(_ other: SharedNames) {
        traits.formUnion(other.traits)
        types.formUnion(other.types)
    }

    /// The models with the module in each shared name.
    package func qualified(_ models: [Model]) -> [Model] {
        if traits.isEmpty, types.isEmpty { return models }
        return models.map(qualified)
    }

    private func qualified(_ model: Model) -> Model {
        var model = model
        var names: [String: String] = [:]
        for trait in model.allTraits where traits.contains(trait.bareName) {
            guard let module = trait.module ?? model.module else { continue }
            names[trait.name] = "\(module).\(trait.bareName)"
        }
        let renaming = { (name: String) in names[name] ?? name }
        for index in model.traits.indices { model.traits[index].rename(renaming) }
        for index in model.importedTraits.indices { model.importedTraits[index].rename(renaming) }
        for index in model.rows.indices { qualify(&model.rows[index], renaming) }
        for index in model.importedRows.indices { qualify(&model.importedRows[index], renaming) }
        return model
    }

    private func qualify(_ row: inout Row, _ renaming: (String) -> String) {
        if types.contains(row.type) { row.sharesType = true }
        if !traits.isEmpty { row.renameTraits(renaming) }
    }
}

extension Trait {
    fileprivate mutating func rename(_ name: (String) -> String) {
        self.name = name(self.name)
        refines = refines.map(name)
        ancestors = ancestors.map(name)
        ways = ways.renamed(name)
        strangers = Set(strangers.map(name))
    }
}

extension Row {
    fileprivate mutating func renameTraits(_ name: (String) -> String) {
        for index in inputs.indices { inputs[index].bound = inputs[index].bound.map(name) }
        for index in verdicts.indices { verdicts[index].renameTraits(name) }
        for index in conformances.indices {
            conformances[index].trait = name(conformances[index].trait)
            conformances[index].constraints = conformances[index].constraints.renamed(name)
        }
        for index in facts.indices { facts[index].trait = name(facts[index].trait) }
        remedies = remedies.renamed(name)
        lostMethods = lostMethods.renamed(name)
    }
}

extension Verdict {
    fileprivate mutating func renameTraits(_ name: (String) -> String) {
        trait = name(trait)
        if case .when(let constraints) = outcome { outcome = .when(constraints.renamed(name)) }
        alternatives = alternatives.map { $0.renamed(name) }
        weakest = weakest?.renamed(name)
        lacks = lacks.map(name)
    }
}

extension [Constraint] {
    fileprivate func renamed(_ name: (String) -> String) -> [Constraint] {
        map { Constraint(input: $0.input, trait: $0.isType ? $0.trait : name($0.trait), isType: $0.isType) }
    }
}

extension Dictionary where Key == String {
    fileprivate func renamed(_ name: (String) -> String) -> [String: Value] {
        Dictionary(map { (name($0.key), $0.value) }) { first, _ in first }
    }
}
