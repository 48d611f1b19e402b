@testable import TraitgenCore
@testable import TraitgenVerbs

// What signals do. The second input is subscribed to first and sends what it sends immediately; then the first one is
// subscribed to, and further signals come later. Where signals send groups, the inputs have no such order.
//
// The memory holds whether a signal has come that is a value, and how many values may pass; -1 for any number. Where
// signals send groups, it holds whether a value waits.

extension SlowBehaviour {
    var sendsGroups: Bool { signals.values.joined().contains(.group) }
}

extension SlowSimulation {
    func startSignals(_ state: inout State) {
        let effects = behaviour.signals.values.joined()
        state.memory = [0, effects.contains(.opens) || effects.contains(.opensOnce) ? 0 : -1]
        if behaviour.sendsGroups {
            state.memory[1] = 0
            state.runners[0].start(isLate: false, onTheWay: false)
        }
        state.runners[1].start(isLate: false, onTheWay: false)
    }

    /// The first input, whose values pass or don't.
    func gate(_ event: Event, _ state: State) -> [Combination] {
        var state = state
        return event == .value && !state.passes() ? [(state, [], nil)] : [(state, [event], nil)]
    }

    /// The first input, whose values wait for a signal or fill a group. What waits goes out before the finish.
    func collect(_ event: Event, _ state: State) -> [Combination] {
        var (waiting, full) = (state, state)
        (waiting.memory[1], full.memory[1]) = (1, 0)
        switch event {
        case .value: return [(waiting, [], nil), (full, [.value], nil)]
        case .finish: return [(state, state.memory[1] == 1 ? [.value, .finish] : [.finish], nil)]
        case .failure: return [(state, [.failure], nil)]
        }
    }

    /// Indicates whether the first input has still to be subscribed to.
    func isSubscribing(_ state: State) -> Bool {
        behaviour.combiner == .signal && !behaviour.sendsGroups && state.runners[0].phase == .waiting
    }

    /// The state when the first input has been subscribed to; nil as long as a signal is due, or where that is done.
    func subscribed(_ state: State) -> State? {
        guard isSubscribing(state), state.runners[1].phase != .immediate else { return nil }
        var next = state
        next.runners[0].start(isLate: false, onTheWay: false)
        return next
    }

    func isLateSignal(_ index: Int, _ state: State) -> Bool {
        behaviour.combiner == .signal && !behaviour.sendsGroups && index == 1 && !state.isLate
            && !isSubscribing(state)
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
            case .group:
                after.memory[1] = 0
                return (after, next.memory[1] == 1 ? [.value] : [], nil)
            }
            return (after, [], nil)
        }
    }
}

extension SlowSimulation.State {
    /// Indicates whether a value of the first input passes; then one less may.
    mutating func passes() -> Bool {
        if memory[1] > 0 {
            memory[1] -= 1
            return true
        }
        return memory[1] < 0
    }
}
