import TraitgenCore

/// The findings that a project accepts, from a file that its CI reads: `ID NAME` in each line.
///
/// ```
/// # The clock runs until the program ends.
/// never-ended clock
/// ```
struct TraceAcceptance {
    private var lines: [(id: String, name: String, isUsed: Bool)] = []

    init(_ path: String?, _ files: any CommandFiles) throws(UsageError) {
        guard let path else { return }
        guard let bytes = files.read(path) else { throw UsageError("there is no file at \(path)") }
        for (number, line) in String(decoding: bytes, as: UTF8.self).split(
            omittingEmptySubsequences: false, whereSeparator: \.isNewline
        ).enumerated() {
            let words = line.split(maxSplits: 1, whereSeparator: \.isWhitespace)
            guard let id = words.first, !id.hasPrefix("#") else { continue }
            let ids = TraceFinding.Kind.allCases.map(\.rawValue)
            guard ids.contains(String(id)) else {
                throw UsageError(
                    "\(path):\(number + 1): there is no finding `\(id)`",
                    Suggestion.didYouMean(String(id), among: ids)
                        ?? "the findings are \(ids.joined(separator: ", "))")
            }
            var name = words.count > 1 ? words[1] : ""
            while name.last?.isWhitespace == true { name.removeLast() }
            lines.append((String(id), String(name), false))
        }
    }

    /// Returns a Boolean value that indicates whether a finding is accepted.
    mutating func takes(_ finding: TraceFinding) -> Bool {
        let index = lines.firstIndex { $0.id == finding.kind.rawValue && $0.name == finding.name }
        if let index { lines[index].isUsed = true }
        return index != nil
    }

    /// The lines that no finding has matched.
    var unused: [String] { lines.filter { !$0.isUsed }.map { "\($0.id) \($0.name)" } }
}
