/// Writes a count and its noun, which has an `s` unless the count is one.
package func plural(_ count: Int, _ noun: String) -> String {
    if count == 1 { return "1 \(noun)" }
    return "\(count) \(noun.hasSuffix("y") ? "\(noun.dropLast())ies" : "\(noun)s")"
}
