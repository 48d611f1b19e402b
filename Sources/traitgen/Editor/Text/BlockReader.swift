import TraitgenCore

/// Reads the words of one declaration.
struct BlockReader {
    private let text: TableText
    private(set) var block: SyntaxBlock
    private var reader: TokenReader
    private var current: Token?

    init(_ text: TableText, _ line: Int, _ end: Int) {
        self.text = text
        block = SyntaxBlock(keyword: "", line: line, end: end)
        reader = TokenReader(text, line: line, endLine: end)
        advance()
    }

    /// Goes to the next word. Behind a character that means nothing there is none.
    private mutating func advance() {
        do throws(Diagnostic) { current = try reader.next() } catch { current = nil }
    }

    /// Takes a word.
    private mutating func take(_ role: Mention.Role = .plain, declares: Bool = false) {
        guard let token = current else { return }
        var (name, range) = (token.text, token.range)
        if token.kind == .run, role == .trait || role == .input || role == .type, name.hasSuffix("...") {
            name = String(name.dropLast(3))
            range = range.lowerBound..<(range.upperBound - 3)
        }
        switch role {
        case .trait:
            let short = name.split(separator: ".").last.map(String.init) ?? name
            range = (range.upperBound - short.utf8.count)..<range.upperBound
            name = short
        case .input:
            // `Upstream.Output` is about the input `Upstream`.
            name = String(name.prefix { $0 != "." })
            range = range.lowerBound..<(range.lowerBound + name.utf8.count)
        default: break
        }
        block.mentions.append(
            Mention(
                role: token.kind == .run || role == .path ? role : .plain, name: name, range: range,
                isDeclaration: declares, token: token))
        advance()
    }

    /// Takes a list with commas between its words.
    private mutating func takeList(_ role: Mention.Role) {
        take(role)
        while current?.isMark(",") == true {
            take()
            take(role)
        }
    }

    private func isAt(_ word: String) -> Bool { current?.isRun(word) == true }
    private func isAtMark(_ mark: String) -> Bool { current?.isMark(mark) == true }

    // MARK: - Tables

    mutating func readTable() {
        block.keyword = current?.text ?? ""
        take()
        switch block.keyword {
        case "source", "operator": readRow()
        case "trait": readTrait()
        case "fact":
            take()
            if isAt("from") { take() }
            take(.trait)
        case "import": take(current?.kind == .quote ? .path : .module)
        case "backend": take(.library)
        default: readClauses()
        }
    }

    private mutating func readTrait() {
        // Its lines are marbles and meanings.
        let first = block.line + 1
        take(.trait, declares: true)
        if isAtMark(":") {
            take()
            takeList(.trait)
        } else if isAt("at") || isAt("shared") {
            take()
            take()
        }
        guard isAtMark("{") else { return }
        if first < block.end {
            block.free.append(text.lines[first].lowerBound..<text.lines[block.end - 1].upperBound)
        }
    }

    private mutating func readRow() {
        take(.type, declares: true)
        if isAt("from") {
            take()
            take(.module)
        }
        if isAtMark("(") { readInputs() }
        readClauses()
    }

    private mutating func readInputs() {
        take()
        while current != nil, !isAtMark(")") {
            take(.input, declares: true)
            if isAtMark(":") {
                take()
                take(.trait)
            } else if isAtMark("==") {
                take()
                take(.type)
            }
            guard isAtMark(",") else { break }
            take()
        }
        if isAtMark(")") { take() }
    }

    private mutating func readClauses() {
        while let token = current {
            guard token.kind == .run else {
                let isGiven = isAtMark("==")
                take()
                if isGiven { take(.type) }
                continue
            }
            if token.text == "sample" {
                // The token behind the word would be part of the free text.
                takeFreeText(after: token)
                continue
            }
            take()
            switch token.text {
            case "on": takeList(.library)
            case "exempt": takeList(.law)
            case "at", "anew": takeList(.input)
            case "where": readConditions()
            case "conforms", "prefer", "restore": take(.trait)
            case "in":
                if let type = current {
                    takeFreeText(after: type, deeperThan: block.mentions.last { $0.isPlain("restore") })
                }
            default: break
            }
        }
    }

    private mutating func readConditions() {
        repeat {
            if isAtMark(",") { take() }
            take(.input)
            let isType = isAtMark("==")
            guard isType || isAtMark(":") else { return }
            take()
            take(isType ? .type : .trait)
        } while isAtMark(",")
    }

    /// Takes a word, and the free text behind it, which continues on lines that are deeper than the word or another one.
    private mutating func takeFreeText(after word: Token, deeperThan other: Mention? = nil) {
        block.mentions.append(Mention(role: .plain, name: word.text, range: word.range, token: word))
        let start = other?.range.lowerBound ?? word.range.lowerBound
        let column = start - (text.lines.last { $0.lowerBound <= start }?.lowerBound ?? start)
        let end = word.range.upperBound
        var rest = TokenReader(text, line: word.line, offset: end, endLine: block.end)
        let found = rest.takeText(deeperThan: column)
        if found != nil { block.free.append(end..<text.lines[rest.line].upperBound) }
        reader = TokenReader(text, line: rest.line, offset: rest.offset, endLine: block.end)
        advance()
    }

    // MARK: - Samples and names

    mutating func readSamples() {
        block.keyword = current?.text ?? ""
        switch block.keyword {
        case "section":
            take()
            readClauses()
            return
        case "set":
            take()
            take(.set, declares: true)
        default: take(.type, declares: true)
        }
        readFreeLines(from: block.mentions.last?.range.upperBound ?? text.lines[block.line].lowerBound)
    }

    /// Reads samples, and the clauses that stand on lines of their own among them.
    private mutating func readFreeLines(from start: Int) {
        for line in block.line..<block.end where !text.isEmpty(line) {
            let from = line == block.line ? start : text.contentStart(line)
            let end = max(from, text.lines[line].upperBound)
            let word = text.bytes[from..<end].prefix { (0x61...0x7A).contains($0) }
            if line > block.line, Self.clauses.contains(String(decoding: word, as: UTF8.self)) {
                reader = TokenReader(text, line: line, offset: from, endLine: line + 1)
                advance()
                readClauses()
            } else {
                block.free.append(from..<end)
                block.mentions += SwiftWords(text.bytes, from..<end).sets.map {
                    Mention(role: .set, name: $0.name, range: $0.range)
                }
            }
        }
    }

    /// The words that begin a clause of an entry.
    private static let clauses = ["exempt", "survives", "unsampled", "unseen"]

    mutating func readNames() {
        block.keyword = current?.text ?? ""
        if block.keyword == "elsewhere" { return take() }
        take(.type, declares: true)
        if isAt("in") {
            take()
            take(.module)
        }
    }
}

/// The identifiers of a piece of Swift.
struct SwiftWords {
    /// An identifier that may name a value: it is no member, no label, and not part of a text.
    private(set) var values: [(range: Range<Int>, name: String)] = []
    /// The names behind the word `each`.
    private(set) var sets: [(range: Range<Int>, name: String)] = []

    init(_ bytes: [UInt8], _ range: Range<Int>) {
        var index = range.lowerBound
        var isAfterEach = false
        var isInText = false
        while index < range.upperBound {
            let byte = bytes[index]
            if byte == UInt8(ascii: "\""), index == 0 || bytes[index - 1] != UInt8(ascii: "\\") {
                isInText.toggle()
            }
            if byte == 0x0A { isInText = false }
            guard Self.isLetter(byte) else {
                if byte != 0x20 { isAfterEach = false }
                index += 1
                continue
            }
            var end = index + 1
            while end < range.upperBound, Self.isLetter(bytes[end]) { end += 1 }
            let name = String(decoding: bytes[index..<end], as: UTF8.self)
            let before = index > range.lowerBound ? bytes[index - 1] : 0
            let after = end < range.upperBound ? bytes[end] : 0
            if isAfterEach {
                sets.append((index..<end, name))
            } else if !isInText, before != UInt8(ascii: "."), after != UInt8(ascii: ":") {
                values.append((index..<end, name))
            }
            isAfterEach = name == "each"
            index = end
        }
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (0x61...0x7A).contains(byte) || (0x41...0x5A).contains(byte) || (0x30...0x39).contains(byte)
            || byte == UInt8(ascii: "_") || byte > 0x7F
    }
}
