import Foundation
import Testing

/// A piece of Swift in a document.
struct Sample: Sendable, CustomTestStringConvertible {
    /// The file, from the root of the package.
    var path: String
    /// The line of its first line, from one.
    var line: Int
    var lines: [String]

    var testDescription: String { "\(path):\(line)" }

    /// What it prints, by its comments `// Prints: 20` or `// Prints "20"`, in the order of the text.
    var printed: [String] {
        lines.compactMap { line in
            guard let mark = line.range(of: "// Prints") else { return nil }
            let text = line[mark.upperBound...]
            if text.hasPrefix(": ") { return String(text.dropFirst(2)) }
            guard text.hasPrefix(" \""), let end = text.lastIndex(of: "\""), end > text.startIndex else {
                return nil
            }
            return String(text[text.index(text.startIndex, offsetBy: 2)..<end])
        }
    }

    /// The lines that import modules.
    var imports: [String] { lines.filter { $0.hasPrefix("import ") } }

    /// Indicates whether a comment says that it prints something.
    var prints: Bool { lines.contains { $0.contains("// Prints") } }

    /// The samples of an article: what stands between fences marked `swift`.
    static func inArticle(_ text: String, path: String) -> [Sample] {
        fenced(
            text.split(separator: "\n", omittingEmptySubsequences: false).enumerated().map {
                ($0 + 1, String($1))
            }, path)
    }

    /// The samples of a source file's documentation comments, between fences marked `swift`.
    static func inComments(of text: String, path: String) -> [Sample] {
        var samples: [Sample] = []
        var comment: [(line: Int, text: String)] = []
        let lines: [Substring] = text.split(separator: "\n", omittingEmptySubsequences: false) + [""]
        for (index, line) in lines.enumerated() {
            let trimmed = line.drop { $0 == " " }
            if trimmed.hasPrefix("///") {
                let text = trimmed.dropFirst(3)
                comment.append((index + 1, String(text.first == " " ? text.dropFirst() : text)))
            } else if !comment.isEmpty {
                samples += fenced(comment, path)
                comment = []
            }
        }
        return samples
    }

    private static func fenced(_ text: [(line: Int, text: String)], _ path: String) -> [Sample] {
        var samples: [Sample] = []
        var current: Sample?
        for (number, line) in text {
            let trimmed = line.drop { $0 == " " }
            if let sample = current {
                if trimmed.hasPrefix("```") {
                    samples.append(sample)
                    current = nil
                } else {
                    current?.lines.append(line)
                }
            } else if trimmed == "```swift" {
                current = Sample(path: path, line: number + 1, lines: [])
            }
        }
        return samples
    }

    /// Declarations that can't stand in a function, and the rest; `{ … }` stands for code of the reader's own.
    var parts: (file: [(line: Int, text: String)], function: [(line: Int, text: String)]) {
        var chunks: [[(line: Int, text: String)]] = []
        for (offset, text) in lines.enumerated() {
            let text = text.replacing("{ … }", with: "{ fatalError() }").replacing("…", with: "fatalError()")
            let continues =
                text.isEmpty || text.first == " " || text.first == "}" || text.first == ")"
                || text.first == "{" || text.hasPrefix("where ") || isPrefix(chunks.last)
            if continues, !chunks.isEmpty {
                chunks[chunks.count - 1].append((line + offset, text))
            } else {
                chunks.append([(line + offset, text)])
            }
        }
        let needsFile = chunks.contains { chunk in
            Self.isDeclaration(chunk, ["extension", "protocol"])
                || chunk.contains { line in
                    line.text.hasPrefix("@Test") || line.text.hasPrefix("@Suite")
                        || line.text.contains("@Observable ")
                }
        }
        guard needsFile else {
            return ([], chunks.flatMap { $0 })
        }
        // What an extension extends stands beside it.
        let kinds = [
            "extension", "import", "protocol", "struct", "class", "enum", "actor", "func", "typealias",
        ]
        let file = chunks.filter { Self.isDeclaration($0, kinds) }
        return (file.flatMap { $0 }, chunks.filter { !Self.isDeclaration($0, kinds) }.flatMap { $0 })
    }

    /// Comments and attributes belong to what follows them.
    private func isPrefix(_ chunk: [(line: Int, text: String)]?) -> Bool {
        chunk?.allSatisfy { $0.text.hasPrefix("//") || $0.text.hasPrefix("@") && !$0.text.contains("{") }
            ?? false
    }

    private static func isDeclaration(_ chunk: [(line: Int, text: String)], _ kinds: [String]) -> Bool {
        chunk.contains { line in
            guard let first = line.text.first, first != " ", first != "/" else { return false }
            let words = line.text.split(separator: " ").prefix(5)
            let modifiers: Set = [
                "public", "private", "fileprivate", "internal", "open", "final", "indirect",
            ]
            return words.first { !modifiers.contains(String($0)) && !$0.hasPrefix("@") }
                .map { kinds.contains(String($0)) } ?? false
        }
    }
}
