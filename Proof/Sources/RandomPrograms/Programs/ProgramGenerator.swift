@_spi(Proof) import TraitsTesting

/// Makes programs: the same one for the same seed.
struct ProgramGenerator {
    var random: SeededGenerator
    private let sources: [String]
    let operators: [String]

    /// - Parameter takesAll: Whether programs may have operators that the reference doesn't know; else one of four does.
    init(seed: UInt64, takesAll: Bool = false) {
        random = SeededGenerator(seed: seed)
        let isWide = random.oneIn(4)
        let all = takesAll || isWide
        func isChosen(_ name: String) -> Bool { all || Operation.named(name).unmodelled == nil }
        sources = Operation.sourceNames.filter { $0 != "value" && isChosen($0) }
        operators = Operation.operatorNames.filter(isChosen)
    }

    mutating func program() -> Program {
        var program = Program(pipeline: pipeline(random.number(1..<5), isChild: false))
        let subjects = Subjects(of: program.pipeline)
        if random.oneIn(2) {
            program.demand = random.number(0..<4)
            program.returns = random.element([0, 0, 0, 1, 1, 2, nil])
        }
        for _ in 0..<random.number(0..<9) {
            program.acts.append(act(subjects, isLikeSink: program.isLikeSink))
        }
        for _ in 0..<random.element([0, 0, 1, 1, 2]) {
            let acts = (0..<random.number(1..<3)).map { _ in act(subjects, isLikeSink: program.isLikeSink) }
            program.reactions.append(
                .init(subscriber: random.number(0..<2), value: random.number(1..<3), acts: acts))
        }
        return program
    }

    /// A program for several threads: few acts, so that all their orders can be tried. Inside of a value the subscriber asks
    /// or cancels, and no more: a thread that sends from there can wait for one that does so too.
    mutating func racedProgram() -> Program {
        while true {
            var program = Program(pipeline: pipeline(random.number(1..<4), isChild: false))
            let subjects = Subjects(of: program.pipeline).live
            let names = program.pipeline.names
            if names.contains("published") || subjects.isEmpty { continue }
            // What finds no room in a buffer depends on how long a subscriber takes.
            program.pipeline.makeRoom()
            // A property waits for nobody: a subscriber that asks for one value after the other may miss those in
            // between.
            let conflates = names.contains { $0.hasPrefix("property.") || $0.hasSuffix("Values") }
            if random.oneIn(2), !conflates {
                program.demand = random.number(0..<3)
                program.returns = random.element([0, 0, 1])
                for _ in 0..<random.number(1..<3) {
                    program.acts.append(.request(random.element([1, 1, 2, 0]), by: 0))
                }
            }
            // Each subscriber has a property of its own made, and subscribes to it then.
            let isSteps = names.contains { $0.hasPrefix("property.") }
            if random.oneIn(2), program.pipeline.isLine, !isSteps {
                program.acts.append(.subscribe)
                if !program.isLikeSink, random.oneIn(2) { program.acts.append(.request(1, by: 1)) }
            }
            var value = 0
            for subject in subjects {
                for _ in 0..<random.number(1..<4) + program.subscriberCount - 1 {
                    program.acts.append(.send(value, to: subject))
                    value += 1
                }
                if random.oneIn(2) {
                    program.acts.append(random.oneIn(4) ? .fail(subject) : .finish(subject))
                }
            }
            // To come is two steps for what measures time: somebody subscribes, and asks.
            if random.oneIn(3), program.subscriberCount == 1 { program.acts += [.pass(1), .pass(1)] }
            if random.oneIn(program.subscriberCount == 1 ? 5 : 2) {
                program.acts.append(.cancel(random.number(0..<program.subscriberCount)))
            } else if random.oneIn(4) {
                // One that cancels inside of a value is two steps as well, and somebody else may come in between.
                let asks = !program.isLikeSink && random.oneIn(2)
                if !asks, program.subscriberCount > 1 { continue }
                program.reactions.append(
                    .init(
                        subscriber: 0, value: random.number(1..<3),
                        acts: [asks ? .request(random.element([1, 2, 0]), by: 0) : .cancel(0)]))
            }
            if program.threads.count > 1, program.orderCount <= 1_000 { return program }
        }
    }

    struct Subjects {
        var numbers: [Int]
        /// Those of them that the pipeline has.
        var live: [Int]

        init(of pipeline: Pipeline) {
            let names = ["passthrough", "current", "published", "allValues"]
            let used = pipeline.names
            numbers = names.enumerated().filter { used.contains($0.element) }.map { $0.offset + 2 }
            if used.contains("subsequentValues") { numbers.append(5) }
            if used.contains("probe") { numbers += [0, 1] }
            live = numbers
            if numbers.isEmpty { numbers = [0] }
        }
    }

    mutating func act(_ subjects: Subjects, isLikeSink: Bool) -> Program.Act {
        let subject = random.element(subjects.numbers)
        switch random.number(0..<20) {
        case 0..<8: return .send(random.number(0..<4), to: subject)
        case 8: return .finish(subject)
        case 9: return .fail(subject)
        case 10..<13 where !isLikeSink:
            return .request(random.element([1, 1, 2, 3, 0]), by: random.number(0..<2))
        case 10..<13: return .send(random.number(0..<4), to: subject)
        case 13, 14: return .cancel(random.number(0..<2))
        case 15, 16: return .subscribe
        default: return .pass(random.number(0..<4))
        }
    }

    mutating func pipeline(_ operators: Int, isChild: Bool) -> Pipeline {
        if operators == 0 { return source(isChild: isChild) }
        let operation = Operation.named(random.element(self.operators))
        let numbers = numbers(operation)
        switch operation.inputs {
        case .none, .one:
            return Pipeline(operation.name, numbers, [pipeline(operators - 1, isChild: isChild)])
        case .two:
            let other = random.number(0..<min(operators, 3))
            return Pipeline(
                operation.name, numbers,
                [pipeline(operators - 1 - other, isChild: isChild), pipeline(other, isChild: isChild)])
        case .child:
            let child = random.number(0..<min(operators, 3))
            return Pipeline(
                operation.name, numbers,
                [pipeline(operators - 1 - child, isChild: isChild), pipeline(child, isChild: true)])
        }
    }

    /// An operator over a pipeline; other inputs are short.
    mutating func stage(_ operation: Operation, over upstream: Pipeline) -> Pipeline {
        let numbers = numbers(operation)
        let others: [Pipeline] =
            switch operation.inputs {
            case .none, .one: []
            case .two: [short(isChild: false)]
            case .child: [short(isChild: true)]
            }
        return Pipeline(operation.name, numbers, [upstream] + others)
    }

    /// Another input, a subject mostly: closures can send to that.
    private mutating func short(isChild: Bool) -> Pipeline {
        if random.oneIn(2) { return pipeline(random.element([0, 0, 1]), isChild: isChild) }
        return random.element([
            Pipeline("probe", 0), Pipeline("probe", 1), Pipeline("passthrough"), Pipeline("current"),
        ])
    }

    mutating func source(isChild: Bool) -> Pipeline {
        if isChild && random.oneIn(4) { return Pipeline("value") }
        if random.oneIn(3) { return Pipeline("probe", random.number(0..<2)) }
        let operation = Operation.named(random.element(sources))
        return Pipeline(operation.name, numbers(operation), [])
    }

    mutating func numbers(_ operation: Operation) -> [Int] {
        operation.limits.map { random.number($0) }
    }
}
