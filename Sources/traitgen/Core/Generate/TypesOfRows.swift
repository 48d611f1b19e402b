/// The types of a module's sources that its rows may mean, with their enclosing types and their generic parameters.
struct TypesOfRows {
    private let module: String
    /// The parameters in scope of each type, with those of enclosing types.
    private var parameters: [String: Set<String>] = [:]
    /// The parameters of a type itself that are publishers, or all where nothing says so.
    private var publishers: [String: [String]] = [:]
    /// Types inside a type of another module, whose parameters no source shows.
    private var foreign: Set<String> = []
    /// The names of type aliases, with their enclosing types.
    private var aliases: Set<String> = []

    init(_ sources: [SwiftSource], module: String) {
        self.module = module
        var own: [String: [String]] = [:]
        for source in sources {
            // The head of a name may be a module: `extension TraitsRuntime.Publishers`.
            let heads = source.imports.union([module])
            func bare(_ name: String) -> String {
                let parts = name.split(separator: ".", maxSplits: 1).map(String.init)
                return parts.count == 2 && heads.contains(parts[0]) ? parts[1] : name
            }
            for type in source.types {
                let name = bare(type.value)
                own[name, default: []] += source.parameters[type.value] ?? []
            }
            for conformance in source.conformances {
                let bounds = conformance.requirements.filter { requirement in
                    !requirement.isEquality && requirement.right.contains { $0.hasSuffix("Publisher") }
                }
                publishers[bare(conformance.type), default: []] += bounds.map(\.left)
            }
            aliases.formUnion(source.aliasNames.map(bare))
        }
        for name in own.keys {
            let parts = name.split(separator: ".")
            let scopes = (1..<parts.count).map { parts.prefix($0).joined(separator: ".") }
            // The parameters of a type around it are unknown if another module declares that type; namespaces have none.
            if scopes.allSatisfy({ own[$0] != nil || $0.hasSuffix("Publishers") }) {
                parameters[name] = Set((scopes + [name]).flatMap { own[$0] ?? [] })
            } else {
                foreign.insert(name)
            }
            let bounded = Set(publishers[name] ?? [])
            publishers[name] = (own[name] ?? []).reduce(into: []) { found, parameter in
                if bounded.isEmpty || bounded.contains(parameter), !found.contains(parameter) {
                    found.append(parameter)
                }
            }
        }
    }

    /// Errors about rows that the compiler would report in generated code: a nested type without its enclosing types, and an
    /// input that is no generic parameter of its type.
    func mistakes(in model: Model) -> [Diagnostic] {
        model.rows.compactMap { row in
            guard row.module == nil, !row.sharesType, !foreign.contains(row.type) else { return nil }
            return parameters[row.type].map { mistake(in: row, parameters: $0) } ?? misplaced(row)
        }
    }

    private func misplaced(_ row: Row) -> Diagnostic? {
        let nested = foreign.union(parameters.keys).filter { $0.hasSuffix(".\(row.type)") }.sorted()
        guard !aliases.contains(row.type), let first = nested.first else { return nil }
        return Diagnostic(
            .unknownType, at: row.location, "the sources of `\(module)` declare no type `\(row.type)`",
            help: "did you mean `\(first)`? A row names the types around its type, too")
    }

    private func mistake(in row: Row, parameters known: Set<String>) -> Diagnostic? {
        // An input that no condition names needs no declaration.
        let named = row.conformances.flatMap(\.constraints).map(\.input)
        let names = row.inputs.map(\.name).filter(named.contains).map { String($0.prefix { $0 != "." }) }
        let unknown = names.first { name in
            !known.contains(name) && !aliases.contains("\(row.type).\(name)")
                && parameters["\(row.type).\(name)"] == nil
        }
        guard let unknown else { return nil }
        let publishers = publishers[row.type] ?? []
        let help =
            if publishers.isEmpty {
                "an input is a generic parameter of the type, such as "
                    + "`struct \(DeclaredTypes.lastName(of: row.type))<Upstream: Publisher>`"
            } else {
                "write `operator \(row.type) (\(publishers.joined(separator: ", ")))`"
            }
        return Diagnostic(
            .badInput, at: row.location, "`\(row.type)` has no generic parameter `\(unknown)`", help: help)
    }
}
