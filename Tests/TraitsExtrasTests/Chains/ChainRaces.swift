import Testing
import TraitsExtras
import TraitsRuntime
import TraitsTesting

/// Chains on several threads.
@Suite("Chains under threads", .serialized)
struct ChainRaces {
    @Test func values() throws {
        try Laws.race("chunked(by:)", inputs: 1) { $0[0].chunked(by: { $1 > $0 }) }
        try Laws.race("interspersed(with:)", inputs: 1) { $0[0].interspersed(with: 9) }
        try Laws.race("takeLast(_:)", inputs: 1) { $0[0].takeLast(3) }
        try Laws.race("element(at:)", inputs: 1) { $0[0].element(at: 2) }
        try Laws.race("partition(_:)", inputs: 1) { $0[0].partition { $0 > 5 }.matches }
    }

    @Test func hooks() throws {
        try Laws.race("doFinally(_:)", inputs: 1) { $0[0].doFinally {} }
        try Laws.race("ignoreFailure()", inputs: 1) { $0[0].ignoreFailure() }
    }

    @Test func time() throws {
        try Laws.race("prefix(for:scheduler:)", inputs: 1) { $0[0].prefix(for: 3, scheduler: $1) }
        try Laws.race("timeout(_:scheduler:fallback:)", inputs: 1) {
            $0[0].timeout(2, scheduler: $1, fallback: Just(9).setFailureType(to: TestFailure.self))
        }
        try Laws.race("retry(_:backoff:scheduler:)", inputs: 1) {
            $0[0].retry(1, backoff: .constant(0.002), scheduler: $1, random: { 0 })
        }
    }

    @Test func severalPublishers() throws {
        try Laws.race("merge()", inputs: 3) { $0.merge() }
        try Laws.race("zip()", inputs: 3) { $0.zip() }
        try Laws.race("combineLatest()", inputs: 3) { $0.combineLatest() }
        try Laws.race("mergeDelayError(with:)", inputs: 2) { $0[0].mergeDelayError(with: $0[1]) }
        try Laws.race("zipDelayError(_:)", inputs: 2) { $0[0].zipDelayError($0[1]) }
        try Laws.race("zip of five", inputs: 5) { $0[0].zip($0[1], $0[2], $0[3], $0[4]) }
        try Laws.race("combineLatest of eight", inputs: 8) {
            $0[0].combineLatest($0[1], $0[2], $0[3], $0[4], $0[5], $0[6], $0[7])
        }
    }

    @Test func parts() throws {
        try Laws.race("groupBy(_:)", inputs: 1) { $0[0].groupBy { $0 % 3 }.flatMap { $0 } }
        try Laws.race("window(count:)", inputs: 1) { $0[0].window(count: 3).flatMap { $0 } }
        try Laws.race("window(boundary:)", inputs: 2) { $0[0].window(boundary: $0[1]).flatMap { $0 } }
        try Laws.race("chunked(by:)", inputs: 2) { $0[0].chunked(by: $0[1]) }
    }

    @Test func inner() throws {
        try Laws.race("concatMap(_:)", inputs: 2) { inputs in inputs[0].concatMap { _ in inputs[1].prefix(2) }
        }
        try Laws.race("flatMapFirst(_:)", inputs: 2) { inputs in
            inputs[0].flatMapFirst { _ in inputs[1].prefix(2) }
        }
    }
}
