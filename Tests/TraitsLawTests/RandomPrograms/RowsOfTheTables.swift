import Foundation

/// Rows that no random program has, and why.
let rowsWithoutPrograms: [String: String] = [
    "AnyPublisher": "every program runs erased as well",
    "ObservableObjectPublisher":
        "it sends what nobody has asked for, as Combine's does, and so must all that follows it",
    "TraitPublishers.AsyncElements": "its elements come from a task, which runs in no virtual time",
    "DeferredTaskSingle": "its outcome comes from a task, which runs in no virtual time",
    "DeferredTaskMaybe": "its outcome comes from a task, which runs in no virtual time",
    "DeferredTaskCompletable": "its outcome comes from a task, which runs in no virtual time",
]

/// The rows of the runtime's tables that are neither in the generator nor among those that have a reason not to be,
/// and those that are twice or nowhere.
func rowsThatAreMissing() throws -> [String] {
    let sources = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appendingPathComponent("Sources/TraitsRuntime")
    var rows: Set<String> = []
    for table in ["Operators.traits", "Traits/TraitOperators.traits", "Properties/Properties.traits"] {
        let text = try String(contentsOf: sources.appendingPathComponent(table), encoding: .utf8)
        for line in text.split(separator: "\n") {
            let words = line.split(separator: " ")
            if words.count > 1, words[0] == "source" || words[0] == "operator" {
                rows.insert(String(words[1]))
            }
        }
    }
    let covered = Set(Operation.all.flatMap { $0.rows })
    let forgotten = rows.subtracting(covered).subtracting(rowsWithoutPrograms.keys)
    let unknown = covered.union(rowsWithoutPrograms.keys).subtracting(rows)
    let both = covered.intersection(rowsWithoutPrograms.keys)
    return forgotten.map { "\($0) is in no program" }.sorted() + unknown.map { "\($0) is no row" }.sorted()
        + both.map { "\($0) has a reason and needs none" }.sorted()
}
