/// Derives what holds for a row, checks its claims and preferences against that, and picks the
/// conformances to write.
struct RowDerivation {
    let builder: ModelBuilder
    let deriver: Deriver
    let table: Int
    /// The traits that the row's own table sees.
    let visible: [Int]
    /// The traits that the table of this run sees.
    let allTraits: [Int]
    let givens: [String: GivenRow]
    let diagnostics: DiagnosticSink
    private var known: [Key: [Deriver.Weakest]] = [:]
    private var knownFacts: [Key: [Deriver.Weakest]] = [:]

    private struct Key: Hashable {
        var behaviour: Behaviour
        var bounds: [Int?]
    }

    /// What was chosen for one trait.
    struct Choice {
        var condition: Condition
        var requirements: [String] = []
        /// What is asked of parameters that are no inputs, such as schedulers.
        var others: [Constraint] = []
        var weakest: Condition?
        var alternatives: [Condition] = []
        /// Whether there are more alternatives than are listed.
        var hasMore = false
        var claim: Table.Claim?
    }

    /// A trait that the one at hand refines, and what was chosen for it.
    typealias Wider = (trait: Int, choice: Choice)

    init(
        builder: ModelBuilder, deriver: Deriver, table: Int, visible: [Int], allTraits: [Int],
        givens: [String: GivenRow]
    ) {
        self.givens = givens
        diagnostics = builder.diagnostics
        self.builder = builder
        self.deriver = deriver
        self.table = table
        self.visible = visible
        self.allTraits = allTraits
    }

    var isRoot: Bool { builder.tables[table].isRoot }

    mutating func derive(
        _ row: Table.RowDeclaration, _ behaviour: Behaviour
    ) -> Row {
        let inputs = inputs(row)
        let deliveries = Delivery.all(of: row, behaviour, names: inputs.names)
        let work = Work.all(of: row, behaviour, inputs)
        let choices =
            builder.verdicts == .all || isClaimed(row)
            ? choices(row, behaviour, inputs, deliveries, work) : nil
        var result = assemble(row, behaviour, inputs, choices)
        result.deliveries = deliveries
        result.work = work
        result.isShared = row.shared != nil
        return result
    }

    /// What was chosen for the traits, and where one is refused for want of another, which.
    typealias Choices = (chosen: [Int: Choice], lacking: [Int: String])

    private mutating func choices(
        _ row: Table.RowDeclaration, _ behaviour: Behaviour, _ inputs: (all: [Row.Input], names: [String]),
        _ deliveries: [Delivery], _ work: [Work]
    ) -> Choices {
        let bounds = bounds(inputs)
        // Conditions on an imported row's own traits may use the traits it sees at home alone: the
        // conformance is written there, and has to come out the same.
        let alternatives = weakest(behaviour, bounds, row)
        var choices: [Int: Choice] = [:]
        var lacking: [Int: String] = [:]
        var claims = resolveClaims(row, inputs.names)
        let preferences = resolvePreferences(row, inputs.names)
        for trait in widestFirst(isRoot ? visible : allTraits) {
            var found = alternatives[trait]
            let demands = demands(trait, deliveries, work, inputs)
            if !isAboutEvents(trait) { found = demands.map { weakest(trait, $0, inputs) } ?? .init() }
            let claim = claims.removeValue(forKey: trait)
            let wider = builder.ancestors[trait].compactMap { wide in
                choices[wide].map { (trait: wide, choice: $0) }
            }
            if claim == nil, !found.conditions.isEmpty,
                let lost = builder.ancestors[trait].first(where: { choices[$0] == nil })
            {
                // An imported row was refused that one by a table that didn't know this trait.
                lacking[trait] = builder.traits[lost].declaration.name.value
                continue
            }
            let preference = preferences[trait].map { preference, wanted in
                (
                    preference, wanted,
                    isWeakest: isAboutEvents(trait)
                        ? deriver.isWeakest(
                            wanted, behaviour, bounds: bounds, inside: builder.languages[trait])
                        : found.conditions == [wanted]
                )
            }
            var choice = choose(
                trait, found.conditions, claim, preference, wider, row, inputs.names)
            if claim == nil { choice?.others = demands?.others ?? [] }
            choice?.hasMore = found.hasMore
            choices[trait] = choice
        }
        checkRemedies(row, choices)
        return (choices, lacking)
    }

    func inputs(_ row: Table.RowDeclaration) -> (all: [Row.Input], names: [String]) {
        guard row.kind == .operator else { return ([], []) }
        let all =
            row.inputs?.map { input in
                Row.Input(
                    name: input.name.value, isRepeated: input.isRepeated, bound: input.bound?.value,
                    language: input.bound.flatMap { builder.traitNumbers[$0.value] }.map {
                        builder.languages[$0]
                    },
                    given: input.given.map {
                        Row.Given(
                            type: $0.value, histories: givens[$0.value]?.histories ?? [],
                            isShared: givens[$0.value]?.isShared ?? false)
                    })
            }
            ?? [Row.Input(name: "Upstream", isRepeated: false)]
        return (all, all.names)
    }

    /// For each parameter the trait that is required of it anyway.
    private func bounds(_ inputs: (all: [Row.Input], names: [String])) -> [Int?] {
        inputs.names.map { name in
            inputs.all.first { $0.name == name && $0.bound != nil }?.bound.flatMap {
                builder.traitNumbers[$0]
            }
        }
    }

    /// For each trait, by its number, the weakest conditions.
    private mutating func weakest(
        _ behaviour: Behaviour, _ bounds: [Int?], _ row: Table.RowDeclaration
    ) -> [Deriver.Weakest] {
        let key = Key(behaviour: behaviour, bounds: bounds)
        if let found = known[key] { return found }
        // What is promised about events asks for such promises alone.
        let visible = self.visible.filter(isAboutEvents)
        let allTraits = self.allTraits.filter(isAboutEvents)
        let home = Set(visible)
        let seen = home.union(allTraits)
        var found = builder.traits.map { _ in Deriver.Weakest() }
        do throws(ConditionSearch.TooLong) {
            for trait in builder.traits.indices where seen.contains(trait) {
                found[trait] = try deriver.weakest(
                    behaviour, bounds: bounds, inside: builder.languages[trait], trait: trait,
                    visible: home.contains(trait) ? visible : allTraits)
            }
        } catch {
            diagnostics.report(
                .tooLong, at: row.type.location,
                "it takes too long to find out which traits `\(row.type.value)` keeps",
                help: "give it fewer inputs, or say with bounds or `conforms` what is known of them")
        }
        known[key] = found
        return found
    }

    /// Wider traits before those that refine them, otherwise in the order of declaration.
    func widestFirst(_ traits: [Int]) -> [Int] {
        traits.sorted { (builder.ancestors[$0].count, $0) < (builder.ancestors[$1].count, $1) }
    }

    // MARK: - Conditions

    func constraints(_ condition: Condition, _ names: [String]) -> [Constraint] {
        zip(names, condition.parameters).flatMap { name, traits in
            traits.numbers.map { Constraint(input: name, trait: builder.traits[$0].declaration.name.value) }
        }
    }

    func text(_ condition: Condition, _ names: [String]) -> String {
        let parts = constraints(condition, names)
        return parts.isEmpty ? "always" : "`where \(parts.map(\.description).joined(separator: ", "))`"
    }

    // MARK: - Choosing

    func choose(
        _ trait: Int, _ found: [Condition], _ claim: (Table.Claim, Condition, [String])?,
        _ preference: (Table.Preference, Condition, isWeakest: Bool)?, _ wider: [Wider],
        _ row: Table.RowDeclaration,
        _ names: [String]
    ) -> Choice? {
        var ordered = found
        if let (preference, wanted, isWeakest) = preference {
            if isWeakest && found != [wanted] {
                ordered.removeAll { $0 == wanted }
                ordered.insert(wanted, at: 0)
            } else {
                let name = preference.trait.value
                diagnostics.report(
                    found == [wanted]
                        ? Diagnostic(
                            .needlessPreference, at: preference.location,
                            "`\(name)` has one condition, so there is nothing to prefer",
                            help: "remove the preference")
                        : Diagnostic(
                            .wrongPreference, at: preference.location,
                            "`\(row.type.value)` doesn't keep `\(name)` under just this condition",
                            help: found.isEmpty
                                ? "it keeps it under none"
                                : "it does \(found.map { text($0, names) }.joined(separator: " or "))"))
            }
        }
        if let (claim, condition, requirements) = claim {
            return choose(claim, condition, requirements, trait, ordered, wider, row, names)
        }
        guard let first = ordered.first else { return nil }
        let fitting = ordered.first { one in
            wider.allSatisfy { deriver.order.implies(one, $0.choice.condition) }
        }
        let isPreferred = preference != nil || fitting == nil
        let weakest = isPreferred ? first : fitting ?? first
        let condition = wider.reduce(weakest) { deriver.order.meet($0, $1.choice.condition) }
        let requirements = wider.reduce(into: [String]()) { result, wide in
            result += wide.choice.requirements.filter { !result.contains($0) }
        }
        return Choice(
            condition: condition, requirements: requirements, weakest: condition == weakest ? nil : weakest,
            alternatives: ordered.filter { $0 != weakest })
    }

    func choose(
        _ claim: Table.Claim, _ condition: Condition, _ requirements: [String], _ trait: Int,
        _ found: [Condition],
        _ wider: [Wider], _ row: Table.RowDeclaration, _ names: [String]
    ) -> Choice {
        let name = builder.traits[trait].declaration.name.value
        if let derived = found.first(where: { deriver.order.implies(condition, $0) }) {
            diagnostics.report(
                .needlessClaim, at: claim.location,
                "`\(row.type.value)` keeps `\(name)` \(text(derived, names)) by its rules",
                help: "remove the claim")
        }
        for (ancestor, wide) in wider
        where !deriver.order.implies(condition, wide.condition)
            || !wide.requirements.allSatisfy(requirements.contains)
        {
            let ancestorName = builder.traits[ancestor].declaration.name.value
            diagnostics.report(
                .incompleteClaim, at: claim.location,
                "the claim needs `\(ancestorName)`, which holds \(text(wide.condition, names))",
                help: "make the condition of the claim imply that one")
        }
        let held = wider.map(\.trait)
        if let missing = builder.ancestors[trait].first(where: { !held.contains($0) }) {
            let missingName = builder.traits[missing].declaration.name.value
            diagnostics.report(
                .incompleteClaim, at: claim.location,
                "the claim needs `\(missingName)`, which `\(row.type.value)` doesn't keep",
                help: "claim `\(missingName)` as well")
        }
        return Choice(
            condition: condition, requirements: requirements,
            alternatives: found.filter { !deriver.order.implies(condition, $0) },
            claim: claim)
    }

    // MARK: - Result

    mutating func assemble(
        _ row: Table.RowDeclaration, _ behaviour: Behaviour, _ inputs: (all: [Row.Input], names: [String]),
        _ found: Choices?
    ) -> Row {
        let (choices, lacking) = found ?? ([:], [:])
        let rowRequirements = row.requirements.map(\.text)
        // Another library needn't have what the author advises.
        let remedies = builder.isHome(table) ? row.remedies : []
        func isUnconditional(_ choice: Choice) -> Bool {
            choice.condition.isEmpty && choice.others.isEmpty && choice.requirements.isEmpty
                && rowRequirements.isEmpty
        }
        let reported = found == nil ? [] : (isRoot ? visible : allTraits).sorted()
        var verdicts: [Verdict] = []
        var conformances: [Conformance] = []
        for trait in reported {
            let name = builder.traits[trait].declaration.name.value
            guard let choice = choices[trait] else {
                verdicts.append(
                    Verdict(
                        trait: name, outcome: .never, alternatives: [], weakest: nil, claim: nil,
                        because: nil, isInferred: false, lacks: lacking[trait]))
                continue
            }
            let isInferred = reported.contains { narrow in
                builder.ancestors[narrow].contains(trait) && (choices[narrow].map(isUnconditional) ?? false)
            }
            let constraints = constraints(choice.condition, inputs.names) + choice.others
            verdicts.append(
                Verdict(
                    trait: name, outcome: constraints.isEmpty ? .always : .when(constraints),
                    alternatives: choice.alternatives.map { self.constraints($0, inputs.names) },
                    hasMoreAlternatives: choice.hasMore,
                    weakest: choice.weakest.map { self.constraints($0, inputs.names) },
                    claim: choice.claim?.location, because: choice.claim?.because, isInferred: isInferred))
            guard !isInferred, isRoot || builder.tables[builder.traits[trait].table].isRoot else { continue }
            let requirements =
                choice.requirements + rowRequirements.filter { !choice.requirements.contains($0) }
            conformances.append(
                Conformance(
                    trait: name, constraints: constraints, requirements: requirements,
                    isRetroactive: row.module != nil
                        && builder.tables[builder.traits[trait].table].module != nil,
                    because: choice.claim?.because, location: choice.claim?.location ?? row.type.location))
        }
        return Row(
            kind: row.kind, type: row.type.value, module: row.module?.value ?? builder.tables[table].module,
            inputs: inputs.all, behaviour: behaviour, rules: row.clauses.joined(separator: "   "),
            documentation: row.documentation, because: row.because, since: row.since,
            backends: row.backends.map(\.value), requirements: rowRequirements, samples: row.samples,
            unsampled: row.unsampled?.value, unseen: row.unseen?.value, exemptions: row.exemptions,
            unseenHistories: row.unseenHistories, survivors: row.survivors,
            location: row.type.location, verdicts: verdicts, conformances: conformances,
            facts: found == nil ? [] : facts(row, behaviour, inputs.names, bounds(inputs), choices),
            remedies: Dictionary(remedies.map { ($0.trait.value, $0.text) }) { first, _ in first },
            lostMethods: Dictionary(
                remedies.compactMap { remedy in remedy.method.map { (remedy.trait.value, $0) } }
            ) { first, _ in first })
    }

    /// The facts follow the same derivation, over the traits that have a fact: only those can be
    /// asked of an input while the program runs. Unlike a conformance, a fact can say "A or B".
    mutating func facts(
        _ row: Table.RowDeclaration, _ behaviour: Behaviour, _ names: [String], _ bounds: [Int?],
        _ choices: [Int: Choice]
    ) -> [Fact] {
        let own = builder.facts.filter { $0.table == table }
        guard isRoot, !own.isEmpty else { return [] }
        let askable = builder.facts.filter { builder.tables[table].visible.contains($0.table) }
        let traits = Array(Set(askable.map(\.trait))).sorted()
        let key = Key(behaviour: behaviour, bounds: bounds)
        let found =
            knownFacts[key]
            ?? own.map { fact in
                let found = try? deriver.weakest(
                    behaviour, bounds: bounds, inside: builder.languages[fact.trait], trait: fact.trait,
                    visible: traits)
                return found ?? Deriver.Weakest()
            }
        knownFacts[key] = found
        func operands(_ condition: Condition) -> [Fact.Operand] {
            zip(names, condition.parameters).flatMap { name, needed in
                needed.numbers.compactMap { trait in
                    askable.first { $0.trait == trait }.map {
                        Fact.Operand(input: name, name: $0.declaration.name.value)
                    }
                }
            }
        }
        return zip(own, found).map { fact, weakest in
            var alternatives = weakest.conditions.map(operands)
            if alternatives.isEmpty, let choice = choices[fact.trait], choice.claim != nil,
                choice.requirements.isEmpty, row.requirements.isEmpty,
                choice.condition.parameters.allSatisfy({ $0.isSubset(of: TraitSet(traits)) })
            {
                alternatives = [operands(choice.condition)]
            }
            return Fact(
                name: fact.declaration.name.value, trait: fact.declaration.trait.value,
                alternatives: alternatives)
        }
    }
}
