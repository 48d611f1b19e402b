import TraitgenCore

/// The kinds of words that may stand at a place of a text.
struct CompletionContext {
    /// A kind of words.
    enum Expectation: Hashable {
        case words([String])
        case traits
        /// The rows that the table sees.
        case rows
        /// The sources that the table sees.
        case sources
        /// Types of the module without a row.
        case types
        /// The rows of the table that have no entry in this file.
        case entries
        /// The generic parameters of the row.
        case inputs
        case modules
        case sets
    }

    private(set) var expectations: [Expectation] = []
    /// The bytes of the word that is being written.
    let word: Range<Int>

    init(_ syntax: Syntax, _ text: SourceText, at offset: Int) {
        let line = text.lines[text.line(of: offset)]
        var start = offset
        while start > line.lowerBound, Self.isPart(text.bytes[start - 1]) { start -= 1 }
        word = start..<offset
        let number = syntax.text.lines.lastIndex { $0.lowerBound <= offset } ?? 0
        let isAtStart = text.text(line.lowerBound..<start).allSatisfy { $0 == "\u{FEFF}" }
        let block = syntax.block(at: number)
        if let block, block.free.contains(where: { $0.contains(offset) || $0.upperBound == offset }) {
            let isSet = text.text(line.lowerBound..<start).hasSuffix("each ")
            expectations =
                isSet
                ? [.sets] : syntax.kind == .samples ? clausesOfSamples(text, line.lowerBound..<start) : []
            return
        }
        switch (syntax.kind, isAtStart) {
        case (.table, true): expectations = [.words(TableParser.keywords)]
        case (.samples, true): expectations = [.words(["set", "section"]), .entries]
        case (.names, true): expectations = [.words(["elsewhere"]), .entries]
        case (.table, false):
            guard let block = block ?? syntax.blocks.last(where: { $0.line <= number }) else { return }
            expectations = Self.inTable(block, block.tokens.filter { $0.range.upperBound <= start })
        case (.samples, false): expectations = clausesOfSamples(text, line.lowerBound..<start)
        case (.names, false): break
        }
    }

    private static func isPart(_ byte: UInt8) -> Bool {
        (0x61...0x7A).contains(byte) || (0x41...0x5A).contains(byte) || (0x30...0x39).contains(byte)
            || byte == UInt8(ascii: "_") || byte == UInt8(ascii: ".")
    }

    /// The words that begin a clause of an entry, where a line begins.
    private func clausesOfSamples(_ text: SourceText, _ before: Range<Int>) -> [Expectation] {
        text.text(before).allSatisfy { $0 == " " || $0 == "\t" }
            ? [.words(["unsampled", "unseen", "survives", "exempt"])] : []
    }

    // MARK: - Tables

    private static func inTable(_ block: SyntaxBlock, _ tokens: [Token]) -> [Expectation] {
        guard let first = tokens.first, let last = tokens.last else { return [.words(TableParser.keywords)] }
        switch first.text {
        case "backend": return tokens.count == 1 ? [libraries] : []
        case "import": return tokens.count == 1 ? [.modules] : []
        case "fact": return tokens.count == 2 ? [.words(["from"])] : last.isRun("from") ? [.traits] : []
        case "trait":
            if tokens.count == 2 { return [.words(["at", "shared"])] }
            return last.isMark(":") || last.isMark(",")
                ? [.traits] : last.isRun("at") ? [.words(["MainActor"])] : []
        case "section": return afterClause(tokens) ?? [.words(RowParser.sectionWords)]
        case "source", "operator": return inRow(tokens, isSource: first.text == "source")
        default: return []
        }
    }

    private static var libraries: Expectation { .words(Backend.allCases.map(\.rawValue)) }

    private static func inRow(_ tokens: [Token], isSource: Bool) -> [Expectation] {
        if tokens.count == 1 { return [.types] }
        if tokens.last?.isRun("from") == true { return [.modules] }
        if let open = tokens.lastIndex(where: { $0.isMark("(") }),
            !tokens[open...].contains(where: { $0.isMark(")") })
        {
            return tokens.last?.isMark(":") == true
                ? [.traits] : tokens.last?.isMark("==") == true ? [.sources] : []
        }
        if let expected = afterClause(tokens) { return expected }
        let words = isSource ? ["silent"] : RowParser.operatorWords
        return [.words(words + RowParser.attributes + (tokens.count == 2 ? ["from"] : []))]
    }

    /// The words that a clause expects behind its last word; nil if another clause may begin.
    private static func afterClause(_ tokens: [Token]) -> [Expectation]? {
        guard let last = tokens.last else { return nil }
        if last.isMark(",") { return afterComma(tokens) }
        if last.isMark("=>") || last.isRun("or") { return outcomes(tokens) }
        if last.isMark(":") { return [.traits] }
        if last.isMark("==") { return [.rows] }
        guard last.kind == .run else { return nil }
        switch last.text {
        case "on": return [libraries]
        case "exempt": return [.words(RowExemption.laws)]
        case "at": return [.inputs, .words(["caller", "anywhere"])]
        case "anew": return [.inputs]
        case "where": return [.inputs, .words(["Output", "Failure"])]
        case "conforms", "prefer", "restore": return [.traits]
        case "joins": return [.words(["late", "now"])]
        case "until": return [.words(["o"])]
        case "signal": return [.words(["o", "x", "|", "-|", "o-|", "o-x"])]
        case "opens": return [.words(["once", "or"])]
        case "unsampled": return [.words(["because"])]
        default:
            let before = tokens.dropLast().last
            if before?.isRun("conforms") == true { return [.words(["where", "because"])] }
            if before?.isRun("prefer") == true { return [.words(["where"])] }
            if before?.isRun("restore") == true { return [.words(["with"])] }
            return nil
        }
    }

    /// The words behind a comma are of the kind of those before it.
    private static func afterComma(_ tokens: [Token]) -> [Expectation]? {
        let words = ["on", "exempt", "at", "anew", "where"]
        guard let start = tokens.last(where: { token in words.contains { token.isRun($0) } }) else {
            return nil
        }
        return afterClause([start])
    }

    private static func outcomes(_ tokens: [Token]) -> [Expectation] {
        let arrow = tokens.lastIndex { $0.isMark("=>") } ?? 0
        if tokens[..<arrow].suffix(2).contains(where: { $0.isRun("cut") }) { return [.words(["|", "x"])] }
        if tokens[..<arrow].suffix(2).contains(where: { $0.isRun("signal") }) {
            return [.words(["nothing", "opens", "grouped", "o", "|", "x"])]
        }
        return [.words(["nothing", "traps", "next", "again", "o", "x", "|", "o|"])]
    }
}
