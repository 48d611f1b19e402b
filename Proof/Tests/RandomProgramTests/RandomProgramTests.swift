import Synchronization
import Testing
import TraitsRuntime
import TraitsTracing

@testable import RandomPrograms

/// Small programs that nobody has thought of: a plain subscriber and `sink`, erased stages and unerased ones have to
/// tell the same history, and the reference has to tell it as well. `proof programs` tries more of them.
@Suite struct RandomProgramTests {
    @Test func pathsAndReferenceAgree() { expectAgreement(1..<1001) }

    /// With `trace` between all stages: off, and then on.
    @Test func tracedStagesChangeNothing() {
        expectAgreement(1_000_001..<1_000_201, isTraced: true)
        let writer = CountingWriter()
        let session = Tracing.start(writer, names: "between stages")
        expectAgreement(2_000_001..<2_000_201, isTraced: true)
        session.stop()
        #expect(writer.events.load(ordering: .relaxed) > 0)
    }

    @Test func everyRowIsInTheGenerator() throws {
        #expect(try rowsThatAreMissing() == [])
    }

    private func expectAgreement(_ seeds: Range<UInt64>, isTraced: Bool = false) {
        for seed in seeds {
            var generator = ProgramGenerator(seed: seed)
            let fault = RandomProgram.fault(of: generator.program(), seed, isTraced: isTraced)
            #expect(fault == nil, "\(fault ?? "")")
        }
    }
}

private final class CountingWriter: TraceWriter {
    let events = Atomic<Int>(0)
    func write(_ events: [TraceEvent]) { self.events.add(events.count, ordering: .relaxed) }
    func close() {}
}

/// What the tests that are printed call.
func expectAgreement(_ program: Program, sourceLocation: SourceLocation = #_sourceLocation) throws {
    let disagreement = program.disagreement()
    #expect(disagreement == nil, "\(disagreement.map { "\($0)" } ?? "")", sourceLocation: sourceLocation)
}
