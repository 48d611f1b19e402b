@testable import TraitgenCore
@testable import TraitgenVerbs

/// Changes a text as slips, merges and hostile hands change it. What it does follows from its numbers.
struct Mutator {
    /// Words that stand in texts of the kind.
    let words: [[UInt8]]

    private static let odd: [[UInt8]] =
        [
            "\u{FEFF}", "\u{0}", "\r", "\r\n", "\u{2028}", "\u{202E}", "e\u{301}", "👩‍👩‍👧‍👦", "ﷺ", "\u{7F}",
            "\u{1B}[0m",
            "İ", "ß", "\u{A0}", "“", "\t", "\u{B}", "\u{1F3F4}\u{E0067}\u{E007F}", "\\", "\"", "`", "/*",
            "*/", "//", "///",
        ].map { Array($0.utf8) } + [
            [0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xE2, 0x82],
        ]

    private static let numbers = [
        "0", "-1", "1", "8", "9", "99999999999999999999999", "9223372036854775807", "-9223372036854775808",
        "18446744073709551616", "1e999", "0x7fffffffffffffff", "1.2.3", "00000000000000000001", "٣",
    ].map { Array($0.utf8) }

    private static let brackets = [
        "(", "[", "{", "<", "((", "\"", "A<", "A.", "o", "-", "- ", "| ", "x ", "    ",
    ]
    .map { Array($0.utf8) }

    /// Changes a text a few times.
    ///
    /// - Parameter others: texts of the same kind, pieces of which get into it.
    func mutate(_ text: [UInt8], with others: [[UInt8]], _ random: inout SeededNumbers) -> [UInt8] {
        var text = text
        // One slip is the rule, since it leaves most of the text to be understood; none is a case as well.
        for _ in 0..<[0, 1, 1, 1, 1, 2, 2, 3, 6].randomElement(using: &random)! {
            text = change(text, with: others, &random)
        }
        return text
    }

    private func change(_ text: [UInt8], with others: [[UInt8]], _ random: inout SeededNumbers) -> [UInt8] {
        switch Int.random(in: 0..<40, using: &random) {
        case 0..<18: changeToken(text, &random)
        case 18..<28: changeLine(text, &random)
        case 28..<31: splice(text, others.randomElement(using: &random) ?? text, &random)
        case 31: Array(text[..<place(in: text, &random)])
        case 32..<35: insert(Self.odd.randomElement(using: &random)!, into: text, &random)
        case 35: insert(Self.numbers.randomElement(using: &random)!, into: text, &random)
        case 36..<39: changeBytes(text, &random)
        default: insert(Self.flood(&random), into: text, &random)
        }
    }

    // MARK: - Words

    /// Leaves a word out, says it twice, swaps two, or takes another one.
    private func changeToken(_ text: [UInt8], _ random: inout SeededNumbers) -> [UInt8] {
        // A window of the text: the whole of a large one isn't worth being cut into words.
        let start = text.count > 4096 ? Int.random(in: 0..<(text.count - 2048), using: &random) : 0
        let window = start..<min(text.count, start + 2048)
        var tokens = Self.tokens(of: text[window])
        guard let token = tokens.indices.randomElement(using: &random) else {
            return words.randomElement(using: &random) ?? []
        }
        switch Int.random(in: 0..<7, using: &random) {
        case 0: tokens.remove(at: token)
        case 1: tokens.insert(tokens[token], at: token)
        case 2: tokens.swapAt(token, tokens.indices.randomElement(using: &random)!)
        case 3: tokens[token] = tokens[tokens.indices.randomElement(using: &random)!]
        case 4: tokens[token] = tokens[token].dropLast()
        case 5: tokens.insert(words.randomElement(using: &random)?[...] ?? [], at: token)
        default: tokens[token] = words.randomElement(using: &random)?[...] ?? []
        }
        return Array(text[..<window.lowerBound]) + tokens.joined() + text[window.upperBound...]
    }

    /// Words, and single signs.
    static func tokens(of text: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
        var tokens: [ArraySlice<UInt8>] = []
        var start = text.startIndex
        for index in text.indices where !isWord(text[index]) || index == text.endIndex - 1 {
            if start < index, !isWord(text[index]) {
                tokens.append(text[start..<index])
                start = index
            }
            tokens.append(text[start...index])
            start = index + 1
        }
        return tokens
    }

    private static func isWord(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), 0x80...,
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
            true
        default: false
        }
    }

    // MARK: - Lines

    private func changeLine(_ text: [UInt8], _ random: inout SeededNumbers) -> [UInt8] {
        var lines = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        guard let line = lines.indices.randomElement(using: &random) else { return text }
        switch Int.random(in: 0..<7, using: &random) {
        case 0: lines.remove(at: line)
        case 1: lines.insert(lines[line], at: line)
        case 2: lines.swapAt(line, lines.indices.randomElement(using: &random)!)
        case 3: lines[line] = Array("    ".utf8) + lines[line]
        case 4: lines[line] = lines[line].drop { $0 == UInt8(ascii: " ") }
        case 5: lines.insert([], at: line)
        default:
            guard line + 1 < lines.count else { break }
            lines[line] += lines.remove(at: line + 1)
        }
        return Array(lines.joined(separator: [UInt8(ascii: "\n")]))
    }

    /// The beginning of one text and the end of another, or such a piece in the middle.
    private func splice(_ text: [UInt8], _ other: [UInt8], _ random: inout SeededNumbers) -> [UInt8] {
        let start = place(in: other, &random)
        let end = Bool.random(using: &random) ? other.count : min(other.count, start + 80)
        let place = place(in: text, &random)
        return Array(text[..<place]) + other[start..<end] + (end == other.count ? [] : text[place...])
    }

    // MARK: - Bytes

    private func changeBytes(_ text: [UInt8], _ random: inout SeededNumbers) -> [UInt8] {
        var text = text
        guard let place = text.indices.randomElement(using: &random) else { return text }
        switch Int.random(in: 0..<3, using: &random) {
        case 0: text[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
        case 1: text[place] = UInt8.random(in: 0...255, using: &random)
        default:
            text.removeSubrange(place..<min(text.count, place + Int.random(in: 1...12, using: &random)))
        }
        return text
    }

    /// One thing, very often: what is nested is nested deeply, and what is long is very long.
    static func flood(_ random: inout SeededNumbers) -> [UInt8] {
        let piece =
            (brackets + numbers + odd).randomElement(using: &random) ?? []
        let count = [20, 300, 300, 3000, 3000, 30_000].randomElement(using: &random)!
        return Array(repeatElement(piece, count: count).joined())
    }

    private func insert(
        _ piece: [UInt8], into text: [UInt8], _ random: inout SeededNumbers
    ) -> [UInt8] {
        let place = place(in: text, &random)
        return text[..<place] + piece + text[place...]
    }

    private func place(in text: [UInt8], _ random: inout SeededNumbers) -> Int {
        Int.random(in: 0...text.count, using: &random)
    }
}
