/// A text that names publishers, as people paste it: a type, a method, a chain, or a message of the compiler.
struct PastedText {
    /// The names, in the order of the text; the whole text if it has none.
    let names: [String]

    init(_ text: String) {
        // Documentation quotes symbols twice.
        let text = text.replacing("``", with: "`")
        let quoted = Self.quoted(in: text)
        let names = (quoted.isEmpty ? [text] : quoted).flatMap(Self.names(in:))
        self.names = names.isEmpty ? [text] : names
    }

    /// The names in a piece of code. A chain has the names of its calls, a type its own name and those of its arguments.
    private static func names(in code: String) -> [String] {
        let (plain, arguments) = split(code)
        return plain.contains { "({".contains($0) } ? Chain.names(in: plain) : words(plain) + words(arguments)
    }

    /// The names in a dotted name: of `single.map.filter`, a chain without brackets, each is one.
    private static func calls(ofDotted name: String) -> [String] {
        let parts = name.split(separator: ".").map(String.init)
        let calls = parts.drop { $0.first?.isUppercase == true }
        if calls.count < 2 || calls.contains(where: { $0.first?.isUppercase == true }) { return [name] }
        let type = parts.dropLast(calls.count).joined(separator: ".")
        return (type.isEmpty ? [] : [type]) + calls
    }

    /// The pieces that a message quotes, such as `'Just<Int>'` in a sentence of the compiler; none in other texts.
    private static func quoted(in text: String) -> [String] {
        for (open, close) in [("'", "'"), ("`", "`"), ("\u{2018}", "\u{2019}"), ("\u{201C}", "\u{201D}")]
            as [(Character, Character)]
        {
            var pieces: [String] = []
            var rest = text[...]
            while let start = rest.firstIndex(of: open) {
                let after = rest[rest.index(after: start)...]
                guard let end = after.firstIndex(of: close) else { break }
                pieces.append(String(after[..<end]))
                rest = after[after.index(after: end)...]
            }
            if pieces.contains(where: { !$0.isEmpty }) { return pieces }
        }
        return []
    }

    /// Splits code into its generic types and their arguments: `Filter(…)` and `Just<Int>` of `Filter<Just<Int>>(…)`.
    private static func split(_ code: String) -> (plain: String, arguments: String) {
        var (plain, arguments) = ("", "")
        var depth = 0
        for character in code {
            // An operator stands apart, or after a bracket.
            let isType = plain.last.map { $0.isLetter || $0.isNumber } ?? false
            if character == "<", depth > 0 || isType { depth += 1 }
            if depth > 0 { arguments.append(character) } else { plain.append(character) }
            if character == ">", depth > 0, !arguments.hasSuffix("->") { depth -= 1 }
        }
        // Brackets that don't close are no arguments.
        return depth == 0 || !code.contains { "({".contains($0) } ? (plain, arguments) : (code, "")
    }

    /// The words of a type, in order, without those of the language and of documentation.
    private static func words(_ type: String) -> [String] {
        type.split { !$0.isLetter && !$0.isNumber && !"_.$".contains($0) }
            .map { $0.split(separator: ".").joined(separator: ".") }
            .filter {
                !$0.isEmpty
                    && !["some", "any", "inout", "operator", "source", "struct", "class"].contains($0)
            }
            .flatMap(calls(ofDotted:))
    }

    /// The spellings of a dotted name, the longest first: its head may be a module, or a type of another library.
    static func spellings(of name: String) -> [String] {
        let parts = name.split(separator: ".")
        return parts.indices.map { parts[$0...].joined(separator: ".") }
    }
}

/// A chain of operators, pasted from a program.
enum Chain {
    /// The names of the calls, in order: `Just`, `filter` and `first` of `Just(1).filter { … }.first()`. The variable that a
    /// chain begins with is none, as `upstream` of `upstream.first()`. A text without calls or names is one name.
    static func names(in text: String) -> [String] {
        guard text.contains(where: { "({".contains($0) }) else { return [text] }
        var names: [String] = []
        var name = ""
        var depth = 0
        // A name before a bracket is called, even with blanks between them.
        func isPart(_ character: Character) -> Bool {
            character.isLetter || character.isNumber || "_$".contains(character)
        }
        var isAtBeginning = true
        for character in text + "." {
            if "([{".contains(character) { depth += 1 }
            if depth == 0, isPart(character) {
                name.append(character)
            } else if !character.isWhitespace, !name.isEmpty {
                // `Publishers.Filter(…)` is one name.
                if character == ".", depth == 0, name.first?.isUppercase == true {
                    name += "."
                } else {
                    if !isAtBeginning || character != "." || depth > 0 { names.append(name) }
                    isAtBeginning = isAtBeginning && name == "self"
                    name = ""
                }
            }
            if ")]}".contains(character) { depth = max(0, depth - 1) }
        }
        names = names.map { $0.hasSuffix(".") ? String($0.dropLast()) : $0 }.filter { !$0.isEmpty }
        return names.isEmpty ? [text] : names
    }
}
