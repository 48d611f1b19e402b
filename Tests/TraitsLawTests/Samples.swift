import TraitsRuntime
import TraitsTesting

// What the samples of the operator table are made of, beside the language and the runtime.

extension TestScheduler {
    /// The other publisher of operators such as `prefix(untilOutputFrom:)`: it begins anew for each subscriber.
    func other(_ marbles: String) -> TestPublisher<Int, TestFailure> {
        TestPublisher(.cold, script: signals(marbles), on: self)
    }

    /// A subject that is sent these events from now on.
    func sending<S: Subject>(_ marbles: String, to subject: S) -> S
    where S.Output == Int, S.Failure == TestFailure {
        for event in signals(marbles) {
            schedule(after: event.time, tolerance: 0, options: nil) {
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
        schedule(after: VirtualTime(ticks: tick), tolerance: 0, options: nil) { [self] in
            let connection = publisher.connect()
            schedule(after: VirtualTime(ticks: 64), tolerance: 0, options: nil) { connection.cancel() }
        }
        return publisher
    }

    /// A promise that is kept at the first tick.
    func promising(_ result: Result<Int, TestFailure>) -> Future<Int, TestFailure> {
        Future { [self] promise in
            schedule(after: VirtualTime(ticks: 1), tolerance: 0, options: nil) { promise(result) }
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
            schedule(after: event.time, tolerance: 0, options: nil) { model.number += 1 }
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

/// Throws at one number.
func refuse(_ value: Int, at number: Int) throws {
    if value == number { throw TestFailure() }
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

/// The property that an input of the law kit stands for: it sends a value at once and never fails, as the row for
/// `Property.AllValues` says. What else it sends at once comes when somebody could look, in the same tick.
func property(_ input: LawUpstream<TestFailure>) -> Property<Int> {
    let scheduler = input.scheduler, changes = PassthroughSubject<Int, Never>()
    var first: Int?
    var subscription: AnyCancellable?
    subscription = input.sink(
        receiveCompletion: { _ in scheduler.schedule { changes.send(completion: .finished) } },
        receiveValue: { value in
            if first == nil { first = value } else { scheduler.schedule { changes.send(value) } }
        })
    guard let first else { preconditionFailure("a property has a value at once") }
    let upstream = changes.handleEvents(receiveCancel: {
        subscription?.cancel()
        subscription = nil
    })
    return Property(initial: first, then: upstream)
}
