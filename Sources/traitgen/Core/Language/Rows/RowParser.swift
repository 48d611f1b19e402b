/// Reads one row: its type and inputs, its clauses on events, and its other clauses.
package struct RowParser {
    let kind: RowKind
    var reader: TokenReader
    var row: Table.RowDeclaration
    /// The places of the clauses that a row can have only once.
    var said: [String: SourceLocation] = [:]
    /// The first byte of the current clause; nil in the head of the row.
    var clauseStart: Int?

    typealias Word = Table.RowDeclaration.Word

    package static let flags = Word.allCases.map(\.rawValue).filter { !$0.contains(" ") }
    package static let combiners = Behaviour.Combiner.allCases.filter(\.isWord).map(\.rawValue)
    package static let operatorWords = flags + ["cut", "joins", "none", "until"] + combiners
    package static let attributes = [
        "because", "on", "where", "conforms", "prefer", "restore", "sample", "unsampled", "unseen",
        "exempt", "survives", "as", "at", "shared", "anew", "if",
    ]

    init(_ kind: RowKind, _ reader: TokenReader) {
        self.kind = kind
        self.reader = reader
        let none = SourceLocation(path: reader.text.path, line: reader.line + 1, column: 1)
        row = Table.RowDeclaration(kind: kind, type: Located("", none))
    }

    mutating func parse() throws(Diagnostic) -> Table.RowDeclaration {
        try parseHead()
        try parseClauses()
        try letFailuresComeLast()
        try checkSaysSomething()
        return row
    }

    // MARK: - Head

    mutating func parseHead() throws(Diagnostic) {
        guard let name = try reader.next() else { throw Grammar.expected("the name of a type", &reader) }
        guard name.kind == .run, Grammar.isPath(name.text) else {
            throw Diagnostic(
                .typeName, at: name.location, "\(name.name) is not the name of a type",
                help: "write the name as an extension does, such as `Publishers.Map`")
        }
        row.type = Located(name.text, name.location)
        if let token = try reader.peek(), token.isRun("from") {
            try reader.next()
            guard let module = try reader.next() else { throw Grammar.expected("a module", &reader) }
            row.module = try Grammar.identifier(module, "a module")
        }
        guard let open = try reader.peek(), open.isMark("(") else { return }
        try reader.next()
        if kind == .source {
            throw Diagnostic(
                .notForSource, at: open.location, "a source has no inputs",
                help: "a row for a publisher built on others starts with `operator`")
        }
        var inputs: [Table.RowDeclaration.Input] = []
        if let close = try reader.peek(), close.isMark(")") {
            throw Diagnostic(
                .badInput, at: open.location, "the list of inputs is empty",
                help: "leave it out for the one input `Upstream`, or start the row with `source`")
        }
        repeat {
            guard let token = try reader.next() else { throw Grammar.expected("an input", &reader) }
            let isRepeated = token.kind == .run && token.text.hasSuffix("...")
            let name = isRepeated ? String(token.text.dropLast(3)) : token.text
            guard token.kind == .run, Grammar.isPath(name) else {
                throw Diagnostic(
                    .badInput, at: token.location, "\(token.name) is not the name of an input",
                    help: "an input is a generic parameter of the type, such as `Upstream`, or `Upstream...`")
            }
            var input = Table.RowDeclaration.Input(
                name: Located(name, token.location), isRepeated: isRepeated)
            if !isRepeated, let colon = try reader.peek(), colon.isMark(":") {
                try reader.next()
                try parseBound(&input)
            } else if try Grammar.take("==", &reader) {
                input.given = try parseGiven()
            }
            inputs.append(input)
        } while try Grammar.take(",", &reader)
        try Grammar.expectMark(")", &reader)
        row.inputs = inputs
    }

    /// `: SinglePublisher` or `: SinglePublisher...`.
    private mutating func parseBound(_ input: inout Table.RowDeclaration.Input) throws(Diagnostic) {
        guard let token = try reader.next() else { throw Grammar.expected("a trait", &reader) }
        input.isRepeated = token.kind == .run && token.text.hasSuffix("...")
        let name = input.isRepeated ? String(token.text.dropLast(3)) : token.text
        guard token.kind == .run, Grammar.isPath(name) else { throw Grammar.expected("a trait", not: token) }
        input.bound = Located(name, token.location)
    }

    /// `Property.AllValues`, after `==`.
    mutating func parseGiven() throws(Diagnostic) -> Located<String> {
        guard let type = try reader.next() else { throw Grammar.expected("the name of a type", &reader) }
        guard type.kind == .run, Grammar.isPath(type.text) else {
            throw Diagnostic(
                .typeName, at: type.location, "\(type.name) is not the name of a type",
                help: "name a publisher that has a row, such as `Just`")
        }
        return Located(type.text, type.location)
    }

    // MARK: - Clauses

    mutating func parseClauses() throws(Diagnostic) {
        while let token = try reader.peek() {
            clauseStart = token.range.lowerBound
            try parseClause(token)
        }
    }

    mutating func parseClause(_ token: Token) throws(Diagnostic) {
        if token.kind == .run {
            switch token.text {
            case _ where Self.attributes.contains(token.text):
                return try parseAttribute(token)
            case "or" where !row.histories.isEmpty:
                throw Diagnostic(
                    .expected, at: token.location, "`,` expected, not `or`",
                    help:
                        "the histories of a source are a list; `or` stands between what one event may become")
            default: break
            }
            if token.text == "silent" || (token.isMarbles && kind == .source) {
                return try parseHistories(token)
            }
            if token.isMarbles { return try parseRule(token) }
            if Self.operatorWords.contains(token.text) {
                guard kind == .operator else {
                    throw Diagnostic(
                        .notForSource, at: token.location,
                        "`\(token.text)` needs an input, and a source has none",
                        help: "list the histories of a source, such as `silent, --x, --o|`")
                }
                return try parseWord(token)
            }
        }
        if token.isMark(",") && !row.histories.isEmpty {
            throw Diagnostic(.expected, at: token.location, "the histories of a source stand in one list")
        }
        if let mistake = misplaced(token) { throw mistake }
        let words = kind == .source ? ["silent"] + Self.attributes : Self.operatorWords + Self.attributes
        throw Diagnostic(
            .unknownWord, at: token.location,
            token.kind == .run ? "there is no word \(token.name)" : "a clause can't start with \(token.name)",
            help: Suggestion.didYouMean(token.text, among: words)
                ?? "the reference of the table language lists all words")
    }

    /// Diagnoses a word that belongs elsewhere: after `or` in a rule, or at the beginning of a line.
    private func misplaced(_ token: Token) -> Diagnostic? {
        if !row.rules.isEmpty, token.isRun("nothing") || token.isRun("traps") {
            return Diagnostic(
                .expected, at: token.location, "`or` expected before \(token.name)",
                help: "`or` stands between what one event may become, as in `o => o or nothing`")
        }
        let start = reader.text.lines[token.line].lowerBound
        guard token.kind == .run, TableParser.keywords.contains(token.text),
            token.line >= row.type.location.line,
            token.range.lowerBound > start
        else { return nil }
        return Diagnostic(
            .strayIndentation, at: token.location,
            "\(token.name) is indented, so it continues the row of `\(row.type.value)`",
            help: "start it at the beginning of the line")
    }

    /// Refuses a second clause of a kind that a row can have only once.
    mutating func sayOnce(_ word: String, _ token: Token) throws(Diagnostic) {
        if let first = said[word] {
            throw Diagnostic(
                .duplicateClause, at: token.location, "the row says `\(word)` twice",
                notes: [.init(first, "the first time is here")], help: "keep one of them")
        }
        said[word] = token.location
    }

    mutating func parseWord(_ token: Token) throws(Diagnostic) {
        try reader.next()
        if token.isRun("signal") { return try parseSignal(token) }
        try sayOnce(token.text, token)
        switch token.text {
        case "joins":
            guard let how = try reader.next() else { throw Grammar.expected("`late` or `now`", &reader) }
            guard how.isRun("late") || how.isRun("now") else {
                throw Grammar.expected("`late` or `now`", not: how)
            }
            say(how.isRun("late") ? .joinsLate : .joinsNow, at: token.location)
        case "until":
            try Grammar.expectWord("o", &reader)
            say(.until, at: token.location)
        case "cut": try parseCut(token)
        case "none":
            try Grammar.expectMark("=>", &reader)
            guard let outcome = try reader.next() else { throw Grammar.expected("a history", &reader) }
            let marble = try parseHistory(outcome)
            row.none = Located(marble, token.location)
            row.clauses.append("none => \(marble.text)")
        default:
            guard let word = Word(rawValue: token.text) else { return try parseCombiner(token) }
            say(word, at: token.location)
        }
    }

    private mutating func say(_ word: Word, at location: SourceLocation) {
        row.words[word] = location
        row.clauses.append(word.rawValue)
    }

    mutating func parseCombiner(_ token: Token) throws(Diagnostic) {
        guard let combiner = Behaviour.Combiner(rawValue: token.text) else { return }
        try sayCombiner(Located(combiner, token.location))
        row.clauses.append(token.text)
    }

    mutating func sayCombiner(_ combiner: Located<Behaviour.Combiner>) throws(Diagnostic) {
        if let first = row.combiner {
            throw Diagnostic(
                .contradictoryRules, at: combiner.location,
                "`\(combiner.value.rawValue)` contradicts `\(first.value.rawValue)`",
                notes: [.init(first.location, "`\(first.value.rawValue)` is said here")],
                help: "a row combines its inputs in one way")
        }
        row.combiner = combiner
    }

    mutating func parseCut(_ word: Token) throws(Diagnostic) {
        var text = "cut =>"
        try Grammar.expectMark("=>", &reader)
        repeat {
            guard let token = try reader.next() else { throw Grammar.expected("`|` or `x`", &reader) }
            let event: Behaviour.Event
            switch token.kind == .run ? token.text : "" {
            case "|": event = .finish
            case "x": event = .failure
            default:
                throw Diagnostic(
                    .cutEvent, at: token.location,
                    "a cut ends the stream: `|` or `x` expected, not \(token.name)")
            }
            if let first = row.cut.first(where: { $0.value == event }) {
                throw Diagnostic(
                    .duplicateAlternative, at: token.location, "`\(token.text)` is said twice",
                    notes: [.init(first.location, "the first time is here")], help: "remove one of them")
            }
            text += row.cut.isEmpty ? " \(token.text)" : " or \(token.text)"
            row.cut.append(Located(event, token.location))
        } while try takeOr()
        row.clauses.append(text)
    }

    mutating func takeOr() throws(Diagnostic) -> Bool {
        guard let token = try reader.peek(), token.isRun("or") else { return false }
        try reader.next()
        return true
    }

    func checkSaysSomething() throws(Diagnostic) {
        if let unsampled = row.unsampled, let sample = row.samples.first {
            throw Diagnostic(
                .contradictoryRules, at: unsampled.location, "the row has a sample",
                notes: [.init(sample.location, "the sample is here")], help: "remove one of them")
        }
        switch kind {
        case .source where row.histories.isEmpty:
            throw Diagnostic(
                .silentRow, at: row.type.location, "`\(row.type.value)` lists no history",
                help: "list what a subscriber may see, such as `silent, --x, --o|`")
        case .operator where row.clauses.isEmpty:
            throw Diagnostic(
                .silentRow, at: row.type.location,
                "`\(row.type.value)` doesn't say what becomes of its input's events",
                help: "write `passes` if all of them pass unchanged")
        default: break
        }
    }
}
