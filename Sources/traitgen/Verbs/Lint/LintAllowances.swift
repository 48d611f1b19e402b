import TraitgenCore

/// The comments by which a table allows what lint would warn about.
///
/// ```
/// // lint: allow idle-row, idle-rule
/// operator Publishers.Custom   o => o
/// ```
///
/// A comment on a line of its own is about the next line with a declaration or a clause.
struct LintAllowances {
    private struct Allowance {
        let rule: DiagnosticID
        /// The line that may have the finding.
        let line: Int
        let location: SourceLocation
        var isUsed = false
    }

    private var allowances: [Allowance] = []
    /// The mistakes in the comments themselves.
    private(set) var mistakes: [Diagnostic] = []

    init(_ texts: [TableText]) {
        for text in texts {
            for line in text.lines.indices { read(text, line) }
        }
    }

    /// Returns the findings that no comment allows.
    mutating func left(of findings: [Diagnostic]) -> [Diagnostic] {
        findings.filter { finding in
            let indices = allowances.indices.filter {
                allowances[$0].rule == finding.id && allowances[$0].line == finding.location.line
                    && allowances[$0].location.path == finding.location.path
            }
            for index in indices { allowances[index].isUsed = true }
            return indices.isEmpty
        }
    }

    /// Warnings about the comments that have allowed nothing.
    ///
    /// - Parameter rules: the rules that were tried.
    func unused(of rules: [DiagnosticID]) -> [Diagnostic] {
        allowances.filter { !$0.isUsed && rules.contains($0.rule) }.map { allowance in
            Diagnostic(
                .needlessAllowance, at: allowance.location,
                "there is no `\(allowance.rule.rawValue)` to allow here", help: "remove the comment",
                severity: .warning)
        }
    }

    private mutating func read(_ text: TableText, _ line: Int) {
        guard let start = Self.comment(text, line) else { return }
        var words = Self.words(text, start + 2..<text.lines[line].upperBound)
        guard words.first?.text == "lint:" else { return }
        words.removeFirst()
        guard words.first?.text == "allow", words.count > 1 else {
            mistakes.append(
                Diagnostic(
                    .expected, at: words.first?.location ?? text.location(line, start),
                    "`allow` and rules expected after `lint:`", help: "write `// lint: allow idle-rule`, say")
            )
            return
        }
        for (name, location) in words.dropFirst() {
            guard let rule = Lint.rules.first(where: { $0.rawValue == name }) else {
                let names = Lint.rules.map(\.rawValue)
                mistakes.append(
                    Diagnostic(
                        .unknownRule, at: location, "lint has no rule `\(name)`",
                        help: Suggestion.didYouMean(name, among: names)
                            ?? "the rules are \(names.map { "`\($0)`" }.joined(separator: ", "))"))
                continue
            }
            allowances.append(Allowance(rule: rule, line: Self.target(text, line) + 1, location: location))
        }
    }

    /// The line that a comment is about, from zero.
    private static func target(_ text: TableText, _ line: Int) -> Int {
        guard text.isComment(line) else { return line }
        return text.lines.indices[(line + 1)...].first { !text.isEmpty($0) && !text.isComment($0) } ?? line
    }

    /// The first byte of the comment on a line; nil without one. Documentation is no comment.
    private static func comment(_ text: TableText, _ line: Int) -> Int? {
        let range = text.lines[line]
        var isQuoted = false
        var index = range.lowerBound
        while index + 1 < range.upperBound {
            let (byte, next) = (text.bytes[index], text.bytes[index + 1])
            if byte == UInt8(ascii: "\\"), isQuoted {
                index += 1
            } else if byte == UInt8(ascii: "\"") {
                isQuoted.toggle()
            } else if !isQuoted, byte == UInt8(ascii: "/"), next == byte {
                let isDocumentation = index + 2 < range.upperBound && text.bytes[index + 2] == byte
                return isDocumentation ? nil : index
            }
            index += 1
        }
        return nil
    }

    /// The words of a comment, between blanks and commas.
    private static func words(_ text: TableText, _ range: Range<Int>) -> [(
        text: String, location: SourceLocation
    )] {
        text.bytes[range].split { TableText.isBlank($0) || $0 == UInt8(ascii: ",") }.map { bytes in
            let line = text.lines.firstIndex { $0.contains(bytes.startIndex) } ?? 0
            return (
                String(decoding: bytes, as: UTF8.self),
                text.location(line, bytes.startIndex, length: bytes.count)
            )
        }
    }
}
