/// The demands that a promise about a place, or about sharing, makes on a row.
package struct Demands {
    /// The parameters that have to keep the promise.
    package var inputs: [Int] = []
    /// The constraints on parameters that are no inputs: `Context == MainActorScheduler`.
    package var others: [Constraint] = []
}
