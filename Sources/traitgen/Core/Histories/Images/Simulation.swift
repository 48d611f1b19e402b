/// Runs a row on concrete histories of its inputs, step by step and in every order of their events, to show how a
/// promise is broken.
///
/// A ``State`` holds the remaining events of each input, the memory of the combiner and of the stages, and the
/// subscriber's history so far. ``steps(from:)`` lists every possible next step. Time is one bit: inside the call that
/// subscribes and requests, or later. It moves on only when no input owes an immediate event, hence an event that comes
/// before another input's immediate event is immediate itself.
package struct Simulation {
    package struct State: Hashable {
        var isLate = false
        var runners: [Runner]
        /// The memory of the combiner.
        var memory: Combiner.Memory
        /// The state of the stages.
        package var stages = 0
        var first = Shape.First.never
        var values = 0
    }

    /// A possible step.
    package struct Step {
        /// The state after it; nil once the subscriber's history is complete.
        package var state: State?
        /// The complete history of the subscriber; nil if more may come.
        package var shape: Shape?
        /// The input that sends the event; nil for the passing of time and for a cut.
        package var runner: Int?
        package var event: Event?
        /// The events that the subscriber receives.
        package var output: [Event] = []
        /// The input that was subscribed by this step.
        package var started: Int?
        /// A Boolean value that indicates whether time has moved on.
        package var isLate = false
        /// The inputs and their remaining events; an end of the output doesn't clear them.
        package var runners: [Runner] = []

        init(state: State, runner: Int? = nil, event: Event? = nil, started: Int? = nil) {
            self.state = state
            self.runner = runner
            self.event = event
            self.started = started
            isLate = state.isLate
            runners = state.runners
        }

        /// A step after which nothing more happens.
        init(silent shape: Shape, _ state: State) {
            self.shape = shape
            isLate = state.isLate
            runners = state.runners
        }
    }

    let behaviour: Behaviour
    let limit: Int
    package let pipeline: Pipeline
    /// The largest number of values of an input that is tried. Any number of full groups below the limit results from
    /// fewer than twice as many values.
    package let most: Int
    private let combiner: Combiner

    package init(_ behaviour: Behaviour, limit: Int, inner: ShapeSet?) {
        self.behaviour = behaviour
        self.limit = limit
        pipeline = Pipeline(behaviour.stages, limit: limit)
        most = pipeline.counts ? max(2 * limit, TimedSpace.most(limit: limit)) : TimedSpace.most(limit: limit)
        combiner = Combiner(
            behaviour.combination, inner: inner.map { [most] in History.all(of: $0, upTo: most) } ?? [],
            most: most)
    }

    /// The possible first steps, given one history for each input.
    package func start(_ histories: [History]) -> [Step] {
        var state = State(
            runners: histories.map(Runner.init), memory: combiner.start(histories.count))
        for index in state.runners.indices where state.memory.inputs[index].phase == .running {
            state.runners[index].start(isLate: false, onTheWay: false)
        }
        // The second runner is for the publishers that the combiner makes.
        if behaviour.combination.spawn != nil { state.runners.append(.none) }
        return pipeline.starts.map { start in
            var state = state
            state.stages = start
            return Step(state: state)
        }
    }

    /// All possible next steps. If nothing can happen, the history is complete and silent.
    package func steps(from state: State) -> [Step] {
        var result: [Step] = []
        let urgent = state.runners.firstIndex { $0.phase == .urgent }
        let owes = urgent != nil || state.runners.contains { $0.phase == .immediate }
        let rest = pipeline.rest(state.stages)
        var canMove = rest == nil
        for index in state.runners.indices where urgent == nil || urgent == index {
            switch state.runners[index].phase {
            case .immediate where waitsForSignals(index, state): break
            case .running where comesAfterStart(index, state):
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
        if urgent == nil { move(state, owes: owes, into: &result) }
        if !state.isLate && !owes && state.first == .never && canMove {
            result.append(Step(state: later(state)))
        }
        if !canMove { result.append(Step(silent: silence(state), state)) }
        return result
    }

    /// Adds the events that stages send by themselves.
    private func move(_ state: State, owes: Bool, into result: inout [Step]) {
        func take(_ state: State, where isWanted: (Pipeline.Outcome) -> Bool) {
            for outcome in pipeline.moves(state.stages, isLate: state.isLate) where isWanted(outcome) {
                if let step = receive(outcome, Step(state: state)) { result.append(step) }
            }
        }
        if !owes {
            take(later(state)) { $0.needsTime }
            take(state) { !$0.needsTime }
            if !state.isLate { take(later(state)) { !$0.needsTime } }
        } else {
            take(state) { !$0.needsTime }
        }
    }

    /// The history of a subscriber that sees nothing more.
    package func silence(_ state: State) -> Shape {
        var state = state
        for event in pipeline.rest(state.stages) ?? [] { state.see(event, limit) }
        return Shape(first: state.first, values: state.values, end: .silent)
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
        for outcome in combiner.receive(event, from: index, state.memory) {
            if outcome.isLater && state.isLate { continue }
            let step = Step(
                state: follow(outcome, state), runner: index, event: event, started: outcome.subscribes)
            send(outcome.output, step, into: &result)
        }
    }

    /// The state after one outcome of the combiner, before the stages have received its events.
    private func follow(_ outcome: Combiner.Outcome, _ state: State) -> State {
        var next = outcome.isLater ? later(state) : state
        next.memory = outcome.memory
        for (index, input) in next.memory.inputs.enumerated() {
            if input.phase == .left { next.runners[index] = .none }
            if input.phase == .stalled { next.runners[index].phase = .silent }
        }
        if let index = outcome.subscribes {
            if let made = outcome.made { next.runners[index] = Runner(made) }
            next.runners[index].start(isLate: next.isLate, onTheWay: true)
        }
        return next
    }

    // MARK: - Signals

    /// Indicates whether an input's immediate event must wait for immediate signals, which come first.
    private func waitsForSignals(_ index: Int, _ state: State) -> Bool {
        combiner.hasSignals && index == 0 && state.runners[1].phase == .immediate
    }

    /// Indicates whether the next signal must come later: the first input has already sent an event, and immediate
    /// signals precede it.
    private func comesAfterStart(_ index: Int, _ state: State) -> Bool {
        combiner.hasSignals && index == 1 && !state.isLate && state.memory.inputs[0].count == 1
    }

    // MARK: - Stages

    /// Sends combined events through the stages, one by one.
    private func send(_ events: [Event], _ step: Step, into result: inout [Step]) {
        guard let event = events.first, let state = step.state else { return result.append(step) }
        for outcome in pipeline.step(state.stages, TimedEvent(event, isLate: state.isLate)) {
            guard var next = receive(outcome, step) else { continue }
            // The combined stream has ended, even if a stage replaces or drops the end.
            if event != .value { next.state?.cancelInputs() }
            send(Array(events.dropFirst()), next, into: &result)
        }
    }

    /// Delivers the events that the stages hand on to the subscriber; nil if the stream had ended before.
    private func receive(_ outcome: Pipeline.Outcome, _ step: Step) -> Step? {
        guard var state = step.state else { return nil }
        var step = step
        for event in outcome.events {
            step.output.append(event.event)
            state.see(event, limit)
            guard event.event != .value else { continue }
            step.state = nil
            step.shape = Shape(
                first: state.first, values: state.values, end: event.event == .finish ? .finished : .failed)
            return step
        }
        if let stages = outcome.state { state.stages = stages }
        step.state = state
        return step
    }
}

extension Simulation.State {
    fileprivate mutating func cancelInputs() {
        for index in runners.indices { runners[index] = .none }
    }

    /// Notes an event that the subscriber receives.
    fileprivate mutating func see(_ event: TimedEvent, _ limit: Int) {
        if first == .never { first = event.isLate ? .later : .immediate }
        if event.event == .value { values = min(values + 1, limit) }
    }
}

extension Simulation {
    /// A subscribed publisher, or a publisher that may be subscribed to later.
    package struct Runner: Hashable {
        package enum Phase: UInt8, Hashable {
            /// Not subscribed yet.
            case waiting
            /// The first event comes before time moves on.
            case immediate
            /// The publisher was subscribed to during the run, and its first event comes before any other.
            case urgent
            /// The first event comes after time has moved on.
            case later
            /// The next event comes at any moment.
            case running
            /// No more events come, and the publisher never ends.
            case silent
            /// The publisher has ended, or there is none.
            case over
        }

        package var phase: Phase
        var isImmediate: Bool
        package var remaining: Int
        package var end: Shape.End

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

        mutating func start(isLate: Bool, onTheWay: Bool) {
            if remaining == 0 && end == .silent {
                phase = .silent
            } else if isImmediate {
                phase = onTheWay ? .urgent : .immediate
            } else {
                phase = isLate ? .running : .later
            }
        }

        /// Takes the next event, which must exist.
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
}
