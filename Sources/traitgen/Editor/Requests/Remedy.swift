import TraitgenCore
import TraitgenVerbs

/// A change of a text that mends a mistake.
struct Remedy {
    let title: String
    let edits: [(range: Range<Int>, text: String)]

    /// The changes that may mend a mistake, the best first.
    static func remedies(for finding: Diagnostic, _ syntax: Syntax, _ text: SourceText) -> [Remedy] {
        RemedyFinder(finding, syntax, text).all
    }
}

private struct RemedyFinder {
    private let finding: Diagnostic
    private let syntax: Syntax
    private let text: SourceText
    private let range: Range<Int>
    private let block: SyntaxBlock?

    init(_ finding: Diagnostic, _ syntax: Syntax, _ text: SourceText) {
        self.finding = finding
        self.syntax = syntax
        self.text = text
        range = text.range(of: finding.location)
        block = syntax.block(at: finding.location.line - 1)
    }

    var all: [Remedy] {
        if let spelling { return [spelling] }
        let found: Remedy? =
            switch finding.id {
            case .missingText:
                finding.message.contains("reason")
                    ? insert(" because \"\"", at: range.lowerBound, "Add a reason") : nil
            case .silentRow where block?.keyword == "operator": passes
            case .noTraits:
                insert("import TraitsRuntime\n", at: text.lines[0].lowerBound + mark, "Import TraitsRuntime")
            case .unclosedTrait: closed
            case .misplacedHeader: moved
            case .strayIndentation: outdented
            case .duplicateImport, .unusedSet, .unusedSection:
                block.map { remove(lines($0), "Remove the line") }
            case .coveredLine: remove(wholeLine(range.lowerBound), "Remove the line")
            case .needlessReason: clause { $0.isRun("because") }
            case .needlessRule, .unreachableRule, .idleRule, .needlessClaim, .duplicateClaim,
                .needlessPreference,
                .needlessRemedy, .duplicateClause:
                clause { $0.range.lowerBound == range.lowerBound }
            default: nil
            }
        return [found, allowance].compactMap { $0 }
    }

    /// A comment that allows what lint has found.
    private var allowance: Remedy? {
        guard Lint.rules.contains(finding.id), finding.severity == .warning else { return nil }
        let line = text.lines[finding.location.line - 1].lowerBound
        let start = text.bytes[line...].firstIndex { $0 != 0x20 && $0 != 0x09 } ?? line
        let indentation = String(decoding: text.bytes[line..<start], as: UTF8.self)
        return insert(
            "// lint: allow \(finding.id.rawValue)\n" + indentation, at: start, "Allow it with a comment")
    }

    /// The length of a byte order mark.
    private var mark: Int { text.bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0 }

    private func insert(_ new: String, at place: Int, _ title: String) -> Remedy {
        Remedy(title: title, edits: [(place..<place, new)])
    }

    private func remove(_ range: Range<Int>, _ title: String) -> Remedy {
        Remedy(title: title, edits: [(range, "")])
    }

    // MARK: - Words

    /// The word that the message proposes.
    private var spelling: Remedy? {
        guard let help = finding.help else { return nil }
        let isMeant = help.hasPrefix("did you mean `") && help.hasSuffix("`?")
        let isWritten = finding.id == .unexpectedCharacter && help.hasPrefix("write `") && help.hasSuffix("`")
        var word: String
        if isMeant {
            word = String(help.dropFirst("did you mean `".count).dropLast(2))
        } else if isWritten {
            word = String(help.dropFirst("write `".count).dropLast())
        } else if finding.id == .unexpectedCharacter, help == "use a plain blank" {
            return Remedy(title: "Use a plain blank", edits: [(range, " ")])
        } else {
            return nil
        }
        let range = self.range.isEmpty ? wordRange : self.range
        guard !range.isEmpty else { return nil }
        let title = "Change to `\(word)`"
        if text.text(range).hasSuffix("..."), !word.hasSuffix("...") { word += "..." }
        return Remedy(title: title, edits: [(range, word)])
    }

    /// The word at the place of a mistake without a length.
    private var wordRange: Range<Int> {
        var end = range.lowerBound
        while end < text.bytes.count, (0x30...0x7A).contains(text.bytes[end]) || text.bytes[end] == 0x2E {
            end += 1
        }
        return range.lowerBound..<end
    }

    // MARK: - Lines

    /// The bytes of a line, with its end.
    private func wholeLine(_ offset: Int) -> Range<Int> {
        let line = text.line(of: offset)
        return text.lines[line]
            .lowerBound..<(line + 1 < text.lines.count ? text.lines[line + 1].lowerBound : text.bytes.count)
    }

    private func lines(_ block: SyntaxBlock) -> Range<Int> {
        let first = syntax.text.lines[block.line].lowerBound
        return first..<wholeLine(syntax.text.lines[block.end - 1].lowerBound).upperBound
    }

    private var closed: Remedy? {
        block.map { insert("\n}", at: syntax.text.lines[$0.end - 1].upperBound, "Close the trait") }
    }

    private var outdented: Remedy? {
        let line = text.lines[text.line(of: range.lowerBound)]
        let blanks = line.lowerBound..<range.lowerBound
        guard text.bytes[blanks].allSatisfy({ $0 == 0x20 || $0 == 0x09 }), !blanks.isEmpty else { return nil }
        return remove(blanks, "Move to the beginning of the line")
    }

    /// Moves a header behind the last header above all declarations.
    private var moved: Remedy? {
        guard let block else { return nil }
        let headers = syntax.blocks.prefix { ["import", "backend"].contains($0.keyword) }
        let place = headers.last.map { lines($0).upperBound } ?? mark
        let range = lines(block)
        guard place <= range.lowerBound else { return nil }
        var line = text.text(range)
        if line.last?.isNewline != true { line += "\n" }
        return Remedy(title: "Move the line up", edits: [(place..<place, line), (range, "")])
    }

    // MARK: - Clauses

    private var passes: Remedy? {
        guard let tokens = block?.tokens, tokens.count > 1 else { return nil }
        let end = tokens[RowLine.endOfHead(tokens) - 1].range.upperBound
        return insert("   passes", at: end, "Let all events pass")
    }

    /// Removes the clause that begins with a word.
    private func clause(_ isFirst: (Token) -> Bool) -> Remedy? {
        guard let block, let tokens = Optional(block.tokens), tokens.count > 1,
            ["source", "operator"].contains(block.keyword)
        else { return nil }
        let head = RowLine.endOfHead(tokens)
        var starts: [Int] = []
        for index in head..<max(head, tokens.count) {
            let word = starts.last.map { tokens[$0].text } ?? ""
            if starts.isEmpty || RowLine.isAttribute(tokens[index], after: word)
                || RowLine.isClause(tokens, index)
            {
                starts.append(index)
            }
        }
        guard let number = starts.firstIndex(where: { isFirst(tokens[$0]) }) else { return nil }
        let first = starts[number]
        let end = number + 1 < starts.count ? starts[number + 1] : tokens.count
        let isFree = block.free.contains {
            $0.lowerBound >= tokens[first].range.lowerBound
                && $0.lowerBound <= tokens[end - 1].range.upperBound
        }
        guard first > 0, !isFree else { return nil }
        let before = tokens[first - 1].range.upperBound
        let start = tokens[first].range.lowerBound
        // A comment between two clauses stays.
        let hasComment = text.text(before..<start).contains("//")
        let range = (hasComment ? start : before)..<tokens[end - 1].range.upperBound
        let isEvents = { (index: Int) in
            !RowLine.isAttribute(
                tokens[starts[index]], after: index > 0 ? tokens[starts[index - 1]].text : "")
        }
        let isOnly =
            block.keyword == "operator" && isEvents(number) && starts.indices.filter(isEvents).count == 1
        return Remedy(title: "Remove `\(tokens[first].text)`", edits: [(range, isOnly ? "   passes" : "")])
    }
}
