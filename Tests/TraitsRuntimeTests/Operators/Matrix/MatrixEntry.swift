import Testing
import TraitsRuntime
import TraitsTesting

/// A publisher of an operator table, with what a harness offers, for the checks that hold of all of them.
struct MatrixEntry: CustomTestStringConvertible, Sendable {
    /// The checks that not every publisher meets.
    enum Check: String, CaseIterable, Sendable {
        /// A subscription after the first is cancelled, and the first is kept.
        case secondSubscription
        /// What an input sends after the end has no effect.
        case lateEvents
        /// A value that comes before a subscription has no effect.
        case earlyEvents
        /// A failure of an input ends the output.
        case failures
        /// Cancelling inside of `receive(subscription:)` silences.
        case leavingAtOnce
        /// An input that has failed is not cancelled.
        case failedInputs
        /// Cancelling reaches every input.
        case cancelling
        /// A subscriber that asks for one value at a time sees what one that asks for everything sees.
        case patience
        /// No more values than were asked for.
        case demand
    }

    /// The row's name in the table.
    let name: String
    /// What the subscription prints as.
    let subscription: String
    /// What doesn't hold of the publisher, and why.
    let exempt: [Check: String]
    // Safe to share: all it captures is the builder, which is.
    private nonisolated(unsafe) let start: (MatrixHarness, DemandPolicy?, Int?) -> MatrixWatch

    var testDescription: String { name }

    init<P: Publisher>(
        _ name: String, as subscription: String? = nil, exempt: [Check: String] = [:],
        _ build: @escaping @Sendable (MatrixHarness) -> P
    ) {
        self.name = name
        self.subscription = subscription ?? String(name.split(separator: ".").last!)
        self.exempt = exempt
        start = { harness, demand, limit in
            harness.mayCancelFailed = exempt[.failedInputs] != nil
            let watch = MatrixWatch(build(harness), demand, cancelAfter: limit)
            harness.scheduler.advance()
            return watch
        }
    }

    func run(_ harness: MatrixHarness, _ demand: DemandPolicy?, cancelAfter limit: Int? = nil) -> MatrixWatch
    {
        start(harness, demand, limit)
    }

    func holds(_ check: Check) -> Bool { exempt[check] == nil }
}

extension MatrixEntry {
    /// Of operators without state, whose subscriber hands upstream's subscription on, as in Combine.
    static let handsThrough = "downstream is given upstream's subscriptions, and answers for them"
    static let trapsEarlyValues = "a value before the subscription stops the program"

    static let through: [Check: String] = [
        .secondSubscription: handsThrough, .lateEvents: handsThrough, .earlyEvents: handsThrough,
    ]
    /// Of operators that count the demand they pass from one upstream to the next, as in Combine.
    static let counting: [Check: String] = [.earlyEvents: "a value that was not asked for stops the program"]
    static let trapping: [Check: String] = [.earlyEvents: trapsEarlyValues]

    static let ofRuntime =
        sources + mapping + filtering + reducing + ends + combining + time + sharing + effects

    static let all = ofRuntime + ofTraits + ofFoundation
}
