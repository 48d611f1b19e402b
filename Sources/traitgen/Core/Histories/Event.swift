/// An event of a stream.
public enum Event: UInt8, Hashable, Sendable, CaseIterable {
    /// A value: `o`.
    case value
    /// The successful end: `|`.
    case finish
    /// A failure: `x`.
    case failure

    /// The event as the table writes it.
    package var mark: String {
        switch self {
        case .value: "o"
        case .finish: "|"
        case .failure: "x"
        }
    }
}

extension Event {
    /// The end of a history with this last event; nil for a value.
    var end: Shape.End? {
        switch self {
        case .finish: .finished
        case .failure: .failed
        case .value: nil
        }
    }
}

extension Shape.End {
    /// The event that is this end; nil for silence.
    var event: Event? {
        switch self {
        case .silent: nil
        case .finished: .finish
        case .failed: .failure
        }
    }
}

/// An event and its moment: inside the call that subscribes, or later.
struct TimedEvent: Hashable, Sendable {
    var event: Event
    var isLate: Bool

    init(_ event: Event, isLate: Bool) {
        self.event = event
        self.isLate = isLate
    }
}
