public import TraitsRuntime

/// An event of a traced subscription, or of tracing itself.
public struct TraceEvent: Sendable {
    /// The time of the event, in nanoseconds since tracing began.
    public var time: UInt64

    /// The number of the event's thread, or of its queue if that has a label. Zero if the event belongs to neither.
    public var thread: Int

    /// The subscription that the event belongs to, if any.
    public var span: TraceSpan?

    /// The kind of the event.
    public var kind: Kind

    /// Creates an event, such as an event of a recording in virtual time.
    public init(time: UInt64, thread: Int = 0, span: TraceSpan? = nil, _ kind: Kind) {
        self.time = time
        self.thread = thread
        self.span = span
        self.kind = kind
    }

    /// The kinds of events.
    public enum Kind: Sendable {
        /// The program whose streams are traced.
        case process(name: String)
        /// The clock of the events' times.
        case clock(Clock)
        /// The name of the event's thread or queue, ahead of the first event that happens there.
        case thread(name: String)
        /// The subscription begins: its subscriber is about to be given to the publisher.
        case begin
        /// A value is about to be delivered, with the demand that is left after it.
        case value(String, outstanding: Subscribers.Demand)
        /// The subscriber has asked for values, with the demand that is now outstanding.
        case request(Subscribers.Demand, outstanding: Subscribers.Demand)
        /// Values were left out, since the subscriber hadn't asked for them.
        case dropped(Int)
        /// The number of values that are kept at present.
        case buffered(Int)
        /// The publisher has broken the promise of a trait, with a description of its behaviour.
        case broken(promise: String, history: String)
        /// The subscription has ended; nothing follows.
        case end(End)
        /// A delivery has taken a millisecond or more. It began at the event's time.
        case delivery(nanoseconds: UInt64, onMainThread: Bool)
        /// Events were left out, since they arrived faster than the session took them.
        case lost(Int)
    }

    /// The ends of a subscription.
    public enum End: Sendable, Hashable {
        /// The publisher has finished.
        case finished
        /// The publisher has failed, with a text for its error.
        case failed(String)
        /// The subscriber has cancelled.
        case cancelled
        /// The publisher has released the subscriber without an end: nothing can follow.
        case released
    }

    /// The meaning of the events' times.
    public struct Clock: Sendable, Hashable {
        /// The time at which tracing began, in seconds since 1970.
        public var started: Int
        /// The fraction of a second to add to `started`.
        public var nanoseconds: Int
        /// A Boolean value that indicates whether times are those of a test's scheduler, whose unit is a millisecond.
        public var isVirtual: Bool

        /// Creates a description of a clock.
        public init(started: Int, nanoseconds: Int = 0, isVirtual: Bool = false) {
            self.started = started
            self.nanoseconds = nanoseconds
            self.isVirtual = isVirtual
        }
    }
}
