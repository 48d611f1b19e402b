import TraitgenCore

extension TraitgenCommand {
    /// Creates a command that reads, writes and prints through the caller, with all verbs.
    ///
    /// - Parameters:
    ///   - files: the files that the command sees.
    ///   - output: writes a line to standard output; throws if that fails.
    ///   - errors: writes a line to standard error.
    public init(
        files: any CommandFiles, output: @escaping (String) throws(CommandFileError) -> Void,
        errors: @escaping (String) -> Void
    ) {
        self.init(
            verbs: Verb.all, makeReport: { Report() }, files: files, output: output, errors: errors)
    }

    /// Creates a command with all verbs.
    ///
    /// - Parameters:
    ///   - runner: runs the programs that the verb `prove` needs; nil if there are none.
    ///   - serve: carries the verb `lsp` out.
    package init(
        files: any CommandFiles, output: @escaping (String) throws(CommandFileError) -> Void,
        errors: @escaping (String) -> Void, runner: (any ProgramRunner)? = nil,
        serve: @escaping @Sendable (TraitgenCommand) -> (Options) throws(UsageError) -> Status
    ) {
        let verbs = Verb.all.map { verb in
            var verb = verb
            if verb.name == Verb.lsp.name { verb.run = serve }
            if let runner, verb.name == Verb.prove.name {
                verb.run = { command in
                    { (options) throws(UsageError) in try command.prove(options, runner: runner) }
                }
            }
            return verb
        }
        self.init(verbs: verbs, makeReport: { Report() }, files: files, output: output, errors: errors)
    }

    /// Sets the result of the JSON report, which replaces printed lines.
    func result(_ value: @autoclosure () -> JSONValue) {
        if let report = currentReport as? Report { report.result = value() }
    }

    /// `traitgen generate TABLE…`, with the files for the report.
    func generateForReport(_ options: Options) throws(UsageError) -> Status {
        (currentReport as? Report)?.listFiles()
        return try generate(options)
    }

    /// `traitgen check TABLE…`, with numbers for the report.
    func checkForReport(_ options: Options) throws(UsageError) -> Status {
        let (status, models) = try checked(options)
        result([
            "tables": .list(
                models.map { table, model in
                    [
                        "table": .text(table), "rows": .number(model.rows.count),
                        "traits": .number(model.traits.count),
                        "importedTraits": .number(model.importedTraits.count),
                        "conformances": .number(model.conformanceCount),
                    ]
                })
        ])
        return status
    }
}
