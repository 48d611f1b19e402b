import TraitgenCore

extension TraitgenCommand {
    /// `traitgen lint TABLE…`.
    func lint(_ options: Options) throws(UsageError) -> Status {
        let record = try record(options) { bytes in
            Observations(bytes, withExamples: false) == nil ? nil : SampleRecords(bytes)
        }
        let tables = try tables(options.words)
        let records = try record?.content()
        var findings: [Diagnostic] = []
        var allowed = 0
        for table in tables {
            switch try model(table, options) {
            case .failure(let error):
                report(error)
                return .findings
            case .success(let model):
                let path = table == "-" ? Self.standardInput : table
                let bytes = try bytes(ofTable: table)
                var text = cache.parse(bytes, path).table
                var texts = [TableText(bytes: bytes, path: path)]
                if let samples = Path.samples(of: table), let bytes = files.read(samples) {
                    _ = cache.complete(&text, with: (samples, bytes), sharing: [])
                    texts.append(TableText(bytes: bytes, path: samples))
                }
                let lint = Lint(
                    text, model, finder: cache.finder(limit: model.valueLimit), records: records, texts: texts
                )
                findings += lint.findings
                allowed += lint.allowed
            }
        }
        report(DiagnosticsError(findings))
        let warnings = findings.count { $0.severity == .warning }
        let mistakes = findings.count - warnings
        result(["warnings": .number(warnings), "allowed": .number(allowed)])
        let counts = [
            mistakes == 0 ? nil : plural(mistakes, "mistake"),
            warnings == 0 ? "no warnings" : plural(warnings, "warning"),
            allowed == 0 ? nil : "\(allowed) allowed",
        ]
        output(counts.compactMap { $0 }.joined(separator: ", "))
        return findings.isEmpty ? .clean : .findings
    }
}
