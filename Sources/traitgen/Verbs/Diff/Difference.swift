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

    /// A change; ``kind`` is a stable word for scripts.
    struct Change {
        let effect: Effect
        let kind: String
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

    func changes(_ effect: Effect) -> [Change] { changes.filter { $0.effect == effect } }

    private mutating func add(
        _ effect: Effect, _ kind: String, _ subject: String, _ text: String, at location: SourceLocation?,
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
                .source, "trait-removed", trait.name, "is gone; \(Self.types(keepers)) kept it",
                at: trait.location)
        }
        for trait in new.traits {
            guard let before = old.trait(trait.name) else {
                let keepers = new.rows.filter { !new.promises(of: $0.name, trait.name).isEmpty }.count
                add(
                    .none, "trait-added", trait.name, "is new; \(Self.types(keepers)) keep it",
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
                .source, "trait-promise-changed", trait.name, "promises \(now), before \(was)",
                at: trait.location, old: was, new: now)
            return
        }
        for parent in before.refines where !trait.ancestors.contains(parent) {
            add(
                .source, "refinement-removed", trait.name, "no longer refines `\(parent)`",
                at: trait.location, trait: parent)
        }
        for parent in trait.refines where !before.ancestors.contains(parent) {
            add(
                .source, "refinement-added", trait.name,
                "refines `\(parent)`, to which types of clients that conform have to conform as well",
                at: trait.location, trait: parent)
        }
        let members = trait.members
        for member in before.members where !members.contains(member) {
            add(
                .source, "member-removed", trait.name, "no longer has \(member)", at: trait.location,
                old: member)
        }
        for member in members where !before.members.contains(member) {
            add(.none, "member-added", trait.name, "has \(member)", at: trait.location, new: member)
        }
        let limit = max(before.language.limit, trait.language.limit)
        let (was, now) = (before.language.expanded(to: limit), trait.language.expanded(to: limit))
        if let more = now.subtracting(was).shapes.first {
            add(
                .behaviour, "promise-weakened", trait.name, "promises less: it allows `\(more.marbles)` now",
                at: trait.location, new: more.marbles)
        }
        if let less = was.subtracting(now).shapes.first {
            add(
                .behaviour, "promise-strengthened", trait.name,
                "promises more: types of clients that conform must not do `\(less.marbles)` any more",
                at: trait.location, old: less.marbles)
        }
    }

    private mutating func compareErasers() {
        let (before, now) = (old.erasers, new.erasers)
        for eraser in before where !now.contains(eraser) {
            add(.source, "eraser-removed", eraser, "is gone", at: nil)
        }
        for eraser in now where !before.contains(eraser) {
            add(.none, "eraser-added", eraser, "is new", at: nil)
        }
    }

    // MARK: - Rows

    private mutating func compareRows() {
        for row in old.rows where new.row(row.name) == nil {
            let kept = old.visible.map(\.name).filter { !old.promises(of: row.name, $0).isEmpty }
            add(
                kept.isEmpty ? .none : .source, "row-removed", row.name,
                kept.isEmpty
                    ? "has no row any more"
                    : "has no row any more; it kept \(kept.map { "`\($0)`" }.joined(separator: ", "))",
                at: row.location)
        }
        for row in new.rows {
            guard let before = old.row(row.name) else {
                let kept = new.visible.map(\.name).filter { !new.promises(of: row.name, $0).isEmpty }
                let list = kept.isEmpty ? "no trait" : kept.map { "`\($0)`" }.joined(separator: ", ")
                add(.none, "row-added", row.name, "has a row; it keeps \(list)", at: row.location)
                continue
            }
            let (was, now) = (before.conduct, row.conduct)
            if was != now {
                add(
                    .behaviour, "row-changed", row.name, "does `\(now)`, before `\(was)`", at: row.location,
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
        func change(_ effect: Effect, _ kind: String, _ text: String) {
            add(
                effect, kind, row.name, text, at: row.location, trait: trait.name,
                old: before.isEmpty ? nil : was, new: now.isEmpty ? nil : condition)
        }
        switch (before.isEmpty, now.isEmpty) {
        case (true, true): return
        case (false, true):
            change(.source, "promise-lost", "no longer keeps `\(trait.name)`; it kept it \(was)")
        case (true, false): change(.none, "promise-gained", "keeps `\(trait.name)` \(condition)")
        case (false, false):
            if was == condition { return }
            let isWider = before.allSatisfy { old in now.contains { new.implies(old, $0, of: row) } }
            change(
                isWider ? .none : .source, isWider ? "condition-relaxed" : "condition-changed",
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
    /// The row's statements about events, in one line.
    fileprivate var conduct: String {
        let inputs = inputs.map(\.text).joined(separator: ", ")
        let places = deliveries.map { $0.text(parameters) }.joined(separator: ", ")
        let begins = work.map { $0.text(parameters) }.joined(separator: ", ")
        var text = rules
        if !self.inputs.isEmpty, inputs != "Upstream" { text += " (\(inputs))" }
        text += "; arrives \(places)"
        text += isShared ? "; shared" : begins.isEmpty ? "" : "; each subscriber begins \(begins)"
        // The text is quoted with backticks where it is shown.
        return text.replacing("`", with: "")
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
