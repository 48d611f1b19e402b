// What follows from an event where the second input sends signals. It is subscribed to first.
//
// Of the first input the state remembers whether it has sent anything, of the second one whether it has sent a value, and
// where the gate is.

extension Simulation {
    /// Whether an input comes immediately, and signals that do so too have to come before it.
    func waitsForSignals(_ index: Int, _ state: State) -> Bool {
        guard case .signal = behaviour.combination, index == 0 else { return false }
        return state.runners[1].phase == .immediate
    }

    /// Whether the next signal comes later, since the first input has sent something: immediate signals come before that.
    func comesAfterStart(_ index: Int, _ state: State) -> Bool {
        guard case .signal = behaviour.combination, index == 1 else { return false }
        return !state.isLate && state.memory[0] == 1
    }

    func upstream(_ event: Event, _ state: State) -> [Combination] {
        var state = state
        state.memory[0] = 1
        guard event == .value, case .signal(let signals) = behaviour.combination else {
            return [(state, [event], nil)]
        }
        let passing = gate(signals, state).passing
        set(passing.next, in: &state)
        return [(state, passing.passes ? [.value] : [], nil)]
    }

    func signal(_ event: Event, _ signals: Signals, _ state: State) -> [Combination] {
        signals.effects(of: event, afterValue: state.memory[1] & 1 == 1).map { effect in
            var next = state
            if event == .value { next.memory[1] |= 1 }
            if let gate = effect.gate { set(gate, in: &next) }
            return (next, effect.event.map { [$0] } ?? [], nil)
        }
    }

    private func gate(_ signals: Signals, _ state: State) -> Signals.Gate {
        Signals.Gate(rawValue: (state.memory[1] >> 1) - 1) ?? signals.start
    }

    private func set(_ gate: Signals.Gate, in state: inout State) {
        state.memory[1] = (state.memory[1] & 1) | (gate.rawValue + 1) << 1
    }
}
