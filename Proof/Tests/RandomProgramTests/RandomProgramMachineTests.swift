import Testing
@_spi(Proof) import TraitsTesting

@testable import RandomPrograms

/// The machinery that tries random programs.
@Suite struct RandomProgramMachineTests {
    @Test func aSeedMakesTheSameProgram() {
        for seed in UInt64(0)..<200 {
            var first = ProgramGenerator(seed: seed), second = ProgramGenerator(seed: seed)
            #expect(first.program() == second.program())
        }
    }

    @Test func everyOperationIsMade() {
        var seen: Set<String> = []
        for seed in UInt64(0)..<5_000 {
            var generator = ProgramGenerator(seed: seed)
            seen.formUnion(generator.program().pipeline.names)
        }
        #expect(Set(Operation.all.map { $0.name }).subtracting(seen) == [])
    }

    @Test func aProgramIsShrunkToWhatMatters() throws {
        var seed = UInt64(0)
        func matters(_ program: Program) -> Bool {
            program.pipeline.names.contains("scan") && program.acts.contains { $0.source.contains("send") }
        }
        var program: Program
        repeat {
            seed += 1
            var generator = ProgramGenerator(seed: seed)
            program = generator.program()
        } while !matters(program) || program.pipeline.size < 4
        let shrunk = program.shrunk(matters)
        #expect(shrunk.pipeline.size == 2)
        #expect(shrunk.acts.count == 1)
        #expect(shrunk.reactions == [])
    }

    /// The words for a program make the same program.
    @Test func aProgramIsPrintedAsATest() {
        let program = Program(
            pipeline: Pipeline("probe", 0).then("map", 1).then("merge", with: Pipeline("just", 2)), demand: 1,
            returns: nil, acts: [.subscribe, .send(3, to: 0)],
            reactions: [.init(subscriber: 0, value: 1, acts: [.cancel(0)])])
        #expect(
            program.test(named: "find", why: "it has to be somewhere") == """
                /// it has to be somewhere
                ///
                ///     probe0.map { $0 &+ 1 }.merge(with: Just(2).setFailureType(to: Fault.self))
                @Test func find() throws {
                    try expectAgreement(
                        Program(
                            pipeline: Pipeline("probe", 0).then("map", 1).then("merge", with: Pipeline("just", 2)),
                            demand: 1, returns: nil,
                            acts: [.subscribe, .send(3, to: 0)],
                            reactions: [
                                .init(subscriber: 0, value: 1, acts: [.cancel(0)])
                            ]))
                }
                """)
    }

    /// A subscriber that is handed what it hasn't asked for, or after its end, says so.
    @Test func anObserverSeesABrokenContract() {
        final class Nowhere: World {
            func subscribe(_ observer: Observer) {}
            func send(_ value: Int, to subject: Int) {}
            func end(_ fault: Fault?, _ subject: Int) {}
            func advance(by ticks: Int) {}
        }
        func breach(_ abuse: (Observer) -> Void) -> String? {
            let trace = Trace()
            let run = Run(Program(pipeline: Pipeline("empty"), demand: 1), in: Nowhere(), trace)
            abuse(Observer(0, run))
            return trace.breach
        }
        #expect(breach { _ = $0.value(1) } == "!0 got 1 before its subscription")
        #expect(breach { $0.end(nil) } == "!0 ended before its subscription")
        #expect(
            breach {
                $0.begin()
                $0.begin()
            } == "!0 begins twice")
        #expect(
            breach {
                $0.begin()
                _ = $0.value(1)
                _ = $0.value(2)
            } == "!0 got 2 without asking")
        #expect(
            breach {
                $0.begin()
                $0.end(nil)
                _ = $0.value(2)
            } == "!0 got 2 after its end")
        #expect(
            breach {
                $0.begin()
                $0.cancel()
                $0.end(nil)
            } == "!0 ended after its end")
        #expect(
            breach {
                $0.begin()
                _ = $0.value(1)
                $0.end(nil)
            } == nil)
    }
}
