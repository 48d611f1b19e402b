/// One thing to measure: a job done by streams, and the same job done by hand.
///
/// Both are given how many operations to do and return a number computed from all of them. The numbers must
/// be equal: that keeps the comparison honest, and the optimizer from leaving the work out.
struct Workload: Sendable {
    typealias Body = @Sendable (_ count: Int) -> Int

    /// What the issue of speed asks for.
    enum Target {
        /// The time of the streams divided by the time by hand.
        case ratio(Double)
        /// Nanoseconds for one operation.
        case nanoseconds(Double)
        /// Nothing: measured for comparison.
        case none
    }

    var name: String
    /// What one operation is, such as "element".
    var unit: String
    /// How many operations one timed run does: some milliseconds' worth.
    var count: Int
    var target: Target
    /// Indicates whether the same count always executes the same instructions, which other threads prevent.
    var isDeterministic = true
    var stream: Body
    var byHand: Body
}

/// Where values end up. A class without checks of exclusive access: those would cost both sides more than
/// what is measured.
final class Total {
    @exclusivity(unchecked) var sum = 0

    @inline(never)
    init() {}
}

/// Keeps a value alive up to here, and its computation from being left out.
@inline(never)
func use<T>(_ value: T) { withExtendedLifetime(value) {} }
