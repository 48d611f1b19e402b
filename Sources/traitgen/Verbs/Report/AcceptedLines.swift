import TraitgenCore

/// The findings that a project accepts, from a file that its CI reads: `ID NAME` in each line.
///
/// ```
/// # The clock runs until the program ends.
/// never-ended clock
/// ```
struct AcceptedLines {
    private struct Line {
        let number: Int
        let id: String
        let name: String
        var isUsed = false
    }

    private var lines: [Line] = []

    /// - Parameters:
    ///   - path: the file; nil for none.
    ///   - ids: the words that a line can begin with.
    ///   - noun: what they stand for, in the singular.
    init(
        _ path: String?, _ files: any CommandFiles, ids: [String], noun: String
    ) throws(UsageError) {
        guard let path else { return }
        guard let bytes = files.read(path) else { throw UsageError("there is no file at \(path)") }
        for (number, line) in String(decoding: bytes, as: UTF8.self).split(
            omittingEmptySubsequences: false, whereSeparator: \.isNewline
        ).enumerated() {
            let words = line.split(whereSeparator: \.isWhitespace)
            guard let id = words.first, !id.hasPrefix("#") else { continue }
            guard ids.contains(String(id)) else {
                throw UsageError(
                    "\(path):\(number + 1): there is no \(noun) `\(id)`",
                    Suggestion.didYouMean(String(id), among: ids)
                        ?? "the \(noun)s are \(ids.joined(separator: ", "))")
            }
            let first = line.firstIndex { !$0.isWhitespace } ?? line.startIndex
            var name = line[first...].dropFirst(id.count).drop(while: \.isWhitespace)
            while name.last?.isWhitespace == true { name.removeLast() }
            lines.append(Line(number: number + 1, id: String(id), name: String(name)))
        }
    }

    /// Returns a Boolean value that indicates whether a finding is accepted.
    mutating func takes(_ id: String, _ name: String) -> Bool {
        let index = lines.firstIndex { $0.id == id && $0.name == name }
        if let index { lines[index].isUsed = true }
        return index != nil
    }

    /// The lines that no finding has matched.
    var unused: [(number: Int, text: String)] {
        lines.filter { !$0.isUsed }.map { ($0.number, "\($0.id) \($0.name)") }
    }
}
