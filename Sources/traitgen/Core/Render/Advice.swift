/// Unavailable conformances, by which the compiler names the publisher of a chain that has lost a promise.
///
/// The compiler reports the message of an unavailable conformance if a call needs it, and prefers overloads that need none.
/// Each publisher that never keeps a trait has two of these conformances:
///
/// - A conformance to the trait itself. It applies wherever the trait is required: in generic functions, arguments and results.
///   It is isolated to an actor that nothing runs on, so that casts fail: `publisher is any SinglePublisher` stays false.
/// - A conformance to the marker protocol beside the trait, `_SinglePublisherAdvice`. Every publisher that keeps the trait
///   conforms to the protocol, and an operator conforms if its inputs do. So an eraser that requires the protocol finds the
///   publisher at fault, even if the rest of the chain has no known promises. A marker protocol leaves nothing in the binary.
enum Advice {
    /// The marker protocol beside a trait.
    static func name(of trait: String) -> String { trait.ofFamily { "_\($0)Advice" } }

    /// Indicates whether this module may declare conformances of a type to a trait: it must declare one of the two.
    static func isPossible(for row: Row, _ trait: Trait) -> Bool { row.module == nil || trait.module == nil }

    /// The condition of a row's unavailable conformance to the trait itself, with a leading ` where `. It is empty if there is
    /// no condition, and nil if the conformance can't exist.
    ///
    /// A conformance to a trait implies conformances to the refined traits, so it has their conditions too.
    static func condition(of row: Row, _ trait: Trait, _ model: Model, in module: String) -> String? {
        // In a module whose default isolation is the main actor, a type's conformance to `Publisher` is isolated too, and
        // conformances to traits can't have another isolation. The types of our own modules are nonisolated.
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

    /// The condition of a row's conformance to a trait, available or not.
    private static func asked(of row: Row, for trait: String) -> [String]? {
        if let conformance = row.conformances.first(where: { $0.trait == trait }) {
            return conformance.constraints.map(\.description) + conformance.requirements
        }
        guard let verdict = row.verdicts.first(where: { $0.trait == trait }) else { return nil }
        // A trait that never holds adds nothing to the conditions of the traits that it refines.
        return switch verdict.outcome {
        case .always: verdict.requirements
        case .when(let constraints): constraints.map(\.description) + verdict.requirements
        case .never: []
        }
    }

    private static func clause(_ parts: [String]) -> String {
        parts.isEmpty ? "" : " where " + parts.joined(separator: ", ")
    }

    /// The conformances to marker protocols for operators that keep a trait if their inputs do. All other conformances to
    /// marker protocols follow from conformances to the traits.
    static func kept(in model: Model, _ options: RenderOptions) -> MustacheElements {
        let traits = Set(model.allTraits.map(\.name))
        // A constraint may name a scheduler, which is no trait.
        @Sendable func asksTrait(_ constraint: Constraint) -> Bool {
            !constraint.isType && traits.contains(constraint.trait)
        }
        let rows = model.rows + model.importedRows
        let kept = rows.indices.flatMap { row in
            rows[row].conformances.indices.filter { index in
                let conformance = rows[row].conformances[index]
                return !conformance.isRetroactive && conformance.constraints.contains(where: asksTrait)
            }.map { (row, $0) }
        }
        return MustacheElements(kept) { place in
            let row = rows[place.0]
            let conformance = row.conformances[place.1]
            let parts =
                conformance.constraints.map { constraint in
                    asksTrait(constraint)
                        ? "\(constraint.input): \(name(of: constraint.trait))" : constraint.description
                } + conformance.requirements
            return [
                "type": .text(row.spelling(in: options.module)),
                "build": .text(row.build ?? ""),
                "advice": .text(name(of: conformance.trait)),
                "where": .text(clause(parts)),
                "path": .text(conformance.location.path(from: options.root)),
                "line": .text(String(conformance.location.line)),
            ]
        }
    }
}

/// The operators that keep a promise only if their inputs keep a narrower promise. The message about a publisher without the
/// narrower promise lists them.
struct Askers {
    let trait: String
    /// Their names, in the order of the rows.
    private(set) var names: [String] = []
    /// A method that replaces one of these operators and requires the narrower trait: `andThen(_:)` for `Concatenate`.
    private var substitute: (method: String, name: String)?

    /// The largest number of operators in a message.
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

    /// The name that callers use: `Merge` for `Merge3` and `MergeMany`.
    private static func name(of row: Row) -> String {
        var name = row.type.split(separator: ".").last.map(String.init) ?? row.type
        while name.last?.isNumber == true { name.removeLast() }
        if name.hasSuffix("Many") { name.removeLast(4) }
        return name
    }

    /// A sentence about the operators, with advice on the substitute; empty if there are no such operators.
    ///
    /// - Parameter remedy: the methods that restore the narrower trait, in quotes.
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

/// The eraser of one trait, or of two traits of different kinds, with a trait that it doesn't keep.
struct EraserRefusal {
    /// The name of the eraser, with its module if the trait's name has one.
    let eraser: String
    let known: Trait
    let trait: Trait
    let location: SourceLocation

    static func all(in model: Model, _ options: RenderOptions) -> [EraserRefusal] {
        let own = Set(model.traits.map(\.name))
        // The runtime has Sendable variants of the erasers for traits about events.
        let isRuntime = model.backend == .traitsRuntime && options.module == model.backend.moduleName
        return model.allTraits.flatMap { known in
            let erasers = isRuntime && known.promise == .events ? ["Any", "AnySendable"] : ["Any"]
            return model.allTraits.filter { trait in
                (own.contains(known.name) || own.contains(trait.name)) && !keeps(known, trait)
            }.flatMap { trait in
                erasers.map { eraser in
                    EraserRefusal(
                        eraser: known.name.ofFamily { eraser + $0 }, known: known, trait: trait,
                        location: own.contains(known.name) ? known.location : trait.location)
                }
            }
        }
    }

    /// The reason that the eraser doesn't keep the trait: a history, if both traits are about events.
    var reason: String {
        let isAboutEvents = known.promise == .events && trait.promise == .events
        guard isAboutEvents, let shape = known.language.subtracting(trait.language).shapes.first else {
            return "\(eraser) says nothing of what \(trait.name) promises"
        }
        return "\(eraser) may be `\(shape.marbles)`, which \(trait.name) rules out"
    }

    /// Indicates whether the eraser of a trait keeps another trait.
    private static func keeps(_ known: Trait, _ trait: Trait) -> Bool {
        if known.name == trait.name || known.ancestors.contains(trait.name) { return true }
        // The templates `Conformances` and `Sharing` write that the eraser of an imported trait keeps a wider trait.
        guard known.module != nil, trait.module == nil, known.promise == trait.promise else { return false }
        return known.promise == .sharing
            || known.promise == .events && known.language.isSubset(of: trait.language)
    }
}
