/// Reads the clauses that aren't about events: claims, reasons, samples and requirements.
extension RowParser {
    mutating func parseAttribute(_ token: Token) throws(Diagnostic) {
        try reader.next()
        switch token.text {
        case "because":
            try sayOnce("because", token)
            row.because = try quotedText("the reason")
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
        case "at":
            try sayOnce("at", token)
            row.places = Table.PlaceClause(names: try parseNames("a place"), location: token.location)
        case "shared":
            try sayOnce("shared", token)
            row.shared = token.location
        case "anew":
            try sayOnce("anew", token)
            row.anew = try parseNames("the generic parameter of a publisher")
        case "if":
            try sayOnce("if", token)
            row.build = Located(try quotedText("the condition"), token.location)
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
                .init(
                    trait: trait, text: try quotedText("what restores it"), method: try parseMethod(token),
                    location: token.location))
        case "as":
            try sayOnce("as", token)
            row.method = Located(try quotedText("the method"), token.location)
        case "unsampled":
            try sayOnce("unsampled", token)
            row.unsampled = Located(try reason(), token.location)
        case "unseen":
            // Clauses that name histories may be repeated; a clause that names none stands alone.
            let isNamed = try reader.peek().map { !$0.isRun("because") } ?? false
            if !isNamed || row.unseenHistories.isEmpty { try sayOnce("unseen", token) }
            if isNamed {
                repeat { row.unseenHistories.append(try parseUnseen()) } while try Grammar.take(",", &reader)
            }
            row.unseen = Located(try reason(), token.location)
        case "exempt": try parseExemption()
        case "survives":
            let change = try quotedText("the change")
            if row.survivors.contains(where: { $0.change == change }) {
                throw Diagnostic(
                    .duplicateClause, at: token.location, "the change is explained twice",
                    help: "remove one of them")
            }
            row.survivors.append(.init(change: change, because: try reason(), location: token.location))
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

    /// Reads the names after `at` and `anew`: generic parameters, or words for places.
    private mutating func parseNames(_ what: String) throws(Diagnostic) -> [Located<String>] {
        var names: [Located<String>] = []
        repeat {
            guard let token = try reader.next() else { throw Grammar.expected(what, &reader) }
            let name = try Grammar.identifier(token, what)
            if let first = names.first(where: { $0.value == name.value }) {
                throw Diagnostic(
                    .duplicateClause, at: name.location, "`\(name.value)` is said twice",
                    notes: [.init(first.location, "the first time is here")], help: "remove one of them")
            }
            names.append(name)
        } while try Grammar.take(",", &reader)
        return names
    }

    mutating func reason() throws(Diagnostic) -> String {
        try Grammar.expectWord("because", &reader)
        return try quotedText("the reason")
    }

    /// Reads `x => --|`: the histories of the inputs, and a resulting history that no sample shows.
    private mutating func parseUnseen() throws(Diagnostic) -> RowUnseenHistory {
        var inputs: [Shape] = []
        while let token = try reader.peek(), !token.isMark("=>") { inputs.append(try parseShape()) }
        try Grammar.expectMark("=>", &reader)
        return RowUnseenHistory(inputs: inputs, output: try parseShape())
    }

    private mutating func parseShape() throws(Diagnostic) -> Shape {
        guard let token = try reader.next() else { throw Grammar.expected("a history", &reader) }
        let events = token.text.filter { $0 != "-" }
        let ending = events.last == "o" || events.isEmpty ? ">" : ""
        guard token.isMarbles,
            let shape = Shape(lawMarbles: (token.text.hasPrefix("-") ? "-" : "") + events + ending)
        else { throw Grammar.expected("a history", not: token) }
        return shape
    }

    /// `in Type method(…)` after a remedy; the method takes the rest of the line and the deeper lines below.
    mutating func parseMethod(_ attribute: Token) throws(Diagnostic) -> RowMethod? {
        guard let word = try reader.peek(), word.isRun("in") else { return nil }
        try reader.next()
        guard let type = try reader.next() else { throw Grammar.expected("the name of a type", &reader) }
        guard type.kind == .run, Grammar.isPath(type.text) else {
            throw Diagnostic(
                .typeName, at: type.location, "\(type.name) is not the name of a type",
                help: "name the type whose method it is, such as `Publisher`")
        }
        let column = attribute.range.lowerBound - reader.text.lines[attribute.line].lowerBound
        guard let method = reader.takeText(deeperThan: column) else {
            throw Diagnostic(
                .emptyText, at: reader.lastEnd, "the method is missing",
                help: "write what follows `func`, such as `filter(_ isIncluded: (Value) -> Bool) -> Self`")
        }
        let signature = String(method.text.drop { $0 == " " })
        return RowMethod(type: type.text, signature: signature, location: method.location)
    }

    mutating func parseExemption() throws(Diagnostic) {
        var laws: [String] = []
        repeat {
            guard let token = try reader.next() else { throw Grammar.expected("a law", &reader) }
            guard token.kind == .run, RowExemption.laws.contains(token.text) else {
                throw Diagnostic(
                    .unknownWord, at: token.location, "there is no law \(token.name) to be exempt from",
                    help: Suggestion.didYouMean(token.text, among: RowExemption.laws)
                        ?? "the laws are \(RowExemption.laws.map { "`\($0)`" }.joined(separator: ", "))")
            }
            if laws.contains(token.text) || row.exemptions.contains(where: { $0.law == token.text }) {
                throw Diagnostic(
                    .duplicateClause, at: token.location, "`\(token.text)` is said twice",
                    help: "remove one of them")
            }
            laws.append(token.text)
        } while try Grammar.take(",", &reader)
        let because = try reason()
        row.exemptions += laws.map { RowExemption(law: $0, because: because) }
    }

    mutating func parseClaim(_ word: Token) throws(Diagnostic) {
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

    mutating func traitName() throws(Diagnostic) -> Located<String> {
        guard let token = try reader.next() else { throw Grammar.expected("a trait", &reader) }
        return try Grammar.traitName(token)
    }

    mutating func quotedText(_ what: String) throws(Diagnostic) -> String {
        guard let token = try reader.next() else { throw Grammar.expected("\(what) in quotes", &reader) }
        guard token.kind == .quote else { throw Grammar.expected("\(what) in quotes", not: token) }
        guard token.text.contains(where: { $0 != " " }) else {
            throw Diagnostic(.emptyText, at: token.location, "\(what) is empty")
        }
        return token.text
    }

    mutating func parseRequirements() throws(Diagnostic) -> [Table.Requirement] {
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
}
