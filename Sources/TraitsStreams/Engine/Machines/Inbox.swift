/// The events that wait for the thread inside the delivery lock, oldest first. The node's `lock` guards them.
@frozen @usableFromInline
struct _Inbox<Value, Failure: Error> {
    @usableFromInline typealias Deposit = _Deposit<Value, Failure>

    /// The number of events from which on no further value may wait, so that a long delivery doesn't let other threads fill
    /// the memory.
    private static var limit: Int { 64 }

    @usableFromInline var events: ContiguousArray<Deposit> = []

    @inlinable init() {}

    /// Adds an event.
    ///
    /// - Parameter isNewestAlone: whether a value takes the place of an older one of the same input.
    /// - Returns: whether the event has been added, and the event that it replaces, which is to be released outside the lock.
    mutating func add(_ new: Deposit, isNewestAlone: Bool) -> (isAdded: Bool, old: Deposit?) {
        if new.isValue, isNewestAlone,
            let place = events.firstIndex(where: { $0.isValue && $0.input == new.input })
        {
            let old = events[place]
            events[place] = new
            return (true, old)
        }
        if new.isValue, events.count >= Self.limit { return (false, nil) }
        events.append(new)
        return (true, nil)
    }

    /// Removes the oldest event, if it has been postponed.
    mutating func takePostponed() -> Deposit? {
        guard let first = events.first, first.isPostponed else { return nil }
        return events.removeFirst()
    }

    /// Removes all events.
    mutating func takeAll() -> ContiguousArray<Deposit> {
        defer { events = [] }
        return events
    }
}

/// An event that waits for the thread inside the delivery lock.
@frozen @usableFromInline
struct _Deposit<Value, Failure: Error> {
    let event: _Event<Value, Failure>
    let input: Int
    /// Indicates whether the event came while the machine was changing, on the thread that changed it.
    let isPostponed: Bool

    init(_ event: _Event<Value, Failure>, _ input: Int, isPostponed: Bool = false) {
        self.event = event
        self.input = input
        self.isPostponed = isPostponed
    }

    var isValue: Bool { if case .value = event { true } else { false } }
    var isFailure: Bool { if case .end(.failure) = event { true } else { false } }
}
