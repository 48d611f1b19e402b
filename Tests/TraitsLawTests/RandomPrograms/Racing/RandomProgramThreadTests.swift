import Foundation
import Testing

@testable import TraitsTesting

/// What several threads do to a stream is what one thread could have done to it, in some order.
///
/// One thread carries out each program in all orders of its acts, then several threads do so at the same time: what
/// the subscriber sees has to be one of the histories that were seen before. So no value is lost, duplicated or
/// reordered, and no end forgotten, whatever operators stand on each other.
///
/// `TRAITS_RACED_PROGRAMS=100000` sets how many are tried, `TRAITS_PROGRAM_SEED=7` where they begin. In a build with
/// `-DTRAITS_SCHEDULES` seeds decide how the threads meet as well.
@Suite(.timeLimit(.minutes(60)))  // as long as a whole run may take
struct RandomProgramThreadTests {
    /// How many programs a usual run tries. Without schedules threads meet by chance, and each takes longer.
    static let sample: UInt64 = Threads.areScheduled ? 1_500 : 200

    @Test func threadsDoWhatOneThreadCouldHaveDone() throws {
        let environment = ProcessInfo.processInfo.environment
        let seed = environment["TRAITS_PROGRAM_SEED"].flatMap { UInt64($0) }
        let wanted = environment["TRAITS_RACED_PROGRAMS"].flatMap { UInt64($0) }
        let count = wanted ?? (seed == nil ? Self.sample : 1)
        let first = seed ?? 1
        var failures = 0
        var judged: UInt64 = 0
        for seed in first..<first + count where failures < 5 {
            var generator = ProgramGenerator(seed: seed)
            let program = generator.racedProgram()
            guard let allowed = program.sequentialHistories() else { continue }
            judged += 1
            guard let disagreement = program.racedDisagreement(allowed) else { continue }
            Issue.record("seed \(seed): \(program.shrunkDisagreement() ?? disagreement)")
            failures += 1
        }
        #expect(failures == 0)
        // Otherwise it would say little.
        if count > 100, failures == 0 { #expect(judged * 2 > count, "\(judged) of \(count) are judged") }
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
