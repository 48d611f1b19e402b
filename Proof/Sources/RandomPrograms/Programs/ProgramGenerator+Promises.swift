@_spi(Proof) import TraitsTesting

extension ProgramGenerator {
    /// A program whose closures act, on any scheduler, with demand that may come late. Its publisher promises something,
    /// mostly: how many values come, or when.
    ///
    /// - Parameter last: The operator that the pipeline ends with; any if there is none.
    mutating func promiseProgram(endingWith last: Operation? = nil) -> Program {
        var program = Program(pipeline: promisingPipeline(last))
        let subjects = Subjects(of: program.pipeline)
        if random.oneIn(2) {
            program.demand = random.element([0, 0, 1, 1, 2])
            program.returns = random.element([0, 0, 0, 1, nil])
        }
        if random.oneIn(2) {
            program.scheduling = random.element([.newestFirst, .inline, .immediate, .twice, .late, .never])
        }
        program.settles = program.scheduling != .never && !program.pipeline.mayBeSilent
        for _ in 0..<random.number(0..<5) {
            program.acts.append(act(subjects, isLikeSink: program.isLikeSink))
        }
        if random.oneIn(4) {
            program.reactions.append(
                .init(subscriber: 0, value: 1, acts: [act(subjects, isLikeSink: program.isLikeSink)]))
        }
        for _ in 0..<random.element([1, 1, 2, 2, 3]) {
            let acts = (0..<random.element([1, 1, 1, 2])).map { _ in
                closureAct(subjects, isLikeSink: program.isLikeSink)
            }
            let call = random.element([1, 1, 1, 2])
            program.pipeline.change(random.number(0..<program.pipeline.size)) { stage in
                var place = random.element(stage.places)
                if random.oneIn(3) { place = stage.places.contains(.closure) ? .closure : .value }
                stage.deeds.append(.init(place: place, call: call, acts: acts))
            }
        }
        return program
    }

    /// What a closure does: mostly something to a subject that the pipeline has.
    private mutating func closureAct(_ subjects: Subjects, isLikeSink: Bool) -> Program.Act {
        let subject = random.element(subjects.live.isEmpty ? subjects.numbers : subjects.live)
        switch random.number(0..<14) {
        case 0..<5: return .send(random.number(0..<4), to: subject)
        case 5, 6: return .finish(subject)
        case 7, 8: return .fail(subject)
        case 9 where !isLikeSink, 10 where !isLikeSink: return .request(random.element([1, 1, 2, 0]), by: 0)
        case 9, 10: return .pass(random.number(0..<3))
        case 11: return .cancel(random.number(0..<2))
        case 12: return .subscribe
        default: return .pass(random.number(0..<3))
        }
    }

    /// Operators that make a promise of any upstream.
    private static let restoring = [
        "first", "first", "firstOrError", "firstOrError", "collect", "ignoreOutput", "count", "last",
        "reduce",
        "allSatisfy", "shareReplay", "timeoutOnce", "zipSingle", "contains",
    ]

    /// Operators that end by themselves, or begin something else at an end.
    private static let cutting = [
        "prefixUntil", "prefixUntil", "prefixUntil", "ifEmpty", "ifEmptyDefault", "replaceEmpty",
        "replaceEmpty",
        "timeoutOnce", "timeoutFailing", "race", "andThen", "catch", "retry", "throttle", "map", "map",
        "flatMap",
    ]

    private mutating func promisingPipeline(_ last: Operation?) -> Pipeline {
        while true {
            var pipeline = pipeline(random.element([0, 0, 0, 1, 1, 2]), isChild: false)
            if Promise(of: pipeline).isEmpty, !random.oneIn(8) {
                pipeline = stage(.named(random.element(Self.restoring)), over: pipeline)
            }
            for _ in 0..<random.number(0..<4) {
                let name = random.oneIn(2) ? random.element(Self.cutting) : random.element(operators)
                let longer = stage(.named(name), over: pipeline)
                if random.oneIn(8) || !Promise(of: longer).isEmpty { pipeline = longer }
            }
            if let last { pipeline = stage(last, over: pipeline) }
            if random.oneIn(8) || !Promise(of: pipeline).isEmpty { return pipeline }
        }
    }
}

extension Pipeline {
    /// Whether it may never end, though all subjects do. Whoever subscribes while another one connects or leaves may be left
    /// without a connection, as in Combine. A buffer of no size that is to be kept full asks for nothing, and
    /// a race of nobody has no winner.
    fileprivate var mayBeSilent: Bool {
        [
            "never", "published", "allValues", "subsequentValues", "multicast", "multicastCurrent",
            "makeConnectable",
        ]
        .contains(name)
            || ["bufferKeepFull", "raceMany"].contains(name) && numbers == [0]
            || inputs.contains { $0.mayBeSilent }
    }

    /// Changes a part; the operator that is last is number zero.
    fileprivate mutating func change(_ number: Int, _ change: (inout Pipeline) -> Void) {
        if number == 0 { return change(&self) }
        var number = number - 1
        for index in inputs.indices {
            if number < inputs[index].size { return inputs[index].change(number, change) }
            number -= inputs[index].size
        }
    }
}
