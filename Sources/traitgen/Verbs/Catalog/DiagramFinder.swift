import TraitgenCore

/// A documentation comment that has a marble diagram.
struct DrawnComment: Equatable {
    let diagram: Diagram
    /// The text ahead of the diagram.
    let before: String
    /// The text after the diagram.
    let after: String

    /// Finds the first block of code without a language, and reads it as a diagram.
    init?(_ lines: [String]) {
        guard let start = lines.firstIndex(of: "```"),
            let end = lines[(start + 1)...].firstIndex(of: "```"),
            let diagram = Diagram(Array(lines[(start + 1)..<end]))
        else { return nil }
        self.diagram = diagram
        before = Self.text(lines[..<start])
        after = Self.text(lines[(end + 1)...])
    }

    private static func text(_ lines: ArraySlice<String>) -> String {
        let start = lines.firstIndex { !$0.isEmpty } ?? lines.endIndex
        let end = (lines.lastIndex { !$0.isEmpty } ?? start - 1) + 1
        return lines[start..<max(start, end)].joined(separator: "\n")
    }
}

/// Finds the documentation comments with marble diagrams in Swift sources, by their methods.
struct DiagramFinder {
    private struct Found {
        var comment: DrawnComment?
        /// The type that the method returns, in the form of a link.
        var result: String?
        /// A Boolean value that indicates whether a condition may exclude the method.
        var isConditional: Bool
    }

    /// The comments by owner and name, such as `Publisher/filter(_:)`.
    private var found: [String: [Found]] = [:]

    /// The comment of a method that a catalogue links to; nil if its overloads have different comments and the link
    /// doesn't choose.
    func comment(of link: CatalogLink) -> DrawnComment? {
        var all = found[link.key] ?? []
        // A link that doesn't distinguish overloads leads to one method: conditions exclude the others.
        if link.isPlain { return all.lazy.compactMap(\.comment).first }
        if let result = link.wholeResult {
            let same = all.filter { $0.result == Self.plain(result) }
            all = same.isEmpty ? all.filter { $0.result.map(Self.type) == link.resultType } : same
        }
        let always = all.filter { !$0.isConditional }
        all = always.isEmpty ? all.filter { $0.comment != nil } : always
        guard let comment = all.first?.comment, all.allSatisfy({ $0.comment == comment }) else { return nil }
        return comment
    }

    /// A type without spaces and without `Self.`: `Publishers.Concatenate<P,Self>`.
    private static func plain(_ type: String) -> String {
        type.replacing(" ", with: "").replacing("Self.", with: "")
    }

    /// A type without its generic arguments.
    private static func type(_ text: String) -> String { String(text.prefix { $0 != "<" }) }

    /// Adds the comments of a source file.
    mutating func read(_ source: String) {
        var owner = ""
        var isOwnerPublic = false
        var comment: [String] = []
        var conditions = 0
        var isUnavailable = false
        let lines = source.split(separator: "\n", omittingEmptySubsequences: false)
        for (number, line) in lines.enumerated() {
            let text = line.drop { $0 == " " }
            if text.hasPrefix("#if") { conditions += 1 }
            if text.hasPrefix("#endif") { conditions -= 1 }
            if text.hasPrefix("///") {
                let rest = text.dropFirst(3)
                comment.append(String(rest.first == " " ? rest.dropFirst() : rest))
                continue
            }
            if let match = text.prefixMatch(of: #/(public )?extension ([A-Za-z.]+)/#) {
                owner = String(match.2).split(separator: ".").joined(separator: "/")
                isOwnerPublic = match.1 != nil
            }
            // Attributes and their conditions belong to the method below.
            if text.hasPrefix("@") && !text.contains("func ") || text.hasPrefix("#") {
                if text.contains("unavailable") { isUnavailable = true }
                continue
            }
            if !isUnavailable, isOwnerPublic || text.contains("public "),
                let (name, result) = Self.method(lines[number...])
            {
                let found = Found(
                    comment: DrawnComment(comment), result: result.map(Self.plain),
                    isConditional: conditions > 0)
                self.found[owner + "/" + name, default: []].append(found)
            }
            comment = []
            isUnavailable = false
        }
    }

    /// The name with its labels, and the returned type, of the function declared in some lines.
    private static func method(_ lines: ArraySlice<Substring>) -> (name: String, result: String?)? {
        guard let first = lines.first, let keyword = first.firstRange(of: "func ") else { return nil }
        let text = Array(
            ([first[keyword.upperBound...]] + lines.dropFirst().prefix(12)).joined(separator: " "))
        let name = String(text.prefix { $0 != "(" && $0 != "<" }).replacing("`", with: "")
        var depth = 0
        // Generic parameters precede the parameters.
        var isInParameters = false
        var labels: [String] = []
        var word: [Character] = []
        var isLabel = false
        for (index, letter) in text.enumerated() {
            if "<([{".contains(letter) {
                depth += 1
                if letter == "(", depth == 1 {
                    isLabel = true
                    isInParameters = true
                }
            } else if letter == ">", index > 0, text[index - 1] == "-" {
                continue
            } else if ">)]}".contains(letter) {
                depth -= 1
                guard letter == ")", depth == 0 else { continue }
                let rest = String(text[(index + 1)...])
                let result = rest.prefixMatch(
                    of: #/ *(?:async |throws |rethrows )*-> ((?:(?! where |[{]).)+)/#
                )
                .map { String($0.1) }
                return ("\(name)(\(labels.map { $0 + ":" }.joined()))", result)
            } else if depth == 1, letter == ",", isInParameters {
                isLabel = true
            } else if depth == 1, isLabel {
                if letter == " " || letter == ":" {
                    guard !word.isEmpty else { continue }
                    labels.append(String(word))
                    word = []
                    isLabel = false
                } else {
                    word.append(letter)
                }
            }
        }
        return nil
    }
}
