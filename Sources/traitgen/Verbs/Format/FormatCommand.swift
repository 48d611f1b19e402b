import TraitgenCore

extension TraitgenCommand {
    /// `traitgen format TABLE…`.
    func format(_ options: Options) throws(UsageError) -> Status {
        var status = Status.clean
        var changed: [String] = []
        var laidOut: String?
        var differences: [String] = []
        let tables = try tables(options.words)
        for table in tables {
            let bytes = try bytes(ofTable: table)
            let layout = layout(of: bytes, table)
            guard let text = layout.text else {
                if layout.status == .internal { return .internal }
                status = layout.status
                continue
            }
            let isSame = Array(text.utf8) == bytes
            if table == "-" {
                laidOut = text
            } else if !isSame {
                changed.append(table)
            }
            if options.has("--diff") {
                if isSame { continue }
                let path = table == "-" ? Self.standardInput : table
                differences.append(UnifiedDiff(from: bytes, to: Array(text.utf8), path: path).text)
                output(differences[differences.count - 1])
                status = .findings
            }
            if table == "-" {
                // The last line break is one character, also where it is CR LF.
                if !options.has("--diff") { output(String(text.dropLast())) }
            } else if !isSame, options.has("--check") {
                errors("error: \(table) isn't formatted")
                status = .findings
            } else if !isSame, !options.has("--diff") {
                guard write(text, to: table) else { return .internal }
            }
        }
        result([
            "changed": .list(changed.map { .text($0) }), "text": .optional(laidOut),
            "diff": .optional(options.has("--diff") ? differences.joined(separator: "\n") : nil),
        ])
        if status == .clean, changed.isEmpty, !tables.contains("-"), !options.has("--diff") {
            output("\(plural(tables.count, "table")) laid out already")
        }
        return status
    }

    /// The text of a table in columns; nil if it has mistakes, which are reported.
    private func layout(of bytes: [UInt8], _ table: String) -> (text: String?, status: Status) {
        let path = table == "-" ? Self.standardInput : table
        let mistakes = Table.parse(bytes: bytes, path: path).diagnostics
        guard mistakes.isEmpty else {
            report(DiagnosticsError(mistakes))
            return (nil, .findings)
        }
        guard let text = TableLayout.formatted(bytes) else {
            errors("error: \(table) can't be laid out; this is a fault of traitgen")
            return (nil, .internal)
        }
        return (text, .clean)
    }

    private func write(_ text: String, to table: String) -> Bool {
        do throws(CommandFileError) {
            try files.write(Array(text.utf8), to: table)
        } catch {
            errors("error: \(table) can't be written: \(error.reason)")
            return false
        }
        output("wrote \(table)")
        return true
    }
}
