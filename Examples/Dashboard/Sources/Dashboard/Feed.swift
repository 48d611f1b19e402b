import Dispatch
import Synchronization
import TraitsRuntime

struct Quote: Equatable, Sendable {
    var name: String
    var price: Int
}

enum FeedError: Error {
    case lineIsDown
}

/// A fake of a feed: it sends from a thread that nobody has chosen, and may fail.
final class Feed: Sendable {
    private let thread = DispatchQueue(label: "feed")
    private let sentQuotes = PassthroughSubject<Quote, FeedError>()
    private let sentAlerts = PassthroughSubject<String, FeedError>()
    private let count = Atomic<Int>(0)

    /// How often somebody has connected.
    var connections: Int { count.load(ordering: .relaxed) }

    var quotes: AnyPublisher<Quote, FeedError> {
        sentQuotes
            .handleEvents(receiveSubscription: { _ in self.count.add(1, ordering: .relaxed) })
            .eraseToAnyPublisher()
    }

    var alerts: AnyPublisher<String, FeedError> { sentAlerts.eraseToAnyPublisher() }

    func send(_ quote: Quote) { thread.async { self.sentQuotes.send(quote) } }

    func warn(_ text: String) { thread.async { self.sentAlerts.send(text) } }

    func fail() { thread.async { self.sentQuotes.send(completion: .failure(.lineIsDown)) } }
}
