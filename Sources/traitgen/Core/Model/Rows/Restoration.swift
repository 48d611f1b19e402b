/// Finds what restores a trait that a row loses, among the rows that say how they are called.
///
/// A row restores a trait if whatever comes out of the other row becomes a history that the trait allows. First asked
/// is what helps where the inputs keep the trait, then what helps whatever the inputs do; of those that help, the ones
/// that change least.
struct Restoration {
    /// A row that can be proposed.
    private struct Way {
        let row: Row
        /// The histories that it leaves as they are.
        let untouched: ShapeSet
    }

    private let ways: [Way]
    private let finder: ImageFinder
    /// For each set of histories what the ways make of it.
    private var restored: [ShapeSet: [ShapeSet]] = [:]

    init(_ rows: [Row], _ finder: ImageFinder) {
        self.finder = finder
        ways = rows.filter { row in row.method != nil && row.inputs.allSatisfy { $0.given == nil } }.map {
            row in
            var untouched = ShapeSet(limit: finder.limit)
            for shape in ShapeSet.all(limit: finder.limit).shapes {
                var one = ShapeSet(limit: finder.limit)
                one.insert(shape)
                if finder.image(of: row.behaviour, inputs: [one]) == one { untouched.insert(shape) }
            }
            return Way(row: row, untouched: untouched)
        }
    }

    /// The methods that restore a trait for a row that never keeps it, the best first, or nil: `'a', 'b' or 'c'`.
    mutating func remedy(for row: Row, _ trait: Trait) -> String? {
        guard !ways.isEmpty else { return nil }
        let all = ShapeSet.all(limit: finder.limit)
        var found: [Int] = []
        let kept = row.inputs.map { $0.language(keeping: trait) }
        let any = row.inputs.map { $0.given?.shapes(limit: finder.limit) ?? $0.language ?? all }
        for inputs in kept == any ? [any] : [kept, any] {
            let image = finder.image(of: row.behaviour, inputs: inputs)
            found += gentlest(restoring(image, to: trait.language, of: row)).filter { !found.contains($0) }
        }
        let names = found.map { "'\(ways[$0].row.method ?? "")'" }
        return names.count < 2
            ? names.first : names.dropLast().joined(separator: ", ") + " or " + names[names.count - 1]
    }

    /// The numbers of the ways whose outcome lies in a trait, and can be more than a failure.
    private mutating func restoring(_ image: ShapeSet, to language: ShapeSet, of row: Row) -> [Int] {
        let outcomes = restored[image] ?? ways.map { finder.image(of: $0.row.behaviour, inputs: [image]) }
        restored[image] = outcomes
        return ways.indices.filter { way in
            ways[way].row.type != row.type && outcomes[way].isSubset(of: language) && outcomes[way].canSucceed
                && ways[way].row.inputs.allSatisfy { $0.language.map(image.isSubset) ?? true }
        }
    }

    /// Those of the ways of which no other one leaves more as it is.
    private func gentlest(_ found: [Int]) -> [Int] {
        found.filter { way in
            !found.contains { other in
                ways[way].untouched != ways[other].untouched
                    && ways[way].untouched.isSubset(of: ways[other].untouched)
            }
        }
    }
}

extension ModelBuilder {
    /// Adds to each row what restores the traits that it loses, where it doesn't say so itself.
    mutating func restore(
        _ rows: inout [Row], _ importedRows: inout [Row], _ traits: [Trait], _ finder: ImageFinder
    ) {
        var restoration = Restoration(importedRows + rows, finder)
        let traits = Dictionary(traits.map { ($0.name, $0) }) { first, _ in first }
        func restored(_ row: Row) -> Row {
            var row = row
            for verdict in row.verdicts where verdict.outcome == .never && verdict.lacks == nil {
                guard let trait = traits[verdict.trait] else { continue }
                if let always = trait.remedy {
                    row.remedies[trait.name] = row.remedies[trait.name] ?? always
                    continue
                }
                let derived = restoration.remedy(for: row, trait)
                if let derived, derived == row.remedies[trait.name] { reportNeedless(derived, row, trait) }
                row.remedies[trait.name] = row.remedies[trait.name] ?? derived
            }
            return row
        }
        rows = rows.map(restored)
        importedRows = importedRows.map(restored)
    }

    /// What is found out without being told need not be told. Other tables find out by themselves.
    private mutating func reportNeedless(_ remedy: String, _ row: Row, _ trait: Trait) {
        let declarations = tables.last?.table.rows.first { $0.type.location == row.location }?.remedies
        guard let said = declarations?.first(where: { $0.trait.value == trait.name }), said.method == nil
        else { return }
        diagnostics.append(
            Diagnostic(
                .needlessRemedy, at: said.location,
                "that \(remedy) \(remedy.contains("' or '") ? "restore" : "restores") `\(trait.name)` is found out without being told",
                help: "remove the remedy"))
    }
}
