import Testing
import TraitsRuntime
import TraitsTesting

/// What `StageOperator` promises.
@Suite("A custom stage")
struct PairwiseTests {
    @Test func pairsEachValueWithTheOneBefore() throws {
        let scheduler = TestScheduler()
        let source = try scheduler.cold("-1-2-3|", of: Int.self)
        let recorder = source.pairwise().map { $0 * 10 + $1 }.record(on: scheduler)
        try scheduler.run()
        #expect(recorder.values == [12, 23])
        #expect(recorder.completion == .finished)
    }

    @Test func asksForOneMoreInPlaceOfAValueThatIsLeftOut() {
        let source = ManualPublisher<Int, Never>()
        let recorder = source.pairwise().map { $0 + $1 }.record(demand: .atOnce(1))
        #expect(source.uses == [.requested(.max(1))])
        #expect(source.send(1) == .max(1))
        #expect(source.send(2) == .none)
        #expect(recorder.values == [3])
    }

    @Test func everyPathHasTheSameHistory() {
        #expect(Just(1).pairwise().map { $0 + $1 }.record().recording == "|")
        var values: [Int] = []
        _ = [1, 2, 3].publisher.pairwise().sink { values.append($0 + $1) }
        #expect(values == [3, 5])
    }
}
