import TraitsRuntime

/// How much a ``Recorder`` asks for.
public enum DemandPolicy: Hashable, Sendable {
    /// Everything, at once.
    case unlimited
    /// So many values at once and no more.
    case atOnce(Int)
    /// So many values at once, and as many again whenever they have come.
    case atATime(Int)
    /// Nothing; the test calls ``Recorder/request(_:)``.
    case none

    /// What is requested when the subscription comes.
    var initial: Subscribers.Demand {
        switch self {
        case .unlimited: .unlimited
        case .atOnce(let count), .atATime(let count): .max(count)
        case .none: .none
        }
    }

    /// What is requested in return for a value.
    ///
    /// - Parameter count: The number of values that have come, this one included.
    func next(after count: Int) -> Subscribers.Demand {
        if case .atATime(let batch) = self, batch > 0, count.isMultiple(of: batch) { return .max(batch) }
        return .none
    }
}
