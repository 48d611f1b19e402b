/// What says, wherever a promise is lost, which publisher of a chain has lost it: conformances that are unavailable.
///
/// The compiler names an unavailable conformance that a call needs, with its message, and prefers everything that needs
/// none. Each publisher that never keeps a trait has two of them:
///
/// - One to the trait itself. It reaches all that asks for the trait: generic functions, arguments, results. It is
///   isolated to an actor that nothing runs on, which casts look at: `publisher is any SinglePublisher` stays false.
/// - One to the marker protocol beside the trait, `_SinglePublisherAdvice`. Every publisher that keeps the trait conforms
///   to it, and an operator where its inputs do. So an eraser on it finds the publisher at fault whatever is known of
///   the rest of the chain. A marker protocol leaves nothing in the binary.
enum Advice {
    /// The marker protocol beside a trait.
    static func name(of trait: String) -> String { "_\(trait)Advice" }

    /// Whether this module may declare conformances of a type to a trait: one of them is its own.
    static func isPossible(for row: Row, _ trait: Trait) -> Bool { row.module == nil || trait.module == nil }

    /// What the unavailable conformance of a row to the trait itself has to ask, with a leading ` where `; empty where it
    /// asks nothing, and nil where there can be none.
    ///
    /// A conformance to a trait implies those to the traits that it refines, so it asks what these ask.
    static func condition(of row: Row, _ trait: Trait, _ model: Model, in module: String) -> String? {
        // Where everything belongs to the main actor by default, a type's conformance to `Publisher` does, too, and then
        // those to traits can't belong to another actor. The types of our own modules belong to none.
        let home = row.module ?? module
        let ours = [model.backend.moduleName, "TraitsFoundation", "TraitsNetworking"]
        guard ours.contains(home) else { return nil }
        var parts: [String] = []
        for ancestor in trait.ancestors {
            guard let asked = asked(of: row, for: ancestor) else { return nil }
            parts += asked.filter { !parts.contains($0) }
        }
        return clause(parts)
    }

    /// What the conformance of a row to a trait asks, be it available or not.
    private static func asked(of row: Row, for trait: String) -> [String]? {
        if let conformance = row.conformances.first(where: { $0.trait == trait }) {
            return conformance.constraints.map(\.description) + conformance.requirements
        }
        guard let verdict = row.verdicts.first(where: { $0.trait == trait }) else { return nil }
        // All that a trait asks that never holds follows from the traits that it refines, too.
        return switch verdict.outcome {
        case .always: verdict.requirements
        case .when(let constraints): constraints.map(\.description) + verdict.requirements
        case .never: []
        }
    }

    private static func clause(_ parts: [String]) -> String {
        parts.isEmpty ? "" : " where " + parts.joined(separator: ", ")
    }

    /// The conformances to marker protocols of the operators that keep a trait where their inputs do. All others follow
    /// from the conformances to the traits.
    static func kept(in model: Model, root: String) -> [MustacheValue] {
        let traits = Set(model.allTraits.map(\.name))
        // A scheduler may be asked of a place, which is no trait.
        func asksTrait(_ constraint: Constraint) -> Bool {
            !constraint.isType && traits.contains(constraint.trait)
        }
        return (model.rows + model.importedRows).flatMap { row in
            row.conformances.filter { !$0.isRetroactive && $0.constraints.contains(where: asksTrait) }.map {
                conformance in
                let parts =
                    conformance.constraints.map { constraint in
                        asksTrait(constraint)
                            ? "\(constraint.input): \(name(of: constraint.trait))" : constraint.description
                    } + conformance.requirements
                return [
                    "type": .text(row.type),
                    "advice": .text(name(of: conformance.trait)),
                    "where": .text(clause(parts)),
                    "path": .text(conformance.location.path(from: root)),
                    "line": .text(String(conformance.location.line)),
                ]
            }
        }
    }
}

/// The operators that keep a promise only of inputs that keep a narrower one, for the message about a publisher that lacks
/// that one.
struct Askers {
    let trait: String
    /// Their names, in the order of the rows.
    private(set) var names: [String] = []
    /// The method that does what one of them does, of publishers that keep the narrower trait alone: `andThen(_:)`, which stands
    /// for `Concatenate`.
    private var substitute: (method: String, name: String)?

    /// More operators are never named in a message.
    private static let most = 6

    init(of trait: Trait, in model: Model) {
        self.trait = trait.name
        let wider = Dictionary(model.allTraits.map { ($0.name, $0.ancestors) }) { first, _ in first }
        let rows = model.importedRows + model.rows
        for row in rows where names.count < Self.most {
            let asks = row.conformances.contains { conformance in
                conformance.trait != trait.name
                    && !wider[conformance.trait, default: []].contains(trait.name)
                    && conformance.constraints.contains { $0.trait == trait.name }
            }
            let name = Self.name(of: row)
            guard asks, !names.contains(name) else { continue }
            names.append(name)
            let other = rows.first { other in
                other.method != nil && other.behaviour == row.behaviour
                    && other.inputs.count == row.inputs.count && other.inputs.count > 1
                    && other.inputs[0].bound == trait.name
            }
            if substitute == nil, let method = other?.method { substitute = (method, name) }
        }
    }

    /// `Merge3` and `MergeMany` are `Merge` to their callers.
    private static func name(of row: Row) -> String {
        var name = row.type.split(separator: ".").last.map(String.init) ?? row.type
        while name.last?.isNumber == true { name.removeLast() }
        if name.hasSuffix("Many") { name.removeLast(4) }
        return name
    }

    /// A sentence, with what leads to the substitute; empty where there are no such operators.
    ///
    /// - Parameter remedy: what restores the narrower trait, in quotes.
    func text(after remedy: String?) -> String {
        guard let last = names.last else { return "" }
        let list = names.count == 1 ? last : names.dropLast().joined(separator: ", ") + " and \(last)"
        let verb = names.count == 1 ? "keeps" : "keep"
        return "; \(list) \(verb) some promises only behind a \(trait)" + advice(after: remedy)
    }

    private func advice(after remedy: String?) -> String {
        guard let substitute, let remedy, remedy.hasSuffix("()'"), !remedy.contains(" ") else { return "" }
        return ": in place of \(substitute.name), use \(remedy.dropLast()).\(substitute.method)'"
    }
}

/// The eraser of one trait, or of two of different kinds, and a trait that it doesn't keep.
struct EraserRefusal {
    let eraser: String
    let known: Trait
    let trait: Trait
    let location: SourceLocation

    static func all(in model: Model, _ options: RenderOptions) -> [EraserRefusal] {
        let own = Set(model.traits.map(\.name))
        // The runtime has erasers that are Sendable beside those about events.
        let isRuntime = model.backend == .traitsRuntime && options.module == model.backend.moduleName
        return model.allTraits.flatMap { known in
            let erasers = isRuntime && known.promise == .events ? ["Any", "AnySendable"] : ["Any"]
            return model.allTraits.filter { trait in
                (own.contains(known.name) || own.contains(trait.name)) && !keeps(known, trait)
            }.flatMap { trait in
                erasers.map { eraser in
                    EraserRefusal(
                        eraser: eraser + known.name, known: known, trait: trait,
                        location: own.contains(known.name) ? known.location : trait.location)
                }
            }
        }
    }

    /// Why it doesn't keep it: a history, where both are about events.
    var reason: String {
        let isAboutEvents = known.promise == .events && trait.promise == .events
        guard isAboutEvents, let shape = known.language.subtracting(trait.language).shapes.first else {
            return "\(eraser) says nothing of what \(trait.name) promises"
        }
        return "\(eraser) may be `\(shape.marbles)`, which \(trait.name) rules out"
    }

    /// Whether the eraser of a trait keeps another one.
    private static func keeps(_ known: Trait, _ trait: Trait) -> Bool {
        if known.name == trait.name || known.ancestors.contains(trait.name) { return true }
        // Of a trait that is imported, `Conformances` and `Sharing` write that it promises no less.
        guard known.module != nil, trait.module == nil, known.promise == trait.promise else { return false }
        return known.promise == .sharing
            || known.promise == .events && known.language.isSubset(of: trait.language)
    }
}
