/// Rules and a cut that hold until a value has got through; then all events pass.
public struct Opening: Hashable, Sendable {
    /// What becomes of each event until a value has got through.
    public var rules: Rules
    /// How the stream may be ended until then; nil if it can't be.
    public var cut: Cut?

    /// Creates a stage of rules and a cut.
    public init(rules: Rules, cut: Cut?) {
        self.rules = rules
        self.cut = cut
    }
}

/// The state is that of the rules, or says that it is open.
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
