import TraitgenCore

/// Finds clauses of a table that have no effect. None of them is wrong, and all of them mislead a reader.
package struct Lint {
    private let table: Table
    private let model: Model
    private let finder: ImageFinder
    /// The histories that each sample has shown, if there is a record of a law run.
    private let shown: [String: [SampleRecords.Sample]]
    package private(set) var findings: [Diagnostic] = []
    /// The number of findings that comments allow.
    package private(set) var allowed = 0
    /// A Boolean value that indicates whether rows are left out.
    package private(set) var isCut = false

    /// The kinds of warnings.
    package static let rules: [DiagnosticID] = [
        .coveredLine, .emptyPromise, .idleRow, .idleRule, .idleSample, .needlessReason, .shadowedCondition,
        .unpredictedHistory,
    ]

    /// - Parameters:
    ///   - texts: the texts of the table and of its samples, whose comments may allow findings.
    ///   - isUnwanted: Indicates whether to leave out further rows.
    package init(
        _ table: Table, _ model: Model, finder: ImageFinder, records: SampleRecords?, texts: [TableText] = [],
        isUnwanted: () -> Bool = { false }
    ) {
        self.table = table
        self.model = model
        self.finder = finder
        shown = records?.samples ?? [:]
        checkTraits()
        let rows = Dictionary(model.rows.map { ($0.location, $0) }) { first, _ in first }
        let given = Set(model.rows.flatMap { $0.inputs.compactMap(\.given?.type) })
        for declaration in table.rows {
            if isUnwanted() {
                isCut = true
                break
            }
            checkReason(declaration)
            checkSharing(declaration)
            checkConditions(declaration)
            guard let row = rows[declaration.type.location] else { continue }
            checkEffect(row, isGiven: given.contains(row.type))
            checkRules(declaration, row)
            checkSignals(declaration, row)
            checkUnseen(declaration, row)
            checkSamples(row)
        }
        var allowances = LintAllowances(texts)
        let left = allowances.left(of: findings)
        allowed = findings.count - left.count
        findings = left + allowances.mistakes
        if !isCut {
            findings += allowances.unused(of: Self.rules.filter { $0 != .idleSample || records != nil })
        }
        findings.sort { $0.location < $1.location }
    }

    private mutating func warn(
        _ id: DiagnosticID, _ location: SourceLocation, _ message: String, help: String,
        notes: [Diagnostic.Note] = []
    ) {
        findings.append(Diagnostic(id, at: location, message, notes: notes, help: help, severity: .warning))
    }

    // MARK: - Traits

    private mutating func checkTraits() {
        for trait in table.traits where trait.promise == nil {
            let all = trait.lines.reduce(into: ShapeSet(limit: model.valueLimit)) {
                $0.formUnion($1.marble.shapes(limit: model.valueLimit))
            }
            if all == .all(limit: model.valueLimit) {
                warn(
                    .emptyPromise, trait.name.location,
                    "`\(trait.name.value)` allows every history, so every publisher keeps it",
                    help: "remove the lines that allow too much, or the trait")
            }
            for (number, line) in trait.lines.enumerated() {
                var others = ShapeSet(limit: model.valueLimit)
                for (other, marble) in trait.lines.map(\.marble).enumerated() where other != number {
                    others.formUnion(marble.shapes(limit: model.valueLimit))
                }
                guard line.marble.shapes(limit: model.valueLimit).isSubset(of: others) else { continue }
                warn(
                    .coveredLine, line.marble.location,
                    "the other lines of `\(trait.name.value)` allow all of `\(line.marble.text)`",
                    help: "remove it, if it isn't there for its meaning")
            }
        }
    }

    // MARK: - Rows

    private mutating func checkEffect(_ row: Row, isGiven: Bool) {
        let keepsNothing = row.conformances.isEmpty && row.verdicts.allSatisfy { $0.outcome == .never }
        guard keepsNothing, !isGiven, row.samples.isEmpty, row.unsampled == nil, row.method == nil,
            row.lostMethods.isEmpty,
            row.facts.allSatisfy({ $0.expression == "false" })
        else { return }
        warn(
            .idleRow, row.location,
            "`\(row.type)` keeps no trait, and has no sample that checks what it says",
            help: "add a sample, or remove the row if no publisher needs it")
    }

    /// Warns about a reason in a row that has nothing to explain: no alternatives, no word, no place.
    private mutating func checkReason(_ row: Table.RowDeclaration) {
        guard row.because != nil,
            row.rules.allSatisfy({ $0.alternatives.count == 1 && !$0.text.contains("traps") }),
            row.rules.count < 2, row.words.keys.allSatisfy({ $0 == .passes }), row.cut.isEmpty,
            row.combiner == nil, row.none == nil,
            (row.inputs ?? []).allSatisfy({ $0.bound == nil && $0.given == nil }), row.histories.count < 2,
            row.histories.allSatisfy({ !$0.hasMore && $0.end != .anything && $0.end != .silent }),
            row.places == nil, row.shared == nil, row.anew.isEmpty, row.claims.isEmpty,
            row.requirements.isEmpty, row.backends.isEmpty
        else { return }
        warn(
            .needlessReason, row.type.location, "`\(row.type.value)` says nothing that needs a `because`",
            help: "remove the reason, or make it a comment")
    }

    /// Warns about a shared source whose subscribers never meet: it looks like a source that works for each.
    private mutating func checkSharing(_ row: Table.RowDeclaration) {
        guard row.kind == .source, let shared = row.shared, row.because == nil, !row.histories.isEmpty,
            row.histories.allSatisfy({ [.finished, .failed].contains($0.end) && !$0.text.contains("-") })
        else { return }
        warn(
            .uncheckedSharing, shared,
            "each subscriber of `\(row.type.value)` is over before another comes, so no history tells whether it is `shared`",
            help: "say with `because` why it does no work for a subscriber, or remove `shared`")
    }

    /// Warns about rules whose removal changes no history.
    private mutating func checkRules(_ declaration: Table.RowDeclaration, _ row: Row) {
        guard row.behaviour.combination == .pass, row.inputs.count == 1, row.inputs[0].given == nil else {
            return
        }
        let shapes = [ShapeSet.all(limit: finder.limit).shapes]
        let whole = images(row.behaviour, shapes)
        for rule in declaration.rules {
            let trigger = rule.trigger.value
            // A row may say that an event passes.
            if rule.alternatives.map(\.value) == [.events([trigger.event])] { continue }
            var without = row.behaviour
            for stage in row.behaviour.stages {
                guard case .rules(var rules) = stage else { continue }
                rules.reactions[trigger] = nil
                without.replace(stage, by: .rules(rules))
            }
            guard without != row.behaviour, images(without, shapes) == whole else { continue }
            warn(
                .idleRule, rule.trigger.location, "without `\(rule.text)` nothing would change",
                help: "remove it")
        }
    }

    /// Warns about signal rules whose removal changes the result of no pair of histories.
    private mutating func checkSignals(_ declaration: Table.RowDeclaration, _ row: Row) {
        guard case .signal(let signals) = row.behaviour.combination, row.behaviour.parameters == [0, 1] else {
            return
        }
        let shapes = row.inputs.indices.map { input in
            (row.behaviour.given[input] ?? row.inputs[input].language ?? .all(limit: finder.limit)).shapes
        }
        let whole = images(row.behaviour, shapes)
        for rule in declaration.signals {
            let event = rule.trigger.value.event
            // A row may spell out the default effect.
            if rule.alternatives.map(\.value) == Signals().effects(of: event, afterValue: false) { continue }
            var others = signals
            others.effects[rule.trigger.value] = nil
            var without = row.behaviour
            without.combination = .signal(others)
            guard images(without, shapes) == whole else { continue }
            warn(
                .idleRule, rule.trigger.location,
                "without the rule for the signal `\(rule.trigger.value.text)` nothing would change",
                help: "remove it")
        }
    }

    /// The image of each combination of shapes, with one shape from each input's list.
    private func images(_ behaviour: Behaviour, _ shapes: [[Shape]]) -> [ShapeSet] {
        ImageFinder.combinations(shapes).map { image(behaviour, $0) }
    }

    private func image(_ behaviour: Behaviour, _ inputs: [Shape]) -> ShapeSet {
        finder.image(of: behaviour, inputs: inputs.map { ShapeSet($0, limit: finder.limit) })
    }

    // MARK: - Conditions

    private mutating func checkConditions(_ row: Table.RowDeclaration) {
        for claim in row.claims { checkConditions(claim.requirements, row) }
        for preference in row.preferences { checkConditions(preference.requirements, row) }
    }

    private mutating func checkConditions(_ requirements: [Table.Requirement], _ row: Table.RowDeclaration) {
        for (number, requirement) in requirements.enumerated() where !requirement.isEquality {
            let (input, trait) = (requirement.left.value, requirement.right.value)
            let bound = row.inputs?.first { $0.name.value == input }?.bound
            let others = requirements.enumerated().filter { other, one in
                other != number && one.left.value == input && !one.isEquality
                    // Of two equal requirements, the later is redundant.
                    && (one.right.value != trait || other < number)
            }.map(\.element.right)
            guard
                let stronger = (others + (bound.map { [$0] } ?? [])).first(where: { implies($0.value, trait) }
                )
            else { continue }
            warn(
                .shadowedCondition, requirement.left.location,
                "`\(requirement.text)` asks for nothing beside `\(input): \(stronger.value)`",
                help: "remove it", notes: [.init(stronger.location, "`\(stronger.value)` is asked for here")])
        }
    }

    private func implies(_ narrow: String, _ wide: String) -> Bool {
        // A trait may be named with its module.
        let (narrow, wide) = (narrow.split(separator: ".").last ?? "", wide.split(separator: ".").last ?? "")
        return narrow == wide
            || model.allTraits.first { $0.name == narrow }?.ancestors.contains(String(wide)) == true
    }

    // MARK: - Samples

    private mutating func checkUnseen(_ declaration: Table.RowDeclaration, _ row: Row) {
        guard let location = declaration.unseen?.location else { return }
        for unseen in row.unseenHistories where unseen.inputs.count == row.behaviour.parameters.count {
            guard !image(row.behaviour, unseen.inputs).contains(unseen.output) else { continue }
            let words = unseen.inputs.map(\.lawMarbles) + ["=>", unseen.output.lawMarbles]
            warn(
                .unpredictedHistory, location,
                "`\(row.type)` doesn't predict `\(words.joined(separator: " "))`, so nobody looks for it",
                help: "remove it from `unseen`")
        }
    }

    private mutating func checkSamples(_ row: Row) {
        let places = Dictionary(row.samples.map { (Self.oneLine($0.text), $0.location) }) { first, _ in first
        }
        // A sample with a list in it is recorded once for each word of the list.
        var written: [(location: SourceLocation, lines: Set<Int>)] = []
        for record in shown[of: row] ?? [] {
            guard let location = places[record.text] else { continue }
            if let number = written.firstIndex(where: { $0.location == location }) {
                written[number].lines.formUnion(record.lines)
            } else {
                written.append((location, record.lines))
            }
        }
        var before: Set<Int> = []
        for sample in written {
            defer { before.formUnion(sample.lines) }
            guard !sample.lines.isEmpty, sample.lines.isSubset(of: before) else { continue }
            warn(
                .idleSample, sample.location,
                "what this sample of `\(row.type)` does, those before it do as well",
                help: "remove it, if it isn't there for another initialiser")
        }
    }

    fileprivate static func oneLine(_ text: String) -> String {
        text.split { $0 == " " || $0 == "\n" }.joined(separator: " ")
    }
}

/// The lines that each sample has recorded in a law run, by row.
package struct SampleRecords {
    struct Sample {
        /// The sample in one line.
        let text: String
        /// The numbers of its lines: the same lines have the same number.
        var lines: Set<Int> = []
    }

    private(set) var samples: [String: [Sample]] = [:]

    init(_ record: [UInt8]) {
        var reader = RecordReader(record)
        var numbers: [Line: Int] = [:]
        var type = ""
        var current: Int?
        while reader.nextLine() {
            let line = Line(bytes: record[reader.position..<reader.lineEnd])
            guard let word = reader.nextWord() else { continue }
            if reader.isWord(word, "row") {
                (type, current) = (reader.restOfLine(), nil)
            } else if reader.isWord(word, "sample") {
                let text = Lint.oneLine(reader.restOfLine())
                // A sample may be recorded several times, in parts.
                current = samples[type]?.firstIndex { $0.text == text }
                if current == nil {
                    current = samples[type]?.count ?? 0
                    samples[type, default: []].append(Sample(text: text))
                }
            } else if let current, line.isHistory {
                let number = numbers[line] ?? numbers.count
                numbers[line] = number
                samples[type]?[current].lines.insert(number)
            }
        }
    }

    /// A line of bytes, which is hashed as a whole: a record has tens of thousands of lines.
    private struct Line: Hashable {
        let bytes: ArraySlice<UInt8>

        /// Indicates whether it maps inputs to an output.
        var isHistory: Bool {
            var last: UInt8 = 0
            return bytes.contains { byte in
                defer { last = byte }
                return byte == UInt8(ascii: ">") && last == UInt8(ascii: "=")
            }
        }

        func hash(into hasher: inout Hasher) {
            bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
        }
    }
}
