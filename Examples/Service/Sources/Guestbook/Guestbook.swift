import TraitsExtras
import TraitsRuntime

/// What the service answers. It knows no sockets and no clock of its own, so tests run it in virtual time.
public struct Guestbook<Clock: Scheduler> {
    private let store: any Store
    private let status: Status
    private let clock: Clock
    private let backoff: Backoff

    /// How often a busy store is asked again: for some ten seconds, with the backoff of the server.
    private let retries = 30

    public init(
        store: any Store, status: Status, clock: Clock,
        backoff: Backoff = .exponential(initial: 0.02, maximum: 0.5, jitter: 0.5)
    ) {
        self.store = store
        self.status = status
        self.clock = clock
        self.backoff = backoff
    }

    /// Answers all connections, as they come.
    ///
    /// It ends when the connections have ended and each of them has its answer: `flatMap` waits for its inner publishers. That is
    /// all there is to a graceful stop.
    public func serve(_ connections: some Publisher<Connection, Never>) -> some CompletablePublisher<
        Never, Never
    > {
        connections
            .handleEvents(receiveOutput: { _ in status.accepted() })
            .flatMap { connection in
                connection.request()
                    .flatMap(answer)
                    .catch { _ in Just(Response(400, "This is no request.\n")) }
                    .onSuccess { _ in status.answered() }
                    .flatMap(connection.answer)
            }
            .ignoreOutput()
    }

    /// The answer to one request: there always is one, and never two.
    public func answer(_ request: Request) -> AnySinglePublisher<Response, Never> {
        switch (request.method, request.path) {
        case ("POST", "/entries"): add(request.body)
        case ("GET", "/entries"):
            answer(from: store.entries()) { Response(200, $0.map { $0 + "\n" }.joined()) }
        case ("GET", "/status"): .just(Response(200, status.line.value + "\n"))
        default: .just(Response(404, "There is nothing here.\n"))
        }
    }

    private func add(_ text: String) -> AnySinglePublisher<Response, Never> {
        answer(from: store.add(text)) { Response(201, "\($0)\n") }
    }

    /// Asks the store, again and again while it is busy. A single stays a single on the way, and the compiler checks that.
    private func answer<T>(
        from single: AnySinglePublisher<T, StoreError>, _ respond: @escaping (T) -> Response
    ) -> AnySinglePublisher<Response, Never> {
        single
            .retry(
                retries, backoff: backoff, scheduler: clock, when: { $0 == .busy },
                onFailure: { _, _ in status.failed() }
            )
            .map(respond)
            .replaceError(with: Response(503, "Try again later.\n"))
            .eraseToAnySinglePublisher()
    }
}
