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
        for path in self.sources(ofModuleIn: target.folder) {
            if let text = files.read(path) { sources.add(text, path: path) }
        }
        return sources
    }

    /// The Swift files of a target, and those of the targets beside it that it exports.
    ///
    /// The rows of a target may be about types of a target that it exports and that has no table itself.
    package func sources(ofModuleIn folder: String) -> [String] {
        let own = sources(below: folder)
        let exported = Set(own.flatMap { Self.exports(of: files.read($0) ?? []) }).sorted()
            .map { Path.join(Path.folder(folder), $0) }
            .filter { $0 != folder && tables(below: $0).isEmpty }
        return exported.flatMap(sources(below:)) + own
    }

    /// The Swift files in a folder and its subfolders. A folder that several links lead to counts once.
    package func sources(below folder: String) -> [String] {
        var seen: Set<String> = []
        return paths(below: folder, endingIn: ".swift", &seen)
    }

    /// The modules that a source exports as a whole.
    private static func exports(of text: [UInt8]) -> [String] {
        text.split { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }.compactMap { line in
            let words = String(decoding: line, as: UTF8.self).split { $0 == " " || $0 == "\t" }
            // There may be a word for the access, as in `@_exported public import Streams`.
            guard words.first == "@_exported", let place = words.firstIndex(of: "import") else { return nil }
            return words.dropFirst(place + 1).first.map(String.init)
        }
    }
}
