import TraitsRuntime

/// A taker of a publisher's values in a race. All paths lead to the subscriber, which checks the contract.
final class RaceTaker<P: Publisher> {
    typealias Watcher = RaceSubscriber<P.Output, P.Failure>

    let taker: Taker
    let subscriber: Watcher
    private let client: LawClient<P>
    private let executor = HandDrivenExecutor()
    /// The subscription, kept until the end: a program doesn't release its subscription after a value either.
    private let ticket = RaceTicket()

    init(_ taker: Taker, _ client: LawClient<P>, _ subscriber: Watcher) {
        self.taker = taker
        self.client = client
        self.subscriber = subscriber
    }

    /// Subscribes, and returns when a program's call would.
    func join(_ publisher: P, _ scheduler: TestScheduler) {
        switch taker.path {
        case .subscriber(let route): publisher.subscribe(subscriber, by: route, on: scheduler)
        case .taking(let way): take(publisher, way)
        }
        subscriber.noteSubscribed()
    }

    /// Runs a task on this thread until it waits.
    func goOn() { executor.runAll() }

    /// Runs a task now and then, while other threads run.
    func goOnForAWhile() {
        guard taker.path.isTask else { return }
        for _ in 0..<20 {
            goOn()
            Threads.yield()
        }
    }

    /// Passes the events that closures or a task take to the subscriber.
    private func take(_ publisher: P, _ way: Taking) {
        subscriber.receive(subscription: ticket)
        let take = { [subscriber] in subscriber.take($0) }
        if !way.isTask { return ticket.keep(publisher.begin(way, client, take)) }
        // One thread at a time drives the task, which waits until another call lets it go on.
        nonisolated(unsafe) let body = { await publisher.await(way, take) }
        let task = Task(executorPreference: executor) { await body() }
        ticket.keep(AnyCancellable { Threads.withoutSteps { task.cancel() } })
        executor.runAll()
    }
}

/// The subscription of a subscriber with closures, or in a task: it can only cancel.
final class RaceTicket: Subscription, @unchecked Sendable {
    // Unchecked: both are touched under the lock only.
    private let lock = Lock()
    private var cancellable: AnyCancellable?
    private var isCancelled = false

    func keep(_ cancellable: AnyCancellable) {
        let isTooLate = lock.withLock {
            if !isCancelled { self.cancellable = cancellable }
            return isCancelled
        }
        if isTooLate { cancellable.cancel() }
    }

    func request(_ demand: Subscribers.Demand) {}

    func cancel() {
        let cancellable = lock.withLock {
            isCancelled = true
            defer { self.cancellable = nil }
            return self.cancellable
        }
        cancellable?.cancel()
    }
}
