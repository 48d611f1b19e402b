import TraitsRuntime

/// The taker of a publisher's values in a race, on some path. All paths lead to the subscriber, which checks the contract.
final class RaceTaker<P: Publisher> {
    typealias Watcher = RaceSubscriber<P.Output, P.Failure>

    let path: RacePath
    let subscriber: Watcher
    /// The path and the taker's other behaviour.
    let words: String
    private let client: LawClient<P>
    private let executor = HandDrivenExecutor()
    /// The subscription, kept until the end: a program doesn't release its subscription after a value either.
    private let ticket = RaceTicket()

    init(_ path: RacePath, _ client: LawClient<P>, _ subscriber: Watcher, words: String) {
        self.path = path
        self.words = words
        self.client = client
        self.subscriber = subscriber
    }

    /// Subscribes, and returns when a program's call would.
    func join(_ publisher: P, _ scheduler: TestScheduler) {
        switch path {
        case .subscriber: publisher.subscribe(subscriber)
        case .anySubscriber: publisher.subscribe(AnySubscriber(subscriber))
        case .erased: publisher.eraseToAnyPublisher().subscribe(subscriber)
        case .eraser(.single): publisher.uncheckedSingle().eraseToAnySinglePublisher().subscribe(subscriber)
        case .eraser(.maybe): publisher.uncheckedMaybe().eraseToAnyMaybePublisher().subscribe(subscriber)
        case .eraser(.completable):
            publisher.uncheckedCompletable().eraseToAnyCompletablePublisher().subscribe(subscriber)
        case .immediateEraser:
            publisher.uncheckedImmediate().eraseToAnyImmediatePublisher().subscribe(subscriber)
        case .mapped: publisher.map { $0 }.subscribe(subscriber)
        case .filtered: publisher.filter { _ in true }.subscribe(subscriber)
        case .inside(let frame): subscribe(to: publisher, inside: frame)
        case .shared: publisher.share().subscribe(subscriber)
        case .received: publisher.receive(on: scheduler).subscribe(subscriber)
        case .taking(let way): take(publisher, way)
        }
        subscriber.noteSubscribed()
    }

    /// Subscribes to another stream that contains the publisher.
    private func subscribe(to publisher: P, inside frame: RacePath.Frame) {
        let (nothing, once) = (Empty<P.Output, P.Failure>(), Just(()).setFailureType(to: P.Failure.self))
        switch frame {
        case .merge: nothing.merge(with: publisher).subscribe(subscriber)
        case .append: nothing.append(publisher).subscribe(subscriber)
        case .flatMap:
            Publishers.FlatMap(upstream: once, maxPublishers: .unlimited) { publisher }.subscribe(subscriber)
        case .switchToLatest: once.map { publisher }.switchToLatest().subscribe(subscriber)
        case .catch:
            Publishers.Catch(upstream: Fail<P.Output, TestFailure>(error: TestFailure())) { _ in publisher }
                .subscribe(subscriber)
        case .deferred:
            // If closures are checked strictly, this closure is known to stay on its thread.
            nonisolated(unsafe) let make = { publisher }
            Deferred(createPublisher: make).subscribe(subscriber)
        }
    }

    /// Runs a task on this thread until it waits.
    func goOn() { executor.runAll() }

    /// Runs a task now and then, while other threads run.
    func goOnForAWhile() {
        guard path.isTask else { return }
        for _ in 0..<20 {
            goOn()
            Threads.yield()
        }
    }

    /// Passes the events that closures or a task take to the subscriber.
    private func take(_ publisher: P, _ way: Taking) {
        subscriber.receive(subscription: ticket)
        let take = { [subscriber] (signal: Signal<P.Output, P.Failure>) -> Bool in
            switch signal {
            case .value(let value): _ = subscriber.receive(value)
            case .completion(let completion): subscriber.receive(completion: completion)
            case .cancelled: break
            }
            return true
        }
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
