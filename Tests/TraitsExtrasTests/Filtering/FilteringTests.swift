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

    /// A value that sends another one while it is compared, which is compared with all that were sent before, too.
    @Test func uniqueValuesOfValuesThatSendWhileTheyAreCompared() {
        struct Sending: Hashable {
            let number: Int
            var whenCompared: () -> Void = {}

            static func == (lhs: Self, rhs: Self) -> Bool {
                lhs.whenCompared()
                rhs.whenCompared()
                return lhs.number == rhs.number
            }

            // All are alike, so that all are compared.
            func hash(into hasher: inout Hasher) { hasher.combine(0) }
        }
        let source = PassthroughSubject<Sending, Never>()
        let recorder = source.uniqueValues().map(\.number).record()
        for number in 0..<10 { source.send(Sending(number: number)) }
        var next = 10
        source.send(
            Sending(number: 100) {
                guard next < 40 else { return }
                next += 1
                source.send(Sending(number: next - 1))
            })
        source.send(Sending(number: 5))
        #expect(recorder.values.sorted() == Array(0..<40) + [100])
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
