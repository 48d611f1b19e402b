import TraitsRuntime

/// What the dashboard shows. Its outputs promise all that a widget wants to rely on, and the compiler has checked it.
@MainActor final class DashboardModel {
    /// The newest quote, synchronously for a late subscriber; none once the feed is down.
    let quotes: AnyMainActorSharedPublisher<Quote?, Never>
    /// What happens now, and only now.
    let alerts: AnyMainActorSharedPublisher<String, Never>

    init(feed: Feed) {
        quotes = feed.quotes
            .map(Optional.some)
            .replaceError(with: nil)
            .share(replay: 1)
            .receive(on: .mainActorImmediate)
            .eraseToAnyMainActorSharedPublisher()
        alerts = feed.alerts
            .replaceError(with: "the line is down")
            .share()
            .receive(on: .mainActorImmediate)
            .eraseToAnyMainActorSharedPublisher()
    }
}
