/// Chooses among several weakest conditions, since Swift can hold only one.
extension RowDerivation {
    /// The condition that was chosen for one trait.
    struct Choice {
        var condition: Condition
        var requirements: [String] = []
        /// The constraints on parameters that are no inputs, such as schedulers.
        var others: [Constraint] = []
        var weakest: Condition?
        var alternatives: [Condition] = []
        /// Indicates whether there are more alternatives than are listed.
        var hasMore = false
        var claim: Table.Claim?
    }

    /// The conditions to choose from for one trait.
    struct Options {
        let trait: Int
        /// The weakest conditions.
        let found: [Condition]
        let claim: ResolvedClaim?
        let preference: ResolvedPreference?
        /// The traits that this trait refines, with the choices for them.
        let wider: [(trait: Int, choice: Choice)]
    }

    func constraints(_ condition: Condition, _ names: [String]) -> [Constraint] {
        zip(names, condition.parameters).flatMap { name, numbers in
            numbers.numbers.map { Constraint(input: name, trait: traits.name($0)) }
        }
    }

    private func text(_ condition: Condition, _ names: [String]) -> String {
        let parts = constraints(condition, names)
        return parts.isEmpty ? "always" : "`where \(parts.map(\.description).joined(separator: ", "))`"
    }

    /// Chooses the author's claim, or otherwise a weakest condition, strengthened until it implies the conditions of the
    /// refined traits.
    func choose(_ options: Options, for subject: Subject) -> Choice? {
        let ordered = ordered(options, for: subject)
        if let claim = options.claim { return choose(claim, options, ordered, for: subject) }
        guard let first = ordered.first else { return nil }
        let fitting = ordered.first { one in
            options.wider.allSatisfy { deriver.order.implies(one, $0.choice.condition) }
        }
        let isPreferred = options.preference != nil || fitting == nil
        let weakest = isPreferred ? first : fitting ?? first
        let condition = options.wider.reduce(weakest) { deriver.order.meet($0, $1.choice.condition) }
        // Inputs that can only fail or stay silent would keep anything.
        guard condition == weakest || canSucceed(condition) else { return nil }
        let requirements = options.wider.reduce(into: [String]()) { result, wide in
            result += wide.choice.requirements.filter { !result.contains($0) }
        }
        return Choice(
            condition: condition, requirements: requirements, weakest: condition == weakest ? nil : weakest,
            alternatives: ordered.filter { $0 != weakest })
    }

    /// Indicates whether each input that meets the condition may have a history that ends well.
    private func canSucceed(_ condition: Condition) -> Bool {
        condition.parameters.allSatisfy { numbers in
            let languages = numbers.numbers.filter(isAboutEvents).map { traits.languages[$0] }
            return languages.dropFirst().reduce(languages.first) { $0?.intersection($1) }?.canSucceed ?? true
        }
    }

    /// The weakest conditions with the preferred condition first; reports a preference that can't be met.
    private func ordered(_ options: Options, for subject: Subject) -> [Condition] {
        guard let (preference, wanted, _) = options.preference else { return options.found }
        let name = preference.trait.value
        if options.found == [wanted] {
            diagnostics.report(
                .needlessPreference, at: preference.location,
                "`\(name)` has one condition, so there is nothing to prefer",
                help: "remove the preference")
            return options.found
        }
        // Not all weakest conditions need be listed.
        let isWeakest =
            isAboutEvents(options.trait)
            && deriver.isWeakest(
                wanted, subject.behaviour, bounds: subject.bounds, inside: traits.languages[options.trait])
        if isWeakest { return [wanted] + options.found.filter { $0 != wanted } }
        let alternatives = options.found.map { text($0, subject.names) }.joined(separator: " or ")
        diagnostics.report(
            .wrongPreference, at: preference.location,
            "`\(subject.row.type.value)` doesn't keep `\(name)` under just this condition",
            help: alternatives.isEmpty ? "it keeps it under none" : "it does \(alternatives)")
        return options.found
    }

    private func choose(
        _ claim: ResolvedClaim, _ options: Options, _ found: [Condition], for subject: Subject
    ) -> Choice {
        let name = traits.name(options.trait)
        let type = subject.row.type.value
        if let derived = found.first(where: { deriver.order.implies(claim.condition, $0) }) {
            diagnostics.report(
                .needlessClaim, at: claim.claim.location,
                "`\(type)` keeps `\(name)` \(text(derived, subject.names)) by its rules",
                help: "remove the claim")
        }
        for (ancestor, wide) in options.wider
        where !deriver.order.implies(claim.condition, wide.condition)
            || !wide.requirements.allSatisfy(claim.requirements.contains)
        {
            diagnostics.report(
                .incompleteClaim, at: claim.claim.location,
                "the claim needs `\(traits.name(ancestor))`, which holds \(text(wide.condition, subject.names))",
                help: "make the condition of the claim imply that one")
        }
        let held = options.wider.map(\.trait)
        if let missing = traits.ancestors[options.trait].first(where: { !held.contains($0) }) {
            let missingName = traits.name(missing)
            diagnostics.report(
                .incompleteClaim, at: claim.claim.location,
                "the claim needs `\(missingName)`, which `\(type)` doesn't keep",
                help: "claim `\(missingName)` as well")
        }
        return Choice(
            condition: claim.condition, requirements: claim.requirements,
            alternatives: found.filter { !deriver.order.implies(claim.condition, $0) }, claim: claim.claim)
    }
}
