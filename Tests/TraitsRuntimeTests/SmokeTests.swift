import Testing
import TraitsRuntime

@Suite("A chain runs")
struct SmokeTests {
    @Test func sequenceMapFilterReduce() {
        var got: [Int] = []
        var done = 0
        let cancellable = [1, 2, 3, 4].publisher
            .map { $0 * 10 }
            .filter { $0 > 10 }
            .reduce(0, +)
            .sink(receiveCompletion: { _ in done += 1 }, receiveValue: { got.append($0) })
        #expect(got == [90])
        #expect(done == 1)
        cancellable.cancel()
    }

    @Test func erasedJust() {
        var got: [String] = []
        let cancellable = Just(1).eraseToAnyPublisher().map { "\($0)" }.eraseToAnyPublisher().sink {
            got.append($0)
        }
        #expect(got == ["1"])
        cancellable.cancel()
    }
}
