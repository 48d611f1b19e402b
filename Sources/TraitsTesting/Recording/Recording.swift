import TraitsRuntime

/// What one subscription received, and when.
///
/// A recording is a value: a picture of what a ``Recorder`` had received when it was asked.
///
/// ```swift
/// let recording = recorder.recording
/// #expect(recording.values == [1, 2])
/// #expect(recording == "-1-2|")
/// ```
///
/// Times count from the subscription, so that the recording of a late subscriber starts at zero too.
public struct Recording<Output, Failure: Error> {
    /// Everything that happened, in order: values, completions and the cancellation.
    ///
    /// A publisher that breaks the contract is recorded as it is: with values after the end, with two ends.
    public var events: [TimedSignal<Output, Failure>]

    /// When the publisher sent its subscription; `nil` if it did not.
    public var subscriptionTime: VirtualTime?

    /// How many of the ``events`` had happened when the call that subscribed returned.
    ///
    /// They are the immediate ones: they came inside of the call that subscribes and requests.
    public var immediateCount: Int

    /// The time that the recording covers, counted from the subscription.
    public var end: VirtualTime

    /// Creates a recording by hand.
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

    /// Whether the recorder cancelled.
    public var isCancelled: Bool {
        events.contains { if case .cancelled = $0.signal { true } else { false } }
    }

    /// Whether the publisher ended or the recorder cancelled.
    public var isOver: Bool { completion != nil || isCancelled }

    /// The events that came inside of the call that subscribed.
    public var immediateEvents: ArraySlice<TimedSignal<Output, Failure>> { events.prefix(immediateCount) }
}

/// Recordings are equal if the same happened at the same times.
extension Recording: Equatable where Output: Equatable, Failure: Equatable {
    /// Whether both have equal events. How long the silence lasted after them does not count.
    public static func == (lhs: Recording, rhs: Recording) -> Bool { lhs.events == rhs.events }
}

extension Recording: Sendable where Output: Sendable, Failure: Sendable {}
