import TraitgenCore

/// A first table of a module, from its symbol graph: a row for each publisher, with an open rule, and with a sample if the
/// graph allows it.
struct FirstTable {
    /// The rows; empty if the tables know all publishers.
    private(set) var rows: [String] = []
    /// The number of rows without a sample.
    private(set) var unsampled = 0
    private let module: String
    private let imports: [String]

    /// - Parameters:
    ///   - known: models of tables whose publishers need no new rows.
    ///   - imports: the modules that the table imports.
    init(module: String, _ graph: SymbolGraph, known: [Model], imports: [String]) {
        self.module = module
        self.imports = imports
        let traits = known.flatMap(\.allTraits)
        let (foreign, done) = Self.types(known, of: module)
        // A type hides the module of its name, so no name can begin with that module.
        let hidesModule = graph.symbols.contains { $0.name == module }
        var bases = Set(traits.map(\.name))
        bases.insert("Publisher")
        let types = graph.publishers(of: known.first?.backend ?? .traitsRuntime)
            .filter { !done.contains($0.name) }.sorted { $0.name < $1.name }
        for type in types {
            // The outer publisher comes first in a row, in any order of the type's parameters.
            let publishers = type.parameters.filter { !(type.requirements[$0] ?? []).isDisjoint(with: bases) }
            let inputs = publishers.filter { $0 == "Upstream" } + publishers.filter { $0 != "Upstream" }
            var head = inputs.isEmpty ? "source   \(type.name)" : "operator \(type.name)"
            if !inputs.isEmpty, inputs != ["Upstream"] {
                let list = inputs.map { name in
                    let bound = (type.requirements[name] ?? []).intersection(bases).subtracting(["Publisher"])
                    return bound.sorted().first.map { "\(name): \($0)" } ?? name
                }
                head += " (\(list.joined(separator: ", ")))"
            }
            let rule = inputs.isEmpty ? "- - ->" : "anything"
            let clauses: String
            // A name that an imported module has too is ambiguous in a test.
            let isAmbiguous = foreign.contains(type.root) && graph.symbols.contains { $0.name == type.root }
            let name = isAmbiguous && !hidesModule ? "\(module).\(type.name)" : type.name
            switch FirstSample(of: type, named: name, inputs, graph).text {
            case .success(let sample):
                clauses = "sample \(sample)\n    unseen because \"\(Row.openReason)\"\n"
            case .failure(let gap):
                unsampled += 1
                clauses = "unsampled because \"\(gap.reason)\"\n"
            }
            rows.append("\(head)   \(rule)\n    \(clauses)")
        }
    }

    /// Returns the outermost types that have rows of other modules, and the types of the module that need no row.
    private static func types(_ known: [Model], of module: String) -> (
        foreign: Set<String>, done: Set<String>
    ) {
        let library = known.first?.backend.moduleName
        let rows = known.flatMap { $0.rows + $0.importedRows }
        // A table for another stream library is about that library's types.
        let isForeign = { (row: Row) in row.home.map { $0 != module } ?? false && module != library }
        return (
            Set(rows.filter(isForeign).map { String($0.type.prefix { $0 != "." }) }),
            Set(rows.filter { !isForeign($0) }.map(\.type))
                .union(Audit.family(of: known.flatMap(\.allTraits)))
        )
    }

    var text: String {
        """
        // The publishers of \(module). Their rules are open: `anything`, and `- - ->` of sources. With the record of a law run,
        // `traitgen propose` says which rules the samples show. Confirm each: a sample shows what it does, not what it may do.

        \(imports.map { "import \($0)\n" }.joined())
        \(rows.joined(separator: "\n"))
        """
    }
}

extension SymbolGraph.Symbol {
    /// The name of the outermost type.
    fileprivate var root: String { String(name.prefix { $0 != "." }) }
}

extension TraitgenCommand {
    /// `traitgen init MODULE --symbol-graph DIR`.
    func start(_ options: Options) throws(UsageError) -> Status {
        guard let module = options.words.first, options.words.count == 1 else {
            throw UsageError("the module is missing", "say `traitgen init App --symbol-graph DIR`")
        }
        let graph = try symbolGraph(options, of: module)
        // A module may have several tables.
        let imports = try options.imports().map(\.module).reduce(into: [String]()) { modules, module in
            if module != options.words[0], !modules.contains(module) { modules.append(module) }
        }
        let modules = imports.isEmpty ? ["TraitsRuntime"] : imports
        // A table that consists of imports knows all rows that the new table sees, and those that the module has already.
        let own = importer(try options.imports())(.module(module), "").isEmpty ? [] : [module]
        let header = (modules + own).map { "import \($0)\n" }.joined()
        let path = options.value("--output") ?? "\(module).traits"
        if options.value("--output") != nil, files.read(path) != nil {
            errors("error: there is a file at \(path), and it would be overwritten")
            errors("note: write to another file, or leave `--output` out to see the table")
            return .findings
        }
        let known: Model
        let (backend, paths) = (try options.backend(), try options.imports())
        do throws(DiagnosticsError) {
            known = try Model.build(
                bytes: Array(header.utf8), path: "imports of \(module)", backend: backend,
                importer: importer(paths), cache: cache, verdicts: .claimed)
        } catch {
            report(error)
            return .findings
        }
        let table = FirstTable(module: module, graph, known: [known], imports: modules)
        guard !table.rows.isEmpty else {
            errors("\(module) has no publishers without a row")
            return .clean
        }
        if options.value("--output") == nil {
            output(table.text)
        } else {
            do throws(CommandFileError) {
                try files.write(Array(table.text.utf8), to: path)
            } catch {
                errors("error: \(path) can't be written: \(error.reason)")
                return .internal
            }
        }
        let samples = table.rows.count - table.unsampled
        errors("\(plural(table.rows.count, "row")), \(samples) with a sample")
        return .clean
    }
}
