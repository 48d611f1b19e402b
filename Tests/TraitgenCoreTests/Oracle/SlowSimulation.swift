@testable import TraitgenCore
@testable import TraitgenVerbs

/// Runs a row on concrete histories of its inputs, in every order their events can come in: one automaton that knows
/// all words of the language, and searches without any thought. It is slow, and the derivation is checked against it.
struct SlowSimulation {
    /// One subscribed publisher, or one that may be subscribed on the way.
    struct Runner: Hashable {
        enum Phase: UInt8, Hashable {
            /// Not subscribed yet.
            case waiting
            /// Its first event comes before time moves on.
            case immediate
            /// It was subscribed on the way and its first event comes before any other.
            case urgent
            /// Its first event comes when time has moved on.
            case later
            /// Its next event comes at any moment.
            case running
            /// Nothing more comes, and it never ends.
            case silent
            /// It has ended, or there is none.
            case over
        }

        var phase: Phase
        var isImmediate: Bool
        var remaining: Int
        var end: Shape.End

        init(_ history: History) {
            phase = .waiting
            isImmediate = history.isImmediate
            remaining = history.values
            end = history.end
        }

        static let none: Runner = {
            var runner = Runner(History(isImmediate: false, values: 0, end: .finished))
            runner.phase = .over
            return runner
        }()

        /// Subscribes.
        mutating func start(isLate: Bool, onTheWay: Bool) {
            if remaining == 0 && end == .silent {
                phase = .silent
            } else if isImmediate {
                phase = onTheWay ? .urgent : .immediate
            } else {
                phase = isLate ? .running : .later
            }
        }

        /// Takes the next event; there is one.
        mutating func fire() -> Event {
            guard remaining > 0 else {
                phase = .over
                return end == .finished ? .finish : .failure
            }
            remaining -= 1
            phase = remaining == 0 && end == .silent ? .silent : .running
            return .value
        }
    }

    /// How far a late subscriber has come.
    enum Joining: UInt8, Hashable {
        case joined
        case waiting
        case hasMissed
    }

    struct State: Hashable {
        var isLate = false
        var runners: [Runner]
        /// For each input the values that wait for their partners (`zip`), or whether there was
        /// one (`latest`).
        var memory: [Int]
        var sawValue = false
        /// Indicates whether a value has got through the rules.
        var isOpen = false
        /// The number of values that wait in a group or for the finish, or whether one is held.
        var waiting = 0
        /// The number of values that are kept for the finish.
        var kept = 0
        /// The size of a group; 0 where groups may have any.
        var groupSize = 0
        var joining = Joining.joined
        var first = Shape.First.never
        var values = 0
    }

    /// Something that can happen.
    struct Step {
        /// The state after it; nil once the subscriber's history is complete.
        var state: State?
        /// The subscriber's history, where it is complete.
        var shape: Shape?
        /// The input the event comes from; nil for the passing of time and for a cut.
        var runner: Int?
        var event: Event?
        /// What the subscriber receives.
        var output: [Event] = []
        /// Indicates whether some of it is not sent by an input at that moment: by time, by another publisher that cuts the
        /// stream, or by what was kept for a subscriber that comes late.
        var isStray = false
        /// The input that was subscribed by this step.
        var started: Int?
        /// Indicates whether time had moved on, and what was still to come from the inputs.
        var isLate = false
        var runners: [Runner] = []

        init(state: State, runner: Int? = nil, event: Event? = nil, started: Int? = nil) {
            self.state = state
            self.runner = runner
            self.event = event
            self.started = started
            isLate = state.isLate
            runners = state.runners
        }

        /// Nothing more happens.
        init(silent shape: Shape, _ state: State) {
            self.shape = shape
            isLate = state.isLate
            runners = state.runners
        }
    }

    let behaviour: SlowBehaviour
    let limit: Int
    /// What a publisher subscribed on the way may do.
    let inner: [History]

    init(_ behaviour: SlowBehaviour, limit: Int, inner: ShapeSet?) {
        self.behaviour = behaviour
        self.limit = limit
        self.inner = inner.map(behaviour.histories) ?? []
    }

    /// The states to start in, given one history for each input.
    func start(_ histories: [History]) -> [State] {
        var state = State(
            runners: histories.map(Runner.init), memory: Array(repeating: 0, count: histories.count))
        switch behaviour.combiner {
        case .flatten, .switch: state.runners = [state.runners[0], .none]
        case .concat, .rescue, .fallback: break
        case .signal: startSignals(&state)
        default:
            for index in state.runners.indices.dropFirst() {
                state.runners[index].start(isLate: false, onTheWay: false)
            }
        }
        if !state.runners.isEmpty, behaviour.combiner != .signal {
            state.runners[0].start(isLate: false, onTheWay: false)
        }
        var states = [state]
        if behaviour.isGrouped && !behaviour.groupsByTime {
            // The largest group is never full.
            let most = histories.count * behaviour.mostValues(limit: limit)
            states = (1...(most + 1)).map { size in
                var state = state
                state.groupSize = size
                return state
            }
        }
        if behaviour.keepsNewest {
            // More that are kept give nothing that counts differently.
            states = (0...behaviour.mostValues(limit: limit)).map { kept in
                var state = state
                state.kept = kept
                return state
            }
        }
        if behaviour.joinsLate || behaviour.joinsNow {
            states += states.map { state in
                var late = state
                late.joining = .waiting
                return late
            }
        }
        return states
    }

    /// Everything that can happen next. Where nothing can, the history is complete and silent.
    func steps(from state: State) -> [Step] {
        var result: [Step] = []
        let urgent = state.runners.firstIndex { $0.phase == .urgent }
        let owes =
            urgent != nil || state.runners.contains { $0.phase == .immediate } || isSubscribing(state)
        var canMove = false
        for index in state.runners.indices where urgent == nil || urgent == index {
            switch state.runners[index].phase {
            case .running where isLateSignal(index, state):
                if owes { break }
                fire(index, later(state), into: &result)
                canMove = true
            case .urgent, .immediate, .running:
                fire(index, state, into: &result)
                canMove = true
            case .later where !owes:
                fire(index, later(state), into: &result)
                canMove = true
            default: break
            }
        }
        if let next = subscribed(state) {
            result.append(Step(state: next))
            canMove = true
        }
        if (behaviour.groupsByTime || behaviour.isHeld) && state.waiting > 0 && !owes {
            // What nothing else sends goes out in the end: such a history isn't over.
            var after = later(state)
            after.waiting = 0
            deliver([.value], Step(state: after), into: &result)
            canMove = true
        }
        if urgent == nil && !behaviour.cut.isEmpty && !(behaviour.opens && state.isOpen) {
            for event in behaviour.cut {
                if !behaviour.cutIsLater { deliver([event], Step(state: state), into: &result) }
                if !owes { deliver([event], Step(state: later(state)), into: &result) }
            }
        }
        if !state.isLate && !owes && state.first == .never && canMove {
            result.append(Step(state: later(state)))
        }
        if !canMove { result.append(Step(silent: silence(state), state)) }
        return result
    }

    /// The history of a subscriber that sees nothing more.
    func silence(_ state: State) -> Shape {
        behaviour.joinsNow && state.joining == .hasMissed
            ? Shape(first: .immediate, values: 1, end: .silent)
            : Shape(first: state.first, values: state.values, end: .silent)
    }

    func later(_ state: State) -> State {
        guard !state.isLate else { return state }
        var state = state
        state.isLate = true
        for index in state.runners.indices where state.runners[index].phase == .later {
            state.runners[index].phase = .running
        }
        return state
    }

    private func fire(_ index: Int, _ state: State, into result: inout [Step]) {
        var state = state
        let event = state.runners[index].fire()
        for (combined, events, started) in combine(event, from: index, state) {
            var next = combined
            // What the inputs have become has ended, whatever a rule makes of that.
            if events.contains(where: { $0 != .value }) {
                for other in next.runners.indices { next.runners[other] = .none }
            }
            react(
                events, Step(state: next, runner: index, event: event, started: started), into: &result)
        }
    }

    // MARK: - Rules and what follows them

    /// Runs combined events through the rules.
    private func react(_ events: [Event], _ step: Step, into result: inout [Step]) {
        guard let event = events.first, var state = step.state else {
            result.append(step)
            return
        }
        let rest = Array(events.dropFirst())
        func go(_ output: [Event], _ state: State) {
            var next = step
            next.state = state
            var delivered: [Step] = []
            deliver(output, next, into: &delivered)
            for step in delivered { react(step.state == nil ? [] : rest, step, into: &result) }
        }
        if behaviour.isGrouped {
            switch event {
            case .value:
                state.waiting = state.groupSize == 0 ? 1 : state.waiting + 1
                let isFull = state.waiting == state.groupSize
                if !isFull { go([], state) }
                state.waiting = 0
                if isFull || state.groupSize == 0 { go([.value], state) }
            case .finish: go(state.waiting > 0 ? [.value, .finish] : [.finish], state)
            case .failure: go([.failure], state)
            }
            return
        }
        if behaviour.isHeld {
            if event == .value { state.waiting = 1 }
            return go(event == .value ? [] : [event], state)
        }
        if behaviour.keepsNewest {
            switch event {
            case .value:
                state.waiting = min(state.waiting + 1, state.kept)
                go([], state)
            case .finish: go(Array(repeating: .value, count: state.waiting) + [.finish], state)
            case .failure: go([.failure], state)
            }
            return
        }
        if behaviour.opens && state.isOpen { return go([event], state) }
        let context: Rules.Context = state.sawValue ? .afterValue : .beforeValue
        let reactions =
            behaviour.rules[.init(context, event)] ?? behaviour.rules[.init(.any, event)] ?? [
                .events([event])
            ]
        if event == .value { state.sawValue = true }
        for case .events(let output) in reactions {
            var next = state
            next.isOpen = behaviour.opens && (state.isOpen || output.contains(.value))
            go(output, next)
        }
    }

    /// Hands events to the subscriber.
    private func deliver(_ events: [Event], _ step: Step, into result: inout [Step]) {
        guard let event = events.first, let state = step.state else {
            result.append(step)
            return
        }
        let isLater = behaviour.isLater || state.isLate
        func receive(_ timing: Shape.First?, wasKept: Bool = false) {
            let timing = timing ?? (isLater ? .later : .immediate)
            var next = step
            next.isStray = step.isStray || step.runner == nil || behaviour.isLater || wasKept
            var state = state
            if behaviour.joinsNow && state.joining == .hasMissed {
                // Whoever came before this event was given the value before it.
                state.first = .immediate
                state.values = 1
                next.isStray = true
                next.output.append(.value)
            }
            if state.first == .never { state.first = timing }
            next.output.append(event)
            switch event {
            case .value:
                state.values = min(state.values + 1, limit)
                state.joining = .joined
                next.state = state
                deliver(Array(events.dropFirst()), next, into: &result)
            case .finish, .failure:
                next.state = nil
                next.shape = Shape(
                    first: state.first, values: state.values, end: event == .finish ? .finished : .failed)
                result.append(next)
            }
        }
        switch (state.joining, event) {
        case (.joined, _): receive(nil)
        case (_, .value):
            // A later subscriber misses a value that was sent; the next one comes in its own time.
            receive(state.joining == .hasMissed ? .later : nil)
            var missed = step
            missed.state?.joining = .hasMissed
            deliver(Array(events.dropFirst()), missed, into: &result)
        default:
            // The end is kept: a later subscriber receives it synchronously.
            receive(state.joining == .hasMissed ? .later : nil)
            if state.joining == .waiting || behaviour.joinsLate { receive(.immediate, wasKept: true) }
        }
    }
}
