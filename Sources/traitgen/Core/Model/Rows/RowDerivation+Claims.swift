/// Resolves and checks claims, preferences and remedies, the author's clauses about traits.
extension RowDerivation {
    /// Indicates whether the row has claims, preferences or remedies.
    func isClaimed(_ row: Table.RowDeclaration) -> Bool {
        !row.remedies.isEmpty || !row.claims.isEmpty || !row.preferences.isEmpty
    }

    /// A claim with its condition on inputs, and with the requirements that only Swift understands.
    typealias ResolvedClaim = (claim: Table.Claim, condition: Condition, requirements: [String])
    /// A preference with its condition on inputs, and with its other requirements.
    typealias ResolvedPreference = (
        preference: Table.Preference, condition: Condition, rest: [Table.Requirement]
    )

    func resolveClaims(_ subject: Subject) -> [Int: ResolvedClaim] {
        var result: [Int: ResolvedClaim] = [:]
        for claim in subject.row.claims {
            guard let trait = trait(claim.trait) else { continue }
            if let first = result[trait] {
                diagnostics.report(
                    .duplicateClaim, at: claim.location, "`\(claim.trait.value)` is claimed twice",
                    notes: [.init(first.claim.location, "the first claim is here")],
                    help: "Swift holds one conformance of a type to a protocol: keep one of them")
                continue
            }
            guard let (condition, rest) = resolve(claim.requirements, subject) else { continue }
            result[trait] = (claim, condition, rest.map(\.text))
        }
        return result
    }

    func resolvePreferences(_ subject: Subject) -> [Int: ResolvedPreference] {
        var result: [Int: ResolvedPreference] = [:]
        for preference in subject.row.preferences {
            guard let trait = trait(preference.trait) else { continue }
            if let first = result[trait] {
                diagnostics.report(
                    .duplicateClause, at: preference.location,
                    "there are two preferences for `\(preference.trait.value)`",
                    notes: [.init(first.preference.location, "the first is here")],
                    help: "keep one of them")
                continue
            }
            guard let (condition, rest) = resolve(preference.requirements, subject) else { continue }
            result[trait] = (preference, condition, rest)
        }
        return result
    }

    /// Returns the preference if the derivation has all of its other requirements; otherwise reports it.
    func checked(_ preferred: ResolvedPreference?, _ others: [Constraint]) -> ResolvedPreference? {
        guard let preferred else { return nil }
        let known = others.map(\.description)
        guard let odd = preferred.rest.first(where: { !known.contains($0.text) }) else { return preferred }
        diagnostics.report(
            .badRequirement, at: odd.left.location,
            "a preference chooses among conditions that are derived, and none is `\(odd.text)`",
            help: "write it as `explain` lists it, such as `where A: SinglePublisher`")
        return nil
    }

    /// Checks that each remedy is for a lost trait, and that a trait has only one.
    func checkRemedies(_ subject: Subject, _ choices: [Int: Choice]) {
        let row = subject.row
        var first: [Int: SourceLocation] = [:]
        for remedy in row.remedies {
            guard let trait = trait(remedy.trait) else { continue }
            let name = remedy.trait.value
            if let location = first[trait] {
                diagnostics.report(
                    .duplicateClause, at: remedy.location, "there are two remedies for `\(name)`",
                    notes: [.init(location, "the first is here")], help: "join them in one text")
            } else if choices[trait] != nil {
                diagnostics.report(
                    .needlessRemedy, at: remedy.location,
                    "`\(row.type.value)` can keep `\(name)`, so there is nothing to restore",
                    help: "remove the remedy")
            }
            first[trait] = first[trait] ?? remedy.location
        }
    }

    private func trait(_ name: Located<String>) -> Int? {
        guard let number = traits.numbers[name.value], visible.contains(number) else {
            diagnostics.report(traits.unknown(name, among: visible))
            return nil
        }
        return number
    }

    /// Splits requirements into conditions on inputs and requirements that only Swift understands.
    private func resolve(
        _ requirements: [Table.Requirement], _ subject: Subject
    ) -> (Condition, [Table.Requirement])? {
        let names = subject.names
        var condition = Condition(names.map { _ in TraitSet() })
        var rest: [Table.Requirement] = []
        var isSound = true
        for requirement in requirements {
            let (left, right) = (requirement.left, requirement.right)
            let trait = requirement.isEquality ? nil : traits.numbers[right.value]
            let isKnown = trait.map(visible.contains) ?? false
            // An unknown name may be any protocol, unless it is almost a trait's name.
            let isWrongTrait =
                !requirement.isEquality && !isKnown
                && (trait != nil
                    || Suggestion.nearest(to: right.value, among: visible.map(traits.name)) != nil)
            let given = subject.row.inputs?.first { $0.name.value == left.value }?.given
            if let given {
                diagnostics.report(
                    .badRequirement, at: left.location, "`\(left.value)` is always `\(given.value)`",
                    notes: [.init(given.location, "the row says so here")],
                    help: "require nothing of it")
                isSound = false
            } else if let input = names.firstIndex(of: left.value), !requirement.isEquality {
                if let trait, isKnown {
                    condition.parameters[input].insert(trait)
                } else if isWrongTrait {
                    diagnostics.report(traits.unknown(right, among: visible))
                    isSound = false
                } else {
                    rest.append(requirement)
                }
            } else if trait != nil, !subject.row.mentions(left.value),
                let nearest = Suggestion.nearest(to: left.value, among: names)
            {
                // A generic parameter that is no input can be named, whether the row mentions it or not.
                diagnostics.report(
                    .unknownInput, at: left.location, "the row has no input `\(left.value)`",
                    help: "did you mean `\(nearest)`?")
                isSound = false
            } else if isWrongTrait, !right.value.hasSuffix("Scheduler") {
                diagnostics.report(traits.unknown(right, among: visible))
                isSound = false
            } else {
                rest.append(requirement)
            }
        }
        return isSound ? (condition, rest) : nil
    }
}

extension Table.RowDeclaration {
    /// Indicates whether the row mentions a generic parameter that is no input.
    fileprivate func mentions(_ parameter: String) -> Bool {
        ((places?.names ?? []) + anew).contains { $0.value == parameter }
    }
}
