import TraitgenCore

/// The kind of a table's text.
enum TextKind: String {
    case table = "traits"
    case samples
    case names

    init?(path: String) {
        guard let dot = path.lastIndex(of: ".") else { return nil }
        self.init(rawValue: String(path[path.index(after: dot)...]))
    }
}

/// A word of a text and its meaning.
struct Mention {
    /// The kinds of words.
    enum Role: Hashable {
        /// A word of the language, marbles, a mark or a quoted text.
        case plain
        case trait
        /// The type of a row, or of an entry of samples or names.
        case type
        /// A generic parameter of the row's type.
        case input
        case module
        case library
        case law
        /// A set of samples.
        case set
        /// The path of an imported table, in quotes.
        case path
    }

    var role: Role
    /// The word; for a qualified trait, the name behind the module.
    var name: String
    /// The bytes of the name.
    var range: Range<Int>
    /// A Boolean value that indicates whether the word declares what it names.
    var isDeclaration = false
    /// The word as the parser reads it; nil inside of free text.
    var token: Token?

    /// A Boolean value that indicates whether it is a quoted text.
    var isQuote: Bool { token?.kind == .quote }

    func isPlain(_ text: String) -> Bool { role == .plain && !isQuote && name == text }
}

/// A declaration of a text: its lines, and its words.
struct SyntaxBlock {
    /// The first word: a keyword, or a type.
    var keyword: String
    /// The number of the first line.
    var line: Int
    /// One past the number of the last line.
    var end: Int
    var mentions: [Mention] = []
    /// The bytes that are free text: samples, signatures, the lines of sets.
    var free: [Range<Int>] = []

    /// The words as the parser reads them.
    var tokens: [Token] { mentions.compactMap(\.token) }

    /// The name that it declares.
    var name: Mention? { mentions.first(where: \.isDeclaration) }
}

/// The words of a whole text. It is read without regard to mistakes, so that it is there while someone types.
struct Syntax {
    let kind: TextKind
    let text: TableText
    private(set) var blocks: [SyntaxBlock] = []

    init(_ bytes: [UInt8], kind: TextKind) {
        self.kind = kind
        text = TableText(bytes: bytes, path: "")
        var line = 0
        while line < text.lines.count {
            guard !text.isEmpty(line), !text.isComment(line) else {
                line += 1
                continue
            }
            let end = text.blockEnd(line)
            blocks.append(block(line, end))
            line = end
        }
    }

    /// The imports, in the order of the text.
    var imports: [Table.Import.Target] {
        blocks.filter { $0.keyword == "import" }.compactMap { block in
            block.mentions.dropFirst().first.map {
                $0.role == .path ? .path($0.name) : .module($0.name)
            }
        }
    }

    /// The block that contains a line.
    func block(at line: Int) -> SyntaxBlock? { blocks.last { $0.line <= line && line < $0.end } }

    /// The word at a byte, or the word that ends there.
    func mention(at offset: Int) -> (mention: Mention, block: SyntaxBlock)? {
        let number = text.lines.lastIndex { $0.lowerBound <= offset } ?? 0
        guard let block = block(at: number) else { return nil }
        let found =
            block.mentions.first { $0.range.contains(offset) }
            ?? block.mentions.first { $0.range.upperBound == offset }
        return found.map { ($0, block) }
    }

    private func block(_ line: Int, _ end: Int) -> SyntaxBlock {
        var reader = BlockReader(text, line, end)
        switch kind {
        case .table: reader.readTable()
        case .samples: reader.readSamples()
        case .names: reader.readNames()
        }
        return reader.block
    }
}
