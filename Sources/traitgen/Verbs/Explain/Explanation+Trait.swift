import TraitgenCore

extension Explanation {
    /// Explains a trait: its lines, the publishers that keep it, and the methods that lead to it.
    public init(of trait: Trait, in models: [Model]) {
        let refined = trait.refines.isEmpty ? "" : ": " + trait.refines.joined(separator: ", ")
        var lines = ["trait \(trait.name)\(refined)", "    \(trait.location)"]
        lines += trait.documentation.map { "    \($0)" }
        let width = trait.lines.map(\.marbles.count).max() ?? 0
        lines += trait.lines.map { line in
            "    \(line.marbles)\(String(repeating: " ", count: width - line.marbles.count))   \(line.meaning)"
        }
        var kept: [String] = []
        var conditional: [String] = []
        for row in models.flatMap(\.rows) {
            switch row.verdicts.first(where: { $0.trait == trait.name })?.outcome {
            case .always: kept.append(row.name)
            case .when: conditional.append(row.name)
            case .never, nil: break
            }
        }
        lines += Self.list("kept always by", kept) + Self.list("kept under conditions by", conditional)
        lines += Self.list("methods that lead to it", Set(trait.ways.values).sorted())
        description = lines.joined(separator: "\n")
    }

    private static func list(_ title: String, _ names: [String]) -> [String] {
        names.isEmpty ? [] : ["", title] + names.map { "    \($0)" }
    }
}

extension [Trait] {
    /// The traits that a name means: the name of a trait, or of an eraser, such as `AnyMainActorSinglePublisher`.
    func named(_ name: String) -> [Trait] {
        if let trait = first(where: { $0.name == name }) { return [trait] }
        // Traits of several modules may have one name.
        let alike = filter { $0.bareName == name }
        if !alike.isEmpty { return alike }
        guard name.hasPrefix("Any"), name.hasSuffix("Publisher") else { return [] }
        var rest = name.dropFirst("Any".count).dropLast("Publisher".count)
        var found: [Trait] = []
        while !rest.isEmpty {
            guard let trait = first(where: { rest.hasPrefix($0.shortName) }) else { return [] }
            found.append(trait)
            rest = rest.dropFirst(trait.shortName.count)
        }
        return found
    }
}
