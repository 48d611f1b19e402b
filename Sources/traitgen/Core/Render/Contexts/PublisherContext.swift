/// The template context of a row: the conformances and facts to write for it.
struct PublisherContext {
    let row: Row
    let model: Model
    let options: RenderOptions

    /// Indicates whether there is nothing to write.
    var isEmpty: Bool { row.conformances.isEmpty && writtenFacts.isEmpty }

    var value: MustacheValue {
        let facts = writtenFacts
        return [
            "type": .text(row.spelling(in: options.module)),
            "location": .text(row.location.fileName),
            "rules": .text(row.rules),
            "build": .text(row.build ?? ""),
            "path": .text(row.location.path(from: options.root)),
            "line": .text(String(row.location.line)),
            "conformances": .list(
                row.conformances.map { conformance in
                    let names = names(in: conformance)
                    var fields: [String: MustacheValue] = [
                        "extended": .text(names.type),
                        "trait": .text(names.trait),
                        "where": .text(
                            conformance.whereClause.isEmpty ? "" : " where \(conformance.whereClause)"),
                        "because": .text(conformance.because ?? ""),
                    ]
                    // A derived conformance uses the location of the enclosing row, since there are many conformances.
                    if conformance.location != row.location {
                        fields["location"] = .text(conformance.location.fileName)
                        fields["path"] = .text(conformance.location.path(from: options.root))
                        fields["line"] = .text(String(conformance.location.line))
                    }
                    return .object(fields)
                }),
            "hasFacts": .truth(!facts.isEmpty),
            "facts": .list(
                facts.map { ["name": .text($0.name), "expression": .text($0.expression)] }),
        ]
    }

    /// The type and the trait, with their modules if both belong to other modules. Qualified names mark a conformance as
    /// retroactive, also within one package, where `@retroactive` is an error (SE-0364).
    private func names(in conformance: Conformance) -> (type: String, trait: String) {
        let spelling = row.spelling(in: options.module)
        guard conformance.isRetroactive, let home = row.module,
            let trait = model.allTraits.first(where: { $0.name == conformance.trait }),
            let promised = trait.module
        else { return (spelling, conformance.trait) }
        // A type that a module adds to a type of the standard library can't be qualified with the module's name.
        if row.type.hasPrefix("Optional.") || row.type.hasPrefix("Result.") {
            return (row.type, "@retroactive \(conformance.trait)")
        }
        return (row.sharesType ? spelling : "\(home).\(row.type)", "\(promised).\(trait.bareName)")
    }

    /// Facts satisfy a requirement of the engine's own `Publisher`, and only the module that declares a type can do so. `false`
    /// is the engine's default.
    private var writtenFacts: [Fact] {
        guard model.backend == .traitsRuntime, row.module == nil || row.module == options.module else {
            return []
        }
        return row.facts.filter { $0.expression != "false" }
    }
}
