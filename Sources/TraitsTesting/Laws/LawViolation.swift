/// A law that every publisher keeps.
public enum Law: String, Hashable, Sendable, CaseIterable {
    /// Each history, of each subscriber, is one that the publisher promises.
    case promise = "each history is one that is promised"
    /// Exactly one subscription comes, before everything else.
    case subscription = "one subscription comes, before all else"
    /// Nothing comes after a completion.
    case end = "nothing comes after the end"
    /// Never more values come than were demanded.
    case demand = "never more values come than were demanded"
    /// Nothing comes after `cancel()` has returned; but a publisher that ends synchronously, such as `Empty`, may
    /// send its end to a subscriber that cancels inside of the call that subscribes.
    case cancellation = "nothing comes after cancel() has returned"
    /// Asking for one value at a time gives the same history as asking for all.
    case patience = "one value at a time is the same history as all values together"
    /// A subscriber that asks for as many values as come gets the completion too, unless inputs still have events to
    /// send.
    case completion = "a completion needs no demand"
    /// `sink` sees the same history as any subscriber that asks for all.
    case sink = "sink sees what every unlimited subscriber sees"
    /// Every way to take the values shows the same history: `Subscribers.Sink`, `sink`, the sinks of the traits, an
    /// eraser, an asynchronous sequence and `value`; also where inputs answer without a subscription.
    case path = "every way to take the values shows the same history"
    /// Values come in the order in which they were sent, and no value is lost that the promise keeps, in whatever
    /// order, or on however many threads, a scheduler runs due work.
    case order = "whatever order a scheduler runs what is due in, events stay in theirs"
    /// No two threads are inside of a subscriber, also if a scheduler runs what is due side by side.
    case serial = "a subscriber is called by one thread at a time"
    /// Events arrive where the row says: where the inputs send, where a scheduler runs.
    case place = "events arrive where the row says"
    /// Subscribers share what the row says: an input is subscribed to once for all of them, or once by each.
    case sharing = "subscribers share what the row says"
    /// When the end has come, or all have cancelled, upstream is neither running nor scheduled.
    case release = "upstream is released at the end and on cancellation"
    /// When the end has come, or all have cancelled, and the publisher is gone, neither subscribers nor subscriptions
    /// to upstream are kept by anyone.
    case leak = "nothing is kept when all is over"

    /// What a test of this law is called.
    var testName: String {
        switch self {
        case .promise: "keepsItsPromise"
        case .subscription: "sendsOneSubscription"
        case .end: "sendsNothingAfterTheEnd"
        case .demand: "sendsNoMoreThanIsDemanded"
        case .cancellation: "sendsNothingAfterCancel"
        case .patience: "sendsTheSameOneAtATime"
        case .completion: "completesWithoutDemand"
        case .sink: "sendsTheSameToSink"
        case .path: "sendsTheSameEveryWay"
        case .order: "keepsItsOrder"
        case .serial: "sendsOneAtATime"
        case .place: "deliversWhereItSays"
        case .sharing: "sharesWhatItSays"
        case .release: "releasesUpstream"
        case .leak: "keepsNothing"
        }
    }
}

/// A law that a publisher breaks, with the smallest history that shows it.
///
/// ```
/// /Shop/Tests/ShopTests/CartTests.swift:12: each history is one that is promised: SinglePublisher
///   upstream: 0-1|
///   observed: 0-1|
///   subscriber: the first, unlimited demand
///
///     @Test func keepsItsPromise() throws {
///         let scheduler = TestScheduler()
///         let upstream = try scheduler.upstream("0-1|")
///         let publisher = upstream.map { $0 }
///         let recorder = publisher.record(on: scheduler)
///         scheduler.advance(to: 19)
///         #expect(recorder.recording != "0-1|")
///     }
/// ```
///
/// The test fails until the publisher keeps the law.
public struct LawViolation: Error, Hashable, Sendable, CustomStringConvertible {
    /// The law that is broken.
    public let law: Law
    /// Where the law kit was called: the file and the line. For a row of a table, where the row stands.
    public let location: String
    /// What exactly was seen.
    public let detail: String
    /// What the inputs are called.
    public let names: [String]
    /// What the inputs did, in marbles.
    public let inputs: [String]
    /// What the subscriber received, in marbles.
    public let observed: String
    /// Which subscriber it was and how much it asked for.
    public let subscriber: String
    /// A test that shows it, to be pasted beside the call: a function for Swift Testing. In XCTest it is a method whose
    /// name begins with `test`, and `#expect` is `XCTAssert`.
    public let test: String
    /// The file that shows the history as a trace, if `TRAITS_TRACE_FAILURES` in the environment asks for one.
    public internal(set) var trace: String?

    /// All of it, the test last.
    public var description: String {
        var lines = ["\(location): \(law.rawValue): \(detail)"]
        for (name, input) in zip(names, inputs) {
            lines.append("  \(name): \(input.isEmpty ? ">" : input)")
        }
        lines.append("  observed: \(observed.isEmpty ? ">" : observed)")
        lines.append("  subscriber: \(subscriber)")
        if let trace { lines.append("  trace: \(trace)") }
        lines.append("")
        lines += test.split(separator: "\n", omittingEmptySubsequences: false).map { "    \($0)" }
        return lines.joined(separator: "\n")
    }
}

/// One history that the law kit has seen, in marbles with their values and times.
public struct LawExample: Hashable, Sendable {
    /// What the inputs did.
    public let inputs: [String]
    /// What an unlimited subscriber received.
    public let observed: String
}

/// What the law kit has seen when no law was broken.
public struct LawReport: Hashable, Sendable, CustomStringConvertible {
    /// How many histories were run.
    public var histories = 0
    /// In how many ways the values were taken: subscribers and sinks of each kind, times what inputs answered.
    public var paths: Int { ways.count }
    /// The shapes that subscribers saw, for each combination of shapes of the inputs.
    public var observed: [[HistoryShape]: Set<HistoryShape>] = [:]
    /// For each combination of shapes that was seen at a subscription at the beginning, the first and so smallest
    /// history that showed it.
    public var examples: [[HistoryShape]: [HistoryShape: LawExample]] = [:]

    /// Where events arrived.
    var arrivals: Set<LawArrival> = []
    /// What subscribers were seen not to share.
    var refuted: Set<LawSharing> = []

    /// The takers whose values were checked against the row, for each combination of shapes of the inputs.
    var takers: [[HistoryShape]: Set<String>] = [:]

    /// The shapes that ended where a closure acted, the scheduler was odd or demand came late, and those where something
    /// came after the end.
    private(set) var odd = LawOddities()
    /// The same where inputs send inside of their own events, which no input does that promises anything.
    private(set) var nested = LawOddities()

    /// A run in which something was odd: traits have to be kept there too.
    mutating func noteOdd(_ inputs: [HistoryShape], _ log: some LawOddLog, isNested: Bool = false) {
        if isNested { nested.note(inputs, log) } else { odd.note(inputs, log) }
    }

    /// Those that every situation is driven on, and others that were.
    private(set) var ways: Set<String> = ["subscriber", "oneAtATime", "noneThenSome", "sink"]

    mutating func note(_ path: LawPath, _ answers: LawAnswers) {
        // When it is cancelled makes no other path.
        let way = if case .cancelledSink = path { "cancelledSink" } else { "\(path)" }
        ways.insert("\(way) \(answers)")
    }

    /// All shapes that any subscriber saw.
    public var shapes: Set<HistoryShape> { observed.values.reduce(into: []) { $0.formUnion($1) } }

    /// The number of histories and of paths, and the shapes, in a stable order.
    public var description: String {
        "\(histories) histories on \(paths) paths, shapes: "
            + shapes.map(\.description).sorted().joined(separator: " ")
    }
}
