import TraitgenCore

/// Text with code in it, as tables have it: between backticks, or between quotes where the compiler shows it.
struct Prose {
    /// Pieces of text, alternately prose and code.
    private var pieces: [(text: String, isCode: Bool)] = []

    init(_ text: String) {
        var rest = text[...]
        while let start = Self.opening(rest) {
            let mark = rest[start]
            let after = rest[rest.index(after: start)...]
            guard let end = Self.closing(after, mark) else { break }
            pieces.append((String(rest[..<start]), false))
            pieces.append((String(after[..<end]), true))
            rest = after[after.index(after: end)...]
        }
        pieces.append((String(rest), false))
    }

    /// The first mark that begins code: not the apostrophe of `doesn't`.
    private static func opening(_ text: Substring) -> String.Index? {
        var before: Character = " "
        for index in text.indices {
            if text[index] == "`" || (text[index] == "'" && !before.isLetter) { return index }
            before = text[index]
        }
        return nil
    }

    private static func closing(_ text: Substring, _ mark: Character) -> String.Index? {
        text.indices.first { index in
            guard text[index] == mark else { return false }
            let after = text[text.index(after: index)...].first
            return mark == "`" || !(after?.isLetter ?? false)
        }
    }

    var markdown: String { pieces.map { $0.isCode ? "`\($0.text)`" : $0.text }.joined() }

    var html: String {
        pieces.map { piece in
            let text = MarblePicture.escaped(piece.text)
            return piece.isCode ? "<code>\(text)</code>" : text
        }.joined()
    }
}
