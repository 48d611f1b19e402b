extension TableParser {
    /// Reads `trait Name: Refined, Refined {`, the lines, and `}`; `trait Name at GlobalActor`, or `trait Name
    /// shared`.
    mutating func parseTrait(_ reader: inout TokenReader, _ word: Token, _ end: Int) throws(Diagnostic) {
        guard let token = try reader.next() else { throw Grammar.expected("the name of a trait", &reader) }
        let name = try Grammar.identifier(token, "the name of a trait")
        var refines: [Located<String>] = []
        if let mark = try reader.peek(), mark.isMark(":") {
            try reader.next()
            repeat {
                guard let token = try reader.next() else { throw Grammar.expected("a trait", &reader) }
                refines.append(try Grammar.traitName(token))
            } while try Grammar.take(",", &reader)
        }
        if let at = try reader.peek(), at.isRun("at") {
            try reader.next()
            guard let token = try reader.next() else { throw Grammar.expected("a global actor", &reader) }
            guard token.kind == .run, Grammar.isPath(token.text) else {
                throw Grammar.expected("a global actor", not: token)
            }
            return try addTrait(name, refines, Located(.place(token.text), token.location), &reader)
        }
        if let shared = try reader.peek(), shared.isRun("shared") {
            try reader.next()
            return try addTrait(name, refines, Located(.sharing, shared.location), &reader)
        }
        try Grammar.expectMark("{", &reader)

        var lines: [Table.TraitDeclaration.Line] = []
        let mistakesBefore = diagnostics.count
        var line = reader.line
        var start = reader.offset
        var isClosed = false
        scan: while line < end {
            let limit = text.trimmedEnd(line)
            while start < limit, TableText.isBlank(text.bytes[start]) { start += 1 }
            let rest = text.bytes[min(start, limit)..<limit]
            if let first = rest.first, !rest.starts(with: [0x2F, 0x2F]) {
                if first == UInt8(ascii: "}") {
                    isClosed = true
                    if rest.count > 1 {
                        diagnostics.report(
                            .expected, at: text.location(line, start + 1, length: rest.count - 1),
                            "nothing can follow the `}` of a trait on its line")
                    }
                    break scan
                }
                do throws(Diagnostic) {
                    lines.append(try parseTraitLine(line, rest))
                } catch {
                    diagnostics.report(error)
                }
            }
            line += 1
            if line < end { start = text.contentStart(line) }
        }
        if !isClosed {
            diagnostics.report(
                .unclosedTrait, at: name.location, "the trait has no closing `}`",
                help: "write `}` on a line of its own after the marbles")
        } else if lines.isEmpty && diagnostics.count == mistakesBefore {
            diagnostics.report(
                .emptyTrait, at: name.location, "`\(name.value)` allows no history at all",
                help: "give it at least one line of marbles, such as `--o--|-->`")
        }
        // A trait with an invalid line still has a name, so that its uses aren't reported as unknown.
        add(
            Table.TraitDeclaration(
                name: name, refines: refines, lines: lines, promise: nil, documentation: takeDocumentation()))
    }

    /// Adds a trait without histories: it promises the place of events, or shared work, and nothing about which events come.
    private mutating func addTrait(
        _ name: Located<String>, _ refines: [Located<String>], _ promise: Located<TraitPromise>,
        _ reader: inout TokenReader
    ) throws(Diagnostic) {
        if let refined = refines.first {
            throw Diagnostic(
                .brokenRefinement, at: refined.location,
                "`\(name.value)` promises \(promise.value.text), and can't refine another trait",
                help: "leave `\(refined.value)` out: two promises are spelled together as "
                    + "`\(refined.value) & \(name.value)`")
        }
        if let brace = try reader.peek(), brace.isMark("{") {
            throw Diagnostic(
                .expected, at: brace.location, "a trait promises \(promise.value.text), or which events come",
                help: "declare two traits: publishers that keep both are spelled `A & B`")
        }
        try Grammar.expectEnd(&reader)
        add(
            Table.TraitDeclaration(
                name: name, refines: [], lines: [], promise: promise, documentation: takeDocumentation()))
    }

    private func parseTraitLine(_ line: Int, _ rest: ArraySlice<UInt8>) throws(Diagnostic)
        -> Table.TraitDeclaration.Line
    {
        // The marbles end at `>`. Without it they end at the first run of two blanks, so that the message can name the missing
        // part.
        var end = rest.firstIndex(of: UInt8(ascii: ">")).map { $0 + 1 }
        if end == nil {
            var index = rest.startIndex
            while index < rest.endIndex, !(TableText.isBlank(rest[index])) { index += 1 }
            end = index
        }
        let marbles = rest[rest.startIndex..<end!]
        if let odd = marbles.firstIndex(where: { $0 > 0x7E }) {
            let scalar = String(decoding: marbles[odd...], as: UTF8.self).unicodeScalars.first ?? " "
            throw Diagnostic(
                .unexpectedCharacter, at: text.location(line, odd, length: String(scalar).utf8.count),
                "unexpected character `\(String(scalar))`",
                help: "marbles are `o`, `o*`, `x`, `|`, `-`, `- - -` and `>`")
        }
        let location = text.location(line, marbles.startIndex, length: marbles.count)
        do throws(Marble.Mistake) {
            let marble = try Marble.parse(marbles, in: .trait, at: location)
            let meaning = String(
                decoding: rest[marbles.endIndex...].drop(while: TableText.isBlank), as: UTF8.self)
            return Table.TraitDeclaration.Line(marble: marble, meaning: meaning)
        } catch {
            throw error.diagnostic(at: location)
        }
    }
}

extension TraitPromise {
    /// The promise, in words.
    package var text: String {
        switch self {
        case .events: "which events come"
        case .place: "where events arrive"
        case .sharing: "that work is shared"
        }
    }
}

extension Marble.Mistake {
    func diagnostic(at location: SourceLocation) -> Diagnostic {
        var place = location
        place.column += offset
        place.length = length
        return Diagnostic(id, at: place, message, help: help)
    }
}
