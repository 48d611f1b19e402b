/// The command `traitgen`, in a form that tests can run.
public struct TraitgenCommand {
    /// What the shell sees.
    public enum Status: Int32, Sendable {
        /// Everything is in order.
        case clean = 0
        /// There are mistakes in a table or a template.
        case findings = 1
        /// The command was called wrongly.
        case usage = 2
        /// Something went wrong that isn't the caller's doing, such as a full disk.
        case `internal` = 3
    }

    /// The version that `--version` prints.
    public static let version = "0.1.0"

    let files: any CommandFiles
    private let standardOutput: (String) throws(CommandFileError) -> Void
    private let outcome = Outcome()
    private let memory = Memory()
    let errors: (String) -> Void

    /// - Parameters:
    ///   - files: the files the command sees.
    ///   - output: takes what goes to standard output, line by line; throws where that can't be written.
    ///   - errors: takes what goes to standard error, line by line.
    public init(
        files: any CommandFiles, output: @escaping (String) throws(CommandFileError) -> Void,
        errors: @escaping (String) -> Void
    ) {
        self.files = files
        standardOutput = output
        self.errors = errors
    }

    /// Runs the command.
    ///
    /// - Parameter arguments: the arguments after the name of the command.
    public func run(arguments: [String]) -> Status {
        memory.cache = ModelCache()
        let status = status(of: arguments)
        guard let failure = outcome.failure else { return status }
        errors("error: standard output can't be written: \(failure.reason)")
        return .internal
    }

    /// Why something could not be written to standard output.
    private final class Outcome {
        var failure: CommandFileError?
    }

    /// What the models of the last run have in common. A process that ends after it needn't take that apart.
    private final class Memory {
        var cache = ModelCache()
    }

    var cache: ModelCache { memory.cache }

    /// Writes to standard output; after a failure nothing more.
    func output(_ text: String) {
        guard outcome.failure == nil else { return }
        do throws(CommandFileError) {
            try standardOutput(text)
        } catch {
            outcome.failure = error
        }
    }

    private func status(of arguments: [String]) -> Status {
        do throws(UsageError) {
            return try dispatch(arguments)
        } catch {
            errors("error: \(error.message)")
            if let help = error.help { errors("note: \(help)") }
            errors("note: `traitgen help` shows how it is used")
            return .usage
        }
    }

    private static let commands = [
        "generate", "check", "explain", "audit", "table", "mutate", "coverage", "help",
    ]

    private func dispatch(_ arguments: [String]) throws(UsageError) -> Status {
        guard let name = arguments.first else { throw UsageError("a command is missing") }
        let rest = Array(arguments.dropFirst())
        if rest.contains("--help") || rest.contains("-h"), Self.commands.contains(name) { return help() }
        switch name {
        case "generate": return try generate(rest)
        case "check": return try check(rest)
        case "explain": return try explain(rest)
        case "audit": return try audit(rest)
        case "table": return try table(rest)
        case "mutate": return try mutate(rest)
        case "coverage": return try coverage(rest)
        case "help", "--help", "-h": return help()
        case "--version":
            output("traitgen \(Self.version)")
            return .clean
        default:
            throw UsageError(
                "there is no command `\(name)`",
                Suggestion.didYouMean(name, among: Self.commands + ["--version"]))
        }
    }

    private func help() -> Status {
        output(
            """
            traitgen derives trait conformances from an operator table and writes the code.

            traitgen generate TABLE --output DIR    write the code of a table
            traitgen check TABLE                    read and derive a table, write nothing
            traitgen explain WHAT                   say what holds for a publisher type, and why; a method, as
                                                    in `filter`, or a chain stands for the types it makes
            traitgen audit TABLE --symbol-graph DIR hold the tables of a module against its public types;
                                                    a folder stands for the tables in it
            traitgen table TABLE …                  write which types keep which traits, and why not; a folder
                                                    stands for the tables in it
            traitgen mutate TABLE --observed FILE   count the changes of rows that no law test would notice; a
                                                    folder stands for the tables in it
            traitgen coverage TABLE --observed FILE count the rows that a law run has checked for each trait: by
                                                    taker of the values, and on how many threads
            traitgen help                           show this
            traitgen --version                      show the version

            Options of all but help:
              --import NAME=PATH    the table of a module that the table imports, or a folder; may be
                                    repeated. Otherwise the tables in `Sources/NAME` here
              --backend NAME        TraitsRuntime, Combine or OpenCombine, in place of the table's own
            Options of generate:
              --output DIR          the folder to write to
              --templates DIR       a folder of templates; may be repeated, later ones replace and add.
                                    Otherwise the folder `Templates` of the package, and on top of it that
                                    of the table's target
              --module NAME         the module that the code becomes part of, otherwise the table's target
              --access LEVEL        public (as always) or internal
              --check               write nothing, and say which files are stale
              --for-build           name lines of the table, write all files, overwrite all: for the plugin
            Options of explain:
              --table PATH          the table, otherwise every table in `Sources`, and those imported
            Options of audit:
              --symbol-graph DIR    what `swift symbolgraph-extract` wrote for the module
            Options of table:
              --format FORMAT       markdown (as always), html, places or sharing; docc for pages that extend those
                                    of types and methods in a documentation catalogue, with pictures
              --output FILE         the file to write to, otherwise the page goes to standard output; for docc a
                                    folder of the catalogue
              --check               for docc: write nothing, and say which files are stale
              --observed FILE       what a law run has recorded; examples are taken from it
              --documentation URL   for html: the folder or address that has the `documentation` of the
                                    modules, otherwise that of the page
            Options of mutate and coverage:
              --observed FILE       what a law run has recorded
            Options of mutate:
              --row TYPE            one row alone
              --sample NUMBER       so many changes alone, which follow from the seed
              --seed NUMBER         another sample
              --gaps yes            list also what rows predict and no sample shows

            Status: 0 all is well, 1 the table has mistakes, 2 wrong use, 3 the system failed.
            """)
        return .clean
    }

    // MARK: - Tables

    func report(_ error: DiagnosticsError) {
        for diagnostic in error.diagnostics { errors(diagnostic.description) }
    }

    func bytes(ofTable path: String) throws(UsageError) -> [UInt8] {
        if path.hasSuffix(".samples") {
            let table = path.dropLast(".samples".count) + ".traits"
            throw UsageError("\(path) holds the samples of a table", "name the table, `\(table)`")
        }
        if let bytes = files.read(path) { return bytes }
        if files.list(path) != nil {
            throw UsageError(
                "\(path) is a folder",
                "name the table in it, such as `\(Path.join(path, "Operators.traits"))`")
        }
        let neighbours = (files.list(Path.folder(path).isEmpty ? "." : Path.folder(path)) ?? []).sorted()
        throw UsageError(
            "there is no table at \(path)",
            Suggestion.didYouMean(Path.name(path), among: neighbours.filter { $0.hasSuffix(".traits") }))
    }

    /// The tables in a folder and the folders in it, a folder's own first; a folder that links lead back to counts once.
    func tables(below folder: String) -> [String] {
        var seen: Set<String> = []
        return tables(below: folder, &seen)
    }

    private func tables(below folder: String, _ seen: inout Set<String>) -> [String] {
        guard let all = files.list(folder), seen.insert(files.resolved(folder)).inserted else { return [] }
        let names = all.filter { !$0.hasPrefix(".") }.sorted()
        var result = names.filter { $0.hasSuffix(".traits") }.map { Path.join(folder, $0) }
        for name in names where !name.hasSuffix(".traits") {
            result += tables(below: Path.join(folder, name), &seen)
        }
        return result
    }

    /// A table, or those in a folder.
    func tablesAt(_ path: String) -> [String] {
        files.read(path) == nil && files.list(path) != nil ? tables(below: path) : [path]
    }

    /// The tables that the words of a command stand for: a folder for those in it.
    func tables(_ words: [String]) throws(UsageError) -> [String] {
        guard !words.isEmpty else { throw UsageError("the table is missing") }
        var seen: Set<String> = []
        let tables = words.flatMap(tablesAt).filter { seen.insert(files.resolved($0)).inserted }
        guard !tables.isEmpty else {
            throw UsageError("there is no table in \(words.joined(separator: ", "))")
        }
        return tables
    }

    /// The models of several tables; nil, and reported, where one has mistakes.
    func models(
        _ tables: [String], _ options: Options, verdicts: ModelBuilder.Verdicts = .all
    ) throws(UsageError) -> [Model]? {
        var models: [Model] = []
        for table in tables {
            switch try model(table, options, verdicts: verdicts) {
            case .failure(let error):
                report(error)
                return nil
            case .success(let model): models.append(model)
            }
        }
        return models
    }

    /// Finds imported tables: those of modules by the `--import` options, or else in the folder of that name in
    /// the working directory's `Sources`; others beside the table.
    func importer(_ imports: [(module: String, path: String)]) -> TableImporter {
        { target, importing in
            let paths =
                switch target {
                case .module(let name): paths(ofModule: name, imports)
                case .path(let path): [Path.normalized(Path.join(Path.folder(importing), path))]
                }
            let found = paths.compactMap { path in files.read(path).map { (path: path, bytes: $0) } }
            return found.count == paths.count ? found : []
        }
    }

    private func paths(ofModule name: String, _ imports: [(module: String, path: String)]) -> [String] {
        let named = imports.filter { $0.module == name }.map(\.path)
        guard named.isEmpty else { return named.flatMap(tablesAt) }
        return cache.tables(below: Path.join("Sources", name), find: tables)
    }

    func model(
        _ table: String, _ options: Options, verdicts: ModelBuilder.Verdicts = .all
    ) throws(UsageError) -> Result<Model, DiagnosticsError> {
        let bytes = try bytes(ofTable: table)
        let backend = try options.backend()
        let imports = try options.imports()
        let samples: SampleFinder = { table in
            guard let path = Path.samples(of: table) else { return nil }
            return files.read(path).map { (path: path, bytes: $0) }
        }
        do throws(DiagnosticsError) {
            return .success(
                try Model.build(
                    bytes: bytes, path: table, backend: backend, importer: importer(imports),
                    samples: samples, cache: cache, verdicts: verdicts))
        } catch {
            return .failure(error)
        }
    }
}

/// A wrong call of the command.
struct UsageError: Error {
    var message: String
    var help: String?

    init(_ message: String, _ help: String? = nil) {
        self.message = message
        self.help = help
    }
}
