/// The command `traitgen`, in a form that tests can run.
public struct TraitgenCommand {
    /// The exit status of the command.
    public enum Status: Int32, Sendable {
        /// Everything is in order.
        case clean = 0
        /// There are mistakes in a table or a template.
        case findings = 1
        /// The command line is invalid.
        case usage = 2
        /// The command failed through no fault of the caller, for example because the disk is full.
        case `internal` = 3
        /// A change of tables breaks the source code of clients.
        case breaking = 100
        /// After a change of tables clients compile, but their programs may behave differently.
        case behaviour = 101
    }

    /// The version that `--version` prints.
    public static let version = "0.1.0"

    package private(set) var files: any CommandFiles
    private let verbs: [Verb]
    private let makeReport: (() -> any CommandReport)?
    private let standardOutput: (String) throws(CommandFileError) -> Void
    private let outcome = Outcome()
    private var memory = Memory()
    private let standardError: (String) -> Void

    /// Creates a command with some verbs.
    ///
    /// - Parameters:
    ///   - verbs: the verbs that it knows.
    ///   - makeReport: creates the report of a run with `--format json`; nil if no verb has that option.
    ///   - files: the files that the command sees.
    ///   - output: writes a line to standard output; throws if that fails.
    ///   - errors: writes a line to standard error.
    package init(
        verbs: [Verb], makeReport: (() -> any CommandReport)? = nil, files: any CommandFiles,
        output: @escaping (String) throws(CommandFileError) -> Void, errors: @escaping (String) -> Void
    ) {
        self.verbs = verbs
        self.makeReport = makeReport
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
            output(report.document(verb: arguments[0], status: Int(status.rawValue)))
        }
        if let failure = outcome.failure {
            standardError("error: standard output can't be written: \(failure.reason)")
            status = .internal
        }
        return status
    }

    /// The results of a run that the command collects.
    private final class Outcome {
        /// The error of a failed write to standard output.
        var failure: CommandFileError?
        /// The report that is printed after the run; nil if lines are written directly.
        var report: (any CommandReport)?
    }

    /// The caches of the last run. A process that ends after the run needn't release them.
    private final class Memory {
        var cache = ModelCache()
        /// Standard input, which can be read once.
        var input: [UInt8]?
    }

    /// Releases the cache that the models of this run share.
    func forget() { memory.cache = ModelCache() }

    /// The same command over other files; it writes to the same outputs.
    package func reading(_ files: any CommandFiles) -> TraitgenCommand {
        var other = self
        other.files = files
        other.memory = Memory()
        return other
    }

    package var cache: ModelCache { memory.cache }

    /// Writes to standard output, unless an earlier write failed.
    package func output(_ text: String) {
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
    package func errors(_ line: String) {
        if outcome.report == nil { standardError(line) } else { outcome.report?.add(error: line) }
    }

    /// The report that collects what the run prints; nil if lines are written directly.
    package var currentReport: (any CommandReport)? { outcome.report }

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
        let wanted = ["--help", "-h"].contains(name) ? "help" : name
        guard let verb = verbs.first(where: { $0.name == wanted }) else {
            throw UsageError(
                "there is no command `\(name)`",
                Suggestion.didYouMean(name, among: verbs.map(\.name) + ["--version"]))
        }
        if rest.contains("--help") || rest.contains("-h") { return try dispatch(["help", verb.name]) }
        // A report also says what is wrong with the other arguments.
        if verb.hasJSON, Self.asksForJSON(rest) { outcome.report = makeReport?() }
        let options = try Options(rest, of: verb)
        return try verb.run(self)(options)
    }

    /// Returns whether arguments that may be wrong ask for JSON.
    private static func asksForJSON(_ arguments: [String]) -> Bool {
        let options = arguments.prefix { $0 != "--" }
        return options.contains("--format=json")
            || zip(options, options.dropFirst()).contains { $0 == "--format" && $1 == "json" }
    }

    // MARK: - Tables

    package func report(_ error: DiagnosticsError) {
        for diagnostic in error.diagnostics {
            if outcome.report == nil {
                standardError(diagnostic.description)
            } else {
                outcome.report?.add(diagnostic)
            }
        }
    }

    /// The path that messages show for standard input.
    package static let standardInput = "<stdin>"

    package func bytes(ofTable path: String) throws(UsageError) -> [UInt8] {
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
        if neighbours.contains(Path.name(path)) {
            guard let reason = files.obstacle(path) else { throw UsageError("\(path) can't be read") }
            throw UsageError("\(path) can't be read: \(reason)")
        }
        throw UsageError(
            "there is no table at \(path)",
            Suggestion.didYouMean(Path.name(path), among: neighbours.filter { $0.hasSuffix(".traits") }))
    }

    /// The tables in a folder and its subfolders, a folder's own tables first. A folder that several links lead to
    /// counts once.
    package func tables(below folder: String) -> [String] {
        var seen: Set<String> = []
        return paths(below: folder, endingIn: ".traits", &seen)
    }

    /// The files in a folder and its subfolders with names of one ending, a folder's own files first.
    ///
    /// - Parameter seen: The folders that don't count any more: several links may lead to one.
    package func paths(below folder: String, endingIn ending: String, _ seen: inout Set<String>) -> [String] {
        guard let all = files.list(folder), seen.insert(files.resolved(folder)).inserted else { return [] }
        let names = all.filter { !$0.hasPrefix(".") }.sorted()
        var result = names.filter { $0.hasSuffix(ending) }.map { Path.join(folder, $0) }
        for name in names where !name.hasSuffix(ending) {
            result += paths(below: Path.join(folder, name), endingIn: ending, &seen)
        }
        return result
    }

    /// A table, or the tables in a folder.
    package func tablesAt(_ path: String) -> [String] {
        files.read(path) == nil && files.list(path) != nil ? tables(below: path) : [path]
    }

    /// The tables that the words of a command name; a folder stands for its tables.
    package func tables(_ words: [String]) throws(UsageError) -> [String] {
        guard !words.isEmpty else { throw UsageError("the table is missing") }
        var seen: Set<String> = []
        let tables = words.flatMap(tablesAt).filter { seen.insert(files.resolved($0)).inserted }
        guard !tables.isEmpty else {
            throw UsageError("there is no table in \(words.joined(separator: ", "))")
        }
        return tables
    }

    /// The models of several tables; if a table has mistakes, reports them and returns nil.
    package func models(
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
        return SharedNames(models).qualified(models)
    }

    /// Finds imported tables. For a module it uses the `--import` options, or else the folder of that name in the
    /// working directory's `Sources`; for a path it looks beside the table.
    package func importer(_ imports: [(module: String, path: String)]) -> TableImporter {
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

    /// The module that a table belongs to; nil for standard input.
    private func module(
        of table: String, _ options: Options, _ imports: [(module: String, path: String)]
    ) -> String? {
        if table == "-" { return nil }
        let path = files.resolved(table)
        let imported = imports.first { one in
            let given = files.resolved(one.path)
            return given == path || path.hasPrefix(given + "/")
        }
        let absolute = Path.normalized(Path.join(files.workingDirectory, table))
        return imported?.module ?? TableTarget(of: absolute, module: nil, in: files).module
    }

    package func model(
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
            // Generated declarations are named after the table, and standard input has no name.
            if table == "-" { model.name = "Table" }
            if let module = module(of: table, options, imports) { model.belong(to: module) }
            return .success(model)
        } catch {
            return .failure(error)
        }
    }
}

/// Collects what a run prints, and is printed in its place.
package protocol CommandReport: AnyObject {
    func add(line: String)
    func add(error line: String)
    func add(_ diagnostic: Diagnostic)
    /// Adds a file to those that the result lists.
    func add(file path: String, _ effect: FileEffect)
    /// The report of a run that is over.
    func document(verb: String, status: Int) -> String
}

/// The state of a file that a run has written, or would write.
package enum FileEffect: String, CaseIterable {
    case written, removed
    /// The file has to be written, and `--check` only says so.
    case stale
    /// The table of the file is gone.
    case leftOver
}

/// An error in the command line.
package struct UsageError: Error {
    package var message: String
    var help: String?

    package init(_ message: String, _ help: String? = nil) {
        self.message = message
        self.help = help
    }
}
