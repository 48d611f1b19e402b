/// The combination of several inputs into one stream, event by event.
///
/// Only this type defines the meaning of the table's words for combining. ``PairImages`` and ``Spawning`` run it over
/// all histories, for derivation, and ``Simulation`` over a few, for examples.
struct Combiner {
    /// The progress of an input.
    enum Phase: UInt8, Hashable {
        /// Not subscribed yet.
        case waiting
        case running
        case finished
        case failed
        /// Cancelled.
        case left
        /// No more values are requested from it.
        case stalled

        var isOver: Bool { self == .finished || self == .failed }
    }

    /// The memory of an input.
    struct Input: Hashable {
        var phase: Phase
        /// The number of values that wait for partners (`zip`, `match`); otherwise 1 after an event that makes a
        /// difference.
        var count = 0
    }

    /// The memory of all inputs.
    struct Memory: Hashable {
        var inputs: [Input]
        var gate = Signals.Gate.open
        /// The remaining events of the publishers that were made; nil if none runs.
        var pool: History?
    }

    /// A possible result of an event.
    struct Outcome: Hashable {
        var memory: Memory
        var output: [Event] = []
        /// The input that is subscribed to.
        var subscribes: Int?
        /// The history of that input, if it was made from a value or is subscribed to again.
        var made: History?
        /// A Boolean value that indicates whether the subscription comes later.
        var isLater = false

        init(_ memory: Memory, _ output: [Event] = []) {
            self.memory = memory
            self.output = output
        }
    }

    let combination: Behaviour.Combination
    /// The possible histories of a publisher that is made from a value.
    let inner: [History]
    /// The largest number of values of an input, which stands for itself and all larger numbers.
    let most: Int
    private var spawn: Behaviour.Spawn? { combination.spawn }

    init(_ combination: Behaviour.Combination, inner: [History] = [], most: Int) {
        self.combination = combination
        self.inner = inner
        self.most = most
    }

    /// The largest number of values that wait for partners, which stands for itself and all larger numbers. More is
    /// never needed: one input may have two full counts of values, early and late, and the other none.
    private var full: Int { 2 * most + 1 }

    /// A Boolean value that indicates whether the difference between the inputs' numbers of values matters.
    var comparesCounts: Bool {
        switch combination {
        case .joined(.zip), .repeated(.zip, none: _), .match: true
        default: false
        }
    }

    /// A Boolean value that indicates whether the second input is subscribed to first, so that its immediate events
    /// come before those of the first input.
    var hasSignals: Bool { if case .signal(let signals) = combination { !signals.areGroups } else { false } }

    /// The memory of a number of inputs before any event.
    func start(_ count: Int) -> Memory {
        var memory = Memory(inputs: Array(repeating: Input(phase: .running), count: count))
        switch combination {
        case .joined(.concat), .repeated(.concat, none: _), .repeat, .rescue, .fallback:
            for index in memory.inputs.indices.dropFirst() { memory.inputs[index].phase = .waiting }
        case .signal(let signals): memory.gate = signals.start
        default: break
        }
        return memory
    }

    /// The possible results of an event of an input.
    func receive(_ event: Event, from index: Int, _ memory: Memory) -> [Outcome] {
        var memory = memory
        if event != .value, memory.inputs.indices.contains(index) {
            memory.inputs[index].phase = event == .finish ? .finished : .failed
        }
        switch combination {
        case .source, .anything, .pass: return [Outcome(memory, [event])]
        case .joined(let joint), .repeated(let joint, none: _):
            return receive(event, from: index, memory, joint)
        case .repeat: return receive(event, from: index, memory, .concat)
        case .match: return zipped(event, from: index, memory)
        case .signal(let signals):
            return index == 0 ? gated(event, memory) : signalled(event, memory, signals)
        case .fallback:
            guard index == 0 else { return [Outcome(memory, [event])] }
            if event == .value { memory.inputs[0].count = 1 }
            return event == .finish && memory.inputs[0].count == 0
                ? [subscribed(1, memory)] : [Outcome(memory, [event])]
        case .rescue(let mayFail):
            guard index == 0 && event == .failure else { return [Outcome(memory, [event])] }
            return (mayFail ? [Outcome(memory, [.failure])] : []) + [subscribed(1, memory)]
        case .flatten, .switch: return index == 0 ? outer(event, memory) : [pooled(event, memory)]
        case .retry(let mayWait):
            guard event == .failure else { return [Outcome(memory, [event])] }
            var result = [Outcome(memory, [.failure])]
            for isLater in mayWait ? [false, true] : [false] {
                for history in inner {
                    var again = subscribed(0, memory)
                    (again.made, again.isLater) = (history, isLater)
                    result.append(again)
                }
            }
            return result
        }
    }

    private func subscribed(_ index: Int, _ memory: Memory) -> Outcome {
        var outcome = Outcome(memory)
        outcome.memory.inputs[index].phase = .running
        outcome.subscribes = index
        return outcome
    }

    // MARK: - Any number of inputs

    private func receive(
        _ event: Event, from index: Int, _ memory: Memory, _ joint: Behaviour.Joint
    ) -> [Outcome] {
        var memory = memory
        switch joint {
        case .merge: return [Outcome(memory, event == .finish ? commonEnd(memory) : [event])]
        case .gather: return [Outcome(memory, event == .value ? [.value] : commonEnd(memory))]
        case .latest:
            guard event == .value else {
                return [Outcome(memory, event == .finish ? commonEnd(memory) : [event])]
            }
            memory.inputs[index].count = 1
            return [Outcome(memory, memory.inputs.allSatisfy { $0.count == 1 } ? [.value] : [])]
        case .zip: return event == .failure ? [Outcome(memory, [event])] : zipped(event, from: index, memory)
        case .concat:
            let isLast = index + 1 == memory.inputs.count
            return event == .finish && !isLast
                ? [subscribed(index + 1, memory)] : [Outcome(memory, [event])]
        case .race:
            for other in memory.inputs.indices where other != index { memory.inputs[other].phase = .left }
            return [Outcome(memory, [event])]
        }
    }

    /// The end if all inputs have ended: a failure if any has failed.
    private func commonEnd(_ memory: Memory) -> [Event] {
        guard memory.inputs.allSatisfy(\.phase.isOver) else { return [] }
        return memory.inputs.contains { $0.phase == .failed } ? [.failure] : [.finish]
    }

    /// Sends one value as soon as every input has one.
    private func zipped(_ event: Event, from index: Int, _ memory: Memory) -> [Outcome] {
        guard event == .value else { return [Outcome(memory, dryEnd(memory))] }
        var memory = memory
        memory.inputs[index].count = min(memory.inputs[index].count + 1, full)
        guard memory.inputs.allSatisfy({ $0.count > 0 }) else { return [Outcome(memory)] }
        var left = [memory]
        for input in memory.inputs.indices {
            let isFull = memory.inputs[input].count == full
            left = left.flatMap { memory in
                var fewer = memory
                fewer.inputs[input].count -= 1
                return isFull ? [memory, fewer] : [fewer]
            }
        }
        return left.map { Outcome($0, [.value] + dryEnd($0)) }
    }

    /// The end if an input has ended and all its values have found partners: a failure if any input has failed by then.
    private func dryEnd(_ memory: Memory) -> [Event] {
        guard memory.inputs.contains(where: { $0.phase.isOver && $0.count == 0 }) else { return [] }
        return memory.inputs.contains { $0.phase == .failed } ? [.failure] : [.finish]
    }

    // MARK: - Signals

    private func gated(_ event: Event, _ memory: Memory) -> [Outcome] {
        var memory = memory
        memory.inputs[0].count = 1
        guard event == .value else {
            return [
                Outcome(memory, event == .finish && memory.gate == .filled ? [.value, .finish] : [event])
            ]
        }
        return memory.gate.passing.map { passing in
            memory.gate = passing.next
            return Outcome(memory, passing.passes ? [.value] : [])
        }
    }

    private func signalled(_ event: Event, _ memory: Memory, _ signals: Signals) -> [Outcome] {
        signals.effects(of: event, afterValue: memory.inputs[1].count == 1).map { effect in
            var next = memory
            if event == .value { next.inputs[1].count = 1 }
            next.gate = effect.gate ?? memory.gate
            if effect == .group { return Outcome(next, memory.gate == .filled ? [.value] : []) }
            return Outcome(next, effect.event.map { [$0] } ?? [])
        }
    }

    // MARK: - Publishers made from values

    private func outer(_ event: Event, _ memory: Memory) -> [Outcome] {
        guard event == .value else {
            return [Outcome(memory, event == .failure || memory.pool == nil ? [event] : [])]
        }
        var result: [Outcome] = []
        if spawn == .flatten, let pool = memory.pool, pool.end != .finished {
            // If the number of publishers is limited, no more values are requested from the first input until a
            // publisher finishes, which may never happen.
            var stalled = memory
            stalled.inputs[0].phase = .stalled
            result.append(Outcome(stalled))
        }
        for made in Set(inner.flatMap { pools(memory.pool, with: $0) }).sorted(by: Self.inOrder) {
            var outcome = Outcome(memory)
            outcome.memory.pool = made
            // The moment of the first event matters only to the subscription.
            outcome.memory.pool?.isImmediate = false
            (outcome.subscribes, outcome.made) = (1, made)
            result.append(outcome)
        }
        return result
    }

    private func pooled(_ event: Event, _ memory: Memory) -> Outcome {
        var memory = memory
        switch event {
        case .value:
            memory.pool?.values -= 1
            return Outcome(memory, [.value])
        case .failure: return Outcome(memory, [.failure])
        case .finish:
            memory.pool = nil
            return Outcome(memory, memory.inputs[0].phase == .finished ? [.finish] : [])
        }
    }

    /// The possible pools after one more publisher is subscribed to.
    ///
    /// All publishers form one pool. Merged streams interleave in any order, so only the number of values before the
    /// end matters, and which end it is.
    private func pools(_ pool: History?, with history: History) -> [History] {
        guard let pool, spawn != .switch else { return [history] }
        let fails = history.end == .failed
        let endsAtOnce = history.isImmediate && history.values == 0
        // A new publisher that ends immediately must not make the events of a running publisher immediate.
        let isImmediate = history.isImmediate && !(endsAtOnce && history.end == .finished)
        var result: [History] = []
        func add(_ values: Int, _ end: Shape.End) {
            result.append(History(isImmediate: isImmediate, values: min(values, most), end: end))
        }
        if pool.end != .failed && !fails {
            let ends = pool.end == .finished && history.end == .finished
            add(pool.values + history.values, ends ? .finished : .silent)
        }
        if pool.end == .failed && !(endsAtOnce && fails) {
            for values in (history.isImmediate ? min(1, history.values) : 0)...history.values {
                add(pool.values + values, .failed)
            }
        }
        if fails {
            for values in 0...(endsAtOnce ? 0 : pool.values) { add(history.values + values, .failed) }
        }
        return result
    }

    /// A fixed order, so that the first of several shortest examples is always the same.
    private static func inOrder(_ left: History, _ right: History) -> Bool {
        (left.values, left.end.rawValue, left.isImmediate ? 0 : 1)
            < (right.values, right.end.rawValue, right.isImmediate ? 0 : 1)
    }
}
