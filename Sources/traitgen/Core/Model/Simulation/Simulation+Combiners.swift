// What follows from an event of an input where a row combines several: merging, pairing, flattening and so on.

extension Simulation {
    typealias Combination = (state: State, events: [Event], started: Int?)

    func combine(_ event: Event, from index: Int, _ state: State) -> [Combination] {
        if event == .failure { return fail(from: index, state) }
        var state = state
        let isValue = event == .value
        switch behaviour.combination {
        // What is repeated is shown as several inputs, one after the other.
        case .source, .anything, .pass, .retry, .repeat, .rescue: return [(state, [event], nil)]
        case .joined(.merge), .repeated(.merge, none: _):
            if isValue { return [(state, [.value], nil)] }
            return [(state, state.runners.allSatisfy { $0.phase == .over } ? [.finish] : [], nil)]
        case .joined(.gather), .repeated(.gather, none: _):
            return [(state, isValue ? [.value] : gatheredEnd(state), nil)]
        case .joined(.latest), .repeated(.latest, none: _):
            if isValue {
                state.memory[index] = 1
                return [(state, state.memory.allSatisfy { $0 == 1 } ? [.value] : [], nil)]
            }
            return [(state, state.runners.allSatisfy { $0.phase == .over } ? [.finish] : [], nil)]
        case .joined(.zip), .repeated(.zip, none: _), .match:
            var events: [Event] = []
            if isValue {
                state.memory[index] += 1
                if state.memory.allSatisfy({ $0 > 0 }) {
                    state.memory = state.memory.map { $0 - 1 }
                    events.append(.value)
                }
            }
            return [(state, events + dryEnd(state), nil)]
        case .signal(let signals):
            guard index == 1 else { return upstream(event, state) }
            return signal(event, signals, state)
        case .joined(.concat), .repeated(.concat, none: _):
            guard !isValue else { return [(state, [.value], nil)] }
            guard index + 1 < state.runners.count else { return [(state, [.finish], nil)] }
            state.runners[index + 1].start(isLate: state.isLate, onTheWay: true)
            return [(state, [], index + 1)]
        case .joined(.race), .repeated(.race, none: _):
            for other in state.runners.indices where other != index { state.runners[other] = .none }
            return [(state, [event], nil)]
        case .fallback:
            guard index == 0 else { return [(state, [event], nil)] }
            if isValue { state.memory[0] = 1 }
            if isValue || state.memory[0] == 1 { return [(state, [event], nil)] }
            state.runners[1].start(isLate: state.isLate, onTheWay: true)
            return [(state, [], 1)]
        case .flatten(let mayFail), .switch(let mayFail), .exhaust(let mayFail):
            if index == 1 {
                if isValue { return [(state, [.value], nil)] }
                return [(state, state.runners[0].phase == .over ? [.finish] : [], nil)]
            }
            guard isValue else { return [(state, state.runners[1].phase == .over ? [.finish] : [], nil)] }
            if spawn == .exhaust, state.runners[1].phase != .over { return [(state, [], nil)] }
            var result: [Combination] = mayFail ? [(state, [.failure], nil)] : []
            if spawn == .flatten, state.runners[1].phase != .over,
                state.runners[1].end != .finished
            {
                // Where the number of publishers is limited, nothing more is asked of the first input until one of
                // them finishes, which may be never.
                var stalled = state
                stalled.runners[0].phase = .silent
                result.append((stalled, [], nil))
            }
            for runner in Set(inner.flatMap { addInner($0, to: state.runners[1]) }).sorted(by: Self.inOrder) {
                var next = state
                next.runners[1] = runner
                next.runners[1].start(isLate: state.isLate, onTheWay: true)
                result.append((next, [], 1))
            }
            return result
        }
    }

    private var spawn: Behaviour.Spawn? { Behaviour.Spawn(rawValue: behaviour.combiner.rawValue) }

    private func fail(from index: Int, _ state: State) -> [Combination] {
        var result: [Combination] = []
        switch behaviour.combination {
        case .rescue(let mayFail) where index == 0:
            if mayFail { result.append((state, [.failure], nil)) }
            var next = state
            next.runners[1].start(isLate: state.isLate, onTheWay: true)
            result.append((next, [], 1))
        case .retry(let mayWait):
            result.append((state, [.failure], nil))
            for state in mayWait && !state.isLate ? [state, later(state)] : [state] {
                for history in inner {
                    var next = state
                    next.runners[0] = Runner(history)
                    next.runners[0].start(isLate: state.isLate, onTheWay: true)
                    result.append((next, [], 0))
                }
            }
        case .joined(.gather), .repeated(.gather, none: _):
            var next = state
            next.memory[index] = 1
            result.append((next, gatheredEnd(next), nil))
        case .match: result.append((state, dryEnd(state), nil))
        case .signal(let signals) where index == 1: result += signal(.failure, signals, state)
        default: result.append((state, [.failure], nil))
        }
        return result
    }

    /// The end when an input has ended whose values have all found their partners. Only where failures wait can one be over.
    private func dryEnd(_ state: State) -> [Event] {
        let isDry = state.runners.indices.contains {
            state.runners[$0].phase == .over && state.memory[$0] == 0
        }
        guard isDry else { return [] }
        let fails = state.runners.contains { $0.phase == .over && $0.end == .failed }
        return [fails ? .failure : .finish]
    }

    /// The end when all inputs have ended: a failure if one has failed.
    private func gatheredEnd(_ state: State) -> [Event] {
        guard state.runners.allSatisfy({ $0.phase == .over }) else { return [] }
        return state.memory.contains(1) ? [.failure] : [.finish]
    }

    /// What is to come from the inner publishers when one more is subscribed.
    ///
    /// All of them together are one runner: merged streams come in any order, so what matters is
    /// how many values there are before the end, and which end it is.
    private func addInner(_ history: History, to active: Runner) -> [Runner] {
        let isAlone = active.phase == .over || spawn == .switch
        guard !isAlone else { return [Runner(history)] }
        func runner(_ values: Int, _ end: Shape.End) -> Runner {
            Runner(History(isImmediate: history.isImmediate, values: min(values, most), end: end))
        }
        let fails = history.end == .failed
        let endsAtOnce = history.isImmediate && history.values == 0
        var result: [Runner] = []
        if active.end != .failed && !fails {
            let ends = active.end == .finished && history.end == .finished
            result.append(runner(active.remaining + history.values, ends ? .finished : .silent))
        }
        if active.end == .failed && !(endsAtOnce && fails) {
            for values in (history.isImmediate ? min(1, history.values) : 0)...history.values {
                result.append(runner(active.remaining + values, .failed))
            }
        }
        if fails {
            for values in 0...(endsAtOnce ? 0 : active.remaining) {
                result.append(runner(history.values + values, .failed))
            }
        }
        // A new publisher that comes later must not delay one that is already running.
        return result.map { merged in
            var merged = merged
            if endsAtOnce && history.end == .finished { merged.isImmediate = false }
            return merged
        }
    }

    /// A fixed order, so that the first of several shortest examples is always the same.
    private static func inOrder(_ left: Runner, _ right: Runner) -> Bool {
        (left.remaining, left.end.rawValue, left.isImmediate ? 0 : 1)
            < (right.remaining, right.end.rawValue, right.isImmediate ? 0 : 1)
    }
}
