import Testing
@_spi(Proof) import TraitsTesting

@testable import RandomPrograms

/// Each operator under threads, on its own: what random programs come to by chance is tried here each time.
@Suite
struct OperationThreadTests {
    /// Of these nothing can be said: one input stands there several times, and so each of its values is several steps; or
    /// what a property brings in the turn of a scheduler is.
    static let unjudged: Set<String> = [
        "zip3", "zip4", "combineLatest3", "combineLatest4", "merge3", "merge4", "merge5", "merge6", "merge7",
        "merge8", "property.receiveOn",
    ]

    @Test(arguments: Operation.operatorNames)
    func threadsDoWhatOneThreadCouldHaveDone(name: String) {
        var judged = 0
        for program in Self.programs(of: .named(name)) {
            guard let allowed = program.sequentialHistories() else { continue }
            judged += 1
            let disagreement = program.racedDisagreement(allowed, schedules: Threads.areScheduled ? 20 : 2)
            #expect(disagreement == nil, "\(disagreement ?? "")")
        }
        #expect((judged == 0) == Self.unjudged.contains(name), "\(judged) programs are judged")
    }

    private static func programs(of operation: Operation) -> [Program] {
        let numbers = operation.limits.map { [$0.lowerBound, $0.upperBound - 1] }
        let choices = numbers.reduce([[]]) { all, next in all.flatMap { some in next.map { some + [$0] } } }
        return choices.flatMap { numbers -> [Program] in
            func pipeline(_ inputs: Pipeline...) -> Pipeline {
                var pipeline = Pipeline(operation.name, numbers, inputs)
                pipeline.makeRoom()
                return pipeline
            }
            let (passthrough, current) = (Pipeline("passthrough"), Pipeline("current"))
            switch operation.inputs {
            case .none: return []
            case .one: return [passthrough, current].flatMap { alone(pipeline($0)) }
            case .two: return both(pipeline(passthrough, current)) + both(pipeline(current, passthrough))
            case .child:
                return both(pipeline(passthrough, current)) + both(pipeline(current, passthrough))
                    + alone(pipeline(passthrough, Pipeline("value")))
            }
        }
    }

    private static func isConflating(_ pipeline: Pipeline) -> Bool { pipeline.name.hasPrefix("property.") }

    /// One subscriber and another, or one that asks for one value after the other.
    private static func alone(_ pipeline: Pipeline) -> [Program] {
        let subject = pipeline.inputs[0].name == "current" ? 3 : 2
        let sends = (1...4).map { Program.Act.send($0, to: subject) }
        var programs: [Program] = []
        for end in [[], [Program.Act.finish(subject)], [.fail(subject)]] {
            if pipeline.isLine, !isConflating(pipeline) {
                programs.append(Program(pipeline: pipeline, acts: [.subscribe, .subscribe] + sends + end))
            }
            programs.append(
                Program(pipeline: pipeline, acts: [.subscribe, .cancel(0), .pass(1), .pass(1)] + sends + end))
            if isConflating(pipeline) { continue }
            for demand in 0...1 {
                programs.append(
                    Program(
                        pipeline: pipeline, demand: demand, returns: 0,
                        acts: [.subscribe, .request(1, by: 0), .request(0, by: 0)] + sends + end))
            }
        }
        return programs
    }

    /// Two inputs that send on threads of their own.
    private static func both(_ pipeline: Pipeline) -> [Program] {
        let sends = [Program.Act.send(1, to: 2), .send(3, to: 3), .send(2, to: 2), .send(4, to: 3)]
        let ends: [[Program.Act]] = [[], [.finish(2)], [.fail(3)], [.finish(2), .finish(3)]]
        var programs: [Program] = []
        for end in ends {
            programs.append(Program(pipeline: pipeline, acts: [.subscribe] + sends + end))
            if isConflating(pipeline) { continue }
            programs.append(
                Program(
                    pipeline: pipeline, demand: 1, acts: [.subscribe, .request(2, by: 0)] + sends + end))
        }
        return programs
    }
}
