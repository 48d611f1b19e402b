/// The type of a closure, as it is written in a signature.
struct SignatureClosure {
    /// The types of its parameters.
    let parameters: [String]
    let result: String

    /// - Returns: `nil` for a type that is no closure.
    init?(_ type: String) {
        guard let open = type.firstIndex(of: "("), type[..<open].allSatisfy({ $0 != "<" && $0 != "[" }) else {
            return nil
        }
        var (depth, list) = (0, [""])
        var index = open
        repeat {
            let character = type[index]
            // An arrow is no bracket.
            if "([{<".contains(character) { depth += 1 }
            if ")]}".contains(character) || character == ">" && type[..<index].last != "-" { depth -= 1 }
            if depth > 0, index > open {
                if character == ",", depth == 1 {
                    list.append("")
                } else {
                    list[list.count - 1].append(character)
                }
            }
            index = type.index(after: index)
        } while depth > 0 && index < type.endIndex
        guard let arrow = type[index...].firstMatch(of: /^ *(?:async )?(?:throws(?:\([^)]*\))? )?-> (.+)$/)
        else { return nil }
        parameters = list.count == 1 && list[0].allSatisfy(\.isWhitespace) ? [] : list
        result = String(arrow.output.1)
    }

    /// The type of successes, if the closure returns a `Result`.
    var success: String? { result.wholeMatch(of: /Result<([^,<>]+),.+>/).map { String($0.output.1) } }
}
