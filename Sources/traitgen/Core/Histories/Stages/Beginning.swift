/// Values that an operator sends synchronously, before everything else: `begins o`.
public struct Beginning: Hashable, Sendable {
    /// The number of values.
    public var values: Int
    /// A Boolean value that indicates whether any number of further values may follow: `begins o*`.
    public var hasMore: Bool

    /// Creates a stage that begins with values.
    public init(values: Int, hasMore: Bool) {
        self.values = values
        self.hasMore = hasMore
    }

    /// The stage as the table writes it.
    package var text: String { "begins " + String(repeating: "o", count: values) + (hasMore ? "o*" : "") }

    /// The possible numbers of values.
    func counts(upTo most: Int) -> ClosedRange<Int> { values...(hasMore ? max(values, most) : values) }
}

/// Every event passes: the values have been sent before.
extension Beginning: StageAutomaton {
    func beginnings(limit: Int) -> ClosedRange<Int> { counts(upTo: TimedSpace.most(limit: limit)) }

    func step(_ state: Int, _ event: TimedEvent) -> [StageStep] { [StageStep(state, [event])] }
}
