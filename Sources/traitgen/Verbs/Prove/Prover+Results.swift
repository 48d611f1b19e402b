import TraitgenCore

extension Prover {
    /// Proves the library, and writes the results.
    mutating func prove(_ options: Options) throws(ProofFailure) -> TraitgenCommand.Status {
        try buildLibrary()
        try makeTables()
        try proveRows()
        return try writeResults()
    }

    /// The files that a library's maintainer gets, by their paths in the proof package.
    private var tableNames: [String] { [Path.name(package.table), Path.name(package.lawTable)] }

    /// Makes the tables: those of an earlier run, with rows for operators that they don't have.
    private mutating func makeTables() throws(ProofFailure) {
        let graph = try symbolGraph()
        let known = try knownModel()
        let first = FirstTable(module: module, graph, known: [known], imports: ["TraitsRuntime"])
        let functions = FunctionTable(module: module, graph, backend: .traitsRuntime)
        guard !first.rows.isEmpty || !functions.isEmpty else {
            throw ProofFailure(message: "\(module) has no public operators")
        }
        try package.write(functions.wrappers, to: package.wrappers)
        for (name, text) in zip(tableNames, [first.text, functions.table]) {
            let old = command.files.read(Path.join(results, name)).map { String(decoding: $0, as: UTF8.self) }
            var sheet = TableSheet(old ?? text)
            sheet.add(TableSheet(text))
            tables[name] = sheet
        }
        let unsampled = first.unsampled + functions.unsampled
        tell(
            "\(plural(first.rows.count, "publisher")), \(functions.count) methods that return an erased one; \(unsampled) without a sample"
        )
    }

    private func knownModel() throws(ProofFailure) -> Model {
        do throws(DiagnosticsError) {
            return try Model.build(
                bytes: Array("import TraitsRuntime\n".utf8), path: "imports of \(module)", backend: nil,
                importer: command.importer(package.imports), verdicts: .claimed)
        } catch {
            throw ProofFailure(
                message: "the tables of \(package.streams) can't be read",
                notes: error.diagnostics.prefix(3).map(\.description))
        }
    }

    /// Writes the tables and the faults that are known so far. Faults of an earlier proof stay, since the table is exempt from them.
    func writeFiles() throws(ProofFailure) {
        for name in tableNames { try package.write(tables[name]?.text ?? "", to: Path.join(results, name)) }
        if let wrappers = command.files.read(package.wrappers) {
            try package.write(
                String(decoding: wrappers, as: UTF8.self), to: Path.join(results, Path.name(package.wrappers))
            )
        }
        let issue = IssueText(module: module, items: items, earlier: earlierFaults)
        try package.write(issue.text, to: Path.join(results, Self.faultsName))
    }

    /// Writes the results, and says what they are.
    private func writeResults() throws(ProofFailure) -> TraitgenCommand.Status {
        try writeFiles()
        let entries = tables.values.flatMap(\.entries)
        let left = entries.filter { !$0.isSampled }.map(\.name).sorted()
        let issue = IssueText(module: module, items: items, earlier: earlierFaults)
        let new = Set(IssueText(module: module, items: items).titles)
        for (index, title) in issue.titles.enumerated() where new.contains(title) {
            command.output("\(index + 1). \(title)")
        }
        for name in left { command.output("not proven: \(name)") }
        for (source, reason) in leftOut { command.output("left out: \(source): \(reason)") }
        command.output(
            "\(plural(entries.count, "operator")), \(entries.count - left.count) proven, \(plural(items.count, "finding")); "
                + "\(plural(lawRuns, "run")) of the laws, \(plural(Int(runner.seconds - start), "second"))"
        )
        command.output("\(results): \((tableNames + [Self.faultsName]).joined(separator: ", "))")
        return items.isEmpty ? .clean : .findings
    }
}
