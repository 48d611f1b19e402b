/// Finds similar words for spelling suggestions.
package enum Suggestion {
    /// The candidate nearest to `word`, if it is near enough to suggest.
    ///
    /// A candidate is near enough with at most one slip for each three letters; a swap of neighbours counts as one
    /// slip. Upper and lower case are equal. Among equally near candidates the first is chosen, so that the text
    /// doesn't depend on the order of a dictionary.
    package static func nearest(to word: String, among candidates: some Sequence<String>) -> String? {
        let wanted = Array(word.lowercased().utf8)
        guard !wanted.isEmpty, wanted.count <= 80 else { return nil }
        let allowed = max(1, wanted.count / 3)
        var best: (candidate: String, distance: Int)?
        for candidate in candidates where candidate != word {
            let letters = Array(candidate.lowercased().utf8)
            guard abs(letters.count - wanted.count) <= allowed else { continue }
            let distance = distance(wanted, letters)
            if distance <= allowed, distance < (best?.distance ?? .max) { best = (candidate, distance) }
        }
        return best?.candidate
    }

    /// "did you mean `word`?", or nil.
    package static func didYouMean(_ word: String, among candidates: some Sequence<String>) -> String? {
        nearest(to: word, among: candidates).map { "did you mean `\($0)`?" }
    }

    /// The number of slips between two words (optimal string alignment).
    private static func distance(_ left: [UInt8], _ right: [UInt8]) -> Int {
        var before: [Int] = []
        var previous = Array(0...right.count)
        for i in left.indices {
            var current = [i + 1]
            for j in right.indices {
                var cost = min(
                    previous[j + 1] + 1, current[j] + 1, previous[j] + (left[i] == right[j] ? 0 : 1))
                if i > 0, j > 0, left[i] == right[j - 1], left[i - 1] == right[j] {
                    cost = min(cost, before[j - 1] + 1)
                }
                current.append(cost)
            }
            before = previous
            previous = current
        }
        return previous[right.count]
    }
}
