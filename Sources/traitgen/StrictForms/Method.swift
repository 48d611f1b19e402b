import Foundation

/// A method that takes closures, or an initializer, as its source has it: the ordinary form.
struct Method {
    struct Closure {
        var name: String
        /// The place of the type in the signature.
        var type: Range<String.Index>
    }

    /// The lines of the documentation's first sentence.
    let summary: [String]
    let attributes: [String]
    /// The text from `public` to the brace.
    let signature: String
    /// The lines between the braces.
    let body: [String]
    let closures: [Closure]

    /// A Boolean value that indicates whether the body is one expression, whose value the method returns.
    var isExpression: Bool {
        let hasResult = signature[closures[closures.count - 1].type.upperBound...].contains("->")
        return hasResult && !body.contains { $0.hasPrefix("    return ") }
    }

    /// Reads the first method of some lines, which have the indentation of the method.
    init?(removingFrom lines: inout ArraySlice<Substring>) {
        summary = lines.prefix { $0.hasPrefix("/// ") }.map(String.init)
        let code = lines.drop { $0.hasPrefix("//") }
        let end = code.firstIndex { !$0.hasPrefix(" ") && $0.hasSuffix("}") } ?? code.endIndex - 1
        let text = code[...end].joined(separator: "\n")
        lines = lines[(end + 1)...].drop { $0.isEmpty }
        guard let start = text.firstRange(of: "public ")?.lowerBound,
            let brace = text.topLevel.first(where: { text[$0] == "{" })
        else { return nil }
        attributes = text[..<start].split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
        signature = text[start..<brace].trimmingCharacters(in: .whitespacesAndNewlines)
        body = text[brace...].dropFirst().dropLast().split(separator: "\n").map { line in
            line.hasPrefix("    ") ? String(line) : "    \(line.trimmingCharacters(in: .whitespaces))"
        }
        closures = Self.closures(of: signature)
        guard !closures.isEmpty else { return nil }
    }

    /// The parameters whose types are types of functions.
    private static func closures(of signature: String) -> [Closure] {
        guard let open = signature.firstIndex(of: "(") else { return [] }
        var start = signature.index(after: open)
        return signature[start...].topLevel.filter { ",)".contains(signature[$0]) }.compactMap { end in
            defer { start = signature.index(after: end) }
            return closure(signature[start..<end])
        }
    }

    /// A parameter such as `_ transform: @escaping (Output) -> T`.
    private static func closure(_ parameter: Substring) -> Closure? {
        guard let colon = parameter.topLevel.first(where: { parameter[$0] == ":" }),
            let name = parameter[..<colon].split(whereSeparator: \.isWhitespace).last
        else { return nil }
        var type = parameter[colon...].dropFirst().drop(while: \.isWhitespace)
        if let value = type.topLevel.first(where: { type[$0] == "=" }) {
            type = type[..<type.index(before: value)]
        }
        guard type.contains("->"), type.hasPrefix("@") || type.hasPrefix("(") else { return nil }
        return Closure(name: String(name), type: type.startIndex..<type.endIndex)
    }
}

extension StringProtocol {
    /// The places outside of brackets, up to a bracket that closes none of them.
    fileprivate var topLevel: [Index] {
        var depth = 0
        var result: [Index] = []
        for index in indices {
            let isArrow = self[index] == ">" && index > startIndex && self[self.index(before: index)] == "-"
            if ")]}>".contains(self[index]), !isArrow {
                depth -= 1
                guard depth < 0 else { continue }
                return result + [index]
            }
            if depth == 0 { result.append(index) }
            if "([{<".contains(self[index]) { depth += 1 }
        }
        return result
    }
}
