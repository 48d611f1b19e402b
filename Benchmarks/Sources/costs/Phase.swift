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

/// A moment at which the bytes in use are counted.
enum Moment: String {
    /// So many have subscribed.
    case held
    /// So many values wait.
    case waiting
    /// Those values have been sent on; the stream goes on.
    case drained
    /// All is over and released.
    case over

    /// Indicates whether the bytes are for so many, and not for what is the same with any number.
    var isForEach: Bool { self == .held || self == .waiting }
}

/// A moment in the life of a row.
struct Weight: Hashable, Comparable {
    var row: String
    var moment: Moment

    static func < (first: Weight, second: Weight) -> Bool {
        (first.row, first.moment.rawValue) < (second.row, second.moment.rawValue)
    }
}
