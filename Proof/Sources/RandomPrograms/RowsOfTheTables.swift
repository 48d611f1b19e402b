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
