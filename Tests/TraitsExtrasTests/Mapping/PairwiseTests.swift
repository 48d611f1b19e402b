import Testing
import TraitsExtras
import TraitsRuntime
import TraitsTesting

@Suite("pairwise(), withPrevious() and enumerated()")
struct PairwiseTests {
    @Test func pairwiseLeavesOutTheFirst() {
        let recorder = [1, 2, 4].publisher.pairwise().map { [$0, $1] }.record()
        #expect(recorder.values == [[1, 2], [2, 4]])
        #expect(recorder.completion == .finished)
    }

    @Test func pairwiseAsksForAnotherInPlaceOfTheFirst() {
        let source = ManualPublisher<Int, Never>()
        let recorder = source.pairwise().map { $0 + $1 }.record(demand: .atOnce(1))
        #expect(source.send(1) == .max(1))
        #expect(source.send(2) == .none)
        #expect(recorder.values == [3])
    }

    @Test func withPreviousSendsTheFirst() {
        let recorder = [1, 2].publisher.withPrevious().map { [$0.previous, $0.current] }.record()
        #expect(recorder.values == [[nil, 1], [1, 2]])
        #expect(
            [1, 2].publisher.withPrevious(0).map { [$0.previous, $0.current] }.record().values == [
                [0, 1], [1, 2],
            ])
    }

    @Test func enumeratedBeginsAtZeroForEachSubscriber() {
        let publisher = ["a", "b"].publisher.enumerated().map { "\($0.index)\($0.element)" }
        for _ in 1...2 { #expect(publisher.record().values == ["0a", "1b"]) }
    }

    @Test func aSingleStaysASingle() {
        let number: some SinglePublisher<Int, Never> = Just("a").enumerated().map { $0.index }
        var numbers: [Int] = []
        _ = number.sink { numbers.append($0) }
        let previous: some SinglePublisher<Int, Never> = Just(1).withPrevious(0).map { $0.previous }
        _ = previous.sink { numbers.append($0) }
        #expect(numbers == [0, 0])
    }
}
