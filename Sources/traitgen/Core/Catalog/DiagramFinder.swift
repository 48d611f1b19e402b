/// Finds the marble diagrams in the documentation comments of Swift sources, by the methods that they are about.
struct DiagramFinder {
    private struct Found {
        var diagram: Diagram
        /// What the method returns, without its generic arguments.
        var result: String?
    }

    /// By owner and name, such as `Publisher/filter(_:)`.
    private var found: [String: [Found]] = [:]

    /// The diagram of a method that a catalogue links to.
    func diagram(of link: CatalogLink) -> Diagram? {
        guard let all = found[link.key] else { return nil }
        guard let result = link.resultType else { return all.first?.diagram }
        return all.first { $0.result == result }?.diagram
    }

    /// Adds those of a source file.
    mutating func read(_ source: String) {
        var owner = ""
        var comment: [String] = []
        let lines = source.split(separator: "\n", omittingEmptySubsequences: false)
        for (number, line) in lines.enumerated() {
            let text = line.drop { $0 == " " }
            if text.hasPrefix("///") {
                let rest = text.dropFirst(3)
                comment.append(String(rest.first == " " ? rest.dropFirst() : rest))
                continue
            }
            if let match = line.prefixMatch(of: #/(?:public )?extension ([A-Za-z.]+)/#) {
                owner = String(match.1).split(separator: ".").joined(separator: "/")
            }
            // Attributes, and conditions around them, belong to the method below.
            if text.hasPrefix("@") && !text.contains("func ") || text.hasPrefix("#") { continue }
            if !comment.isEmpty, let diagram = Self.diagram(in: comment),
                let (name, result) = Self.method(lines[number...])
            {
                found[owner + "/" + name, default: []].append(Found(diagram: diagram, result: result))
            }
            comment = []
        }
    }

    /// The first diagram of a comment.
    private static func diagram(in comment: [String]) -> Diagram? {
        guard let start = comment.firstIndex(of: "```"),
            let end = comment[(start + 1)...].firstIndex(of: "```")
        else { return nil }
        return Diagram(Array(comment[(start + 1)..<end]))
    }

    /// The name with its labels, and what is returned, of the function that is declared in some lines.
    private static func method(_ lines: ArraySlice<Substring>) -> (name: String, result: String?)? {
        guard let first = lines.first, let keyword = first.firstRange(of: "func ") else { return nil }
        let text = Array(
            ([first[keyword.upperBound...]] + lines.dropFirst().prefix(12)).joined(separator: " "))
        let name = String(text.prefix { $0 != "(" && $0 != "<" }).replacing("`", with: "")
        var depth = 0
        // Generic parameters come before the others.
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
                let result = rest.firstMatch(of: #/-> ([A-Za-z0-9.]+)/#).map { String($0.1) }
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
