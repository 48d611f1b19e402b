/// The demands that a promise about a place, or about sharing, makes on a row.
struct Demands {
    /// The parameters that have to keep the promise.
    var inputs: [Int] = []
    /// The constraints on parameters that are no inputs: `Context == MainActorScheduler`.
    var others: [Constraint] = []
}
