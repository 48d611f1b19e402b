import RandomPrograms
import Testing

/// Random programs on real queues and three threads at a time. `proof wild` tries more of them.
@Suite("Wild programs")
struct WildProgramTests {
    @Test func noneHangsOrBreaksARule() {
        #expect(WildProgram.faults(of: 1..<201) == [])
    }
}
