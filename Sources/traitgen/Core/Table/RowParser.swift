/// Reads one row: what it is about, its clauses on events, and what else it says.
struct RowParser {
    private let kind: Row.Kind
    private var reader: TokenReader
    private var row: Table.RowDeclaration
    private var mistakes: [Diagnostic] = []
    /// Where each clause that can be said once was said.
    private var said: [String: SourceLocation] = [:]

    private static let flags = ["passes", "later", "grouped", "waits"]
    private static let combiners = Behaviour.Combiner.allCases.map(\.rawValue).filter { $0 != "pass" }
    private static let operatorWords = flags + ["cut", "joins"] + combiners
    private static let attributes = [
        "because", "since", "on", "where", "conforms", "prefer", "restore", "sample", "unsampled", "unseen",
        "exempt",
    ]

    init(_ kind: Row.Kind, _ reader: TokenReader) {
        self.kind = kind
        self.reader = reader
        let none = SourceLocation(path: reader.text.path, line: reader.line + 1, column: 1)
        row = Table.RowDeclaration(kind: kind, type: Located("", none))
    }

    mutating func parse() throws(Diagnostic) -> (row: Table.RowDeclaration?, mistakes: [Diagnostic]) {
        try parseHead()
        while let token = try reader.peek() { try parseClause(token) }
        try checkSaysSomething()
        return (row, mistakes)
    }

    // MARK: - Head

    private mutating func parseHead() throws(Diagnostic) {
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
            inputs.append(.init(name: Located(name, token.location), isRepeated: isRepeated))
        } while try Grammar.take(",", &reader)
        try Grammar.expectMark(")", &reader)
        row.inputs = inputs
    }

    // MARK: - Clauses

    private mutating func parseClause(_ token: Token) throws(Diagnostic) {
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
        let words = kind == .source ? ["silent"] + Self.attributes : Self.operatorWords + Self.attributes
        throw Diagnostic(
            .unknownWord, at: token.location,
            token.kind == .run ? "there is no word \(token.name)" : "a clause can't start with \(token.name)",
            help: Suggestion.didYouMean(token.text, among: words)
                ?? "the reference of the table language lists all words")
    }

    /// Refuses a second clause of a kind that can be said once.
    private mutating func sayOnce(_ word: String, _ token: Token) throws(Diagnostic) {
        if let first = said[word] {
            throw Diagnostic(
                .duplicateClause, at: token.location, "the row says `\(word)` twice",
                notes: [.init(first, "the first time is here")], help: "keep one of them")
        }
        said[word] = token.location
    }

    private mutating func parseWord(_ token: Token) throws(Diagnostic) {
        try reader.next()
        try sayOnce(token.text, token)
        switch token.text {
        case "joins":
            try Grammar.expectWord("late", &reader)
            row.words["joins"] = token.location
            row.clauses.append("joins late")
        case "grouped":
            row.words["grouped"] = token.location
            guard let by = try reader.peek(), by.isRun("by") else {
                row.clauses.append("grouped")
                return
            }
            try reader.next()
            try Grammar.expectWord("time", &reader)
            row.words["by time"] = by.location
            row.clauses.append("grouped by time")
        case "cut": try parseCut(token)
        case _ where Self.flags.contains(token.text):
            row.words[token.text] = token.location
            row.clauses.append(token.text)
        default: try parseCombiner(token)
        }
    }

    private mutating func parseCombiner(_ token: Token) throws(Diagnostic) {
        guard let combiner = Behaviour.Combiner(rawValue: token.text) else { return }
        if let first = row.combiner {
            throw Diagnostic(
                .contradictoryRules, at: token.location,
                "`\(token.text)` contradicts `\(first.value.rawValue)`",
                notes: [.init(first.location, "`\(first.value.rawValue)` is said here")],
                help: "a row combines its inputs in one way")
        }
        row.combiner = Located(combiner, token.location)
        guard let or = try reader.peek(), or.isRun("or") else {
            row.clauses.append(token.text)
            return
        }
        try reader.next()
        try Grammar.expectWord("x", &reader)
        guard [.flatten, .switch, .rescue].contains(combiner) else {
            throw Diagnostic(
                .contradictoryRules, at: or.location,
                "`\(token.text)` makes no publisher on the way, so it can't fail to",
                help: "`or x` goes with `flatten`, `switch` and `rescue`")
        }
        row.combinerMayFail = true
        row.clauses.append("\(token.text) or x")
    }

    private mutating func parseCut(_ word: Token) throws(Diagnostic) {
        var text = "cut"
        if let token = try reader.peek(), token.isRun("later") {
            try reader.next()
            row.cutIsLater = true
            text += " later"
        }
        try Grammar.expectMark("=>", &reader)
        text += " =>"
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

    private mutating func takeOr() throws(Diagnostic) -> Bool {
        guard let token = try reader.peek(), token.isRun("or") else { return false }
        try reader.next()
        return true
    }

    // MARK: - Rules

    private static let triggers: [String: Behaviour.Trigger] = {
        let events: [(String, Behaviour.Event)] = [("o", .value), ("x", .failure), ("|", .finish)]
        var result: [String: Behaviour.Trigger] = [:]
        for (mark, event) in events {
            result[mark] = .init(.any, event)
            result["-" + mark] = .init(.beforeValue, event)
            result["o-" + mark] = .init(.afterValue, event)
        }
        return result
    }()

    private mutating func parseRule(_ left: Token) throws(Diagnostic) {
        try reader.next()
        guard let arrow = try reader.peek(), arrow.isMark("=>") else {
            if (try? Marble.parse(Array(left.text.utf8)[...], in: .source, at: left.location)) != nil,
                left.text.count > 1
            {
                throw Diagnostic(
                    .notForOperator, at: left.location,
                    "`\(left.text)` is a history, and an operator has rules",
                    help: "say what becomes of each event, such as `o => o`, or start the row with `source`")
            }
            throw Diagnostic(
                .expected, at: reader.lastEnd, "`=>` expected after `\(left.text)`",
                help: "a rule says what an event becomes, such as `o => o or nothing`")
        }
        try reader.next()
        guard let trigger = Self.triggers[left.text] else {
            throw Diagnostic(
                .badMarble, at: left.location, "`\(left.text)` is not one event",
                help:
                    "left of `=>` stands `o`, `x` or `|`, after `-` for no value before it, after `o-` for some"
            )
        }
        var alternatives: [Located<Behaviour.Reaction>] = []
        var text = "\(left.text) =>"
        repeat {
            guard let token = try reader.next() else {
                throw Diagnostic(
                    .expected, at: reader.lastEnd, "what `\(left.text)` becomes is missing",
                    help: "write events such as `o|`, or `nothing`")
            }
            let reaction = try parseReaction(token)
            if let first = alternatives.first(where: { $0.value == reaction }) {
                throw Diagnostic(
                    .duplicateAlternative, at: token.location, "`\(token.text)` is said twice",
                    notes: [.init(first.location, "the first time is here")], help: "remove one of them")
            }
            text += alternatives.isEmpty ? " \(token.text)" : " or \(token.text)"
            alternatives.append(Located(reaction, token.location))
        } while try takeOr()
        if let comma = try reader.peek(), comma.isMark(",") {
            throw Diagnostic(
                .expected, at: comma.location, "`or` expected, not `,`",
                help: "`or` stands between what one event may become")
        }
        row.rules.append(
            Table.Rule(trigger: Located(trigger, left.location), alternatives: alternatives, text: text))
        row.clauses.append(text)
    }

    private func parseReaction(_ token: Token) throws(Diagnostic) -> Behaviour.Reaction {
        if token.isRun("nothing") { return .events([]) }
        if token.isRun("traps") { return .traps }
        guard token.isMarbles else {
            throw Diagnostic(
                .unknownWord, at: token.location, "an event can't become \(token.name)",
                help: Suggestion.didYouMean(token.text, among: ["nothing", "traps"])
                    ?? "write events such as `o|`, or `nothing`")
        }
        var events: [Behaviour.Event] = []
        for (offset, byte) in token.text.utf8.enumerated() {
            var place = token.location
            place.column += offset
            place.length = 1
            if let last = events.last, last != .value {
                throw Diagnostic(
                    .eventAfterEnd, at: place, "nothing can follow the end of a history",
                    help: "`|` and `x` come last")
            }
            switch byte {
            case UInt8(ascii: "o"): events.append(.value)
            case UInt8(ascii: "x"): events.append(.failure)
            case UInt8(ascii: "|"): events.append(.finish)
            case UInt8(ascii: "-"):
                throw Diagnostic(
                    .timeInRule, at: place, "a rule can't say that time passes",
                    help: "add the word `later` to the row if nothing comes at once")
            default:
                throw Diagnostic(
                    .badMarble, at: place, "`\(String(UnicodeScalar(byte)))` can't stand right of `=>`",
                    help: "write the events one by one, such as `oo`")
            }
        }
        return .events(events)
    }

    // MARK: - Histories

    private mutating func parseHistories(_ first: Token) throws(Diagnostic) {
        guard kind == .source else {
            throw Diagnostic(
                .notForOperator, at: first.location,
                "`\(first.text)` is a history, and an operator has rules",
                help: "say what becomes of each event, such as `o => o`, or start the row with `source`")
        }
        guard row.histories.isEmpty else {
            throw Diagnostic(
                .expected, at: first.location, "`,` expected before \(first.name)",
                help: "the histories of a source stand in one list, such as `silent, --x, --o|`")
        }
        var text: [String] = []
        repeat {
            guard let token = try reader.next() else { throw Grammar.expected("a history", &reader) }
            let marble = try parseHistory(token)
            if let first = row.histories.first(where: { $0.text == marble.text }) {
                throw Diagnostic(
                    .duplicateMarble, at: marble.location, "`\(marble.text)` is said twice",
                    notes: [.init(first.location, "the first time is here")], help: "remove one of them")
            }
            text.append(marble.text)
            row.histories.append(marble)
        } while try Grammar.take(",", &reader)
        row.clauses.append(text.joined(separator: ", "))
    }

    private mutating func parseHistory(_ token: Token) throws(Diagnostic) -> Marble {
        if token.isRun("silent") {
            return Marble(
                text: "silent", location: token.location, startsWithTime: true, values: 0, hasMore: false,
                end: .silent)
        }
        guard token.kind == .run else { throw Grammar.expected("a history", not: token) }
        var range = token.range
        // `- - ->` is several tokens: dashes with one blank between them.
        while reader.text.bytes[range.upperBound - 1] == UInt8(ascii: "-"), let more = try reader.peek(),
            more.line == token.line, more.isMarbles, more.text.hasPrefix("-"),
            more.range.lowerBound == range.upperBound + 1
        {
            try reader.next()
            range = range.lowerBound..<more.range.upperBound
        }
        var location = token.location
        location.length = range.count
        guard token.isMarbles else {
            throw Diagnostic(
                .unknownWord, at: token.location, "\(token.name) is not a history",
                help: Suggestion.didYouMean(token.text, among: ["silent"])
                    ?? "a history is a line of marbles, such as `--o|`, or `silent`")
        }
        do throws(Marble.Mistake) {
            return try Marble.parse(reader.text.bytes[range], in: .source, at: location)
        } catch {
            throw error.diagnostic(at: location)
        }
    }

    // MARK: - Attributes

    private mutating func parseAttribute(_ token: Token) throws(Diagnostic) {
        try reader.next()
        switch token.text {
        case "because":
            try sayOnce("because", token)
            row.because = try quotedText("the reason")
        case "since":
            try sayOnce("since", token)
            guard let version = try reader.next() else { throw Grammar.expected("a version", &reader) }
            let parts = version.text.split(separator: ".", omittingEmptySubsequences: false)
            guard version.kind == .run, parts.count <= 3,
                parts.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy { (0x30...0x39).contains($0) } })
            else {
                throw Diagnostic(
                    .badVersion, at: version.location, "\(version.name) is not a version",
                    help: "a version is one to three numbers, such as `1.2`")
            }
            row.since = version.text
        case "on":
            try sayOnce("on", token)
            repeat {
                let backend = try Grammar.backend(&reader)
                if let first = row.backends.first(where: { $0.value == backend.value }) {
                    throw Diagnostic(
                        .duplicateClause, at: backend.location, "`\(backend.value.rawValue)` is said twice",
                        notes: [.init(first.location, "the first time is here")], help: "remove one of them")
                }
                row.backends.append(backend)
            } while try Grammar.take(",", &reader)
        case "where":
            try sayOnce("where", token)
            row.requirements = try parseRequirements()
        case "conforms": try parseClaim(token)
        case "prefer":
            let trait = try traitName()
            try Grammar.expectWord("where", &reader)
            row.preferences.append(
                .init(trait: trait, requirements: try parseRequirements(), location: token.location))
        case "restore":
            let trait = try traitName()
            try Grammar.expectWord("with", &reader)
            row.remedies.append(
                .init(trait: trait, text: try quotedText("what restores it"), location: token.location))
        case "unsampled":
            try sayOnce("unsampled", token)
            row.unsampled = Located(try reason(), token.location)
        case "unseen":
            try sayOnce("unseen", token)
            row.unseen = Located(try reason(), token.location)
        case "exempt": try parseExemption()
        default:
            let column = token.range.lowerBound - reader.text.lines[token.line].lowerBound
            guard let sample = reader.takeText(deeperThan: column) else {
                throw Diagnostic(
                    .emptyText, at: reader.lastEnd, "the sample is empty",
                    help: "write a Swift expression, such as `upstream.map { $0 }`")
            }
            row.samples.append(.init(text: sample.text, location: sample.location))
        }
    }

    private mutating func reason() throws(Diagnostic) -> String {
        try Grammar.expectWord("because", &reader)
        return try quotedText("the reason")
    }

    private mutating func parseExemption() throws(Diagnostic) {
        var laws: [String] = []
        repeat {
            guard let token = try reader.next() else { throw Grammar.expected("a law", &reader) }
            guard token.kind == .run, Row.Exemption.laws.contains(token.text) else {
                throw Diagnostic(
                    .unknownWord, at: token.location, "there is no law \(token.name) to be exempt from",
                    help: Suggestion.didYouMean(token.text, among: Row.Exemption.laws)
                        ?? "the laws are \(Row.Exemption.laws.map { "`\($0)`" }.joined(separator: ", "))")
            }
            if laws.contains(token.text) || row.exemptions.contains(where: { $0.law == token.text }) {
                throw Diagnostic(
                    .duplicateClause, at: token.location, "`\(token.text)` is said twice",
                    help: "remove one of them")
            }
            laws.append(token.text)
        } while try Grammar.take(",", &reader)
        let because = try reason()
        row.exemptions += laws.map { Row.Exemption(law: $0, because: because) }
    }

    private mutating func parseClaim(_ word: Token) throws(Diagnostic) {
        let trait = try traitName()
        var claim = Table.Claim(trait: trait, requirements: [], because: nil, location: word.location)
        if let token = try reader.peek(), token.isRun("where") {
            try reader.next()
            claim.requirements = try parseRequirements()
        }
        guard let token = try reader.peek(), token.isRun("because") else {
            throw Diagnostic(
                .missingText, at: reader.lastEnd, "a claim needs a reason",
                help: "add `because \"…\"`: nothing else will tell a reader why it holds")
        }
        try reader.next()
        claim.because = try quotedText("the reason")
        row.claims.append(claim)
    }

    private mutating func traitName() throws(Diagnostic) -> Located<String> {
        guard let token = try reader.next() else { throw Grammar.expected("a trait", &reader) }
        return try Grammar.identifier(token, "a trait")
    }

    private mutating func quotedText(_ what: String) throws(Diagnostic) -> String {
        guard let token = try reader.next() else { throw Grammar.expected("\(what) in quotes", &reader) }
        guard token.kind == .quote else { throw Grammar.expected("\(what) in quotes", not: token) }
        guard token.text.contains(where: { $0 != " " }) else {
            throw Diagnostic(.emptyText, at: token.location, "\(what) is empty")
        }
        return token.text
    }

    private mutating func parseRequirements() throws(Diagnostic) -> [Table.Requirement] {
        var result: [Table.Requirement] = []
        repeat {
            guard let left = try reader.next() else { throw Grammar.expected("a requirement", &reader) }
            guard left.kind == .run, Grammar.isPath(left.text) else {
                throw Diagnostic(
                    .badRequirement, at: left.location, "\(left.name) can't start a requirement",
                    help: "write `Upstream: SinglePublisher` or `Failure == Never`")
            }
            guard let mark = try reader.next() else { throw Grammar.expected("`:` or `==`", &reader) }
            guard mark.isMark(":") || mark.isMark("==") else {
                throw Grammar.expected("`:` or `==`", not: mark)
            }
            guard let right = try reader.next() else { throw Grammar.expected("a type", &reader) }
            var text = right.text
            if right.isRun("any"), let name = try reader.next() { text += " " + name.text }
            guard right.kind == .run,
                right.text.utf8.first.map({ $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: "|") }) == true
            else {
                throw Diagnostic(.badRequirement, at: right.location, "\(right.name) is not a type")
            }
            result.append(
                Table.Requirement(
                    left: Located(left.text, left.location), isEquality: mark.text == "==",
                    right: Located(text, right.location)))
        } while try Grammar.take(",", &reader)
        return result
    }

    private func checkSaysSomething() throws(Diagnostic) {
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
