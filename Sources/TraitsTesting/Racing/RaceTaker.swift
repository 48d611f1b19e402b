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
        case .sinkObject:
            listen { end, value in
                let sink = Subscribers.Sink<P.Output, P.Failure>(receiveCompletion: end, receiveValue: value)
                publisher.subscribe(sink)
                return AnyCancellable(sink)
            }
        case .sink: listen { publisher._sink(receiveCompletion: $0, receiveValue: $1) }
        case .client: listen { client.sink(publisher, $0, $1) }
        case .erasedSink:
            listen { publisher.eraseToAnyPublisher()._sink(receiveCompletion: $0, receiveValue: $1) }
        case .mappedSink:
            listen {
                publisher.map { $0 }.filter { _ in true }._sink(receiveCompletion: $0, receiveValue: $1)
            }
        case .outcome(let trait): listen { sink(trait, publisher, $0, $1) }
        case .assigned:
            listen { end, value in
                publisher.materialize().map(Optional.some)
                    .assign(to: \.latest, on: RaceAssignee(end: end, value: value))
            }
        case .values: run { await Self.loop(publisher.values.makeAsyncIterator(), $0) }
        case .bufferedValues:
            run { await Self.loop(publisher.values(buffering: .unbounded).makeAsyncIterator(), $0) }
        case .value(let trait): run { await Self.wait(for: trait, publisher, $0) }
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

    // MARK: - Closures

    private typealias End = (Subscribers.Completion<P.Failure>) -> Void
    private typealias Value = (P.Output) -> Void

    /// Passes the events that closures receive to the subscriber.
    private func listen(_ begin: (@escaping End, @escaping Value) -> AnyCancellable) {
        subscriber.receive(subscription: ticket)
        ticket.keep(
            begin { [subscriber] in
                subscriber.receive(completion: $0)
            } _: { [subscriber] in
                _ = subscriber.receive($0)
            })
    }

    private func sink(
        _ trait: RacePath.Outcome, _ publisher: P, _ end: @escaping End, _ value: @escaping Value
    ) -> AnyCancellable {
        func outcome(_ outcome: MaybeResult<P.Output, P.Failure>) {
            switch outcome {
            case .success(let output):
                value(output)
                end(.finished)
            case .finished: end(.finished)
            case .failure(let error): end(.failure(error))
            }
        }
        return switch trait {
        case .single:
            publisher.uncheckedSingle()._sinkSingle { result in
                switch result {
                case .success(let output): outcome(.success(output))
                case .failure(let error): outcome(.failure(error))
                }
            }
        case .maybe: publisher.uncheckedMaybe()._sinkMaybe { outcome($0) }
        case .completable: publisher.uncheckedCompletable()._sinkCompletable { end($0) }
        }
    }

    // MARK: - Tasks

    /// Begins a task, which waits until another call lets it go on.
    private func run(_ body: @escaping (Watcher) async -> Void) {
        subscriber.receive(subscription: ticket)
        // One thread at a time drives it.
        nonisolated(unsafe) let body = body
        let task = Task(executorPreference: executor) { [subscriber] in await body(subscriber) }
        ticket.keep(AnyCancellable { Threads.withoutSteps { task.cancel() } })
        executor.runAll()
    }

    private static func loop<Values>(_ values: Values, _ subscriber: Watcher) async
    where Values: AsyncIteratorProtocol<P.Output, any Error> {
        do {
            var values = values
            while let value = try await values.next(isolation: #isolation) { _ = subscriber.receive(value) }
            if !Task.isCancelled { subscriber.receive(completion: .finished) }
        } catch {
            // An iterator throws its publisher's failure.
            if let error = error as? P.Failure { subscriber.receive(completion: .failure(error)) }
        }
    }

    private static func wait(for trait: RacePath.Outcome, _ publisher: P, _ subscriber: Watcher) async {
        do {
            switch trait {
            case .single: _ = subscriber.receive(try await publisher.uncheckedSingle().value)
            case .maybe:
                if let value = try await publisher.uncheckedMaybe().value { _ = subscriber.receive(value) }
            case .completable: let _: Void = try await publisher.uncheckedCompletable().value
            }
            if !Task.isCancelled { subscriber.receive(completion: .finished) }
        } catch {
            // A single throws its failure, or a cancellation error.
            if let error = error as? P.Failure { subscriber.receive(completion: .failure(error)) }
        }
    }
}

/// The object to whose property events are assigned.
private final class RaceAssignee<Output, Failure: Error> {
    private let end: (Subscribers.Completion<Failure>) -> Void
    private let value: (Output) -> Void

    init(end: @escaping (Subscribers.Completion<Failure>) -> Void, value: @escaping (Output) -> Void) {
        (self.end, self.value) = (end, value)
    }

    var latest: StreamEvent<Output, Failure>? {
        didSet {
            switch latest {
            case .value(let output): value(output)
            case .completion(let completion): end(completion)
            case nil: break
            }
        }
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
