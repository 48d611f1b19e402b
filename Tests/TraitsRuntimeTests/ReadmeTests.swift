import Testing
import TraitsRuntime
import TraitsTesting

/// The samples of the README, word for word where they can be.
@Suite("README")
struct ReadmeTests {
    private struct APIModel {}
    private struct Model {
        init(_: APIModel) {}
    }

    private func downloadPublisher() -> AnySinglePublisher<APIModel, Error> { .just(APIModel()) }
    private func savePublisher(_ model: Model) -> AnySinglePublisher<Void, Error> { .just(()) }

    private func refreshPublisher() -> AnySinglePublisher<Void, Error> {
        downloadPublisher()
            .map { Model($0) }
            .flatMap { savePublisher($0) }
            .eraseToAnySinglePublisher()
    }

    @Test func singlesCompose() {
        var results = 0
        let cancellable = refreshPublisher().sinkSingle { result in
            if case .success = result { results += 1 }
        }
        #expect(results == 1)
        cancellable.cancel()
    }

    @Test func properties() {
        var totals: [Int] = []
        let price = MutableProperty(10)
        let count = MutableProperty(2)
        let total = price.property.combineLatest(count.property) { $0 * $1 }
        let cancellable = total.allValues.sink { totals.append($0) }
        count.value = 3
        #expect(totals == [20, 30])
        cancellable.cancel()
    }

    @Test func testing() throws {
        let scheduler = TestScheduler()
        let source = try scheduler.cold("-a-b-|", values: ["a": 1, "b": 2])
        let recorder = source.map { $0 * 10 }.record(on: scheduler)
        try scheduler.run()
        try recorder.expect("-a-b-|", values: ["a": 10, "b": 20])
    }
}
