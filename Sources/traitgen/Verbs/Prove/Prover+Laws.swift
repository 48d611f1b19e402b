import TraitgenCore

extension Prover {
    /// Runs laws and changes the tables, until a run finds nothing new.
    mutating func proveRows() throws(ProofFailure) {
        try buildRows()
        var open = try rows()
        let total = open.count
        while !open.isEmpty, lawRuns < mostRounds {
            lawRuns += 1
            var verdicts: [(row: String, verdict: RowRunner.Verdict)] = []
            for (number, row) in open.enumerated() {
                tell("run \(lawRuns), row \(number + 1) of \(open.count): \(row)")
                let isFirst = tables.values.contains { $0[row]?.isOpen == true }
                let verdict = rowRunner.verdict(
                    of: listedNames[row] ?? row, record: record(of: row), isFirst: isFirst)
                if !verdict.isSteady { tell("  no steady verdict in \(verdict.races) runs under threads") }
                verdicts.append((row, verdict))
            }
            let rules = try proposals(for: verdicts.filter(\.verdict.allowsProposal).map(\.row))
            open = []
            for (row, verdict) in verdicts {
                let isChanged =
                    answerFalse(row, verdict) || amend(row, verdict, rules[row]) || leaveOut(row, if: verdict)
                if isChanged { open.append(row) }
            }
            try writeFiles()
            if open.isEmpty { break }
            try buildRows()
            let sampled = Set(try rows())
            open.removeAll { !sampled.contains($0) }
        }
        if !open.isEmpty {
            let reason = "no verdict within \(mostRounds) runs of the laws"
            for row in open { change(row) { $0.leaveOut(because: reason) } }
            try buildRows()
        }
        tell("\(total) rows are green\(open.isEmpty ? "" : ", \(open.count) of them without samples")")
    }

    private var rowRunner: RowRunner {
        RowRunner(
            runner: runner, program: Path.join(scratch, "debug/\(ProofPackage.program)"),
            folder: package.folder,
            patience: patience)
    }

    private func record(of row: String) -> String { Path.join(package.folder, "records/\(row).txt") }

    /// The rows that have samples, by their names in the tables.
    private mutating func rows() throws(ProofFailure) -> [String] {
        // The folder of the records has to be there.
        try package.write("", to: record(of: "none"))
        let list = runner.lines([rowRunner.program, "list"], in: package.folder)
        guard list.isRight else {
            throw ProofFailure(message: "the program of the rows doesn't run", notes: list.lines)
        }
        // A type that a module of the kit has too is listed with the library's module in front.
        let names = list.lines.filter { !$0.isEmpty }.map { listed in
            let isNamed = tables.values.contains { $0[listed] != nil }
            let bare = listed.hasPrefix(module + ".") ? String(listed.dropFirst(module.count + 1)) : listed
            return (row: isNamed ? listed : bare, listed: listed)
        }
        listedNames = Dictionary(names.map { ($0.row, $0.listed) }) { first, _ in first }
        return names.map(\.row)
    }

    // MARK: - Tables

    /// Changes the row about a type, in the table that has it.
    ///
    /// - Returns: true if the row has changed.
    @discardableResult
    private mutating func change(_ row: String, _ body: (inout TableSheet.Entry) -> Void) -> Bool {
        for table in tables.keys.sorted() {
            guard let old = tables[table]?[row] else { continue }
            var entry = old
            body(&entry)
            tables[table]?[row] = entry
            return entry != old
        }
        return false
    }

    /// Answers the questions of an operator that comes to no end with false: where an answer means once more, always is for ever.
    ///
    /// - Returns: true if the row has changed, and has to be run again.
    private mutating func answerFalse(_ row: String, _ verdict: RowRunner.Verdict) -> Bool {
        verdict.faults.contains { $0.fault.isWithoutEnd } && change(row) { $0.answerFalse() }
    }

    /// Notes the faults of a row, and changes the row so that the next run doesn't find them.
    ///
    /// - Returns: true if the row has changed, and has to be run again.
    private mutating func amend(
        _ row: String, _ verdict: RowRunner.Verdict, _ rule: (text: String, comment: String)?
    ) -> Bool {
        if let entry = tables.values.lazy.compactMap({ $0[row] }).first { note(verdict, of: entry) }
        return change(row) { entry in
            var hasRule = true
            for (fault, shown) in verdict.faults {
                let unsteady = fault.isRace && shown < verdict.races
                let often = unsteady ? ", in \(shown) of \(verdict.races) runs" : ""
                switch fault.kind {
                case .law(let word?):
                    let kind =
                        !fault.isOfPublisher ? "not shown" : fault.isDecision ? "perhaps meant" : "fault"
                    entry.exempt(word, because: "\(kind)\(often): \(fault.title)")
                case .law where fault.isAboutRule:
                    hasRule = false
                    entry.openRule(because: "a rule that was tried is broken\(often): \(fault.summary)")
                case .law:
                    entry.leaveOut(because: "fault\(often): \(fault.summary)")
                case .cut: entry.leaveOut(because: "too many of its runs stop, or one hangs")
                case .unseen, .needless, .open: break
                }
            }
            // Unseen histories count if the row still has the rule that predicts them, and samples.
            if hasRule, entry.isSampled { Self.name(verdict.faults.map(\.fault), unseenIn: &entry) }
            guard entry.isOpen else { return }
            if entry.isSource {
                entry.openRule(because: "a source sends what its sample says")
            } else if let rule {
                entry.setRule(rule.text, comment: rule.comment)
            } else {
                entry.openRule(because: "no rule of few clauses allows what its samples show")
            }
        }
    }

    /// Names the histories that no sample shows.
    private static func name(_ faults: [RowFault], unseenIn entry: inout TableSheet.Entry) {
        for fault in faults {
            switch fault.kind {
            case .unseen(let lines):
                let reason = "    because \"no sample of `traitgen prove` shows them\""
                entry.add(lines.map { String($0.dropFirst(4)) } + [reason])
            case .needless: entry.remove("unseen")
            case .law, .cut, .open: break
            }
        }
    }

    /// Takes the samples of a row away if its verdict has faults that no change of the row answers.
    private mutating func leaveOut(_ row: String, if verdict: RowRunner.Verdict) -> Bool {
        guard let fault = verdict.faults.first?.fault else { return false }
        return change(row) { $0.leaveOut(because: "no clause makes it green: \(fault.summary)") }
    }

    /// Notes the faults of a publisher. A law that virtual time shows to be broken isn't told again for threads.
    private mutating func note(_ verdict: RowRunner.Verdict, of entry: TableSheet.Entry) {
        for (fault, shown) in verdict.faults where fault.isOfPublisher {
            let known = items.contains {
                $0.row == entry.name
                    && ($0.fault.law == fault.law || fault.isRace && $0.fault.word == fault.word
                        || fault.isSurplus(of: $0.fault))
            }
            // A method without a type of its own is made of Combine's operators.
            let isComposed = entry.name.hasPrefix(ProofPackage.functions + ".")
            if known || isComposed && fault.isAsInCombine { continue }
            var item = IssueText.Item(
                row: entry.name, sample: entry.sample ?? entry.name, fault: fault)
            if fault.isRace { (item.shown, item.runs) = (shown, verdict.races) }
            items.append(item)
        }
    }

    // MARK: - Proposals

    /// The rules that the records of rows show.
    private func proposals(for rows: [String]) throws(ProofFailure) -> [String: (
        text: String, comment: String
    )] {
        let open = Set(rows.filter { row in tables.values.contains { $0[row]?.isOpen == true } })
        if open.isEmpty { return [:] }
        tell("looking for the rules of \(plural(open.count, "row"))")
        var bytes: [UInt8] = []
        for row in rows where open.contains(row) { bytes += command.files.read(record(of: row)) ?? [] }
        guard let observations = Observations(bytes, withExamples: false) else {
            throw ProofFailure(message: "the records in \(package.folder)/records can't be read")
        }
        var rules: [String: (text: String, comment: String)] = [:]
        let cache = ModelCache()
        for path in [package.table, package.lawTable] {
            let model = try model(path, cache)
            for row in model.rows
            where open.contains(row.name) && row.kind != .source && observations.fits(row) {
                tell("  \(row.name)")
                // Rules of several inputs have a clause more, and there are thirty times as many.
                let clauses = row.inputs.count > 1 ? 2 : RuleCandidates.mostClauses
                guard
                    let proposal = Proposal(
                        row, in: model, observations, cache.finder, mostClauses: clauses),
                    proposal.unseen <= proposal.shown
                else { continue }
                rules[row.name] = (
                    proposal.rule, "proposed, since \(proposal.shown) histories show it; confirm it"
                )
            }
        }
        return rules
    }

    private func model(_ path: String, _ cache: ModelCache) throws(ProofFailure) -> Model {
        do throws(DiagnosticsError) {
            var model = try Model.build(
                bytes: command.files.read(path) ?? [], path: path, backend: nil,
                importer: command.importer(package.imports), cache: cache, verdicts: .claimed)
            model.belong(to: path == package.table ? module : ProofPackage.program)
            return model
        } catch {
            throw ProofFailure(
                message: "\(path) has mistakes", notes: error.diagnostics.prefix(5).map(\.description))
        }
    }
}

extension RowRunner.Verdict {
    /// Indicates whether the record shows what the row does: nothing has stopped.
    fileprivate var allowsProposal: Bool { !faults.contains { $0.fault.kind == .cut } }
}
