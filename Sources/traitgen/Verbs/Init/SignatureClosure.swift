/// The type of a closure, as it is written in a signature.
struct SignatureClosure {
    /// The number of its parameters.
    let parameters: Int
    let result: String

    /// - Returns: `nil` for a type that is no closure.
    init?(_ type: String) {
        guard let open = type.firstIndex(of: "("), type[..<open].allSatisfy({ $0 != "<" && $0 != "[" }) else {
            return nil
        }
        var (depth, commas) = (0, 0)
        var index = open
        repeat {
            let character = type[index]
            // An arrow is no bracket.
            if "([{<".contains(character) { depth += 1 }
            if ")]}".contains(character) || character == ">" && type[..<index].last != "-" { depth -= 1 }
            if character == ",", depth == 1 { commas += 1 }
            index = type.index(after: index)
        } while depth > 0 && index < type.endIndex
        guard let arrow = type[index...].firstMatch(of: /^ *(?:async )?(?:throws(?:\([^)]*\))? )?-> (.+)$/)
        else { return nil }
        let inside = type[type.index(after: open)..<type.index(before: index)]
        parameters = inside.allSatisfy(\.isWhitespace) ? 0 : commas + 1
        result = String(arrow.output.1)
    }
}
