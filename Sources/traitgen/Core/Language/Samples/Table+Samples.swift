/// Finds the text of a table's samples: the core reads no files itself.
///
/// It is called with the path of the table, and returns the path and the bytes of the file beside it, or nil if there is none.
public typealias SampleFinder = (_ tablePath: String) -> (path: String, bytes: [UInt8])?

extension Table {
    /// Adds the samples from the file beside the table, and the clauses of the sections, to the rows.
    ///
    /// - Parameter shared: the sets of tables that this table imports by path.
    /// - Returns: the sets of the file.
    mutating func complete(
        with file: (path: String, bytes: [UInt8])?, sharing shared: [SampleSheet.Fragments] = [],
        diagnostics: DiagnosticSink
    ) -> [SampleSheet.Fragments] {
        var sets: [SampleSheet.Fragments] = []
        var completion = TableCompletion(self, diagnostics)
        if let file {
            let (sheet, mistakes) = SampleSheet.parse(bytes: file.bytes, path: file.path, shared: shared)
            diagnostics.report(mistakes)
            samplesPath = file.path
            sets = sheet.fragments
            completion.take(sheet)
            unread += sheet.unread
        }
        completion.takeSections(of: self)
        completion.checkSamples()
        unread += completion.unread
        rows = completion.rows
        return sets
    }
}

/// Puts rows, samples and sections together.
private struct TableCompletion {
    private(set) var rows: [Table.RowDeclaration]
    /// Entries that may be declarations of another kind with a misspelt keyword.
    private(set) var unread: [Table.Unread] = []
    private let diagnostics: DiagnosticSink
    private var taken: [String: SourceLocation] = [:]
    private var sectionsInUse: Set<Table.Section> = []
    /// Indicates whether all rows could be read. Otherwise a row that seems to be missing may exist, and use a section.
    private let isWhole: Bool

    init(_ table: Table, _ diagnostics: DiagnosticSink) {
        self.diagnostics = diagnostics
        rows = table.rows
        isWhole = table.unread.isEmpty
    }

    // MARK: - Samples

    mutating func take(_ sheet: SampleSheet) {
        let places = Dictionary(grouping: rows.indices) { rows[$0].type.value }
        for entry in sheet.entries {
            let type = entry.row.type
            if let first = taken[type.value] {
                report(
                    .duplicateSample, type.location, "the samples of `\(type.value)` stand in two places",
                    .init(first, "the first is here"), "put them below one name")
                continue
            }
            taken[type.value] = type.location
            // A type may have a row for each library, and its samples are for all of these rows.
            let places = places[type.value] ?? []
            if places.isEmpty { takeUnknown(entry) }
            for place in places { take(entry, sheet, place) }
        }
        checkUse(of: sheet.sections)
    }

    private mutating func takeUnknown(_ entry: SampleSheet.Entry) {
        let type = entry.row.type
        let names = rows.map(\.type.value)
        // `Zip` for `Publishers.Zip` is the most common mistake, though no misspelling.
        let near =
            names.first { $0.hasSuffix("." + type.value) } ?? Suggestion.nearest(to: type.value, among: names)
        let mistake = Diagnostic(
            .unknownRow, at: type.location, "the table has no row for `\(type.value)`",
            help: near.map { "did you mean `\($0)`?" }
                ?? "samples stand beside the table that has the row: add one, or move them",
            missing: type.value)
        if isWhole { diagnostics.report(mistake) }
        unread += Table.Unread(entry, mistake).map { [$0] } ?? []
    }

    private mutating func take(_ entry: SampleSheet.Entry, _ sheet: SampleSheet, _ place: Int) {
        let said = entry.row
        if let sample = rows[place].samples.first {
            report(
                .duplicateSample, said.type.location, "the row has samples itself",
                .init(sample.location, "the first of them is here"), "keep all samples of a row in one place")
            return
        }
        rows[place].samples = said.samples
        if let unsampled = said.unsampled ?? rows[place].unsampled, let sample = said.samples.first {
            report(
                .contradictoryRules, unsampled.location, "the row has a sample",
                .init(sample.location, "the sample is here"), "remove one of them")
        }
        rows[place].unsampled = rows[place].unsampled ?? said.unsampled
        rows[place].unseen = rows[place].unseen ?? said.unseen
        rows[place].unseenHistories += said.unseenHistories
        rows[place].survivors += said.survivors
        add(said.exemptions, to: place, at: said.type.location, nil)
        if let section = entry.section { apply(sheet.sections[section], to: place, at: said.type.location) }
        let row = rows[place]
        if row.samples.isEmpty, row.unsampled == nil, said.unseen == nil, said.exemptions.isEmpty,
            said.survivors.isEmpty, entry.section == nil
        {
            report(
                .emptyText, said.type.location, "there is no sample of `\(said.type.value)` here", nil,
                "write a Swift expression after the name or below it, such as `upstream.map { $0 }`")
        }
    }

    /// Reports samples that a row has twice.
    func checkSamples() {
        for row in rows {
            var first: [String: SourceLocation] = [:]
            for sample in row.samples {
                if let location = first[sample.text] {
                    report(
                        .duplicateSample, sample.location, "`\(row.type.value)` has this sample twice",
                        location == sample.location ? nil : .init(location, "the first is here"),
                        "remove one of them")
                }
                first[sample.text] = sample.location
            }
        }
    }

    // MARK: - Sections

    mutating func takeSections(of table: Table) {
        for place in rows.indices {
            if let section = rows[place].section {
                apply(table.sections[section], to: place, at: rows[place].type.location)
            }
        }
        checkUse(of: table.sections)
    }

    private mutating func apply(_ section: Table.Section, to place: Int, at location: SourceLocation) {
        if !section.exemptions.isEmpty || rows[place].isCompleted(by: section) {
            sectionsInUse.insert(section)
        }
        add(section.exemptions, to: place, at: location, section.title.location)
        if let unsampled = section.unsampled, rows[place].samples.isEmpty, rows[place].unsampled == nil {
            rows[place].unsampled = unsampled
            sectionsInUse.insert(section)
        }
    }

    private mutating func add(
        _ exemptions: [RowExemption], to place: Int, at location: SourceLocation, _ section: SourceLocation?
    ) {
        for exemption in exemptions {
            if rows[place].exemptions.contains(where: { $0.law == exemption.law }) {
                report(
                    .duplicateClause, location,
                    "`\(rows[place].type.value)` is exempt from `\(exemption.law)` twice",
                    section.map { .init($0, "its section says so") }, "remove one of them")
            } else {
                rows[place].exemptions.append(exemption)
            }
        }
    }

    /// Reports sections whose clauses apply to no row.
    private func checkUse(of sections: [Table.Section]) {
        guard isWhole else { return }
        for section in sections
        where section.saysSomething && !sectionsInUse.contains(section) {
            report(
                .unusedSection, section.title.location, "no row needs what the section says", nil,
                "remove it, or put it above the rows that it is about")
        }
    }

    private func report(
        _ id: DiagnosticID, _ location: SourceLocation, _ message: String, _ note: Diagnostic.Note?,
        _ help: String
    ) {
        diagnostics.report(id, at: location, message, notes: note.map { [$0] } ?? [], help: help)
    }
}
