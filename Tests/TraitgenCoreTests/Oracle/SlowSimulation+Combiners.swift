@testable import TraitgenCore
@testable import TraitgenVerbs

// What follows from an event of an input where a row combines several: merging, pairing, flattening and so on.

extension SlowSimulation {
    typealias Combination = (state: State, events: [Event], started: Int?)

    func combine(_ event: Event, from index: Int, _ state: State) -> [Combination] {
        if event == .failure { return fail(from: index, state) }
        var state = state
        let isValue = event == .value
        switch behaviour.combiner {
        case .pass, .anything, .retry, .rescue: return [(state, [event], nil)]
        case .repeat:
            guard !isValue else { return [(state, [event], nil)] }
            // It may have been the last time.
            return [(state, [event], nil)] + again(state)
        case .merge:
            if isValue { return [(state, [.value], nil)] }
            return [(state, state.runners.allSatisfy { $0.phase == .over } ? [.finish] : [], nil)]
        case .gather:
            if isValue { return [(state, [.value], nil)] }
            return [(state, end(ofGathered: state), nil)]
        case .latest:
            if isValue {
                state.memory[index] = 1
                return [(state, state.memory.allSatisfy { $0 == 1 } ? [.value] : [], nil)]
            }
            return [(state, state.runners.allSatisfy { $0.phase == .over } ? [.finish] : [], nil)]
        case .zip, .match:
            var events: [Event] = []
            if isValue {
                state.memory[index] += 1
                if state.memory.allSatisfy({ $0 > 0 }) {
                    state.memory = state.memory.map { $0 - 1 }
                    events.append(.value)
                }
            }
            return [(state, events + end(ofPaired: state), nil)]
        case .signal:
            if index == 1 { return signal(event, state) }
            return behaviour.sendsGroups ? collect(event, state) : gate(event, state)
        case .concat:
            guard !isValue else { return [(state, [.value], nil)] }
            guard index + 1 < state.runners.count else { return [(state, [.finish], nil)] }
            state.runners[index + 1].start(isLate: state.isLate, onTheWay: true)
            return [(state, [], index + 1)]
        case .race:
            for other in state.runners.indices where other != index { state.runners[other] = .none }
            return [(state, [event], nil)]
        case .fallback:
            guard index == 0 else { return [(state, [event], nil)] }
            if isValue { state.memory[0] = 1 }
            if isValue || state.memory[0] == 1 { return [(state, [event], nil)] }
            state.runners[1].start(isLate: state.isLate, onTheWay: true)
            return [(state, [], 1)]
        case .flatten, .switch:
            if index == 1 {
                if isValue { return [(state, [.value], nil)] }
                return [(state, state.runners[0].phase == .over ? [.finish] : [], nil)]
            }
            guard isValue else { return [(state, state.runners[1].phase == .over ? [.finish] : [], nil)] }
            let isBusy = state.runners[1].phase != .over
            var result: [Combination] = []
            if behaviour.combiner == .flatten, isBusy, state.runners[1].end != .finished {
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

    private func fail(from index: Int, _ state: State) -> [Combination] {
        var result: [Combination] = []
        switch behaviour.combiner {
        case .rescue where index == 0:
            if behaviour.combinerMayFail { result.append((state, [.failure], nil)) }
            var next = state
            next.runners[1].start(isLate: state.isLate, onTheWay: true)
            result.append((next, [], 1))
        case .retry:
            result.append((state, [.failure], nil))
            if behaviour.combinerMayWait {
                // It may wait for ever, and what else can happen happens meanwhile.
                var waiting = state
                waiting.runners[0].phase = .silent
                result.append((waiting, [], nil))
            }
            for state in behaviour.combinerMayWait && !state.isLate ? [state, later(state)] : [state] {
                result += again(state)
            }
        case .signal where index == 1: return signal(.failure, state)
        case .gather:
            var failed = state
            failed.memory[index] = 1
            result.append((failed, end(ofGathered: failed), nil))
        case .match:
            // It has ended as far as pairs go.
            result.append((state, end(ofPaired: state), nil))
        default: result.append((state, [.failure], nil))
        }
        return result
    }

    /// The input is subscribed again, and may do something else this time.
    private func again(_ state: State) -> [Combination] {
        inner.map { history in
            var next = state
            next.runners[0] = Runner(history)
            next.runners[0].start(isLate: state.isLate, onTheWay: true)
            return (next, [], 0)
        }
    }

    private func end(ofPaired state: State) -> [Event] {
        var isDry = false
        var hasFailed = false
        for (runner, waiting) in zip(state.runners, state.memory) where runner.phase == .over {
            isDry = isDry || waiting == 0
            hasFailed = hasFailed || runner.end == .failed
        }
        return isDry ? [hasFailed ? .failure : .finish] : []
    }

    private func end(ofGathered state: State) -> [Event] {
        if state.runners.contains(where: { $0.phase != .over }) { return [] }
        return [state.memory.max() == 1 ? .failure : .finish]
    }

    /// What is to come from the inner publishers when one more is subscribed.
    ///
    /// All of them together are one runner: merged streams come in any order, so what matters is
    /// how many values there are before the end, and which end it is.
    private func addInner(_ history: History, to active: Runner) -> [Runner] {
        let isAlone = active.phase == .over || behaviour.combiner == .switch
        guard !isAlone else { return [Runner(history)] }
        func runner(_ values: Int, _ end: Shape.End) -> Runner {
            Runner(History(isImmediate: history.isImmediate, values: min(values, limit + 2), end: end))
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
