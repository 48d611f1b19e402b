import Testing
@_spi(Proof) import TraitsTesting

@testable import RandomPrograms

/// Random programs whose closures act: in every operator that takes a closure, and in a `handleEvents` behind any stage,
/// they send, complete, fail, request, cancel, subscribe and let time pass. The scheduler runs actions inline, twice, in
/// another order, late or never, and demand may come late.
///
/// The reference says nothing about such a program. What the compiler knows its publisher to promise has to hold, the
/// contract of streams too, and every way to take the values has to tell the same history.
///
/// `proof promises` tries more of them.
@Suite struct RandomProgramPromiseTests {
    @Test func promisesHoldWhereClosuresAct() {
        #expect(RandomProgram.faultsOfPromises(1..<501) == [])
    }

    /// Each operator, as the last one of some programs.
    @Test(arguments: Operation.operatorNames)
    func everyOperatorKeepsItsPromise(name: String) {
        for seed in UInt64(0)..<10 {
            var generator = ProgramGenerator(seed: seed, takesAll: true)
            let disagreement = generator.promiseProgram(endingWith: .named(name)).disagreement()
            #expect(disagreement == nil, "\(disagreement.map { "\($0)" } ?? "")")
        }
    }

    /// An operation whose closure doesn't act would say nothing about closures.
    @Test(arguments: Operation.all.filter { $0.takesClosure }.map { $0.name })
    func everyClosureActs(name: String) {
        let operation = Operation.named(name)
        let acts = (UInt64(0)..<400).contains { seed in
            var generator = ProgramGenerator(seed: seed, takesAll: true)
            var pipeline =
                operation.isSource
                ? Pipeline(name, operation.limits.map { $0.lowerBound }, [])
                : generator.stage(operation, over: generator.pipeline(1, isChild: false))
            if name == "value" { pipeline = Pipeline("just", 1).then("flatMap", with: pipeline) }
            pipeline.deeds = [.init(place: .closure, call: 1, acts: [.subscribe])]
            let program = Program(
                pipeline: pipeline, acts: [.subscribe, .send(1, to: 0), .send(2, to: 1), .pass(9), .fail(0)])
            let trace = Trace()
            let world = RealWorld(pipeline, .init(isSink: false, isErased: false), trace)
            let run = Run(program, in: world, trace)
            world.run = run
            run.carryOut()
            defer {
                run.release()
                world.release()
            }
            return run.observers.count > 1
        }
        #expect(acts)
    }

    @Test func aSeedMakesTheSameProgram() {
        for seed in UInt64(0)..<200 {
            var first = ProgramGenerator(seed: seed, takesAll: true)
            var second = ProgramGenerator(seed: seed, takesAll: true)
            #expect(first.promiseProgram() == second.promiseProgram())
        }
    }

    @Test func aProgramIsPrintedAsATest() {
        let program = Program(
            pipeline: Pipeline("just", 1).then("map", 0).acting(
                in: .closure, at: 2, .send(0, to: 2), .cancel(0)),
            demand: nil, scheduling: .twice, settles: true)
        #expect(
            program.test(named: "find", why: "it has to be somewhere") == """
                /// it has to be somewhere
                ///
                ///     Just(1).setFailureType(to: Fault.self).map { $0 &+ 0 }/* at call 2: .send(0, to: 2), .cancel(0) */
                @Test func find() throws {
                    try expectAgreement(
                        Program(
                            pipeline: Pipeline("just", 1).then("map", 0).acting(in: .closure, at: 2, .send(0, to: 2), .cancel(0)),
                            demand: nil,
                            acts: [.subscribe],
                            scheduling: .twice,
                            settles: true))
                }
                """)
    }

    @Test func closuresAreLeftOutThatDoNotMatter() {
        let program = Program(
            pipeline: Pipeline("just", 1).acting(in: .value, .pass(1)).then("map", 0)
                .acting(in: .closure, at: 2, .send(0, to: 2), .cancel(0)),
            demand: nil, scheduling: .twice, settles: true)
        let shrunk = program.shrunk { $0.pipeline.source.contains("cancel") }
        #expect(
            shrunk.test(named: "a", why: "").contains(
                #".then("map", 0).acting(in: .closure, at: 1, .cancel(0))"#))
        #expect(shrunk.pipeline.inputs.allSatisfy { !$0.acts })
        #expect(shrunk.scheduling == .inOrder)
        #expect(!shrunk.settles)
    }
}
