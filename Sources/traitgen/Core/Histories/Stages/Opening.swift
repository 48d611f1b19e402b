/// Rules and a cut that apply until a value has got through; then all events pass.
public struct Opening: Hashable, Sendable {
    /// The rules for events until a value has got through.
    public var rules: Rules
    /// The possible ends until then; nil if the stream can't be cut.
    public var cut: Cut?

    /// Creates a stage of rules and a cut.
    public init(rules: Rules, cut: Cut?) {
        self.rules = rules
        self.cut = cut
    }
}

/// The state is the state of the rules, or `open`.
extension Opening: StageAutomaton {
    private static let open = 2

    func step(_ state: Int, _ event: TimedEvent) -> [StageStep] {
        guard state != Self.open else { return [StageStep(state, [event])] }
        return rules.step(state, event).map { step in
            step.events.contains { $0.event == .value } ? StageStep(Self.open, step.events) : step
        }
    }

    func moves(_ state: Int) -> [StageMove] { state == Self.open ? [] : cut?.moves(state) ?? [] }
}
