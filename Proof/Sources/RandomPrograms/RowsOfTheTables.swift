import Foundation

/// Rows that no random program has, and why.
let rowsWithoutPrograms: [String: String] = [
    "AnyPublisher": "every program runs erased as well",
    "AnySendablePublisher": "it hands all on to an AnyPublisher",
    "ObservableObjectPublisher":
        "it sends what nobody has asked for, as Combine's does, and so must all that follows it",
    "MorePublishers.CustomTrace": "programs with traced stages have it between these",
    "TraitPublishers.AsyncElements": "its elements come from a task, which runs in no virtual time",
    "DeferredTaskSingle": "its outcome comes from a task, which runs in no virtual time",
    "DeferredTaskMaybe": "its outcome comes from a task, which runs in no virtual time",
    "DeferredTaskCompletable": "its outcome comes from a task, which runs in no virtual time",
]

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

/// The rows of the runtime's tables that are neither in the generator nor among those that have a reason not to be,
/// and those that are twice or nowhere.
func rowsThatAreMissing() throws -> [String] {
    let rows = try ["Operators", "Traits/TraitOperators", "Properties/Properties"].reduce(into: Set<String>())
    {
        try $0.formUnion(rowsOfTable("TraitsRuntime/\($1)"))
    }
    let covered = Set(Operation.all.flatMap { $0.rows })
    let forgotten = rows.subtracting(covered).subtracting(rowsWithoutPrograms.keys)
    let unknown = covered.union(rowsWithoutPrograms.keys).subtracting(rows)
    let both = covered.intersection(rowsWithoutPrograms.keys)
    return forgotten.map { "\($0) is in no program" }.sorted() + unknown.map { "\($0) is no row" }.sorted()
        + both.map { "\($0) has a reason and needs none" }.sorted()
}
