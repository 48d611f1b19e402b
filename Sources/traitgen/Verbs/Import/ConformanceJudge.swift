import TraitgenCore

/// Compares a handwritten conformance with the statements of the tables about its type.
struct ConformanceJudge {
    enum Judgement: Hashable {
        /// The tables have the same condition.
        case agrees
        /// It holds, but its condition is stricter than necessary; with the sufficient condition.
        case asksForMore(String)
        /// It holds under another condition than the tables have chosen.
        case isOther(String)
        /// It fails for some inputs: the reason, and the shortest history that breaks the promise.
        case isUnsound(reason: String, example: [Counterexample.Line])
        /// It would be unsound without a requirement that the tables don't know.
        case isUndecided(String)
        /// `traitgen generate` writes the type for each trait.
        case isWritten
        /// No table has a row for the type.
        case hasNoRow
        /// Several modules have a row for a type of that name.
        case isAmbiguous([String])
    }

    /// A conformance that the tables have, and no source states.
    struct Missing {
        let row: Row
        let conformance: String
    }

    private let models: [Model]
    /// The rows of a type in all models that see it, the models' own rows before imported ones.
    private let rows: [String: [(row: Row, model: Model)]]
    private let traits: [String: Trait]
    private let names: SourceNames
    private let family: Set<String>
    private let finders = Finders()

    /// A cache of image finders, shared by all conformances.
    private final class Finders {
        private var known: [Int: ImageFinder] = [:]

        func finder(limit: Int) -> ImageFinder {
            if let found = known[limit] { return found }
            let finder = ImageFinder(limit: limit)
            known[limit] = finder
            return finder
        }
    }

    init(_ models: [Model], _ names: SourceNames) {
        self.models = models
        self.names = names
        var rows: [String: [(Row, Model)]] = [:]
        for (own, model) in models.map({ ($0.rows, $0) }) + models.map({ ($0.importedRows, $0) }) {
            for row in own { rows[row.type, default: []].append((row, model)) }
        }
        self.rows = rows
        traits = Dictionary(models.flatMap(\.allTraits).map { ($0.name, $0) }) { first, _ in first }
        family = Audit.family(of: models.flatMap(\.allTraits))
    }

    /// The traits that the name of a protocol stands for; empty if it names no trait.
    func traits(_ conformance: SwiftSource.Conformance) -> [Trait] {
        names.protocols(conformance.name, near: conformance.type) { traits[$0] != nil }.compactMap {
            traits[$0]
        }
    }

    /// The rows of a type, looked up by the tables' name for it. Among rows of several modules those count that the source
    /// names, or else those of its own module, or else those of its imports.
    private func rows(_ conformance: SwiftSource.Conformance) -> [(row: Row, model: Model)] {
        let name = names.resolved(conformance.type) { rows[$0] != nil }
        let all = rows[name.type] ?? []
        guard all.contains(where: \.row.sharesType) else { return all }
        let homes = Set(all.compactMap(\.row.home))
        let meant = names.modules(visibleIn: conformance.location.path, named: name.module, among: homes)
        return all.filter { $0.row.home.map(meant.contains) ?? true }
    }

    /// The row that a conformance is about; nil without one, and among several.
    func row(of conformance: SwiftSource.Conformance) -> Row? {
        let found = rows(conformance)
        return homes(found).count > 1 ? nil : found.first?.row
    }

    /// The modules of rows that share the name of their type.
    private func homes(_ found: [(row: Row, model: Model)]) -> [String] {
        Set(found.filter(\.row.sharesType).compactMap(\.row.home)).sorted()
    }

    func name(of conformance: SwiftSource.Conformance) -> String {
        row(of: conformance)?.name ?? conformance.type
    }

    // MARK: - Judging

    func judge(_ conformance: SwiftSource.Conformance, _ trait: Trait) -> Judgement {
        // The first table that sees the trait gives its limit; the row's own table comes first.
        let rows = rows(conformance)
        let homes = homes(rows)
        if homes.count > 1 { return .isAmbiguous(homes) }
        let found = rows.lazy.compactMap { row, model in
            model.allTraits.first { $0.name == trait.name }.map { (row, model, $0) }
        }.first
        guard let (row, model, trait) = found else {
            return family.contains(names.type(conformance.type) { family.contains($0) })
                ? .isWritten : .hasNoRow
        }
        let stated = Stated(conformance, names, traits: model.allTraits)
        let missing = row.requirements.filter { !stated.others.contains($0) }
        let verdict = row.verdicts.first { $0.trait == trait.name }
        let isImplied = [verdict?.constraints].compactMap { $0 }.contains { stated.implies($0) }
        guard missing.isEmpty, isImplied || holds(row, trait, stated) else {
            if !stated.isWhole(for: row) || conformance.hasArguments {
                return .isUndecided(stated.unknown.first ?? conformance.type)
            }
            return breach(row, trait, stated, missing)
        }
        guard let needed = verdict?.constraints else {
            return .isOther("the tables refuse it" + (verdict?.lacks.map { ", for want of `\($0)`" } ?? ""))
        }
        let condition = row.text(needed)
        if !isImplied { return .isOther("the tables have `\(condition)`") }
        let isSame =
            needed.allSatisfy { stated.constraints.contains($0) }
            && stated.constraints.allSatisfy { one in
                needed.contains(one) || row.requires(one, traits)
                    || row.requirements.contains(one.description)
            }
        let known = row.requirements + needed.map(\.description)
        let extra = stated.others.filter { !known.contains($0) && !stated.isBound($0, of: row) }
        if isSame, extra.isEmpty { return .agrees }
        return .asksForMore(condition.isEmpty ? "it always holds" : "`\(condition)` is enough")
    }

    /// Indicates whether the promise holds for all inputs that meet the conformance's requirements.
    private func holds(_ row: Row, _ trait: Trait, _ stated: Stated) -> Bool {
        guard trait.promise == .events else { return false }
        let limit = trait.language.limit
        return finders.finder(limit: limit)
            .image(of: row.behaviour, inputs: stated.languages(of: row, limit: limit))
            .isSubset(of: stated.allowed(trait))
    }

    private func breach(_ row: Row, _ trait: Trait, _ stated: Stated, _ missing: [String]) -> Judgement {
        if !missing.isEmpty {
            return .isUnsound(reason: "the tables ask for `\(missing.joined(separator: ", "))`", example: [])
        }
        if let refusal = row.refusal(of: trait) {
            return .isUnsound(reason: refusal.reason, example: refusal.lines)
        }
        let languages = stated.languages(of: row, limit: trait.language.limit)
        let example =
            trait.promise == .events
            ? Counterexample.find(
                row.behaviour, inputs: row.inputs.map(\.name), languages: languages,
                outside: stated.allowed(trait))
            : nil
        let needed = row.verdicts.first { $0.trait == trait.name }?.constraints
        let reason = needed.map { "it holds `\(row.text($0))`" } ?? "the row `\(row.rules)` never keeps it"
        return .isUnsound(reason: reason, example: example?.lines ?? [])
    }

    // MARK: - Missing conformances

    /// The conformances that the tables have and no source states, limited to the traits that the sources mention.
    func missing(_ stated: [(type: String, trait: String)]) -> [Missing] {
        let known = Set(stated.map { "\($0.type): \($0.trait)" })
        let about = Set(stated.map(\.trait))
        var result: [Missing] = []
        var seen: Set<String> = []
        for model in models {
            for (row, own) in model.rows.map({ ($0, true) }) + model.importedRows.map({ ($0, false) }) {
                for verdict in row.verdicts where about.contains(verdict.trait) {
                    // Conformances of imported rows are written in the module of the trait.
                    guard own || model.traits.contains(where: { $0.name == verdict.trait }),
                        let needed = verdict.constraints, !known.contains("\(row.name): \(verdict.trait)"),
                        !isInferred(verdict, row, about),
                        seen.insert("\(row.name): \(verdict.trait)").inserted
                    else { continue }
                    let condition = row.text(needed)
                    result.append(
                        Missing(
                            row: row,
                            conformance: "\(row.name): \(verdict.trait)"
                                + (condition.isEmpty ? "" : " \(condition)")))
                }
            }
        }
        return result
    }

    /// Indicates whether Swift infers the conformance from a narrower trait that the sources mention.
    private func isInferred(_ verdict: Verdict, _ row: Row, _ about: Set<String>) -> Bool {
        verdict.isInferred
            && row.verdicts.contains { narrow in
                about.contains(narrow.trait)
                    && traits[narrow.trait]?.ancestors.contains(verdict.trait) == true
            }
    }
}

extension Verdict {
    /// The constraints under which the trait holds; nil if it never does.
    fileprivate var constraints: [Constraint]? {
        switch outcome {
        case .always: []
        case .when(let constraints): constraints
        case .never: nil
        }
    }
}

extension Row {
    /// The `where` clause of a conformance with these constraints; empty without any.
    fileprivate func text(_ constraints: [Constraint]) -> String {
        let all = constraints.map(\.description) + requirements
        return all.isEmpty ? "" : "where \(all.joined(separator: ", "))"
    }

    /// Indicates whether the type requires a constraint anyway.
    fileprivate func requires(_ constraint: Constraint, _ traits: [String: Trait]) -> Bool {
        inputs.contains { input in
            input.name == constraint.input
                && (input.bound == constraint.trait
                    || input.bound.flatMap { traits[$0] }?.ancestors.contains(constraint.trait) == true)
        }
    }
}

/// The requirements of a conformance, sorted by the tables' knowledge of them.
private struct Stated {
    /// The requirements that parameters have traits, or are types.
    private(set) var constraints: [Constraint] = []
    /// All other requirements, in Swift's notation.
    private(set) var others: [String] = []
    private let traits: [String: Trait]
    /// The unknown requirements, which may restrict the inputs' behaviour.
    private(set) var unknown: [String] = []

    init(_ conformance: SwiftSource.Conformance, _ names: SourceNames, traits: [Trait]) {
        self.traits = Dictionary(traits.map { ($0.name, $0) }) { first, _ in first }
        for requirement in conformance.requirements {
            let left =
                requirement.left.hasPrefix("Self.") ? String(requirement.left.dropFirst(5)) : requirement.left
            if requirement.isEquality {
                let right = names.type(requirement.right[0]) { _ in false }
                constraints.append(Constraint(input: left, trait: right, isType: true))
                others.append("\(left) == \(right)")
                let isOfEvents = ["Output", "Failure"].contains(left.split(separator: ".").last)
                if isOfEvents {
                    if right == "Never" { impossible.insert(left) }
                } else {
                    unknown.append("\(left) == \(right)")
                }
                continue
            }
            for name in requirement.right {
                let found = names.protocols(name, near: conformance.type) { self.traits[$0] != nil }
                let known = found.filter { self.traits[$0] != nil }
                constraints += known.map { Constraint(input: left, trait: $0) }
                for one in found where self.traits[one] == nil && one != "Publisher" {
                    others.append("\(left): \(one)")
                    unknown.append("\(left): \(one)")
                }
            }
        }
    }

    /// The types that have no values, since they are `Never`: `Output`, or `Upstream.Failure`.
    private var impossible: Set<String> = []

    /// Indicates whether all requirements that may restrict the histories are known.
    func isWhole(for row: Row) -> Bool {
        !unknown.contains { text in
            text.contains(" == ")
                || row.inputs.contains { input in
                    text.hasPrefix(input.name + " ") || text.hasPrefix(input.name + ":")
                }
        }
    }

    /// Indicates whether a requirement isn't about the inputs; the type may have such requirements anyway.
    func isBound(_ text: String, of row: Row) -> Bool {
        !text.contains(" == ") && !row.inputs.contains { text.hasPrefix($0.name + ":") }
    }

    private func implies(_ needed: Constraint) -> Bool {
        constraints.contains {
            $0.input == needed.input && $0.isType == needed.isType
                && ($0.trait == needed.trait
                    || !needed.isType && traits[$0.trait]?.ancestors.contains(needed.trait) == true)
        }
    }

    func implies(_ needed: [Constraint]) -> Bool { needed.allSatisfy(implies) }

    /// The possible histories of each input.
    func languages(of row: Row, limit: Int) -> [ShapeSet] {
        row.inputs.map { input in
            if let given = input.given { return given.shapes(limit: limit) }
            return constraints.filter { $0.input == input.name && !$0.isType }.compactMap { traits[$0.trait] }
                .filter { $0.promise == .events }
                .reduce(input.language ?? .all(limit: limit)) { $0.intersection($1.language) }
                .intersection(possible("\(input.name).", limit))
        }
    }

    /// The histories that the trait allows, and the histories that are impossible anyway.
    func allowed(_ trait: Trait) -> ShapeSet {
        var allowed = ShapeSet.all(limit: trait.language.limit)
            .subtracting(possible("", trait.language.limit))
        allowed.formUnion(trait.language)
        return allowed
    }

    private func possible(_ owner: String, _ limit: Int) -> ShapeSet {
        let hasValues = !impossible.contains(owner + "Output")
        let canFail = !impossible.contains(owner + "Failure")
        var result = ShapeSet(limit: limit)
        for shape in ShapeSet.all(limit: limit).shapes
        where (hasValues || shape.values == 0) && (canFail || shape.end != .failed) {
            result.insert(shape)
        }
        return result
    }
}
