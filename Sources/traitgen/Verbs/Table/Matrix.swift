import TraitgenCore

/// The matrix of types and traits: the conditions of the traits that a type keeps, and the histories that break the others.
struct Matrix {
    /// The verdict on one type and one trait.
    enum Cell {
        case always
        case when([Constraint])
        /// The forbidden behaviour of the output, in words, and the lines of the shortest history that shows it, the output's
        /// last.
        case never(reason: String, lines: [Counterexample.Line], isObserved: Bool)
    }

    struct Line {
        let row: Row
        let cells: [Cell]
    }

    let traits: [Trait]
    let lines: [Line]

    /// - Parameter observations: the record of a law run; examples are taken from it if it has one.
    init(_ model: Model, _ observations: Observations?) {
        let all = model.allTraits
        traits = all
        lines = model.rows.map { row in
            Line(
                row: row,
                cells: all.map { Self.cell(row, $0, observations) })
        }
    }

    static func cell(_ row: Row, _ trait: Trait, _ observations: Observations?) -> Cell {
        let verdict = row.verdicts.first { $0.trait == trait.name }
        guard let conditions = verdict?.conditions else { return refusal(row, trait, observations) }
        return conditions.isEmpty ? .always : .when(conditions)
    }

    private static func refusal(_ row: Row, _ trait: Trait, _ observations: Observations?) -> Cell {
        if let refusal = row.refusal(of: trait) {
            // A reason about some events names them.
            let subject = refusal.reason.hasPrefix("arrives") ? "it " : ""
            return .never(reason: subject + refusal.reason, lines: refusal.lines, isObserved: false)
        }
        let names = row.inputs.map(\.name)
        let languages = row.inputs.map { $0.language(keeping: trait) }
        for (code, outputs) in observations?.situations(of: row) ?? [] where code.count == names.count {
            let inputs = code.shapes
            guard zip(inputs, languages).allSatisfy({ $1.contains($0) }) else { continue }
            // The plainest of several outputs: few values, and preferably no failure.
            let breaking = outputs.shapes.filter { !trait.language.contains($0) }
            guard
                let output = breaking.min(by: {
                    ($0.values, $0.end == .failed ? 1 : 0) < ($1.values, $1.end == .failed ? 1 : 0)
                })
            else { continue }
            let marbles =
                observations?.example(of: row, inputs, output).map { drawn($0, output) }
                ?? (inputs + [output]).map(\.marbles)
            let lines = zip(names + ["output"], marbles).map { Counterexample.Line(name: $0, marbles: $1) }
            return .never(reason: reason(output.marbles, trait), lines: lines, isObserved: true)
        }
        let example = Counterexample.find(
            row.behaviour, inputs: names, languages: row.inputs.map { $0.language(keeping: trait) },
            outside: trait.language)
        let lines = example?.lines ?? []
        return .never(
            reason: lines.last.map { reason($0.marbles, trait) } ?? "", lines: lines, isObserved: false)
    }

    /// An observed history, its lines with a common time.
    private static func drawn(_ example: [String], _ output: Shape) -> [String] {
        var lines = TimedMarbles.aligned(example)
        // A scheduler may have sent the event after the call, though at the same tick.
        if output.first == .later, let last = lines.last, last.first != "-" {
            lines[lines.count - 1] = "-" + last
        }
        return lines
    }

    /// The forbidden behaviour of an output, in words: "may complete without a value".
    static func reason(_ marbles: String, _ trait: Trait) -> String {
        let values = marbles.count { $0 == "o" }
        let end: Shape.End = marbles.contains("x") ? .failed : marbles.contains("|") ? .finished : .silent
        var text: String
        switch (values, end) {
        case (0, .silent): return "may stay silent"
        case (0, .finished): text = "may complete without a value"
        case (0, .failed): text = "may fail"
        default:
            text = "may publish " + (values == 1 ? "a value" : "\(values) values")
            text += end == .silent ? " and stay open" : end == .finished ? " and complete" : " and fail"
        }
        let synchronous = Shape(first: .immediate, values: values, end: end)
        if marbles.first == "-" && trait.language.contains(synchronous) { text += ", but not synchronously" }
        return text
    }

    // MARK: - Markdown

    /// A table for documents. A column for each trait would be too many for a page, so cells group the traits.
    var markdown: String {
        var text = ["| type | rule | keeps | loses |", "| --- | --- | --- | --- |"]
        for line in lines {
            let (kept, lost) = groups(line)
            text.append(
                "| `\(line.row.name)` | `\(Self.escaped(line.row.rules))` | \(Self.cell(kept)) | \(Self.cell(lost)) |"
            )
        }
        return text.joined(separator: "\n")
    }

    /// Traits that a row keeps under one condition, or loses for one reason.
    private typealias Group = (traits: [String], text: String)

    private func groups(_ line: Line) -> (kept: [Group], lost: [Group]) {
        var kept: [Group] = []
        var lost: [Group] = []
        func add(_ trait: Trait, _ text: String, to groups: inout [Group]) {
            if let index = groups.firstIndex(where: { $0.text == text }) {
                groups[index].traits.append(trait.title)
            } else {
                groups.append(([trait.title], text))
            }
        }
        for (trait, cell) in zip(traits, line.cells) {
            switch cell {
            case .always: add(trait, "", to: &kept)
            case .when(let constraints):
                let isSame = constraints.allSatisfy { $0.trait == trait.name }
                add(trait, " " + (isSame ? Self.same(constraints) : condition(constraints)), to: &kept)
            case .never(let reason, let lines, _):
                let history = lines.map { "\($0.name) `\(Self.escaped($0.marbles))`" }.joined(separator: ", ")
                add(trait, ": \(reason)" + (lines.isEmpty ? "" : ": " + history), to: &lost)
            }
        }
        return (kept, lost)
    }

    private static func same(_ constraints: [Constraint]) -> String {
        let inputs = constraints.map { "`\($0.input)`" }
        return "if \(inputs.joined(separator: " and ")) \(inputs.count == 1 ? "does" : "do")"
    }

    private static func cell(_ groups: [Group]) -> String {
        if groups.isEmpty { return "none" }
        return groups.map { "**\($0.traits.joined(separator: ", "))**\($0.text)" }.joined(separator: "; ")
    }

    // MARK: - JSON

    func json(_ model: Model) -> JSONValue {
        [
            "table": .text(model.fileName), "traits": .texts(traits.map(\.name)),
            "rows": .list(
                lines.map { line in
                    let cells = zip(traits, line.cells).map { trait, cell in
                        JSONValue.Member(name: trait.name, value: Self.json(cell))
                    }
                    return [
                        "type": .text(line.row.name), "rules": .text(line.row.rules), "keeps": .object(cells),
                    ]
                }),
        ]
    }

    private static func json(_ cell: Cell) -> JSONValue {
        switch cell {
        case .always: return ["holds": "always"]
        case .when(let constraints):
            return ["holds": "when", "where": .texts(constraints.map(\.description))]
        case .never(let reason, let lines, let isObserved):
            let history = lines.map { line -> JSONValue in
                ["name": .text(line.name), "marbles": .text(line.marbles)]
            }
            return [
                "holds": "never", "reason": .text(reason), "history": .list(history),
                "isObserved": .truth(isObserved),
            ]
        }
    }

    private static func escaped(_ text: String) -> String { text.replacing("|", with: "\\|") }

    /// The condition in words: the requirement on each input, or just "if its input does".
    func condition(_ constraints: [Constraint]) -> String {
        "if "
            + constraints.map { "`\($0.input)` is \(name($0))" }.joined(separator: ", ")
    }

    /// The requirement on a parameter: an adjective for a trait about events or sharing, and the name of the protocol for a
    /// place or its schedulers.
    func name(_ constraint: Constraint) -> String { Self.name(constraint, traits) }

    static func name(_ constraint: Constraint, _ traits: [Trait]) -> String {
        traits.contains { $0.name == constraint.trait && $0.place == nil }
            ? Trait.shortName(constraint.trait).lowercased() : constraint.trait
    }
}
