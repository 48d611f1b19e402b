import TraitgenCore
import TraitgenVerbs

/// A text that the editor has open.
struct OpenDocument {
    /// The address, as the editor spells it.
    let uri: String
    let path: String
    let kind: TextKind?
    var version: Int
    var text: SourceText
}

/// The open documents, the files around them, and everything that follows from them. All requests share it.
final class Workspace {
    private(set) var documents: [String: OpenDocument] = [:]
    let files: Overlay
    var finder: ModuleFinder
    private let backend: Backend?
    private var cache = ModelCache()
    private var analyses: [String: Analysis] = [:]
    /// The tables whose analyses aren't up to date.
    private var stale: Set<String> = []
    private var syntaxes: [String: (bytes: [UInt8], syntax: Syntax)] = [:]
    private var texts: [String: SourceText] = [:]
    /// A Boolean value that indicates whether findings have changed since the last publication.
    var hasNews = false

    init(_ files: any CommandFiles, imports: [(module: String, path: String)], backend: Backend?) {
        self.files = Overlay(files)
        self.backend = backend
        finder = ModuleFinder(self.files, named: imports)
    }

    // MARK: - Documents

    func open(_ document: OpenDocument) {
        finder.forget()
        set(document)
    }

    func set(_ document: OpenDocument) {
        documents[document.path] = document
        files.texts[document.path] = document.text.bytes
        changed(document.path)
    }

    /// Forgets a document; the file on disk takes its place.
    func close(_ path: String) {
        documents[path] = nil
        files.texts[path] = nil
        changed(path)
        // Tables that no open document needs aren't looked after.
        let needed = roots
        for table in analyses.keys where !needed.contains(table) { analyses[table] = nil }
        stale.formIntersection(needed)
    }

    /// Notes that a file or a document has another text.
    func changed(_ path: String) {
        for (table, analysis) in analyses where analysis.reads.contains(path) { stale.insert(table) }
        if let table = table(beside: path), roots.contains(table) { stale.insert(table) }
    }

    /// Notes that files have come or gone.
    func filesChanged() {
        finder.forget()
        stale.formUnion(roots)
    }

    /// The table that a text belongs to: itself, or the table beside samples and names.
    func table(beside path: String) -> String? {
        switch documents[path]?.kind ?? TextKind(path: path) {
        case .table: path
        case .samples: path.dropLast("samples".count) + "traits"
        case .names: path.dropLast("names".count) + "traits"
        case nil: nil
        }
    }

    /// The tables of all open documents.
    private var roots: Set<String> { Set(documents.keys.compactMap(table(beside:))) }

    // MARK: - Texts

    func text(of path: String) -> SourceText? {
        if let document = documents[path] { return document.text }
        guard let bytes = files.read(path) else { return nil }
        if let known = texts[path], known.bytes == bytes { return known }
        let text = SourceText(bytes)
        texts[path] = text
        return text
    }

    func syntax(of path: String) -> Syntax? {
        guard let kind = documents[path]?.kind ?? TextKind(path: path), let text = text(of: path) else {
            return nil
        }
        if let known = syntaxes[path], known.bytes == text.bytes { return known.syntax }
        let syntax = Syntax(text.bytes, kind: kind)
        syntaxes[path] = (text.bytes, syntax)
        return syntax
    }

    func uri(of path: String) -> String { documents[path]?.uri ?? FileURI.uri(of: path) }

    // MARK: - Tables

    /// The tables that a table imports.
    func imported(by table: String) -> [String] {
        (syntax(of: table)?.imports ?? []).flatMap { tables($0, importedBy: table) }
    }

    /// The tables that a table sees: itself, its imports and theirs.
    func visible(to table: String) -> [String] {
        var found = [table]
        var next = 0
        while next < found.count {
            for path in imported(by: found[next]) where !found.contains(path) { found.append(path) }
            next += 1
        }
        return found
    }

    func tables(_ target: Table.Import.Target, importedBy table: String) -> [String] {
        switch target {
        case .module(let name): finder.tables(of: name, importedBy: table)
        case .path(let path): [Path.normalized(Path.join(Path.folder(table), path))]
        }
    }

    /// All tables of the editor's folders, and of the packages of open documents.
    var allTables: [String] {
        var found: [String] = []
        let packages = documents.keys.compactMap(finder.package)
        for folder in finder.folders + packages.sorted() {
            for table in finder.tables(below: folder) where !found.contains(table) { found.append(table) }
        }
        for table in roots.sorted() where !found.contains(table) { found.append(table) }
        for table in roots.sorted().flatMap(visible) where !found.contains(table) { found.append(table) }
        return found
    }

    // MARK: - Analyses

    /// A table whose analysis isn't up to date; nil if all are.
    var nextStale: String? { stale.min() }
    /// A table whose model isn't derived yet; nil if all are.
    var nextUnderived: String? { analyses.filter(\.value.isUnderived).keys.min() }
    /// A table whose warnings aren't known yet; nil if all are.
    var nextUnlinted: String? { analyses.filter { $0.value.warnings == nil }.keys.min() }

    /// The model of a table; if the table has mistakes, that of its last text without any.
    func model(of table: String) -> Model? {
        let before = analyses[table]?.model
        _ = analysis(of: table, isWhole: true)
        if analyses[table]?.isUnderived == true {
            analyses[table]?.derive()
            hasNews = true
        }
        let model = analyses[table]?.model
        // Results for traits of an older text are never used again.
        if let before, model?.hasOtherTraits(than: before) == true { cache = ModelCache() }
        return model
    }

    /// Looks for warnings about a table.
    func lint(_ table: String, isUnwanted: () -> Bool = { false }) {
        guard model(of: table) != nil, analyses[table]?.warnings == nil else { return }
        analyses[table]?.lint(isUnwanted: isUnwanted)
        if analyses[table]?.warnings != nil { hasNews = true }
    }

    /// The mistakes of a table; nil if there is no such table.
    ///
    /// - Parameter isWhole: derives the model in the same step.
    func analysis(of table: String, isWhole: Bool = false) -> Analysis? {
        if let known = analyses[table], !stale.contains(table) { return known }
        stale.remove(table)
        files.reads = []
        guard let bytes = files.read(table) else {
            analyses[table] = nil
            hasNews = true
            return nil
        }
        let importer: TableImporter = { [self] target, importing in
            let paths = tables(target, importedBy: importing)
            let found = paths.compactMap { path in files.read(path).map { (path: path, bytes: $0) } }
            return found.count == paths.count ? found : []
        }
        let source = AnalysisSource(
            table: table, bytes: bytes, files: files, importer: importer, backend: backend, cache: cache)
        let analysis = Analysis(of: source, before: analyses[table], isWhole: isWhole)
        analyses[table] = analysis
        hasNews = true
        return analysis
    }

    /// A Boolean value that indicates whether any table has errors.
    var hasErrors: Bool { analyses.values.contains { !$0.errors.isEmpty } }

    /// The findings of all tables, by the paths of the texts that they are about.
    var findings: [String: [Diagnostic]] {
        var result: [String: [Diagnostic]] = [:]
        // Several tables may import a table with a mistake.
        var seen: Set<Diagnostic> = []
        for analysis in analyses.sorted(by: { $0.key < $1.key }).map(\.value) {
            for finding in analysis.errors + (analysis.warnings ?? []) where seen.insert(finding).inserted {
                result[finding.location.path, default: []].append(finding)
            }
        }
        return result
    }
}
