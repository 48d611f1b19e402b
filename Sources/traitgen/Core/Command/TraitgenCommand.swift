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
        /// A change of tables breaks the source of clients.
        case breaking = 100
        /// After a change of tables clients compile, and their programs may behave differently.
        case behaviour = 101
    }

    /// The version that `--version` prints.
    public static let version = "0.1.0"

    private(set) var files: any CommandFiles
    private let standardOutput: (String) throws(CommandFileError) -> Void
    private let outcome = Outcome()
    private var memory = Memory()
    private let standardError: (String) -> Void

    /// Creates a command that reads, writes and prints through the caller.
    ///
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
        standardError = errors
    }

    /// Runs the command.
    ///
    /// - Parameter arguments: the arguments after the name of the command.
    public func run(arguments: [String]) -> Status {
        memory.cache = ModelCache()
        memory.input = nil
        outcome.report = nil
        var status = status(of: arguments)
        if let report = outcome.report {
            outcome.report = nil
            output(report.document(verb: arguments[0], status: Int(status.rawValue)).description)
        }
        if let failure = outcome.failure {
            standardError("error: standard output can't be written: \(failure.reason)")
            status = .internal
        }
        return status
    }

    /// What becomes of what the command says.
    private final class Outcome {
        /// Why something could not be written to standard output.
        var failure: CommandFileError?
        /// What is said in JSON when the run is over; nil where lines are written as they come.
        var report: Report?
    }

    /// What the models of the last run have in common. A process that ends after it needn't take that apart.
    private final class Memory {
        var cache = ModelCache()
        /// Standard input, which can be read once.
        var input: [UInt8]?
    }

    /// Gives up what models of this run would have in common.
    func forget() { memory.cache = ModelCache() }

    /// The same command over other files, which says what it finds where this one does.
    func reading(_ files: any CommandFiles) -> TraitgenCommand {
        var other = self
        other.files = files
        other.memory = Memory()
        return other
    }

    var cache: ModelCache { memory.cache }

    /// Writes to standard output; after a failure nothing more.
    func output(_ text: String) {
        guard outcome.failure == nil else { return }
        if outcome.report != nil {
            outcome.report?.add(line: text)
            return
        }
        do throws(CommandFileError) {
            try standardOutput(text)
        } catch {
            outcome.failure = error
        }
    }

    /// Writes to standard error.
    func errors(_ line: String) {
        if outcome.report == nil { standardError(line) } else { outcome.report?.add(error: line) }
    }

    /// What is said in JSON in place of lines.
    func result(_ value: @autoclosure () -> JSONValue) {
        if outcome.report != nil { outcome.report?.result = value() }
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

    private func dispatch(_ arguments: [String]) throws(UsageError) -> Status {
        guard let name = arguments.first else { throw UsageError("a command is missing") }
        let rest = Array(arguments.dropFirst())
        if name == "--version" {
            output("traitgen \(Self.version)")
            return .clean
        }
        guard let verb = Verb.named(["--help", "-h"].contains(name) ? "help" : name) else {
            throw UsageError(
                "there is no command `\(name)`",
                Suggestion.didYouMean(name, among: Verb.all.map(\.name) + ["--version"]))
        }
        if rest.contains("--help") || rest.contains("-h") {
            output(Help.page(of: verb))
            return .clean
        }
        let options = try Options(rest, of: verb)
        if verb.hasJSON, options.value("--format") == "json" { outcome.report = Report() }
        switch name {
        case "generate": return try generate(options)
        case "check": return try check(options)
        case "explain": return try explain(options)
        case "dump": return try dump(options)
        case "diff": return try diff(options)
        case "audit": return try audit(options)
        case "import": return try importSources(options)
        case "table": return try table(options)
        case "mutate": return try mutate(options)
        case "coverage": return try coverage(options)
        case "format": return try format(options)
        case "lint": return try lint(options)
        case "propose": return try propose(options)
        case "trace": return try trace(options)
        case "init": return try start(options)
        default: return try help(verb, options)
        }
    }

    // MARK: - Tables

    func report(_ error: DiagnosticsError) {
        for diagnostic in error.diagnostics {
            if outcome.report == nil {
                standardError(diagnostic.description)
            } else {
                outcome.report?.add(diagnostic)
            }
        }
    }

    /// The path that messages show for standard input.
    static let standardInput = "<stdin>"

    func bytes(ofTable path: String) throws(UsageError) -> [UInt8] {
        if path == "-" {
            guard let bytes = memory.input ?? files.standardInput() else {
                throw UsageError("there is no standard input")
            }
            memory.input = bytes
            return bytes
        }
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
            var model = try Model.build(
                bytes: bytes, path: table == "-" ? Self.standardInput : table, backend: backend,
                importer: importer(imports), samples: samples, cache: cache, verdicts: verdicts)
            // What follows is named after the table, and this one has no name.
            if table == "-" { model.name = "Table" }
            return .success(model)
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
