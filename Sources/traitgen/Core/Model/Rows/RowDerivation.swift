/// Derives the verdicts for the rows of one table, checks claims and preferences against them, and picks the conformances to
/// write.
final class RowDerivation {
    let basis: ModelBasis
    let traits: KnownTraits
    let deriver: Deriver
    let table: Int
    /// The traits that the row's own table sees.
    let visible: [Int]
    /// The traits that the table of this run sees, without traits for which no module writes the row's conformance.
    let allTraits: [Int]
    let givens: [String: GivenRow]
    let diagnostics: DiagnosticSink
    private let verdicts: ModelBuilder.Verdicts
    private var known: [Key: [Deriver.Weakest]] = [:]
    private var knownFacts: [Key: [Deriver.Weakest]] = [:]

    fileprivate struct Key: Hashable {
        var behaviour: Behaviour
        var bounds: [Int?]
    }

    /// A row with the facts about it that depend on no trait.
    struct Subject {
        let row: Table.RowDeclaration
        let behaviour: Behaviour
        let inputs: [Row.Input]
        /// The parameters, each once.
        let names: [String]
        /// For each parameter, the trait that bounds it.
        let bounds: [Int?]
        let deliveries: [Delivery]
        let work: [Work]

        fileprivate var key: Key { Key(behaviour: behaviour, bounds: bounds) }

        /// Indicates whether a parameter is always the same publisher.
        func isGiven(_ number: Int) -> Bool { inputs.first { $0.name == names[number] }?.given != nil }
    }

    init(
        _ basis: ModelBasis, table: Int, deriver: Deriver, givens: [String: GivenRow],
        verdicts: ModelBuilder.Verdicts, diagnostics: DiagnosticSink
    ) {
        self.basis = basis
        traits = basis.traits
        self.table = table
        visible = basis.visible[table]
        allTraits = basis.visible[basis.tables.count - 1].filter { basis.isWritten($0, forRowsOf: table) }
        self.deriver = deriver
        self.givens = givens
        self.verdicts = verdicts
        self.diagnostics = diagnostics
    }

    var isRoot: Bool { basis.tables[table].isRoot }

    func derive(_ row: Table.RowDeclaration, _ inputs: RowInputs, _ behaviour: Behaviour) -> Row {
        let subject = subject(row, inputs, behaviour)
        let choices = verdicts == .all || isClaimed(row) ? choices(for: subject) : nil
        return assemble(subject, choices)
    }

    private func subject(
        _ row: Table.RowDeclaration, _ rowInputs: RowInputs, _ behaviour: Behaviour
    ) -> Subject {
        let inputs = inputs(rowInputs)
        let names = rowInputs.names
        return Subject(
            row: row, behaviour: behaviour, inputs: inputs, names: names,
            bounds: names.map { name in
                inputs.first { $0.name == name && $0.bound != nil }?.bound.flatMap { traits.numbers[$0] }
            },
            deliveries: Delivery.all(of: row, behaviour, names: names),
            work: Work.all(of: row, behaviour, inputs))
    }

    private func inputs(_ inputs: RowInputs) -> [Row.Input] {
        inputs.declared.map { input in
            Row.Input(
                name: input.name.value, isRepeated: input.isRepeated, bound: input.bound?.value,
                language: input.bound.flatMap { traits.numbers[$0.value] }.map { traits.languages[$0] },
                given: input.given.map {
                    Row.Given(
                        type: $0.value, histories: givens[$0.value]?.histories ?? [],
                        isShared: givens[$0.value]?.isShared ?? false)
                })
        }
    }

    // MARK: - Conditions

    /// The choices for the traits, and, for traits that are refused for lack of a refined trait, that trait.
    typealias Choices = (chosen: [Int: Choice], lacking: [Int: String])

    private func choices(for subject: Subject) -> Choices {
        // Conditions of an imported row's own traits may use only the traits that its own table sees: the conformance is
        // written there, and must be the same here.
        let alternatives = weakest(subject)
        var choices: [Int: Choice] = [:]
        var lacking: [Int: String] = [:]
        var claims = resolveClaims(subject)
        let preferences = resolvePreferences(subject)
        for trait in widestFirst(isRoot ? visible : allTraits) {
            let demands = demands(trait, subject)
            let found =
                isAboutEvents(trait)
                ? alternatives[trait] : demands.map { weakest(trait, $0, subject) } ?? .init()
            let claim = claims.removeValue(forKey: trait)
            if claim == nil, !found.conditions.isEmpty,
                let lost = traits.ancestors[trait].first(where: { choices[$0] == nil })
            {
                // The imported row lost the refined trait in its own table, which doesn't know this trait.
                lacking[trait] = traits.name(lost)
                continue
            }
            let others = demands?.others ?? []
            // The derived conditions don't apply to a claim that lacks a constraint on a parameter that is no input.
            let isNarrow = others.allSatisfy { claim?.requirements.contains($0.description) ?? true }
            let options = Options(
                trait: trait, found: isNarrow ? found.conditions : [], claim: claim,
                preference: checked(preferences[trait], others),
                wider: traits.ancestors[trait].compactMap { wide in
                    choices[wide].map { (trait: wide, choice: $0) }
                })
            var choice = choose(options, for: subject)
            if claim == nil { choice?.others = others }
            choice?.hasMore = found.hasMore
            choices[trait] = choice
        }
        checkRemedies(subject, choices)
        return (choices, lacking)
    }

    /// For each trait, by its number, the weakest conditions.
    private func weakest(_ subject: Subject) -> [Deriver.Weakest] {
        if let found = known[subject.key] { return found }
        // Conditions of a promise about events consist of such promises alone.
        let visible = self.visible.filter(isAboutEvents)
        let allTraits = self.allTraits.filter(isAboutEvents)
        let home = Set(visible)
        // The conformance to a trait that the row's own table doesn't see is written with the trait.
        func seen(with trait: Int) -> [Int] { basis.visible[traits.all[trait].table].filter(isAboutEvents) }
        let all = home.union(allTraits)
        var found = traits.all.map { _ in Deriver.Weakest() }
        do throws(ConditionSearch.TooLong) {
            for trait in traits.all.indices where all.contains(trait) {
                found[trait] = try deriver.weakest(
                    subject.behaviour, bounds: subject.bounds, inside: traits.languages[trait], trait: trait,
                    visible: home.contains(trait) ? visible : seen(with: trait))
            }
        } catch {
            let type = subject.row.type
            diagnostics.report(
                .tooLong, at: type.location,
                "it takes too long to find out which traits `\(type.value)` keeps",
                help: "give it fewer inputs, or say with bounds or `conforms` what is known of them")
        }
        known[subject.key] = found
        return found
    }

    /// Sorts traits: wider traits before their refinements, otherwise in the order of declaration.
    private func widestFirst(_ numbers: [Int]) -> [Int] {
        numbers.sorted { (traits.ancestors[$0].count, $0) < (traits.ancestors[$1].count, $1) }
    }

    // MARK: - Result

    private func assemble(_ subject: Subject, _ found: Choices?) -> Row {
        let row = subject.row
        let (choices, lacking) = found ?? ([:], [:])
        let rowRequirements = row.requirements.map(\.text)
        // The author's remedies name operators that another library may lack.
        let remedies = basis.isHome(table) ? row.remedies : []
        func isUnconditional(_ choice: Choice) -> Bool {
            choice.condition.isEmpty && choice.others.isEmpty && choice.requirements.isEmpty
                && rowRequirements.isEmpty
        }
        let reported = found == nil ? [] : (isRoot ? visible : allTraits).sorted()
        // Collected once: a search for each trait takes time that grows with the cube of a chain of traits.
        let inferred = Set(
            reported.filter { choices[$0].map(isUnconditional) ?? false }.flatMap { traits.ancestors[$0] })
        var verdicts: [Verdict] = []
        var conformances: [Conformance] = []
        for trait in reported {
            let name = traits.name(trait)
            guard let choice = choices[trait] else {
                verdicts.append(
                    Verdict(
                        trait: name, outcome: .never, alternatives: [], weakest: nil, claim: nil,
                        because: nil, isInferred: false, lacks: lacking[trait]))
                continue
            }
            let isInferred = inferred.contains(trait)
            let constraints = constraints(choice.condition, subject.names) + choice.others
            let requirements =
                choice.requirements + rowRequirements.filter { !choice.requirements.contains($0) }
            verdicts.append(
                Verdict(
                    trait: name, outcome: constraints.isEmpty ? .always : .when(constraints),
                    requirements: requirements,
                    alternatives: choice.alternatives.map { self.constraints($0, subject.names) },
                    hasMoreAlternatives: choice.hasMore,
                    weakest: choice.weakest.map { self.constraints($0, subject.names) },
                    claim: choice.claim?.location, because: choice.claim?.because, isInferred: isInferred))
            guard !isInferred, isRoot || basis.isOwn(trait) else { continue }
            conformances.append(
                Conformance(
                    trait: name, constraints: constraints, requirements: requirements,
                    isRetroactive: row.module != nil
                        && basis.tables[traits.all[trait].table].module != nil,
                    because: choice.claim?.because, location: choice.claim?.location ?? row.type.location))
        }
        return Row(
            kind: row.kind, type: row.type.value, module: row.module?.value ?? basis.tables[table].module,
            inputs: subject.inputs, behaviour: subject.behaviour, deliveries: subject.deliveries,
            saysPlaces: row.places != nil, work: subject.work,
            isShared: row.shared != nil, rules: row.clauses.joined(separator: "   "),
            documentation: row.documentation, because: row.because,
            backends: row.backends.map(\.value), build: row.build?.value, requirements: rowRequirements,
            samples: row.samples,
            unsampled: row.unsampled?.value, unseen: row.unseen?.value, exemptions: row.exemptions,
            unseenHistories: row.unseenHistories, survivors: row.survivors,
            location: row.type.location, verdicts: verdicts, conformances: conformances,
            facts: found == nil ? [] : facts(subject, choices),
            remedies: Dictionary(remedies.map { ($0.trait.value, $0.text) }) { first, _ in first },
            lostMethods: Dictionary(
                remedies.compactMap { remedy in remedy.method.map { (remedy.trait.value, $0) } }
            ) { first, _ in first })
    }

    /// The facts follow the same derivation, over the traits that have a fact: only those can be
    /// asked of an input while the program runs. Unlike a conformance, a fact can say "A or B".
    private func facts(_ subject: Subject, _ choices: [Int: Choice]) -> [Fact] {
        let own = traits.facts.filter { $0.table == table }
        guard isRoot, !own.isEmpty else { return [] }
        let askable = traits.facts.filter { basis.tables[table].visible.contains($0.table) }
        let askableTraits = Array(Set(askable.map(\.trait))).sorted()
        let found =
            knownFacts[subject.key]
            ?? own.map { fact in
                let found = try? deriver.weakest(
                    subject.behaviour, bounds: subject.bounds, inside: traits.languages[fact.trait],
                    trait: fact.trait, visible: askableTraits)
                return found ?? Deriver.Weakest()
            }
        knownFacts[subject.key] = found
        func operands(_ condition: Condition) -> [Fact.Operand] {
            zip(subject.names, condition.parameters).flatMap { name, needed in
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
                choice.requirements.isEmpty, subject.row.requirements.isEmpty,
                choice.condition.parameters.allSatisfy({ $0.isSubset(of: TraitSet(askableTraits)) })
            {
                alternatives = [operands(choice.condition)]
            }
            return Fact(
                name: fact.declaration.name.value, trait: fact.declaration.trait.value,
                alternatives: alternatives)
        }
    }
}
