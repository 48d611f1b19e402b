import TraitgenCore

/// An explanation of a row: the traits that hold, their conditions and reasons, and the histories that break the
/// others.
///
/// The text is stable: the same table gives the same bytes.
public struct Explanation: Hashable, Sendable, CustomStringConvertible {
    public let description: String

    /// Explains one row of a model.
    public init(of row: Row, in model: Model) {
        var lines = [Self.headline(row), "    \(row.location)"]
        if let because = row.because { lines.append("    because \(because)") }
        lines += Self.samples(row)
        let traits = Dictionary(model.allTraits.map { ($0.name, $0) }) { first, _ in first }
        for verdict in row.verdicts {
            lines.append("")
            lines += Self.explain(verdict, row, traits[verdict.trait])
        }
        if !row.facts.isEmpty {
            lines.append("")
            lines += row.facts.map { "\($0.name) is \($0.expression)\n    it follows \($0.trait)" }
        }
        description = lines.joined(separator: "\n")
    }

    private static func headline(_ row: Row) -> String {
        let inputs = row.inputs.map(\.text)
        let list = inputs.isEmpty ? "" : " (\(inputs.joined(separator: ", ")))"
        return "\(row.kind.rawValue) \(row.name)\(list)   \(row.rules)"
    }

    /// The line about the samples that check the row against the code.
    private static func samples(_ row: Row) -> [String] {
        if let unsampled = row.unsampled { return ["    unsampled because \(unsampled)"] }
        guard let first = row.samples.first else { return [] }
        return ["    \(plural(row.samples.count, "sample")) from \(first.location)"]
    }

    private static func text(_ constraints: [Constraint]) -> String {
        constraints.isEmpty ? "always" : "where " + constraints.map(\.description).joined(separator: ", ")
    }

    private static func explain(_ verdict: Verdict, _ row: Row, _ trait: Trait?) -> [String] {
        let condition: [Constraint]
        switch verdict.outcome {
        case .never: return refusal(verdict, row, trait)
        case .always: condition = []
        case .when(let constraints): condition = constraints
        }
        let conditions = condition.map(\.description) + verdict.requirements
        let holds = conditions.isEmpty ? "always" : "where " + conditions.joined(separator: ", ")
        var lines = ["\(verdict.trait) holds \(holds)"]
        if let claim = verdict.claim {
            lines.append("    claimed at \(claim)" + (verdict.because.map { " because \($0)" } ?? ""))
        } else {
            lines.append("    from \(source(row, trait)) at \(row.location)")
        }
        if verdict.isInferred { lines.append("    Swift infers it from a narrower trait that always holds") }
        if let weakest = verdict.weakest {
            lines.append(
                "    \(text(weakest)) would do, but has to imply the condition of each trait that \(verdict.trait) refines"
            )
        }
        for alternative in verdict.alternatives {
            lines.append("    not taken: \(text(alternative)); Swift holds one condition")
        }
        if verdict.hasMoreAlternatives { lines.append("    not taken: others, more than can be listed") }
        return lines
    }

    /// The words of the row from which a verdict follows.
    private static func source(_ row: Row, _ trait: Trait?) -> String {
        trait?.promise == .sharing && row.isShared ? "`shared`" : "`\(row.rules)`"
    }

    private static func refusal(_ verdict: Verdict, _ row: Row, _ trait: Trait?) -> [String] {
        guard let trait else { return ["\(verdict.trait) doesn't hold"] }
        if let lacks = verdict.lacks {
            return [
                "\(verdict.trait) doesn't hold",
                "    it would have to be \(lacks) as well, which the row's own table refuses",
            ]
        }
        let inputs = row.inputs.map(\.name)
        let remedy = row.remedies[trait.name].map { ["    what restores it: \($0)"] } ?? []
        var lines = [
            "\(verdict.trait) doesn't hold"
                + (row.inputs.allSatisfy { $0.given != nil } ? "" : ", not even of inputs that keep it")
        ]
        lines.append("    from `\(row.rules)` at \(row.location)")
        if let refusal = row.refusal(of: trait) {
            if refusal.lines.isEmpty { return lines + ["    \(refusal.reason)"] + remedy }
            lines.append("    the shortest history that breaks it:")
            lines += refusal.lines.map { "        \($0.name)   \($0.marbles)   \(refusal.reason)" }
            return lines + remedy
        }
        guard
            let example = Counterexample.find(
                row.behaviour, inputs: inputs, languages: row.inputs.map { $0.language(keeping: trait) },
                outside: trait.language)
        else { return lines + remedy }
        lines.append("    the shortest history that breaks it:")
        let width = example.lines.map(\.name.count).max() ?? 0
        for line in example.lines {
            let padding = String(repeating: " ", count: width - line.name.count + 3)
            lines.append("        \(line.name)\(padding)\(line.marbles)")
        }
        return lines + remedy
    }
}

extension Model {
    /// Returns the row for a type; the table's own rows come before imported rows.
    public func row(named name: String) -> Row? {
        rows(named: name).first
    }

    /// Returns the rows for a type; several modules may declare types of one name. The table's own rows come first.
    public func rows(named name: String) -> [Row] {
        rows.filter { $0.isNamed(name) } + importedRows.filter { $0.isNamed(name) }
    }

    /// Returns a type whose name is similar to a word that names no row.
    public func typeNamed(like name: String) -> String? {
        let names = (rows + importedRows).map(\.type)
        // `Zip` for `Publishers.Zip` isn't a typing error but the most common abbreviation.
        return names.first { $0.hasSuffix("." + name) } ?? Suggestion.nearest(to: name, among: names)
    }
}
