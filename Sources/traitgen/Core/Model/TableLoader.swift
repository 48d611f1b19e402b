/// Finds the text of an imported table: the core reads no files itself.
///
/// It is called with the import and the path of the importing table, and returns the path and the bytes of the imported table.
/// It returns several if a module has several tables, and none if there is no such table.
public typealias TableImporter = (_ target: Table.Import.Target, _ importingPath: String) -> [(
    path: String, bytes: [UInt8]
)]

/// Reads a table and all tables that it imports, each once, imported tables first.
package struct TableLoader {
    package struct Loaded {
        package var table: Table
        /// The module that the table was imported by; nil for the root table and tables beside it.
        var module: String?
        /// The numbers of the tables that it sees: its imports, their imports, and itself.
        var visible: Set<Int>
        var isRoot: Bool
        /// The sets of its samples, and the sets of tables beside it that it imports.
        var sets: [SampleSheet.Fragments] = []
        /// Indicates whether the root table imports it directly.
        var isDirect = false
    }

    private let importer: TableImporter
    private let samples: SampleFinder
    private let cache: ModelCache
    package private(set) var tables: [Loaded] = []
    private let diagnostics: DiagnosticSink
    private var numbers: [String: Int] = [:]
    /// The tables that are currently read, outermost first, with the import that led to each.
    private var open: [(path: String, location: SourceLocation?)] = []

    package init(
        importer: @escaping TableImporter, samples: @escaping SampleFinder, cache: ModelCache,
        diagnostics: DiagnosticSink
    ) {
        self.importer = importer
        self.diagnostics = diagnostics
        self.cache = cache
        self.samples = samples
    }

    package mutating func load(bytes: [UInt8], path: String) {
        _ = load(bytes: bytes, path: path, module: nil, at: nil)
    }

    private mutating func load(bytes: [UInt8], path: String, module: String?, at location: SourceLocation?)
        -> Int
    {
        let (parsed, mistakes) = cache.parse(bytes, path)
        var table = parsed
        diagnostics.report(mistakes)
        open.append((path, location))
        var visible: Set<Int> = []
        var sets: [SampleSheet.Fragments] = []
        for one in table.imports {
            let found = importer(one.target, path)
            if found.isEmpty { diagnostics.report(notFound(one)) }
            let importedModule: String? = if case .module(let name) = one.target { name } else { module }
            for (importedPath, importedBytes) in found {
                if let start = open.firstIndex(where: { $0.path == importedPath }) {
                    diagnostics.report(cycle(one, start))
                    continue
                }
                let number =
                    numbers[importedPath]
                    ?? load(
                        bytes: importedBytes, path: importedPath, module: importedModule, at: one.location)
                visible.formUnion(tables[number].visible)
                if open.count == 1 { tables[number].isDirect = true }
                if case .path = one.target {
                    sets += tables[number].sets.filter { !sets.contains($0) }
                }
            }
        }
        open.removeLast()
        let completion = cache.complete(&table, with: samples(path), sharing: sets)
        diagnostics.report(completion.mistakes)
        visible.insert(tables.count)
        numbers[path] = tables.count
        tables.append(
            Loaded(
                table: table, module: module, visible: visible, isRoot: open.isEmpty,
                sets: sets + completion.sets))
        return tables.count - 1
    }

    private func notFound(_ one: Table.Import) -> Diagnostic {
        switch one.target {
        case .module(let name):
            Diagnostic(
                .importNotFound, at: one.location, "there is no table for module `\(name)`",
                help:
                    "depend on the module and run `swift package resolve`, or say where its table is with `--import \(name)=PATH`"
            )
        case .path(let path):
            Diagnostic(
                .importNotFound, at: one.location, "there is no table at \"\(path)\"",
                help: "a path starts at the folder of the table that imports")
        }
    }

    private func cycle(_ one: Table.Import, _ start: Int) -> Diagnostic {
        let notes = open[(start + 1)...].compactMap { step in
            step.location.map { Diagnostic.Note($0, "this import leads back") }
        }
        return Diagnostic(
            .importCycle, at: one.location, "the table imports itself", notes: notes,
            help: "move what both need into a third table")
    }
}
