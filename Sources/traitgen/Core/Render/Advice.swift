/// Unavailable conformances, by which the compiler names the publisher of a chain that has lost a promise.
///
/// The compiler reports the message of an unavailable conformance if a call needs it, and prefers overloads that need none.
/// Each publisher that never keeps a trait has two of these conformances:
///
/// - A conformance to the trait itself. It applies wherever the trait is required: in generic functions, arguments and results.
///   It is isolated to an actor that nothing runs on, so that casts fail: `publisher is any SinglePublisher` stays false.
/// - A conformance to the marker protocol beside the trait, `SinglePublisherPromise`. Every publisher that keeps the trait
///   conforms to the protocol, and an operator conforms if its inputs do. So an eraser that requires the protocol finds the
///   publisher at fault, even if the rest of the chain has no known promises. A marker protocol leaves nothing in the binary.
enum Advice {
    /// The marker protocol beside a trait.
    static func name(of trait: String) -> String { trait.ofFamily { "\($0)Promise" } }

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
        return conformances(in: model) {
            $0.constraints.contains(where: asksTrait)
        } value: { row, conformance in
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

    /// The conformances to write that have a property, with their rows.
    static func conformances(
        in model: Model, where isWanted: (Conformance) -> Bool,
        value: @escaping @Sendable (Row, Conformance) -> MustacheValue
    ) -> MustacheElements {
        let rows = model.rows + model.importedRows
        let places = rows.indices.flatMap { row in
            rows[row].conformances.indices.filter { index in
                let conformance = rows[row].conformances[index]
                return !conformance.isRetroactive && isWanted(conformance)
            }.map { (row, $0) }
        }
        return MustacheElements(places) { row, index in value(rows[row], rows[row].conformances[index]) }
    }
}

/// Operators that keep a trait only where an input keeps a stricter trait, as `append` keeps a single only behind a completable.
///
/// If the condition isn't met, the message is about the operator, not about the input: the program never asked for the stricter
/// trait. So each trait has a second marker protocol, `SinglePublisherCondition`. Such an operator has an unavailable conformance
/// to it, operators with one input pass it on, and its eraser is the compiler's first choice where the trait is lost.
enum StrictOperators {
    /// The methods whose names say nothing of the type that they make. A test compares them with the names beside the table.
    static let methods = ["Publishers.Concatenate": ["append", "prepend"]]

    /// The second marker protocol beside a trait.
    private static func name(of trait: String) -> String { trait.ofFamily { "\($0)Condition" } }

    /// The operators, with their messages.
    static func strict(in model: Model, _ options: RenderOptions) -> MustacheElements {
        let traits = Dictionary(model.allTraits.map { ($0.name, $0) }) { first, _ in first }
        let rows = model.rows + model.importedRows
        return Advice.conformances(in: model) {
            isStrict($0.trait, $0.constraints, traits)
        } value: {
            row, conformance in
            let message = message(row, traits[conformance.trait]!, conformance.constraints, traits, rows)
            return [
                "type": .text(row.spelling(in: options.module)),
                "condition": .text(name(of: conformance.trait)),
                "message": .text(RefusalContext.escaped(message)),
                "location": .text(row.location.fileName),
            ]
        }
    }

    /// The operators that keep a trait of their only input.
    static func passedOn(in model: Model, _ options: RenderOptions) -> MustacheElements {
        let traits = Dictionary(model.allTraits.map { ($0.name, $0) }) { first, _ in first }
        let strict = Set(
            (model.rows + model.importedRows).flatMap(\.verdicts).compactMap { verdict in
                guard case .when(let constraints) = verdict.outcome else { return nil }
                return isStrict(verdict.trait, constraints, traits) ? verdict.trait : nil
            } as [String])
        return Advice.conformances(in: model) {
            strict.contains($0.trait) && $0.constraints.count == 1 && $0.constraints[0].trait == $0.trait
        } value: { row, conformance in
            let parts =
                ["\(conformance.constraints[0].input): \(name(of: conformance.trait))"]
                + conformance.requirements
            return [
                "type": .text(row.spelling(in: options.module)),
                "condition": .text(name(of: conformance.trait)),
                "where": .text(" where " + parts.joined(separator: ", ")),
            ]
        }
    }

    /// Indicates whether a trait is kept only where an input keeps a trait that it doesn't refine.
    private static func isStrict(
        _ trait: String, _ constraints: [Constraint], _ traits: [String: Trait]
    ) -> Bool {
        constraints.contains { constraint in
            !constraint.isType && constraint.trait != trait && traits[constraint.trait] != nil
                && traits[trait]?.ancestors.contains(constraint.trait) == false
        }
    }

    private static func message(
        _ row: Row, _ trait: Trait, _ constraints: [Constraint], _ traits: [String: Trait], _ rows: [Row]
    ) -> String {
        let asked = constraints.filter { !$0.isType }
        let conditions = asked.map(\.trait).reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
            .enumerated().map { index, name in
                let inputs = asked.filter { $0.trait == name }.map(\.input)
                let list =
                    inputs.count == 1
                    ? inputs[0]
                    : inputs.dropLast().joined(separator: ", ") + " and \(inputs[inputs.count - 1])"
                return list + (inputs.count == 1 ? " keeps" : " keep")
                    + (index == 0 ? " the promise of \(name)" : " that of \(name)")
            }
        // The program has the method, and not the type.
        let methods = methods[row.type].map { [$0.map { "'\($0)'" }.joined(separator: " or ")] } ?? []
        let rules = (methods + (row.rules.isEmpty ? [] : [row.rules])).joined(separator: ": ")
        return
            "\(row.name)\(rules.isEmpty ? "" : " (\(rules))") keeps the promise of \(trait.name) only where "
            + conditions.joined(separator: " and ") + "; "
            + RefusalContext.remedy(trait.ways["Publisher"], trait)
            + substitute(row, asked.first { $0.trait != trait.name }, traits, rows)
    }

    /// Proposes a method that takes the place of the operator and requires the stricter trait: `andThen(_:)` for `append`.
    private static func substitute(
        _ row: Row, _ constraint: Constraint?, _ traits: [String: Trait], _ rows: [Row]
    ) -> String {
        guard let constraint, row.inputs.count > 1, let way = traits[constraint.trait]?.ways["Publisher"],
            way.hasSuffix("()'"), !way.contains(" "),
            let method = rows.first(where: { other in
                other.method != nil && other.behaviour == row.behaviour
                    && other.inputs.count == row.inputs.count && other.inputs[0].bound == constraint.trait
            })?.method
        else { return "" }
        return "; in place of \(DeclaredTypes.lastName(of: row.type)), use \(way.dropLast()).\(method)'"
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
