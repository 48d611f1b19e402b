/// What a row says about events, without names and places: rows that say the same are equal, and
/// one derivation serves them all.
public struct Behaviour: Hashable, Sendable {
    /// An event of a stream.
    public enum Event: UInt8, Hashable, Sendable {
        case value
        case finish
        case failure
    }

    /// How several inputs become one stream.
    public enum Combiner: String, Hashable, Sendable, CaseIterable {
        /// There is one input, and its events are taken as they come.
        case pass
        /// The output is anything at all.
        case anything
        /// One value from each.
        case zip
        /// The latest of each, whenever one changes.
        case latest
        /// All, as they come.
        case merge
        /// One after the other.
        case concat
        /// The one that is first to send anything, alone.
        case race
        /// Another publisher after a finish without a value.
        case fallback
        /// A publisher for each value, all of them merged.
        case flatten
        /// A publisher for each value, the newest alone.
        case `switch`
        /// Another publisher in place of a failure.
        case rescue
        /// The same publisher again in place of a failure.
        case retry
    }

    /// When a rule applies: whether a value came before.
    public enum Context: UInt8, Hashable, Sendable, CaseIterable {
        case any
        /// Before any value: `-|`.
        case beforeValue
        /// After a value: `o-|`.
        case afterValue
    }

    /// The left side of a rule.
    public struct Trigger: Hashable, Sendable {
        public var context: Context
        public var event: Event

        public init(_ context: Context, _ event: Event) {
            self.context = context
            self.event = event
        }
    }

    /// One alternative on the right side of a rule.
    public enum Reaction: Hashable, Sendable {
        /// These events, in order; none of them is `nothing`.
        case events([Event])
        /// The program stops: no history goes on from here.
        case traps
    }

    /// The histories of a source; nil for an operator.
    public var histories: ShapeSet?
    public var combiner: Combiner = .pass
    /// Whether making the next publisher may fail instead: `flatten or x`.
    public var combinerMayFail = false
    /// Whether the next attempt may come later, or never: `retry or later`.
    public var combinerMayWait = false
    public var rules: [Trigger: [Reaction]] = [:]
    /// Values are put into groups of one size; the last group goes out before the finish.
    public var isGrouped = false
    /// A group may also go out earlier, when time has passed: `grouped by time`.
    public var groupsByTime = false
    /// A value waits for time to pass, and is lost to the next value and to the end: `held`.
    public var isHeld = false
    /// The rules and the cut hold until a value has got through; then all events pass: `opens`.
    public var opens = false
    /// What may end the stream at any moment.
    public var cut: [Event] = []
    /// Whether such an end comes later than the call that subscribes.
    public var cutIsLater = false
    /// Nothing comes at once.
    public var isLater = false
    /// Nothing comes until something outside starts the flow: before somebody subscribes, later or never.
    public var waits = false
    /// A late subscriber may miss any prefix.
    public var joinsLate = false
    /// A late subscriber sees at once what has been.
    public var replays = false
    /// A late subscriber gets the newest value at once, in place of those before it.
    public var joinsNow = false
    /// What parameters may do that are always the same publisher, by their number.
    public var given: [Int: ShapeSet] = [:]
    /// For each input, which of the row's parameters it is: `(A, B)` is 0, 1 and `(A, A)` is 0, 0.
    public var parameters: [Int] = []
    /// Whether there is one input, any number of times.
    public var isRepeated = false
    /// What comes of no inputs at all, where it is something else than a finish at once.
    public var none: [Shape] = []

    public init() {}

    /// Whether what comes out depends on how much time is between events.
    var isTimed: Bool { isLater || groupsByTime || isHeld }

    /// Whether the order of the inputs makes no difference.
    var isSymmetric: Bool {
        parameters.count > 1
            && (combiner == .zip || combiner == .latest || combiner == .merge || combiner == .race)
    }

    /// Whether anything happens to the events after the inputs are combined.
    var hasStages: Bool {
        !rules.isEmpty || isGrouped || isHeld || !cut.isEmpty || isLater || waits || joinsLate || joinsNow
            || replays
    }
}
