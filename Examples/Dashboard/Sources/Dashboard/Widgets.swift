import TraitsRuntime

/// Shows each quote as text. The closure of its `sink` belongs to the main actor, since the promise of the model says that
/// it is called there.
@MainActor final class Ticker {
    private var cancellable: AnyCancellable?

    init(_ quotes: some MainActorPublisher<Quote?, Never> & SharedPublisher) {
        cancellable = quotes.sink { [weak self] in self?.show($0) }
    }

    private func show(_ quote: Quote?) {
        print("ticker  \(quote.map { "\($0.name) \($0.price)" } ?? "no quotes")")
    }
}

/// Shows the newest quote as a bar.
@MainActor final class Chart {
    private var cancellable: AnyCancellable?

    init(_ quotes: some MainActorPublisher<Quote?, Never> & SharedPublisher) {
        cancellable =
            quotes
            .map { $0.map { String(repeating: "#", count: $0.price) } ?? "(nothing)" }
            .sink { [weak self] in self?.draw($0) }
    }

    private func draw(_ bar: String) { print("chart   \(bar)") }
}

/// Says what happens.
@MainActor final class Bell {
    private var cancellable: AnyCancellable?

    init(_ name: String, _ alerts: some MainActorPublisher<String, Never> & SharedPublisher) {
        cancellable = alerts.sink { print("\(name)   \($0)") }
    }
}
