import Testing
import TraitsExtras
import TraitsRuntime
import TraitsTesting

@Suite("Small operators")
struct MapToTests {
    @Test func mapToVoidAndMapToKeepASingle() {
        let void: some SinglePublisher<Void, Never> = Just(1).mapToVoid()
        let text: some SinglePublisher<String, Never> = Just(1).mapTo("a")
        #expect(void.map { 1 }.record().values == [1])
        #expect(text.record().values == ["a"])
    }

    @Test func filterNilLeavesOutNil() {
        let source = ManualPublisher<Int?, Never>()
        let recorder = source.filterNil().record(demand: .atOnce(1))
        #expect(source.send(nil) == .max(1))
        source.send(2)
        #expect(recorder.values == [2])
    }

    @Test func toggleSendsTheOpposite() {
        #expect([true, false].publisher.toggle().record().values == [false, true])
    }

    @Test func valuesAndFailuresOfEvents() throws {
        let scheduler = TestScheduler()
        let source = try scheduler.cold("-1-2-x", of: Int.self, failure: TestFailure.self)
        let (values, failures) = (source.materialize().values(), source.materialize().failures())
        let (first, second) = (values.record(on: scheduler), failures.record(on: scheduler))
        try scheduler.run()
        #expect(first.values == [1, 2])
        #expect(second.values.count == 1)
        #expect(first.completion == .finished)
        #expect(second.completion == .finished)
    }

    @Test func chunkedSendsNeighboursThatBelongTogether() {
        let chunks = [1, 2, 5, 6, 9].publisher.chunked(by: { $1 == $0 + 1 })
        for _ in 1...2 { #expect(chunks.record().values == [[1, 2], [5, 6], [9]]) }
        #expect([Int]().publisher.chunked(by: <).record().recording == "|")
    }

    @Test func chunkedLosesWhatWasBegunWithAFailure() {
        let source = ManualPublisher<Int, TestFailure>()
        let recorder = source.chunked(by: <).record()
        source.send(1)
        source.send(2)
        source.send(1)
        source.send(completion: .failure(TestFailure()))
        #expect(recorder.values == [[1, 2]])
        #expect(recorder.completion == .failure(TestFailure()))
    }

    @Test func theLastChunkWaitsForDemand() {
        let source = ManualPublisher<Int, Never>()
        let recorder = source.chunked(by: <).record(demand: .atOnce(1))
        for value in [1, 2, 1] { source.send(value) }
        source.send(completion: .finished)
        #expect(recorder.values == [[1, 2]])
        #expect(recorder.completion == nil)
        recorder.request(.max(1))
        #expect(recorder.values == [[1, 2], [1]])
        #expect(recorder.completion == .finished)
    }
}
