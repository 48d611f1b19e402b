import TraitsRuntime

/// The events that one subscription received, with their times.
///
/// A recording is a value: a snapshot of the events that a ``Recorder`` had received when it was asked.
///
/// ```swift
/// let recording = recorder.recording
/// #expect(recording.values == [1, 2])
/// #expect(recording == "-1-2|")
/// ```
///
/// Times count from the subscription, so that the recording of a late subscriber starts at zero too.
public struct Recording<Output, Failure: Error> {
    /// All events, in order: values, completions and the cancellation.
    ///
    /// The recording of a publisher that breaks the contract shows the breach: values after the end, or two ends.
    public var events: [TimedSignal<Output, Failure>]

    /// The time at which the publisher sent its subscription; `nil` if it did not.
    public var subscriptionTime: VirtualTime?

    /// The number of ``events`` that had happened when the call that subscribed returned.
    ///
    /// These events are immediate: they came inside of the call that subscribes and requests.
    public var immediateCount: Int

    /// The time that the recording covers, counted from the subscription.
    public var end: VirtualTime

    /// Creates a recording from events.
    public init(
        events: [TimedSignal<Output, Failure>] = [], subscriptionTime: VirtualTime? = .zero,
        immediateCount: Int = 0, end: VirtualTime = .zero
    ) {
        self.events = events
        self.subscriptionTime = subscriptionTime
        self.immediateCount = immediateCount
        self.end = end
    }

    /// The values, in order.
    public var values: [Output] {
        events.compactMap { if case .value(let value) = $0.signal { value } else { nil } }
    }

    /// The first completion, if there is one.
    public var completion: Subscribers.Completion<Failure>? {
        for event in events {
            if case .completion(let completion) = event.signal { return completion }
        }
        return nil
    }

    /// A Boolean value that indicates whether the recorder cancelled.
    public var isCancelled: Bool {
        events.contains { if case .cancelled = $0.signal { true } else { false } }
    }

    /// A Boolean value that indicates whether the publisher ended or the recorder cancelled.
    public var isOver: Bool { completion != nil || isCancelled }

    /// The events that came inside of the call that subscribed.
    public var immediateEvents: ArraySlice<TimedSignal<Output, Failure>> { events.prefix(immediateCount) }
}

/// Recordings are equal if their events are equal and have the same times.
extension Recording: Equatable where Output: Equatable, Failure: Equatable {
    /// Returns whether both have equal events. The length of the silence after them does not count.
    public static func == (lhs: Recording, rhs: Recording) -> Bool { lhs.events == rhs.events }
}

extension Recording: Sendable where Output: Sendable, Failure: Sendable {}
