/// What the author of a row says about the traits: claims, preferences and remedies.
extension RowDerivation {
    func resolveClaims(
        _ row: Table.RowDeclaration, _ names: [String], _ diagnostics: inout [Diagnostic]
    ) -> [Int:
        (Table.Claim, Condition, [String])]
    {
        var result: [Int: (Table.Claim, Condition, [String])] = [:]
        for claim in row.claims {
            guard let trait = trait(claim.trait, &diagnostics) else { continue }
            if let first = result[trait] {
                diagnostics.append(
                    Diagnostic(
                        .duplicateClaim, at: claim.location, "`\(claim.trait.value)` is claimed twice",
                        notes: [.init(first.0.location, "the first claim is here")],
                        help: "Swift holds one conformance of a type to a protocol: keep one of them"))
                continue
            }
            guard let (condition, rest) = resolve(claim.requirements, names, row, &diagnostics) else {
                continue
            }
            result[trait] = (claim, condition, rest.map(\.text))
        }
        return result
    }

    func resolvePreferences(
        _ row: Table.RowDeclaration, _ names: [String], _ diagnostics: inout [Diagnostic]
    ) -> [Int: (Table.Preference, Condition)] {
        var result: [Int: (Table.Preference, Condition)] = [:]
        for preference in row.preferences {
            guard let trait = trait(preference.trait, &diagnostics) else { continue }
            if let first = result[trait] {
                diagnostics.append(
                    Diagnostic(
                        .duplicateClause, at: preference.location,
                        "there are two preferences for `\(preference.trait.value)`",
                        notes: [.init(first.0.location, "the first is here")], help: "keep one of them"))
                continue
            }
            guard let (condition, rest) = resolve(preference.requirements, names, row, &diagnostics) else {
                continue
            }
            if let odd = rest.first {
                diagnostics.append(
                    Diagnostic(
                        .badRequirement, at: odd.left.location,
                        "a preference is a condition on traits of inputs",
                        help: "write it as `explain` lists it, such as `where A: SinglePublisher`"))
                continue
            }
            result[trait] = (preference, condition)
        }
        return result
    }

    /// A remedy is for a trait that is lost, and there is one for each.
    func checkRemedies(
        _ row: Table.RowDeclaration, _ choices: [Int: Choice], _ diagnostics: inout [Diagnostic]
    ) {
        var first: [Int: SourceLocation] = [:]
        for remedy in row.remedies {
            guard let trait = trait(remedy.trait, &diagnostics) else { continue }
            let name = remedy.trait.value
            if let location = first[trait] {
                diagnostics.append(
                    Diagnostic(
                        .duplicateClause, at: remedy.location, "there are two remedies for `\(name)`",
                        notes: [.init(location, "the first is here")], help: "join them in one text"))
            } else if choices[trait] != nil {
                diagnostics.append(
                    Diagnostic(
                        .needlessRemedy, at: remedy.location,
                        "`\(row.type.value)` can keep `\(name)`, so there is nothing to restore",
                        help: "remove the remedy"))
            }
            first[trait] = first[trait] ?? remedy.location
        }
    }

    func trait(_ name: Located<String>, _ diagnostics: inout [Diagnostic]) -> Int? {
        if let number = builder.traitNumbers[name.value], visible.contains(number) { return number }
        diagnostics.append(builder.unknownTrait(name, among: table))
        return nil
    }

    /// Splits requirements into conditions on inputs and what only Swift understands.
    func resolve(
        _ requirements: [Table.Requirement], _ names: [String], _ row: Table.RowDeclaration,
        _ diagnostics: inout [Diagnostic]
    ) -> (Condition, [Table.Requirement])? {
        var condition: Condition = names.map { _ in [] }
        var rest: [Table.Requirement] = []
        var isSound = true
        for requirement in requirements {
            let left = requirement.left
            let isTrait = !requirement.isEquality && builder.traitNumbers[requirement.right.value] != nil
            let given = row.inputs?.first { $0.name.value == left.value }?.given
            if let given {
                diagnostics.append(
                    Diagnostic(
                        .badRequirement, at: left.location, "`\(left.value)` is always `\(given.value)`",
                        notes: [.init(given.location, "the row says so here")],
                        help: "require nothing of it"))
                isSound = false
            } else if let input = names.firstIndex(of: left.value), !requirement.isEquality {
                let visibleNames = visible.map { builder.traits[$0].declaration.name.value }
                if let number = builder.traitNumbers[requirement.right.value], visible.contains(number) {
                    condition[input].append(number)
                } else if Suggestion.nearest(to: requirement.right.value, among: visibleNames) != nil {
                    diagnostics.append(builder.unknownTrait(requirement.right, among: table))
                    isSound = false
                } else {
                    rest.append(requirement)
                }
            } else if isTrait && !names.isEmpty {
                diagnostics.append(
                    Diagnostic(
                        .unknownInput, at: left.location, "the row has no input `\(left.value)`",
                        help: Suggestion.didYouMean(left.value, among: names)
                            ?? "its inputs are \(names.map { "`\($0)`" }.joined(separator: ", "))"))
                isSound = false
            } else {
                rest.append(requirement)
            }
        }
        return isSound ? (condition.map { $0.sorted() }, rest) : nil
    }
}
