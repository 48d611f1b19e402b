import TraitgenCore

/// The effects of a change of tables on clients.
struct Difference {
    /// The effect of a change on clients.
    enum Effect: String, CaseIterable {
        /// Code of clients may no longer compile.
        case source
        /// Code of clients compiles, but may behave differently.
        case behaviour
        /// Nothing breaks.
        case none

        var title: String {
            switch self {
            case .source: "Breaks the source of clients"
            case .behaviour: "May change how programs behave"
            case .none: "Breaks nothing"
            }
        }
    }

    /// The kinds of changes; their words are for scripts and lists of accepted changes.
    enum Kind: String, CaseIterable {
        case traitRemoved = "trait-removed"
        case traitAdded = "trait-added"
        case traitPromiseChanged = "trait-promise-changed"
        case refinementRemoved = "refinement-removed"
        case refinementAdded = "refinement-added"
        case memberRemoved = "member-removed"
        case memberAdded = "member-added"
        case promiseWeakened = "promise-weakened"
        case promiseStrengthened = "promise-strengthened"
        case eraserRemoved = "eraser-removed"
        case eraserAdded = "eraser-added"
        case rowRemoved = "row-removed"
        case rowAdded = "row-added"
        case rowChanged = "row-changed"
        case promiseLost = "promise-lost"
        case promiseGained = "promise-gained"
        case conditionRelaxed = "condition-relaxed"
        case conditionChanged = "condition-changed"
    }

    /// A change of the interface.
    struct Change {
        let effect: Effect
        let kind: Kind
        /// The trait, eraser or publisher type.
        let subject: String
        /// The trait that a publisher type gains or loses.
        var trait: String?
        var old: String?
        var new: String?
        /// The place in the new tables, or in the old tables for a removed declaration.
        let location: SourceLocation?
        /// A sentence about the subject, which it leaves out.
        let text: String
        /// A Boolean value that indicates whether the project accepts what it breaks.
        var isAccepted = false

        /// The name in a list of accepted changes: the subject, with the trait or the member that it loses.
        var name: String {
            let member = kind == .memberRemoved ? old?.replacing("`", with: "") : nil
            return [subject, trait, member].compactMap { $0 }.joined(separator: " ")
        }
    }

    private(set) var changes: [Change] = []
    private let old: Interface
    private let new: Interface

    init(from old: [Model], to new: [Model]) {
        self.old = Interface(old)
        self.new = Interface(new)
        compareTraits()
        compareErasers()
        compareRows()
    }

    /// The changes with an effect, without the accepted ones.
    func changes(_ effect: Effect) -> [Change] { changes.filter { $0.effect == effect && !$0.isAccepted } }

    /// The changes that break something, and are accepted.
    var accepted: [Change] { changes.filter(\.isAccepted) }

    mutating func accept(_ lines: inout AcceptedLines) {
        for (index, change) in changes.enumerated() where change.effect != .none {
            changes[index].isAccepted = lines.takes(change.kind.rawValue, change.name)
        }
    }

    private mutating func add(
        _ effect: Effect, _ kind: Kind, _ subject: String, _ text: String, at location: SourceLocation?,
        trait: String? = nil, old: String? = nil, new: String? = nil
    ) {
        changes.append(
            Change(
                effect: effect, kind: kind, subject: subject, trait: trait, old: old, new: new,
                location: location, text: text))
    }

    // MARK: - Traits

    private mutating func compareTraits() {
        for trait in old.traits where new.trait(trait.name) == nil {
            let keepers = old.rows.filter { !old.promises(of: $0.name, trait.name).isEmpty }.count
            add(
                .source, .traitRemoved, trait.name, "is gone; \(Self.types(keepers)) kept it",
                at: trait.location)
        }
        for trait in new.traits {
            guard let before = old.trait(trait.name) else {
                let keepers = new.rows.filter { !new.promises(of: $0.name, trait.name).isEmpty }.count
                add(
                    .none, .traitAdded, trait.name, "is new; \(Self.types(keepers)) keep it",
                    at: trait.location)
                continue
            }
            compare(before, trait)
        }
    }

    private static func types(_ count: Int) -> String { count == 1 ? "one type" : "\(count) types" }

    private mutating func compare(_ before: Trait, _ trait: Trait) {
        if before.promise != trait.promise {
            let (was, now) = (before.subject, trait.subject)
            add(
                .source, .traitPromiseChanged, trait.name, "promises \(now), before \(was)",
                at: trait.location, old: was, new: now)
            return
        }
        for parent in before.refines where !trait.ancestors.contains(parent) {
            add(
                .source, .refinementRemoved, trait.name, "no longer refines `\(parent)`",
                at: trait.location, trait: parent)
        }
        for parent in trait.refines where !before.ancestors.contains(parent) {
            add(
                .source, .refinementAdded, trait.name,
                "refines `\(parent)`, to which types of clients that conform have to conform as well",
                at: trait.location, trait: parent)
        }
        let members = trait.members
        for member in before.members where !members.contains(member) {
            add(
                .source, .memberRemoved, trait.name, "no longer has \(member)", at: trait.location,
                old: member)
        }
        for member in members where !before.members.contains(member) {
            add(.none, .memberAdded, trait.name, "has \(member)", at: trait.location, new: member)
        }
        let limit = max(before.language.limit, trait.language.limit)
        let (was, now) = (before.language.expanded(to: limit), trait.language.expanded(to: limit))
        if let more = now.subtracting(was).shapes.first {
            add(
                .behaviour, .promiseWeakened, trait.name, "promises less: it allows `\(more.marbles)` now",
                at: trait.location, new: more.marbles)
        }
        if let less = was.subtracting(now).shapes.first {
            add(
                .behaviour, .promiseStrengthened, trait.name,
                "promises more: types of clients that conform must not do `\(less.marbles)` any more",
                at: trait.location, old: less.marbles)
        }
    }

    private mutating func compareErasers() {
        let (before, now) = (old.erasers, new.erasers)
        for eraser in before where !now.contains(eraser) {
            add(.source, .eraserRemoved, eraser, "is gone", at: nil)
        }
        for eraser in now where !before.contains(eraser) {
            add(.none, .eraserAdded, eraser, "is new", at: nil)
        }
    }

    // MARK: - Rows

    private mutating func compareRows() {
        for row in old.rows where new.row(row.name) == nil {
            let kept = old.visible.map(\.name).filter { !old.promises(of: row.name, $0).isEmpty }
            add(
                kept.isEmpty ? .none : .source, .rowRemoved, row.name,
                kept.isEmpty
                    ? "has no row any more"
                    : "has no row any more; it kept \(kept.map { "`\($0)`" }.joined(separator: ", "))",
                at: row.location)
        }
        for row in new.rows {
            guard let before = old.row(row.name) else {
                let kept = new.visible.map(\.name).filter { !new.promises(of: row.name, $0).isEmpty }
                let list = kept.isEmpty ? "no trait" : kept.map { "`\($0)`" }.joined(separator: ", ")
                add(.none, .rowAdded, row.name, "has a row; it keeps \(list)", at: row.location)
                continue
            }
            if before.conduct != row.conduct {
                // A part that hasn't changed isn't told.
                let parts = zip(before.conduct, row.conduct).filter { $0 != $1 }
                let was = parts.map { $0.0 }.joined(separator: "; ")
                let now = parts.map { $0.1 }.joined(separator: "; ")
                add(
                    .behaviour, .rowChanged, row.name, "does `\(now)`, before `\(was)`", at: row.location,
                    old: was, new: now)
            }
            for trait in new.visible where old.sees(trait.name) { compare(row, trait) }
            // A trait of an import that is gone takes its promises along. The table's own are reported once, above.
            for trait in old.visible where !new.sees(trait.name) && old.trait(trait.name) == nil {
                compare(row, trait)
            }
        }
    }

    private mutating func compare(_ row: Row, _ trait: Trait) {
        let before = old.promises(of: row.name, trait.name)
        let now = new.promises(of: row.name, trait.name)
        let (was, condition) = (Interface.text(before), Interface.text(now))
        func change(_ effect: Effect, _ kind: Kind, _ text: String) {
            add(
                effect, kind, row.name, text, at: row.location, trait: trait.name,
                old: before.isEmpty ? nil : was, new: now.isEmpty ? nil : condition)
        }
        switch (before.isEmpty, now.isEmpty) {
        case (true, true): return
        case (false, true):
            change(.source, .promiseLost, "no longer keeps `\(trait.name)`; it kept it \(was)")
        case (true, false): change(.none, .promiseGained, "keeps `\(trait.name)` \(condition)")
        case (false, false):
            if was == condition { return }
            let isWider = before.allSatisfy { old in now.contains { new.implies(old, $0, of: row) } }
            change(
                isWider ? .none : .source, isWider ? .conditionRelaxed : .conditionChanged,
                "keeps `\(trait.name)` \(condition), before \(was)")
        }
    }
}

/// The promises of all tables together.
private struct Interface {
    /// A condition under which a trait is kept.
    struct Promise: Hashable {
        let constraints: [Constraint]
        let requirements: [String]
    }

    private struct Key: Hashable {
        let type: String
        let trait: String
    }

    /// The traits that the tables declare.
    private(set) var traits: [Trait] = []
    /// The traits that rows are derived for: those of imported tables come first.
    private(set) var visible: [Trait] = []
    private(set) var rows: [Row] = []
    private var traitNumbers: [String: Int] = [:]
    private var rowNumbers: [String: Int] = [:]
    private var promises: [Key: [Promise]] = [:]

    init(_ models: [Model]) {
        for model in models {
            for trait in model.allTraits where !sees(trait.name) { visible.append(trait) }
            for trait in model.traits where traitNumbers[trait.name] == nil {
                traitNumbers[trait.name] = traits.count
                traits.append(trait)
            }
            for row in model.rows {
                if rowNumbers[row.name] == nil {
                    rowNumbers[row.name] = rows.count
                    rows.append(row)
                }
                note(row, row.verdicts)
            }
            // Conformances of imported rows to imported traits belong to the imported tables.
            let own = Set(model.traits.map(\.name))
            for row in model.importedRows { note(row, row.verdicts.filter { own.contains($0.trait) }) }
        }
    }

    private mutating func note(_ row: Row, _ verdicts: [Verdict]) {
        for verdict in verdicts {
            let constraints: [Constraint]
            switch verdict.outcome {
            case .never: continue
            case .always: constraints = []
            case .when(let found): constraints = found
            }
            let promise = Promise(constraints: constraints, requirements: verdict.requirements)
            let key = Key(type: row.name, trait: verdict.trait)
            if promises[key]?.contains(promise) != true { promises[key, default: []].append(promise) }
        }
    }

    func sees(_ trait: String) -> Bool { visible.contains { $0.name == trait } }
    func trait(_ name: String) -> Trait? { traitNumbers[name].map { traits[$0] } }
    func row(_ type: String) -> Row? { rowNumbers[type].map { rows[$0] } }
    func promises(of type: String, _ trait: String) -> [Promise] {
        promises[Key(type: type, trait: trait)] ?? []
    }

    /// The types that erase a publisher's type.
    var erasers: [String] {
        let events = traits.filter { $0.promise == .events }
        let places = traits.filter { $0.place != nil }
        let shared = traits.filter { $0.promise == .sharing }
        return traits.map(\.eraser)
            + places.flatMap { place in (events + shared).map(place.eraser) }
            + shared.flatMap { one in events.map(one.eraser) }
    }

    /// Indicates whether an old condition implies a new condition, given the current refinements of traits.
    func implies(_ old: Promise, _ new: Promise, of row: Row) -> Bool {
        guard Set(new.requirements).isSubset(of: old.requirements) else { return false }
        return new.constraints.allSatisfy { wanted in
            let given = old.constraints.filter { $0.input == wanted.input && $0.isType == wanted.isType }
                .map(\.trait)
            let bound = row.inputs.filter { $0.name == wanted.input }.compactMap(\.bound)
            return (given + bound).contains { name in
                name == wanted.trait
                    || visible.first { $0.name == name }?.ancestors.contains(wanted.trait) == true
            }
        }
    }

    static func text(_ promises: [Promise]) -> String {
        let texts = promises.map { promise in
            let all = promise.constraints.map(\.description) + promise.requirements
            return all.isEmpty ? "always" : "where `\(all.joined(separator: ", "))`"
        }
        return texts.joined(separator: " or ")
    }
}

extension Row {
    /// The row's statements about events, about their places and about shared work.
    fileprivate var conduct: [String] {
        let inputs = inputs.map(\.text).joined(separator: ", ")
        let places = deliveries.map { $0.text(parameters) }.joined(separator: ", ")
        let begins = work.map { $0.text(parameters) }.joined(separator: ", ")
        var text = rules
        if !self.inputs.isEmpty, inputs != "Upstream" { text += " (\(inputs))" }
        let sharing =
            isShared ? "shared" : begins.isEmpty ? "begins nothing" : "each subscriber begins \(begins)"
        // The text is quoted with backticks where it is shown.
        return [text, "arrives \(places)", sharing].map { $0.replacing("`", with: "") }
    }
}

extension Trait {
    /// The trait's promise, in words.
    fileprivate var subject: String { place.map { "that events arrive on `\($0)`" } ?? promise.text }

    /// The members of the trait's family besides the protocol and the eraser, in words.
    fileprivate var members: [String] {
        guard promise == .events else { return [] }
        var members: [String] = []
        for (name, isThere) in [
            ("just", allowsJust), ("fail", allowsFail), ("empty", allowsEmpty), ("never", allowsNever),
        ] where isThere {
            members.append("`\(eraser).\(name)`")
        }
        if hasCheck { members.append("`check\(shortName)()`") }
        if resultKind != .none { members.append("`sink\(shortName)` with a \(resultKind.rawValue)") }
        return members
    }
}

extension ShapeSet {
    /// The same histories with a larger limit.
    fileprivate func expanded(to limit: Int) -> ShapeSet {
        var result = ShapeSet(limit: limit)
        for shape in shapes {
            for values in shape.values...(shape.values == self.limit ? limit : shape.values) {
                result.insert(Shape(first: shape.first, values: values, end: shape.end))
            }
        }
        return result
    }
}
