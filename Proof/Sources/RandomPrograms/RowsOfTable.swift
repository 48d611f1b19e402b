import Foundation

/// The types that a table below `Sources` has a row for.
func rowsOfTable(_ path: String) throws -> Set<String> {
    let sources = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appendingPathComponent("Sources")
    let text = try String(contentsOf: sources.appendingPathComponent("\(path).traits"), encoding: .utf8)
    return Set(
        text.split(separator: "\n").compactMap { line in
            let words = line.split(separator: " ")
            let isRow = words.count > 1 && (words[0] == "source" || words[0] == "operator")
            return isRow ? String(words[1]) : nil
        })
}
