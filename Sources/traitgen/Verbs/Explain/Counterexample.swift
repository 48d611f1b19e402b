import TraitgenCore

/// The shortest history that breaks a trait, in marbles.
public struct Counterexample: Hashable, Sendable {
    /// A line of marbles and its owner.
    public struct Line: Hashable, Sendable {
        /// The input that sends these events, or `output`.
        public var name: String
        /// The events, such as `--o|`.
        public var marbles: String
    }

    /// The inputs' histories, then the output's. Events in the same column happen at the same time.
    public var lines: [Line]

    /// Looks for a history that the row can produce and the trait doesn't allow.
    ///
    /// - Parameters:
    ///   - behaviour: the row's behaviour.
    ///   - inputs: a name for each input.
    ///   - languages: the possible histories of each input.
    ///   - trait: the histories that are allowed.
    static func find(
        _ behaviour: Behaviour, inputs: [String], languages: [ShapeSet], outside trait: ShapeSet
    ) -> Counterexample? {
        switch behaviour.combination {
        case .source(let histories): return output(histories, outside: trait)
        case .anything: return output(.all(limit: trait.limit), outside: trait)
        default: break
        }
        let (joint, none): (Behaviour.Joint, [Shape])
        switch behaviour.combination {
        case .repeated(let given, let ofNone): (joint, none) = (given, ofNone)
        case .repeat(let ofNone): (joint, none) = (.concat, ofNone)
        default: return CounterexampleSearch(behaviour, inputs, languages, trait).find()
        }
        let finish = Shape(first: .immediate, values: 0, end: .finished)
        if let shape = none.first ?? (behaviour.stages.isEmpty ? finish : nil), !trait.contains(shape) {
            let name = behaviour.combiner == .repeat ? "output of zero times" : "output of none"
            return Counterexample(lines: [Line(name: name, marbles: shape.marbles)])
        }
        var several = behaviour
        several.combination = .joined(joint)
        // If a trait allows some values, breaking it may take more than two inputs.
        for count in 2...(trait.limit + 1) {
            let inputs = Array(repeating: inputs, count: count).flatMap(\.self)
            let languages = Array(repeating: languages, count: count).flatMap(\.self)
            if let found = CounterexampleSearch(several, inputs, languages, trait).find() { return found }
        }
        return nil
    }

    private static func output(_ set: ShapeSet, outside trait: ShapeSet) -> Counterexample? {
        set.subtracting(trait).shapes.first.map {
            Counterexample(lines: [Line(name: "output", marbles: $0.marbles)])
        }
    }
}

/// Runs the histories of the inputs, shortest first, until one breaks the trait.
private struct CounterexampleSearch {
    /// A state and the step that led to it.
    private struct Node {
        var step: Simulation.Step
        var parent: Int?
    }

    /// The largest number of choices of histories that are tried.
    private static let mostChoices = 20_000
    /// The largest number of states that are tried. With many inputs the number of states explodes, and an example with
    /// that many steps explains nothing.
    private static let mostStates = 20_000

    private let behaviour: Behaviour
    private let inputs: [String]
    private let histories: [[History]]
    private let trait: ShapeSet
    private let simulation: Simulation

    init(_ behaviour: Behaviour, _ inputs: [String], _ languages: [ShapeSet], _ trait: ShapeSet) {
        self.behaviour = behaviour
        self.inputs = inputs
        self.trait = trait
        let spawns = behaviour.combination.spawn != nil
        let inner: ShapeSet? = spawns ? languages[1] : behaviour.combiner == .retry ? languages[0] : nil
        let simulation = Simulation(behaviour, limit: trait.limit, inner: inner)
        self.simulation = simulation
        histories = (spawns ? [languages[0]] : languages).map { set in
            // Among equally long histories, later events come first, since they read better.
            History.all(of: set, upTo: simulation.most).sorted {
                ($0.count, $0.isImmediate ? 1 : 0) < ($1.count, $1.isImmediate ? 1 : 0)
            }
        }
    }

    func find() -> Counterexample? {
        var room = Self.mostStates
        // Each input has at most `most` values, and an end.
        for count in 0...(histories.count * (simulation.most + 1)) {
            let choices = starting(count, 0)
            // With very many inputs, only the shortest histories are tried.
            if choices.count > Self.mostChoices { return nil }
            if let found = search(choices, &room) { return found }
            if room == 0 { return nil }
        }
        return nil
    }

    /// All choices of histories for the inputs from `input` on, with `count` events in total.
    private func starting(_ count: Int, _ input: Int) -> [[History]] {
        guard input < histories.count else { return count == 0 ? [[]] : [] }
        return histories[input].filter { $0.count <= count }.flatMap { history in
            starting(count - history.count, input + 1).map { [history] + $0 }
        }
    }

    /// Searches the possible steps, breadth first.
    private func search(_ choices: [[History]], _ room: inout Int) -> Counterexample? {
        var nodes = choices.flatMap(simulation.start).map { Node(step: $0, parent: nil) }
        var seen: Set<Simulation.State> = []
        var next = 0
        while next < nodes.count {
            defer { next += 1 }
            guard let state = nodes[next].step.state, seen.insert(state).inserted else { continue }
            if room == 0 { return nil }
            room -= 1
            for step in simulation.steps(from: state) {
                if let shape = step.shape, !trait.contains(shape) { return example(step, next, nodes) }
                if step.started == 0, let after = step.state, !trait.contains(simulation.silence(after)) {
                    return example(step, next, nodes)
                }
                if step.state != nil { nodes.append(Node(step: step, parent: next)) }
            }
        }
        return nil
    }

    // MARK: - Marbles

    private func example(_ last: Simulation.Step, _ parent: Int, _ nodes: [Node]) -> Counterexample {
        var steps = [last]
        var index: Int? = parent
        while let at = index {
            steps.append(nodes[at].step)
            index = nodes[at].parent
        }
        steps.reverse()
        return draw(steps)
    }

    private func draw(_ steps: [Simulation.Step]) -> Counterexample {
        let start = steps[0].runners
        var lines = start.map {
            $0.phase == .waiting || $0.phase == .over ? Pen(isDown: false) : Pen(isDown: true)
        }
        var output = Pen(isDown: true)
        let isDelayed = behaviour.stages.contains(.later)
        var isLate = false
        for step in steps {
            if step.isLate && !isLate {
                isLate = true
                lines.indices.forEach { lines[$0].draw("", width: 2) }
                output.draw("", width: 2)
            }
            if step.runner == nil && step.output.isEmpty { continue }
            let received = step.output.map(\.mark).joined()
            let width = max(1, received.utf8.count)
            for index in lines.indices {
                let isSource = step.runner == index
                lines[index].draw(isSource ? step.event?.mark ?? "" : "", width: width)
                if isSource && (step.event == .finish || step.event == .failure) {
                    lines[index].isDown = false
                }
                if step.started == index { lines[index].isDown = true }
            }
            output.draw(isDelayed ? "" : received, width: width)
        }
        let last = steps[steps.count - 1]
        for index in lines.indices where lines[index].isDown {
            lines[index].finish(last.runners[index])
        }
        if isDelayed {
            output = Pen(isDown: true, text: "--" + steps.flatMap(\.output).map(\.mark).joined())
        }
        if behaviour.stages.contains(.joining(.now)), let shape = last.shape, shape.end == .silent,
            shape.values == 1,
            !output.text.contains("o")
        {
            output.text += "o"
        }
        if last.shape?.end == .silent || last.shape == nil { output.text += "-->" }
        let stages = steps[0].state?.stages ?? 0
        let isLateSubscriber = simulation.pipeline.isLateSubscriber(stages)
        let repeats = behaviour.combiner == .retry
        var result: [Counterexample.Line] = lines.indices.map { index in
            .init(
                name: inputs[index],
                marbles: lines[index].text.isEmpty ? "(not subscribed)" : lines[index].text)
        }
        if repeats && last.shape == nil { result[0].marbles += " and so on" }
        result.append(
            .init(name: isLateSubscriber ? "late subscriber" : "output", marbles: output.text))
        return Counterexample(lines: result)
    }

    /// Draws one line of marbles, column by column.
    private struct Pen {
        /// A Boolean value that indicates whether the publisher is subscribed to and has not ended.
        var isDown: Bool
        var text = ""
        private var blanks = 0

        init(isDown: Bool, text: String = "") {
            self.isDown = isDown
            self.text = text
        }

        mutating func draw(_ marbles: String, width: Int) {
            guard isDown || !marbles.isEmpty else {
                blanks += width
                return
            }
            text += String(repeating: " ", count: blanks)
            blanks = 0
            text += marbles
            let rest = width - marbles.utf8.count
            // Nothing is drawn after an end.
            if marbles.hasSuffix("|") || marbles.hasSuffix("x") {
                blanks = rest
            } else {
                text += String(repeating: "-", count: rest)
            }
        }

        /// Draws the events that the publisher would still have sent.
        mutating func finish(_ runner: Simulation.Runner) {
            text += String(repeating: " ", count: blanks)
            blanks = 0
            switch runner.end {
            case .silent:
                text +=
                    (runner.remaining > 0 ? "-" : "") + String(repeating: "o", count: runner.remaining)
                    + "-->"
            case .finished: text += "-" + String(repeating: "o", count: runner.remaining) + "|"
            case .failed: text += "-" + String(repeating: "o", count: runner.remaining) + "x"
            }
        }
    }
}
