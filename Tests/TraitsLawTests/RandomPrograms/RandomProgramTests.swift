import Foundation
import Synchronization
import Testing
import TraitsRuntime
import TraitsTracing

@testable import TraitsTesting

/// Small programs that nobody has thought of: a plain subscriber and `sink`, erased stages and unerased ones have to
/// tell the same history, and the reference has to tell it as well.
///
/// `TRAITS_PROGRAMS=1000000` sets how many are tried, `TRAITS_PROGRAM_SEED=7` repeats the one of a seed and shows it, or
/// begins there if both are set.
@Suite struct RandomProgramTests {
    /// How many programs a usual run of the tests tries: some twenty seconds without optimization.
    static let sample: UInt64 = 25_000

    @Test func pathsAndReferenceAgree() {
        expectAgreement(sample: Self.sample) { seed in
            var generator = ProgramGenerator(seed: seed)
            return generator.program()
        }
    }

    /// With `trace` between all stages: off, and then on.
    @Test func tracedStagesChangeNothing() {
        func expect(from first: UInt64) {
            expectAgreement(sample: 2000, share: 10, isTraced: true) { seed in
                var generator = ProgramGenerator(seed: first &+ seed)
                return generator.program()
            }
        }
        expect(from: 1_000_000)
        let writer = CountingWriter()
        let session = Tracing.start(writer, names: "between stages")
        expect(from: 2_000_000)
        session.stop()
        #expect(writer.events.load(ordering: .relaxed) > 0)
    }

    @Test func everyRowIsInTheGenerator() throws {
        #expect(try rowsThatAreMissing() == [])
    }
}

private final class CountingWriter: TraceWriter {
    let events = Atomic<Int>(0)
    func write(_ events: [TraceEvent]) { self.events.add(events.count, ordering: .relaxed) }
    func close() {}
}

/// Carries out as many programs as the environment asks for, and shrinks those that fail.
///
/// - Parameters:
///   - sample: How many a usual run tries.
///   - share: One of so many programs that the environment asks for is of this kind.
///   - isTraced: Whether each is also carried out with each stage traced.
///   - make: Makes the program of a seed.
func expectAgreement(
    sample: UInt64, share: UInt64 = 1, isTraced: Bool = false, _ make: (UInt64) -> Program
) {
    let environment = ProcessInfo.processInfo.environment
    let seed = environment["TRAITS_PROGRAM_SEED"].flatMap { UInt64($0) }
    let count =
        environment["TRAITS_PROGRAMS"].flatMap { UInt64($0) }.map { max($0 / share, 1) }
        ?? (seed == nil ? sample : 1)
    let first = seed ?? 1
    var failures = 0
    for seed in first..<first + count {
        if environment["TRAITS_PROGRAM_VERBOSE"] != nil { print("seed \(seed)") }
        let program = make(seed)
        guard var disagreement = program.disagreement(isTraced: isTraced) else { continue }
        // The last one seen is kept, since one that depends on chance may not come again.
        let shrunk = program.shrunk {
            guard let smaller = $0.disagreement(isTraced: isTraced) else { return false }
            disagreement = smaller
            return true
        }
        let file = disagreement.writeTrace(named: "program-\(seed)").map { "trace: \($0)\n" } ?? ""
        Issue.record(
            "seed \(seed): \(disagreement)\n\(file)\(shrunk.test(named: "seed\(seed)", why: disagreement.reason))"
        )
        failures += 1
        if failures == environment["TRAITS_PROGRAM_FAILURES"].flatMap({ Int($0) }) ?? 5 { break }
    }
    #expect(failures == 0)
}

extension Disagreement {
    /// Writes what each path saw as a trace, one event a tick, if the environment asks for traces of failures.
    fileprivate func writeTrace(named name: String) -> String? {
        FailureTrace.write(name) { trace in
            for (path, events) in histories {
                let kinds = events.enumerated().map { number, event -> (ticks: Int, kind: TraceEvent.Kind) in
                    (number, .value(event, outstanding: .unlimited))
                }
                trace.add(path, publisher: "Program", kinds)
            }
        }
    }
}

/// What the tests that are printed call.
func expectAgreement(_ program: Program, sourceLocation: SourceLocation = #_sourceLocation) throws {
    let disagreement = program.disagreement()
    #expect(disagreement == nil, "\(disagreement.map { "\($0)" } ?? "")", sourceLocation: sourceLocation)
}
