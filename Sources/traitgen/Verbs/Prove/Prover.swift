import TraitgenCore

/// Proves a library: makes a table, runs its laws, and changes the table until it is green.
struct Prover {
    let command: TraitgenCommand
    let runner: any ProgramRunner
    let package: ProofPackage
    let clone: String
    /// The folder for the table and the faults.
    let results: String
    /// The scratch folder of builds.
    let scratch: String
    let patience: Int
    /// The largest number of law runs.
    let mostRounds: Int
    let start: Double
    /// The issue of an earlier proof; empty without one.
    let earlierFaults: String

    private(set) var leftOut: [(source: String, reason: String)] = []
    var tables: [String: TableSheet] = [:]
    var items: [IssueText.Item] = []
    var lawRuns = 0
    /// The names of rows in the program that checks them.
    var listedNames: [String: String] = [:]

    init(
        _ command: TraitgenCommand, runner: any ProgramRunner, package: ProofPackage, clone: String,
        results: String,
        scratch: String, patience: Int, mostRounds: Int, start: Double
    ) {
        (self.command, self.runner, self.package, self.clone) = (command, runner, package, clone)
        (self.results, self.scratch, self.patience, self.mostRounds) = (
            results, scratch, patience, mostRounds
        )
        self.start = start
        let faults = command.files.read(Path.join(results, Self.faultsName))
        earlierFaults = String(decoding: faults ?? [], as: UTF8.self)
    }

    static let faultsName = "Faults.md"

    var module: String { package.library.module }

    /// Prints how far the proof is.
    func tell(_ text: String) { command.errors("[\(Int(runner.seconds - start)) s] \(text)") }

    // MARK: - Building

    /// Builds the library, and leaves out files that don't compile here.
    mutating func buildLibrary() throws(ProofFailure) {
        // If the library has changed since the last proof, all of its files are tried again.
        leftOut = package.leftOut
        let isChanged = try writeSources()
        if isChanged || !package.sources.isSuperset(of: leftOut.map(\.source)) { leftOut = [] }
        for (source, _) in leftOut { tell("left out, as in the last proof: \(source)") }
        try writeTables()
        while true {
            try writeSources()
            tell("building \(module)\(leftOut.isEmpty ? "" : ", leaving out \(leftOut.count) of its files")")
            guard let errors = try build(["--target", module]) else {
                return try package.note(leftOut: leftOut)
            }
            let count = leftOut.count
            for (source, message) in errors.sources { leaveOut(source, because: message) }
            guard leftOut.count > count else { throw failure(errors.others) }
        }
    }

    /// Leaves out a source that doesn't compile, and all others that lack the same module.
    private mutating func leaveOut(_ source: String, because reason: String) {
        let missing = reason.prefixMatch(of: /no such module '(.+)'/).map { String($0.output.1) }
        for source in [source] + (missing.map(package.sources(importing:)) ?? [])
        where !leftOut.contains(where: { $0.source == source }) {
            tell("left out, since it doesn't compile: \(source): \(reason)")
            leftOut.append((source, reason))
        }
    }

    /// - Returns: A Boolean value that indicates whether a source of the library has changed.
    @discardableResult
    private func writeSources() throws(ProofFailure) -> Bool {
        try package.write(leavingOut: Set(leftOut.map(\.source)), clone: clone)
    }

    /// Builds the rows' program, and takes samples away that don't compile.
    mutating func buildRows() throws(ProofFailure) {
        for _ in 1...6 {
            try writeTables()
            tell("building the rows")
            let mistakes = BuildErrors(package.generateRows(), of: package)
            let errors = mistakes.isEmpty ? try build(["--product", ProofPackage.program]) : mistakes
            guard let errors else { return }
            guard !errors.samples.isEmpty else { throw failure(errors.others) }
            // A changed row moves the lines below it, so all rows are looked up first.
            let rows = errors.samples.map {
                (table: $0.table, row: tables[$0.table]?.entry(atLine: $0.line), message: $0.message)
            }
            var changed: Set<String> = []
            for (table, row, message) in rows {
                guard let row else { throw failure([message]) }
                guard var entry = tables[table]?[row], changed.insert(row).inserted else { continue }
                guard entry.isSampled else {
                    tell("\(row) gets no row: \(message)")
                    tables[table]?.remove(row)
                    continue
                }
                tell("\(row): its sample doesn't compile: \(message)")
                entry.leaveOut(because: "its sample doesn't compile: \(message)")
                tables[table]?[row] = entry
            }
        }
        throw ProofFailure(message: "samples don't compile; see the errors above")
    }

    private func failure(_ errors: [String]) -> ProofFailure {
        ProofFailure(message: "the proof package doesn't build", notes: Array(errors.prefix(10)))
    }

    /// - Returns: The errors; nil if there are none.
    private func build(_ words: [String]) throws(ProofFailure) -> BuildErrors? {
        var last = runner.seconds
        let result = runner.lines(
            ["swift", "build", "--package-path", package.folder, "--scratch-path", scratch] + words, in: clone
        ) { line in
            guard line.hasPrefix("["), runner.seconds - last > 20 else { return }
            last = runner.seconds
            tell("  " + line)
        }
        if result.isRight { return nil }
        let errors = BuildErrors(result.lines, of: package)
        if errors.isEmpty {
            throw ProofFailure(message: "the build failed", notes: result.lines.suffix(8))
        }
        return errors
    }

    // MARK: - Tables

    /// Writes the tables into the proof package.
    func writeTables() throws(ProofFailure) {
        let own = tables[Path.name(package.table)]?.text ?? "import TraitsRuntime\n"
        let laws = tables["Laws.traits"]?.text ?? "import \(module)\n"
        try package.write(own, to: package.table)
        try package.write(laws, to: package.lawTable)
    }

    /// The symbol graph of the library.
    func symbolGraph() throws(ProofFailure) -> SymbolGraph {
        tell("reading the interface of \(module)")
        let info = runner.lines(["swift", "-print-target-info"], in: clone)
        let json = try? JSONScanner.value(of: Array(info.lines.joined(separator: "\n").utf8))
        guard let triple = json?["target"]["unversionedTriple"].text ?? json?["target"]["triple"].text else {
            throw ProofFailure(message: "`swift -print-target-info` names no target")
        }
        let graph = Path.join(package.folder, "graph")
        do throws(CommandFileError) {
            try command.files.write([], to: Path.join(graph, "empty"))
        } catch {
            throw ProofFailure(message: "\(graph) can't be written: \(error.reason)")
        }
        let result = runner.lines(
            [
                "swift", "symbolgraph-extract", "-module-name", module, "-I",
                Path.join(scratch, "debug/Modules"),
                "-target", triple, "-output-dir", graph,
            ], in: clone)
        guard result.isRight else {
            throw ProofFailure(message: "`swift symbolgraph-extract` failed", notes: result.lines.suffix(5))
        }
        do throws(UsageError) {
            return try command.symbolGraph(in: graph, of: module)
        } catch {
            throw ProofFailure(message: error.message)
        }
    }
}
