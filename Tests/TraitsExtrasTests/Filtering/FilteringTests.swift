import Testing
import TraitsExtras
import TraitsRuntime
import TraitsTesting

@Suite("Letting values through")
struct FilteringTests {
    @Test func uniqueValuesLeavesOutWhatWasSentBefore() {
        let recorder = [1, 2, 1, 3, 2].publisher.uniqueValues().record()
        #expect(recorder.values == [1, 2, 3])
    }

    @Test func uniqueValuesAsksForAnother() {
        let source = ManualPublisher<Int, Never>()
        let recorder = source.uniqueValues().record(demand: .atOnce(2))
        #expect(source.send(1) == .none)
        #expect(source.send(1) == .max(1))
        #expect(source.send(2) == .none)
        #expect(recorder.values == [1, 2])
    }

    @Test func prefixWhileIncludesTheLast() {
        let source = ManualPublisher<Int, Never>()
        let recorder = source.prefix(while: { $0 < 2 }, behavior: .inclusive).record()
        source.send(1)
        source.send(2)
        #expect(recorder.values == [1, 2])
        #expect(recorder.completion == .finished)
        #expect(source.uses.last == .cancelled)
    }

    @Test func prefixWhileExcludesTheLast() {
        let recorder = [1, 2, 1].publisher.prefix(while: { $0 < 2 }, behavior: .exclusive).record()
        #expect(recorder.values == [1])
        #expect(recorder.completion == .finished)
    }
}
