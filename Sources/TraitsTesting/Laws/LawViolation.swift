/// A law that every publisher keeps.
public enum Law: String, Hashable, Sendable, CaseIterable {
    /// Each history, of each subscriber, is allowed by the publisher's promise.
    case promise = "each history is one that is promised"
    /// Exactly one subscription comes, before all other events.
    case subscription = "one subscription comes, before all else"
    /// Nothing comes after a completion.
    case end = "nothing comes after the end"
    /// Never more values come than were demanded.
    case demand = "never more values come than were demanded"
    /// Nothing comes after `cancel()` has returned, and it sends nothing itself; but a publisher that ends synchronously, such as
    /// `Empty`, may send its end to a subscriber that cancels inside of the call that subscribes.
    case cancellation = "nothing comes after cancel() has returned"
    /// Asking for one value at a time gives the same history as asking for all values.
    case patience = "one value at a time is the same history as all values together"
    /// A subscriber that asks for as many values as come gets the completion too, unless inputs still have events to
    /// send.
    case completion = "a completion needs no demand"
    /// `sink` sees the same history as any subscriber that asks for all values.
    case sink = "sink sees what every unlimited subscriber sees"
    /// Every way to take the values shows the same history: `Subscribers.Sink`, `sink`, the sinks of the traits, an
    /// eraser, an asynchronous sequence and `value`; also where inputs answer without a subscription.
    case path = "every way to take the values shows the same history"
    /// Values come in the order in which they were sent, and no value is lost that the promise keeps. This holds in whatever
    /// order, or on however many threads, a scheduler runs due work.
    case order = "whatever order a scheduler runs what is due in, events stay in theirs"
    /// No two threads call a subscriber at the same time, even if a scheduler runs due work on several threads.
    case serial = "a subscriber is called by one thread at a time"
    /// Events arrive at the places that the row names: where the inputs send, where a scheduler runs.
    case place = "events arrive where the row says"
    /// Subscribers share inputs as the row says: an input is subscribed to once for all of them, or once by each.
    case sharing = "subscribers share what the row says"
    /// When the end has come, or all subscribers have cancelled, upstream is neither running nor scheduled.
    case release = "upstream is released at the end and on cancellation"
    /// When the end has come, or all subscribers have cancelled, and the publisher is released, no object keeps subscribers or
    /// subscriptions to upstream.
    case leak = "nothing is kept when all is over"
    /// A value that an input sends unasked does no harm: the run returns, a subscriber that asks for everything sees a
    /// history that is promised, and no more values come unasked than inputs have sent unasked. Checked for the rows of a table.
    case surplus = "an input that sends without being asked does no harm"
    /// Every run returns: no precondition fails, no number overflows, and no call sends events for ever. Checked for the rows of
    /// a table.
    case stop = "every run returns"

    /// The name of a test of this law.
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
        case .surplus: "standsUnaskedValues"
        case .stop: "returns"
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
    /// The file and the line from which the law kit was called. For a row of a table, the line of the row.
    public let location: String
    /// The exact observation that breaks the law.
    public let detail: String
    /// The names of the inputs.
    public let names: [String]
    /// The histories of the inputs, in marbles.
    public let inputs: [String]
    /// The history that the subscriber received, in marbles.
    public let observed: String
    /// The subscriber that observed the violation, and its demand.
    public let subscriber: String
    /// The shapes that the inputs' histories may have had for the subscriber.
    let shapes: [[HistoryShape]]
    /// A test that shows the violation, to be pasted beside the call: a function for Swift Testing. In XCTest it is a method
    /// whose name begins with `test`, and `#expect` is `XCTAssert`.
    public let test: String
    /// The file that shows the history as a trace, if `TRAITS_TRACE_FAILURES` in the environment asks for one.
    public internal(set) var trace: String?

    /// The whole violation as text, the test last.
    public var description: String { text() }

    /// The violation as text.
    ///
    /// - Parameters:
    ///   - predicted: The history that was expected.
    ///   - more: Further lines above the test.
    func text(predicted: String? = nil, _ more: [String] = []) -> String {
        var fault = FaultText("\(location): \(law.rawValue): \(detail)")
        for (name, input) in zip(names, inputs) { fault.add(name, input.isEmpty ? ">" : input) }
        fault.add("observed", observed.isEmpty ? ">" : observed)
        fault.add("predicted", predicted)
        fault.add("subscriber", subscriber)
        fault.add("trace", trace)
        fault.add(more)
        fault.add(test: test.split(separator: "\n", omittingEmptySubsequences: false).map(String.init))
        return fault.description
    }
}

/// One history that the law kit has seen, in marbles with their values and times.
public struct LawExample: Hashable, Sendable {
    /// The histories of the inputs.
    public let inputs: [String]
    /// The history that an unlimited subscriber received.
    public let observed: String
}

/// The observations of a check in which no law was broken.
public struct LawReport: Hashable, Sendable, CustomStringConvertible {
    /// The number of histories that were run.
    public var histories = 0
    /// The number of ways in which values were taken: each kind of subscriber or sink counts once for each kind of
    /// ``LawAnswers``.
    public var paths: Int { ways.count }
    /// The shapes that subscribers saw, for each combination of shapes of the inputs.
    public var observed: [[HistoryShape]: Set<HistoryShape>] = [:]
    /// For each combination of shapes that a subscriber at the beginning saw, the first and so smallest history that showed it.
    public var examples: [[HistoryShape]: [HistoryShape: LawExample]] = [:]

    /// The places where events arrived.
    var arrivals: Set<LawArrival> = []
    /// The ways of sharing that the observations refute.
    var refuted: Set<LawSharing> = []
    /// Indicates whether two subscribers were there at the same time.
    var haveMet = false

    /// The takers whose values were checked against the row, for each combination of shapes of the inputs.
    var takers: [[HistoryShape]: Set<String>] = [:]

    /// The ways in which values were taken: four that every situation exercises, then the paths that were added.
    private(set) var ways: Set<String> = Set(
        [Taker.subscriber, .oneAtATime, .noneThenSome, .sink].map { way($0, .never) })

    mutating func note(_ taker: Taker, _ answers: LawAnswers) { ways.insert(Self.way(taker, answers)) }

    private static func way(_ taker: Taker, _ answers: LawAnswers) -> String { "\(taker.words) \(answers)" }

    /// All shapes that any subscriber saw, for any inputs.
    public var shapes: Set<HistoryShape> { observed.values.reduce(into: []) { $0.formUnion($1) } }

    /// The number of histories and of paths, and the shapes, in a stable order.
    public var description: String {
        "\(histories) histories on \(paths) paths, shapes: "
            + shapes.map(\.description).sorted().joined(separator: " ")
    }
}
