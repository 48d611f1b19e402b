import TraitsRuntime

/// The way in which a subscriber asks for values: an initial demand, and a demand for each value that has come.
public enum DemandPolicy: Hashable, Sendable {
    /// Asks for all values, immediately.
    case unlimited
    /// Asks for this number of values and no more.
    case atOnce(Int)
    /// Asks for this number of values, and for as many again whenever they have come.
    case atATime(Int)
    /// Asks for this number of values, and for one more in return for each.
    case replenished(Int)
    /// Asks for this number of values, and requests one more from inside of each.
    case requested(Int)
    /// Asks for nothing; the test calls ``Recorder/request(_:)``.
    case none

    /// The demand that is requested when the subscription comes.
    var initial: Subscribers.Demand {
        switch self {
        case .unlimited: .unlimited
        case .atOnce(let count), .atATime(let count), .replenished(let count), .requested(let count):
            .max(count)
        case .none: .none
        }
    }

    /// Returns the demand that is returned for a value.
    ///
    /// - Parameter count: The number of values that have come, including this value.
    func next(after count: Int) -> Subscribers.Demand {
        switch self {
        case .atATime(let batch) where batch > 0 && count.isMultiple(of: batch): .max(batch)
        case .replenished: .max(1)
        default: .none
        }
    }

    /// The demand that is requested from inside of a value.
    var inside: Subscribers.Demand { if case .requested = self { .max(1) } else { .none } }
}
