import Testing
import TraitsFoundation

@Suite("Traits of the bridges to Foundation")
struct FoundationTraitTests {
    @Test func aTimerKeepsNoTrait() {
        let timer: Any = Timer.publish(every: 1, on: .main, in: .default)
        #expect(!(timer is any MaybePublisher))
        #expect(!(timer is any ImmediatePublisher))
    }
}
