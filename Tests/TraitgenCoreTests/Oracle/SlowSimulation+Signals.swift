@testable import TraitgenCore
@testable import TraitgenVerbs

// What signals do. The second input is subscribed to first and sends what it sends immediately; then the first one is
// subscribed to, and further signals come later.
//
// The memory holds whether a signal has come that is a value, and how many values may pass; -1 for any number.

extension SlowSimulation {
    func startSignals(_ state: inout State) {
        let effects = behaviour.signals.values.joined()
        state.memory = [0, effects.contains(.opens) || effects.contains(.opensOnce) ? 0 : -1]
        state.runners[1].start(isLate: false, onTheWay: false)
    }

    /// Whether the first input has still to be subscribed to.
    func isSubscribing(_ state: State) -> Bool {
        behaviour.combiner == .signal && state.runners[0].phase == .waiting
    }

    /// The state when the first input has been subscribed to; nil as long as a signal is due, or where that is done.
    func subscribed(_ state: State) -> State? {
        guard isSubscribing(state), state.runners[1].phase != .immediate else { return nil }
        var next = state
        next.runners[0].start(isLate: false, onTheWay: false)
        return next
    }

    func isLateSignal(_ index: Int, _ state: State) -> Bool {
        behaviour.combiner == .signal && index == 1 && !state.isLate && !isSubscribing(state)
    }

    func signal(_ event: Event, _ state: State) -> [Combination] {
        let context: Rules.Context = state.memory[0] == 1 ? .afterValue : .beforeValue
        let rule = behaviour.signals[.init(context, event)] ?? behaviour.signals[.init(.any, event)]
        var next = state
        if event == .value { next.memory[0] = 1 }
        guard let rule else { return [(next, event == .failure ? [.failure] : [], nil)] }
        return rule.map { effect in
            var after = next
            switch effect {
            case .nothing: break
            case .sends(let event): return (after, [event], nil)
            case .opens: after.memory[1] = -1
            case .opensOnce: after.memory[1] = 1
            }
            return (after, [], nil)
        }
    }
}

extension SlowSimulation.State {
    /// Whether a value of the first input passes; then one less may.
    mutating func passes() -> Bool {
        if memory[1] > 0 {
            memory[1] -= 1
            return true
        }
        return memory[1] < 0
    }
}
