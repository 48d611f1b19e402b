/// A part of the life of streams that has a cost of its own, for each subscriber or for each value.
enum Phase: String, CaseIterable {
    case subscribe
    /// One value of each input, for each subscriber.
    case deliver
    /// One of the subscribers leaves, in any order.
    case leave
    /// The inputs end, for each subscriber that is left.
    case end
    /// One of many values, for one subscriber.
    case value
    /// One of many values that nobody asks for until all have been sent.
    case keep
}

/// A phase of a row.
struct Key: Hashable, Comparable {
    var row: String
    var phase: Phase

    static func < (first: Key, second: Key) -> Bool {
        func place(_ key: Key) -> Int { Phase.allCases.firstIndex(of: key.phase)! }
        return (first.row, place(first)) < (second.row, place(second))
    }
}

/// The cost of a phase, for one.
struct Cost {
    var allocations: Double
    /// For growth alone: a time says nothing on another machine.
    var nanoseconds: Double
}

extension Optional<Cost> {
    /// Keeps the least of what was measured.
    mutating func keepLeast(_ cost: Cost) {
        self = Cost(
            allocations: min(cost.allocations, self?.allocations ?? .infinity),
            nanoseconds: min(cost.nanoseconds, self?.nanoseconds ?? .infinity))
    }
}
