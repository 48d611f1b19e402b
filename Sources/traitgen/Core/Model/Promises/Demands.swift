/// What a promise that is not about which events come asks of a row.
struct Demands {
    /// The parameters that have to keep the promise.
    var inputs: [Int] = []
    /// What is asked of parameters that are no inputs: `Context == MainActorScheduler`.
    var others: [Constraint] = []
}
