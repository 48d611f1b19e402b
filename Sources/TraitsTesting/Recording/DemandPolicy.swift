import TraitsRuntime

/// How a subscriber asks for values: how much at first, and how much for each that has come.
public enum DemandPolicy: Hashable, Sendable {
    /// Everything, immediately.
    case unlimited
    /// So many values and no more.
    case atOnce(Int)
    /// So many values, and as many again whenever they have come.
    case atATime(Int)
    /// So many values, and one more in return for each.
    case replenished(Int)
    /// So many values, and one more, requested from inside of each.
    case requested(Int)
    /// Nothing; the test calls ``Recorder/request(_:)``.
    case none

    /// What is requested when the subscription comes.
    var initial: Subscribers.Demand {
        switch self {
        case .unlimited: .unlimited
        case .atOnce(let count), .atATime(let count), .replenished(let count), .requested(let count):
            .max(count)
        case .none: .none
        }
    }

    /// What is asked for in return for a value.
    ///
    /// - Parameter count: The number of values that have come, this one included.
    func next(after count: Int) -> Subscribers.Demand {
        switch self {
        case .atATime(let batch) where batch > 0 && count.isMultiple(of: batch): .max(batch)
        case .replenished: .max(1)
        default: .none
        }
    }

    /// What is requested from inside of a value.
    var inside: Subscribers.Demand { if case .requested = self { .max(1) } else { .none } }
}
