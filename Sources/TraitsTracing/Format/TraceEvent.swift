public import TraitsRuntime

/// Something that has happened to a traced subscription, or to tracing itself.
public struct TraceEvent: Sendable {
    /// When it happened, in nanoseconds since tracing began.
    public var time: UInt64

    /// The number of the thread on which it happened, or of the queue if that has a label. Zero where it belongs to none.
    public var thread: Int

    /// The subscription, if it happened to one.
    public var span: TraceSpan?

    /// What has happened.
    public var kind: Kind

    /// Creates an event, such as one of a recording in virtual time.
    public init(time: UInt64, thread: Int = 0, span: TraceSpan? = nil, _ kind: Kind) {
        self.time = time
        self.thread = thread
        self.span = span
        self.kind = kind
    }

    /// What may happen.
    public enum Kind: Sendable {
        /// The program whose streams are traced.
        case process(name: String)
        /// What the times mean.
        case clock(Clock)
        /// The name of the event's thread or queue, ahead of the first event that happens there.
        case thread(name: String)
        /// The subscription begins: its subscriber is about to be given to the publisher.
        case begin
        /// A value is about to be delivered, with the demand that is left after it.
        case value(String, outstanding: Subscribers.Demand)
        /// The subscriber has asked for values, and what it waits for now.
        case request(Subscribers.Demand, outstanding: Subscribers.Demand)
        /// Values were left out since nobody had asked for them.
        case dropped(Int)
        /// How many values are kept at present.
        case buffered(Int)
        /// The publisher has broken the promise of a trait, and what it did.
        case broken(promise: String, history: String)
        /// The subscription has ended; nothing follows.
        case end(End)
        /// A delivery has taken a millisecond or more. It began at the event's time.
        case delivery(nanoseconds: UInt64, onMainThread: Bool)
        /// Events were left out, since they came faster than they could be taken.
        case lost(Int)
    }

    /// How a subscription ends.
    public enum End: Sendable, Hashable {
        /// The publisher has finished.
        case finished
        /// The publisher has failed, with a text for its error.
        case failed(String)
        /// The subscriber has cancelled.
        case cancelled
        /// The publisher has let go of the subscriber without an end: nothing can come any more.
        case released
    }

    /// What the times of events mean.
    public struct Clock: Sendable, Hashable {
        /// Seconds since 1970 when tracing began.
        public var started: Int
        /// The part of a second that had passed then.
        public var nanoseconds: Int
        /// Whether times are those of a test's scheduler, each of whose units is a millisecond.
        public var isVirtual: Bool

        /// Creates a description of a clock.
        public init(started: Int, nanoseconds: Int = 0, isVirtual: Bool = false) {
            self.started = started
            self.nanoseconds = nanoseconds
            self.isVirtual = isVirtual
        }
    }
}
