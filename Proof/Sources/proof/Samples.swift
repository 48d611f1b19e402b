import Foundation
import TraitsRuntime
import TraitsTesting

// What the samples of the operator table are made of, beside the language and the runtime.

extension TestScheduler {
    /// A subject that is sent these events from now on.
    func sending<S: Subject>(_ marbles: String, to subject: S) -> S
    where S.Output == Int, S.Failure == TestFailure {
        for event in signals(marbles) {
            scheduleInOrder(after: event.time) {
                switch event.signal {
                case .value(let value): subject.send(value)
                case .completion(let completion): subject.send(completion: completion)
                case .cancelled: break
                }
            }
        }
        return subject
    }

    /// A publisher that is connected at a tick and disconnected when all is over.
    func connecting<P: ConnectablePublisher>(_ publisher: P, at tick: Int) -> P {
        scheduleInOrder(after: VirtualTime(ticks: tick)) { [self] in
            let connection = publisher.connect()
            scheduleInOrder(after: VirtualTime(ticks: 64)) { connection.cancel() }
        }
        return publisher
    }

    /// A publisher that is connected before anyone subscribes, and disconnected when all is over.
    func connected<P: ConnectablePublisher>(_ publisher: P) -> P {
        let connection = publisher.connect()
        scheduleInOrder(after: VirtualTime(ticks: 64)) { connection.cancel() }
        return publisher
    }

    /// A promise that is kept at the first tick.
    func promising(_ result: Result<Int, TestFailure>) -> Future<Int, TestFailure> {
        Future { [self] promise in
            scheduleInOrder(after: VirtualTime(ticks: 1)) { promise(result) }
        }
    }

    /// A property that changes and ends as the marbles say.
    func property(_ marbles: String) -> Property<Int> {
        Property(
            initial: 0,
            then: TestPublisher<Int, Never>(
                .cold,
                script: signals(marbles).compactMap { event in
                    switch event.signal {
                    case .value(let value): TimedSignal(event.time, .value(value))
                    case .completion: TimedSignal(event.time, .completion(.finished))
                    case .cancelled: nil
                    }
                }, on: self))
    }

    /// The publisher of a property that changes at each value of the marbles.
    func publishing(_ marbles: String) -> Published<Int>.Publisher {
        let model = SampleModel()
        for event in signals(marbles) {
            scheduleInOrder(after: event.time) { model.number += 1 }
        }
        return model.$number
    }

    private func signals(_ marbles: String) -> [TimedSignal<Int, TestFailure>] {
        var time = 0
        var signals: [TimedSignal<Int, TestFailure>] = []
        for character in marbles {
            let now = VirtualTime(ticks: time)
            switch character {
            case "o": signals.append(TimedSignal(now, .value(time)))
            case "|": signals.append(TimedSignal(now, .completion(.finished)))
            case "x": signals.append(TimedSignal(now, .completion(.failure(TestFailure()))))
            default: time += 1
            }
        }
        return signals
    }
}

/// An object with a published property. A run of the law kit is driven by one thread.
private final class SampleModel {
    @Published var number = 0
}

/// A coder that leaves numbers as they are, and may fail at one of them.
struct SampleCoder: TopLevelEncoder, TopLevelDecoder {
    var failsAt: Int?

    init(fails: Bool = false) { failsAt = fails ? 0 : nil }
    init(failsAt number: Int) { failsAt = number }

    func encode<Item: Encodable>(_ item: Item) throws -> Int {
        guard let number = item as? Int, number != failsAt else { throw TestFailure() }
        return number
    }

    func decode<Item: Decodable>(_ type: Item.Type, from number: Int) throws -> Item {
        guard number != failsAt, let item = number as? Item else { throw TestFailure() }
        return item
    }
}

/// The value, or a failure at one number.
func pass(_ value: Int, until number: Int) throws -> Int {
    if value == number { throw TestFailure() }
    return value
}

/// The event that a number stands for: a completion at one of them, itself at the others.
func ending(
    _ completion: Subscribers.Completion<TestFailure>, at number: Int, _ value: Int
) -> StreamEvent<Int, TestFailure> {
    value == number ? .completion(completion) : .value(value)
}

/// Output that nobody reads.
struct SampleOutput: TextOutputStream {
    mutating func write(_ string: String) {}
}

/// The property that an input of the law kit stands for: it sends a value synchronously and never fails, as the row for
/// `Property.AllValues` says. What else it sends synchronously comes when somebody could look, in the same tick.
func property(_ input: LawUpstream<TestFailure>) -> Property<Int> {
    let scheduler = input.scheduler, changes = PassthroughSubject<Int, Never>()
    var first: Int?
    var subscription: AnyCancellable?
    subscription = input.sink(
        receiveCompletion: { _ in scheduler.scheduleInOrder { changes.send(completion: .finished) } },
        receiveValue: { value in
            if first == nil { first = value } else { scheduler.scheduleInOrder { changes.send(value) } }
        })
    guard let first else { preconditionFailure("a property has a current value") }
    let upstream = changes.handleEvents(receiveCancel: {
        subscription?.cancel()
        subscription = nil
    })
    return Property(initial: first, then: upstream)
}

/// The values of a property that changes, and may end, inside of the call that subscribes.
extension TestScheduler {
    func changing(_ marbles: String) -> some Publisher<Int, Never> {
        Deferred {
            let source = PassthroughSubject<Int, Never>()
            let property = Property(initial: 0, then: source)
            var rest = marbles[...]
            func change() {
                guard let next = rest.popFirst() else { return }
                if next == "o" { source.send(1) } else { source.send(completion: .finished) }
            }
            // The first change comes when values are asked for, each of the others while a value is received.
            return property.subsequentValues.handleEvents(
                receiveOutput: { _ in change() },
                receiveRequest: { _ in if rest.count == marbles.count { change() } })
        }
    }
}

extension Publisher {
    /// Subscribes when values are asked for: then an end without a value comes no sooner than a value would.
    func onRequest() -> OnRequest<Self> { OnRequest(upstream: self) }
}

struct OnRequest<Upstream: Publisher>: Publisher {
    typealias Output = Upstream.Output
    typealias Failure = Upstream.Failure

    let upstream: Upstream

    func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
        subscriber.receive(subscription: Conduit(upstream, subscriber))
    }

    private final class Conduit<S: Subscriber>: Subscription, Subscriber
    where S.Input == Output, S.Failure == Failure {
        /// Guards what follows: a cancellation may come from another thread.
        private let lock = NSLock()
        private var upstream: Upstream?
        private var downstream: S?
        private var subscription: (any Subscription)?
        private var demand = Subscribers.Demand.none

        init(_ upstream: Upstream, _ downstream: S) {
            self.upstream = upstream
            self.downstream = downstream
        }

        func request(_ demand: Subscribers.Demand) {
            lock.lock()
            let subscription = subscription
            if subscription == nil { self.demand += demand }
            let upstream = subscription == nil && demand > .none ? upstream : nil
            if upstream != nil { self.upstream = nil }
            lock.unlock()
            subscription?.request(demand)
            upstream?.subscribe(self)
        }

        func cancel() { clear().subscription?.cancel() }

        func receive(subscription: any Subscription) {
            lock.lock()
            let (isWanted, demand) = (downstream != nil, demand)
            if isWanted { self.subscription = subscription }
            lock.unlock()
            if isWanted { subscription.request(demand) } else { subscription.cancel() }
        }

        func receive(_ input: Output) -> Subscribers.Demand {
            lock.lock()
            let downstream = downstream
            lock.unlock()
            return downstream?.receive(input) ?? .none
        }

        func receive(completion: Subscribers.Completion<Failure>) {
            clear().downstream?.receive(completion: completion)
        }

        /// - Returns: what was there.
        private func clear() -> (downstream: S?, subscription: (any Subscription)?) {
            lock.lock()
            let released = (downstream, subscription, upstream)
            (downstream, subscription, upstream) = (nil, nil, nil)
            lock.unlock()
            return (released.0, released.1)
        }
    }
}

/// Attempts without an end: the twenty-fourth is never answered, so that a test comes to its end.
func endlessly<Upstream: Publisher, Result: Publisher>(
    _ upstream: Upstream,
    _ build: @escaping (AnyPublisher<Upstream.Output, Upstream.Failure>) -> Result
) -> some Publisher<Result.Output, Result.Failure> {
    Deferred {
        var attempts = 0
        return build(
            Deferred {
                attempts += 1
                return attempts < 24
                    ? upstream.eraseToAnyPublisher()
                    : Empty(completeImmediately: false).eraseToAnyPublisher()
            }.eraseToAnyPublisher())
    }
}

/// Lets the events of one tick come while the first value of them is being received.
func bunched<Failure: Error, Result: Publisher>(
    _ upstream: LawUpstream<Failure>, _ build: @escaping (Bunched<Failure>) -> Result
) -> some Publisher<Result.Output, Result.Failure> {
    Deferred {
        let bunched = Bunched(upstream: upstream)
        return build(bunched).handleEvents(receiveOutput: { _ in bunched.conduit?.flush() })
    }
}

/// What one subscriber sees of `bunched`.
final class Bunched<Failure: Error>: Publisher {
    typealias Output = Int

    private let upstream: LawUpstream<Failure>
    fileprivate weak var conduit: BunchedConduit<Failure>?

    init(upstream: LawUpstream<Failure>) { self.upstream = upstream }

    func receive<S: Subscriber>(subscriber: S) where S.Input == Int, S.Failure == Failure {
        let conduit = BunchedConduit(AnySubscriber(subscriber), upstream.scheduler)
        self.conduit = conduit
        upstream.subscribe(conduit)
    }
}

private final class BunchedConduit<Failure: Error>: Subscription, Subscriber {
    private let scheduler: TestScheduler
    /// Guards what follows: a cancellation may come from another thread.
    private let lock = NSLock()
    private var downstream: AnySubscriber<Int, Failure>?
    private var subscription: (any Subscription)?
    private var waiting: [Signal<Int, Failure>] = []
    private var isCollecting = false

    init(_ downstream: AnySubscriber<Int, Failure>, _ scheduler: TestScheduler) {
        self.downstream = downstream
        self.scheduler = scheduler
    }

    func receive(subscription: any Subscription) {
        lock.lock()
        self.subscription = subscription
        let downstream = downstream
        lock.unlock()
        downstream?.receive(subscription: self)
    }

    func request(_ demand: Subscribers.Demand) {
        lock.lock()
        isCollecting = true
        let subscription = subscription
        lock.unlock()
        subscription?.request(demand)
        lock.lock()
        isCollecting = false
        lock.unlock()
        flush()
    }

    func receive(_ input: Int) -> Subscribers.Demand {
        add(.value(input))
        return .none
    }

    func receive(completion: Subscribers.Completion<Failure>) { add(.completion(completion)) }

    private func add(_ signal: Signal<Int, Failure>) {
        lock.lock()
        waiting.append(signal)
        let isFirst = !isCollecting && waiting.count == 1
        lock.unlock()
        if case .completion = signal, isFirst { return flush() }
        if isFirst { scheduler.scheduleInOrder { self.flush() } }
    }

    /// Hands on what waits; what is handed on may call this again.
    func flush() {
        while true {
            lock.lock()
            let signal = waiting.isEmpty ? nil : waiting.removeFirst()
            let (downstream, subscription) = (downstream, subscription)
            lock.unlock()
            guard let signal else { return }
            switch signal {
            case .value(let value):
                let more = downstream?.receive(value) ?? .none
                if more > .none { subscription?.request(more) }
            case .completion(let completion):
                clear()
                downstream?.receive(completion: completion)
            case .cancelled: break
            }
        }
    }

    func cancel() {
        clear()?.cancel()
    }

    /// - Returns: what upstream was subscribed with.
    @discardableResult
    private func clear() -> (any Subscription)? {
        lock.lock()
        let released = (downstream, subscription, waiting)
        (downstream, subscription, waiting) = (nil, nil, [])
        lock.unlock()
        return withExtendedLifetime(released) { released.1 }
    }
}
