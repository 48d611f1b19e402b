import Testing
@_spi(Proof) import TraitsTesting

@testable import RandomPrograms

/// What several threads do to a stream is what one thread could have done to it, in some order.
///
/// One thread carries out each program in all orders of its acts, then several threads do so at the same time: what
/// the subscriber sees has to be one of the histories that were seen before. So no value is lost, duplicated or
/// reordered, and no end forgotten, whatever operators stand on each other.
///
/// `proof threads` tries more of them. In a build with `-DTRAITS_SCHEDULES` seeds decide how the threads meet as well.
@Suite
struct RandomProgramThreadTests {
    @Test func threadsDoWhatOneThreadCouldHaveDone() {
        #expect(RandomProgram.faultsOfThreads(1..<(Threads.areScheduled ? 1501 : 101)) == [])
    }

    /// Otherwise the check would say little.
    @Test func mostProgramsAreJudged() {
        let judged = (UInt64(1)...100).count { seed in
            var generator = ProgramGenerator(seed: seed)
            return generator.racedProgram().sequentialHistories() != nil
        }
        #expect(judged > 50)
    }

    /// The judgement finds what it is there for: a subscriber that was told of too little or too much, or in another order.
    @Test func whatNoOrderBringsIsFound() throws {
        let program = Program(
            pipeline: Pipeline("probe", 0).then("merge", with: Pipeline("probe", 1)), demand: nil,
            acts: [.subscribe, .send(1, to: 0), .send(2, to: 0), .send(3, to: 1)])
        let allowed = try #require(program.sequentialHistories())
        #expect(program.orderCount == 3)
        #expect(
            allowed == [
                [["got 1", "got 2", "got 3"]], [["got 1", "got 3", "got 2"]], [["got 3", "got 1", "got 2"]],
            ])
        #expect(program.racedDisagreement(allowed) == nil)
        // As if a thread's first value had been lost, or had come last.
        for wrong in [["got 2", "got 3"], ["got 2", "got 1", "got 3"]] {
            #expect(program.racedDisagreement([[wrong]]) != nil)
        }
    }

    /// More than one thread brings can be seen where an act is several steps. Then nothing is said.
    @Test(arguments: [
        // Two values in one act.
        Pipeline("probe", 0).then("flatMap", with: Pipeline("record", 2)),
        // Subscribers that come back to a subject.
        Pipeline("probe", 0).then("merge", with: Pipeline("probe", 1)).then("retry", 1),
        // A subject that is there twice.
        Pipeline("probe", 0).then("merge", with: Pipeline("probe", 0)),
    ])
    func whatIsNoSingleStepIsNotJudged(pipeline: Pipeline) {
        let program = Program(
            pipeline: pipeline, demand: nil, acts: [.subscribe, .send(1, to: 0), .send(2, to: 1), .fail(0)])
        #expect(program.sequentialHistories() == nil)
    }

    /// Two requests in one act.
    @Test func aRequestForTwoIsNotJudged() {
        let program = Program(
            pipeline: Pipeline("probe", 0).then("race", with: Pipeline("just", 0)), demand: 0,
            acts: [.subscribe, .send(0, to: 0), .request(1, by: 0)])
        #expect(program.sequentialHistories() == nil)
    }
}
