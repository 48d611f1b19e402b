/// The Swift sources of a target, and what each of them declares.
struct TargetSources {
    /// The types of all sources.
    private(set) var declared = DeclaredTypes()
    private var files: [(path: String, text: [UInt8], declared: DeclaredTypes)] = []

    mutating func add(_ text: [UInt8], path: String) {
        var own = DeclaredTypes()
        own.read(text)
        declared.formUnion(own)
        files.append((path, text, own))
    }

    /// Errors about rows whose types the sources don't declare, or declare with other parameters.
    ///
    /// Without these errors, the compiler would report each conformance of these rows in generated code.
    func mistakes(in model: Model, module: String) -> [Diagnostic] {
        let rows = Set(model.rows.map { DeclaredTypes.lastName(of: $0.type) })
        let sources = files.filter { !$0.declared.names.isDisjoint(with: rows) }
            .map { SwiftSource($0.text, path: $0.path) }
        return declared.misspelt(in: model, module: module)
            + TypesOfRows(sources, module: module).mistakes(in: model)
    }
}

extension TraitgenCommand {
    /// The sources of a target of its own; nil for a table that stands elsewhere.
    func sources(of target: TableTarget) -> TargetSources? {
        guard target.isPackage, target.folder != target.package else { return nil }
        var sources = TargetSources()
        var seen: Set<String> = []
        for path in paths(below: target.folder, endingIn: ".swift", &seen) {
            if let text = files.read(path) { sources.add(text, path: path) }
        }
        return sources
    }
}
