/// Reads the marbles of a row: reactions to events, and whole histories.
extension RowParser {
    static let triggers: [String: Behaviour.Trigger] = {
        let events: [(String, Behaviour.Event)] = [("o", .value), ("x", .failure), ("|", .finish)]
        var result: [String: Behaviour.Trigger] = [:]
        for (mark, event) in events {
            result[mark] = .init(.any, event)
            result["-" + mark] = .init(.beforeValue, event)
            result["o-" + mark] = .init(.afterValue, event)
        }
        return result
    }()

    mutating func parseRule(_ left: Token) throws(Diagnostic) {
        try reader.next()
        if left.isRun("x"), let last = try reader.peek(), last.isRun("last") {
            return try parseFailsLast(left)
        }
        let trigger = try parseTrigger(left)
        let (outcomes, text) = try parseAlternatives(of: left) { parser, token throws(Diagnostic) in
            (try parser.parseOutcome(token), token.text)
        }
        row.clauses.append(text)
        var alternatives: [Located<Behaviour.Reaction>] = []
        for outcome in outcomes {
            guard case .reaction(let reaction) = outcome.value else {
                return try sayNext(trigger, outcomes, text)
            }
            alternatives.append(Located(reaction, outcome.location))
        }
        row.rules.append(Table.Rule(trigger: trigger, alternatives: alternatives, text: text))
    }

    /// Reads the left side of a rule, and the arrow behind it.
    private mutating func parseTrigger(_ left: Token) throws(Diagnostic) -> Located<Behaviour.Trigger> {
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
        return Located(trigger, left.location)
    }

    /// Reads the alternatives right of the arrow, and returns them with the text of the rule.
    private mutating func parseAlternatives<Alternative: Hashable>(
        of left: Token, parse: (inout RowParser, Token) throws(Diagnostic) -> (Alternative, text: String)
    ) throws(Diagnostic) -> (alternatives: [Located<Alternative>], text: String) {
        var alternatives: [Located<Alternative>] = []
        var text = "\(left.text) =>"
        repeat {
            guard let token = try reader.next() else {
                throw Diagnostic(
                    .expected, at: reader.lastEnd, "what `\(left.text)` becomes is missing",
                    help: "write events such as `o|`, or `nothing`")
            }
            let (alternative, written) = try parse(&self, token)
            if let first = alternatives.first(where: { $0.value == alternative }) {
                throw Diagnostic(
                    .duplicateAlternative, at: token.location, "`\(written)` is said twice",
                    notes: [.init(first.location, "the first time is here")], help: "remove one of them")
            }
            text += alternatives.isEmpty ? " \(written)" : " or \(written)"
            alternatives.append(Located(alternative, token.location))
        } while try takeOr()
        if let comma = try reader.peek(), comma.isMark(",") {
            throw Diagnostic(
                .expected, at: comma.location, "`or` expected, not `,`",
                help: "`or` stands between what one event may become")
        }
        return (alternatives, text)
    }

    // MARK: - Signals

    /// `signal o => opens`, behind `signal`.
    mutating func parseSignal(_ word: Token) throws(Diagnostic) {
        if row.combiner?.value != .signal { try sayCombiner(Located(.signal, word.location)) }
        guard let left = try reader.next() else { throw Grammar.expected("an event", &reader) }
        guard left.isMarbles else { throw Grammar.expected("an event, such as `o`,", not: left) }
        let trigger = try parseTrigger(left)
        let (alternatives, text) = try parseAlternatives(of: left) { parser, token throws(Diagnostic) in
            try parser.parseEffect(token)
        }
        row.signals.append(Table.SignalRule(trigger: trigger, alternatives: alternatives))
        row.clauses.append("signal \(text)")
    }

    private mutating func parseEffect(_ token: Token) throws(Diagnostic) -> (Signals.Effect, text: String) {
        if token.isRun("opens") {
            guard let once = try reader.peek(), once.isRun("once") else { return (.opens, "opens") }
            try reader.next()
            return (.opensOnce, "opens once")
        }
        if token.isRun("grouped") { return (.group, "grouped") }
        if token.kind == .run, !token.isMarbles, !token.isRun("nothing") {
            throw Diagnostic(
                .unknownWord, at: token.location, "a signal can't become \(token.name)",
                help: Suggestion.didYouMean(token.text, among: ["nothing", "opens", "grouped"])
                    ?? "write events such as `|`, or `nothing`, `opens`, `opens once` or `grouped`")
        }
        guard case .events(let events) = try parseReaction(token) else {
            throw Grammar.expected("what a signal does", not: token)
        }
        guard events.count < 2 else {
            throw Diagnostic(
                .badMarble, at: token.location, "a signal can't become `\(token.text)`",
                help: "a signal sends one event at most, `o`, `|` or `x`; what becomes of that, a rule says")
        }
        return (events.first.map { .sends($0) } ?? .nothing, token.text)
    }

    // MARK: - Reactions

    func parseReaction(_ token: Token) throws(Diagnostic) -> Behaviour.Reaction {
        if token.isRun("nothing") { return .events([]) }
        if token.isRun("traps") { return .traps }
        guard token.isMarbles else {
            throw Diagnostic(
                .unknownWord, at: token.location, "an event can't become \(token.name)",
                help: Suggestion.didYouMean(token.text, among: ["nothing", "traps", "next", "again"])
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
                    help: "add the word `later` to the row if nothing comes immediately")
            default:
                throw Diagnostic(
                    .badMarble, at: place, "`\(String(UnicodeScalar(byte)))` can't stand right of `=>`",
                    help: "write the events one by one, such as `oo`")
            }
        }
        return .events(events)
    }

    // MARK: - Histories

    mutating func parseHistories(_ first: Token) throws(Diagnostic) {
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

    mutating func parseHistory(_ token: Token) throws(Diagnostic) -> Marble {
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
}
