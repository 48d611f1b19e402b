import TraitsRuntime

/// What happens to the dashboard, step by step.
@main @MainActor struct Dashboard {
    let feed = Feed()
    let model: DashboardModel

    init() { model = DashboardModel(feed: feed) }

    static func main() async { await Dashboard().run() }

    private func run() async {
        print("-- the ticker comes, and with it the connection")
        let ticker = Ticker(model.quotes)
        let log = Bell("alert", model.alerts)
        await quote(10)
        await quote(12)

        print("-- the chart comes late, and has something to draw immediately")
        let chart = Chart(model.quotes)

        print("-- one connection serves both")
        await quote(7)
        await alert("ACME is below 8")

        print("-- the alarm comes late, and doesn't ring for what is past")
        let alarm = Bell("alarm", model.alerts.map { "rings: \($0)" })
        await alert("ACME is below 7")

        print("-- the feed fails, the dashboard doesn't")
        await comes(nil, in: model.quotes) { feed.fail() }
        print("connections: \(feed.connections)")
        withExtendedLifetime((ticker, log, chart, alarm)) {}
    }

    private func quote(_ price: Int) async {
        let quote = Quote(name: "ACME", price: price)
        await comes(quote, in: model.quotes) { feed.send(quote) }
    }

    private func alert(_ text: String) async {
        await comes(text, in: model.alerts) { feed.warn(text) }
    }

    /// Has the feed do something on its thread, and waits until it can be seen. This subscribes after the widgets, so they
    /// have seen it by then.
    private func comes<Value: Equatable>(
        _ value: Value, in output: some MainActorPublisher<Value, Never>, after action: () -> Void
    ) async {
        let values = output.values(buffering: .unbounded)
        action()
        for await next in values where next == value { return }
    }
}
