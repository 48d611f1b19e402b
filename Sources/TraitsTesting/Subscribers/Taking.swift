import TraitsRuntime

/// A way in which a program takes the values of a publisher without a subscriber of its own.
enum Taking: Hashable {
    /// `Subscribers.Sink`, which subscribes, and tells that it wants all values.
    case sinkObject
    /// `sink`, called by code that sees no types.
    case sink
    /// `sink`, called where the publisher's type is known.
    case client
    /// `sink` through an eraser.
    case erasedSink
    /// `sink` behind operators that fuse.
    case mappedSink
    /// The sink of a trait whose promise the history keeps.
    case outcome(Outcome)
    /// An object's property, to which values are assigned.
    case assigned
    /// The values as an asynchronous sequence, which asks for one at a time.
    case values
    /// An asynchronous sequence that subscribes when it is made, and that buffers all values.
    case bufferedValues
    /// The value of a trait, awaited with `try await`.
    case value(Outcome)

    enum Outcome: String, Hashable {
        case single = "Single"
        case maybe = "Maybe"
        case completable = "Completable"

        init?(trait: String) { self.init(rawValue: trait.replacing("Publisher", with: "")) }

        /// Returns the traits that allow this history.
        static func all(of shape: HistoryShape) -> [Outcome] {
            switch (shape.values, shape.ending) {
            case (1, .finished): [.single, .maybe]
            case (0, .finished): [.maybe, .completable]
            case (0, .failed): [.single, .maybe, .completable]
            case (0, .silent): [.single]
            default: []
            }
        }
    }

    var name: String {
        switch self {
        case .sinkObject: "Subscribers.Sink"
        case .sink: "sink"
        case .client: "sink, called where the type is known"
        case .erasedSink: "sink, erased"
        case .mappedSink: "sink behind map and filter"
        case .outcome(let trait): "sink\(trait.rawValue)"
        case .assigned: "assign(to:on:)"
        case .values: "for await in values"
        case .bufferedValues: "for await in values(buffering: .unbounded)"
        case .value(let trait): "await value of a \(trait.rawValue)"
        }
    }

    /// A Boolean value that indicates whether a task takes the values.
    var isTask: Bool {
        switch self {
        case .values, .bufferedValues, .value: true
        default: false
        }
    }

    /// A Boolean value that indicates whether a value and the end after it come as one event.
    var takesOutcomeAlone: Bool {
        switch self {
        case .outcome, .value: true
        default: false
        }
    }
}

extension Subscriber {
    /// Receives an event that closures or a task have taken.
    ///
    /// - Returns: A Boolean value that indicates whether the taker may ask for more.
    func take(_ signal: Signal<Input, Failure>) -> Bool {
        switch signal {
        case .value(let value): _ = receive(value)
        case .completion(let completion): receive(completion: completion)
        case .cancelled: break
        }
        return true
    }
}

extension Publisher {
    /// Receives each event of a publisher, and returns whether the taker may ask for more.
    typealias Take = (Signal<Output, Failure>) -> Bool

    /// Has closures take the values, in a way that isn't a task.
    ///
    /// - Parameter client: Calls `sink` where the type is known.
    func begin(_ way: Taking, _ client: LawClient<Self>?, _ take: @escaping Take) -> AnyCancellable {
        let end = { (completion: Subscribers.Completion<Failure>) in _ = take(.completion(completion)) }
        let value = { (value: Output) in _ = take(.value(value)) }
        switch way {
        case .sinkObject:
            let sink = Subscribers.Sink<Output, Failure>(receiveCompletion: end, receiveValue: value)
            subscribe(sink)
            return AnyCancellable(sink)
        case .sink: return _sink(receiveCompletion: end, receiveValue: value)
        case .client: return (client ?? LawClient()).sink(self, end, value)
        case .erasedSink: return eraseToAnyPublisher()._sink(receiveCompletion: end, receiveValue: value)
        case .mappedSink:
            return map { $0 }.filter { _ in true }._sink(receiveCompletion: end, receiveValue: value)
        case .outcome(let trait): return sink(trait, end, value)
        case .assigned:
            return materialize().map(Optional.some)
                .assign(to: \.latest, on: Assignee(end: end, value: value))
        case .values, .bufferedValues, .value: preconditionFailure("a task takes these values")
        }
    }

    private func sink(
        _ trait: Taking.Outcome, _ end: @escaping (Subscribers.Completion<Failure>) -> Void,
        _ value: @escaping (Output) -> Void
    ) -> AnyCancellable {
        switch trait {
        case .single:
            uncheckedSingle()._sinkSingle { result in
                switch result {
                case .success(let output):
                    value(output)
                    end(.finished)
                case .failure(let error): end(.failure(error))
                }
            }
        case .maybe:
            uncheckedMaybe()._sinkMaybe { result in
                switch result {
                case .success(let output):
                    value(output)
                    end(.finished)
                case .finished: end(.finished)
                case .failure(let error): end(.failure(error))
                }
            }
        case .completable: uncheckedCompletable()._sinkCompletable(end)
        }
    }

    /// Takes the values in a task.
    func await(_ way: Taking, _ take: Take) async {
        do {
            switch way {
            case .values: try await loop(values.makeAsyncIterator(), take)
            case .bufferedValues: try await loop(values(buffering: .unbounded).makeAsyncIterator(), take)
            case .value(.single): _ = take(.value(try await uncheckedSingle().value))
            case .value(.maybe):
                if let value = try await uncheckedMaybe().value { _ = take(.value(value)) }
            case .value(.completable): let _: Void = try await uncheckedCompletable().value
            default: preconditionFailure("closures take these values")
            }
            if !Task.isCancelled { _ = take(.completion(.finished)) }
        } catch {
            // An iterator throws its publisher's failure, and a single a cancellation error as well.
            if let error = error as? Failure { _ = take(.completion(.failure(error))) }
        }
    }

    private func loop<Values>(_ values: Values, _ take: Take) async throws
    where Values: AsyncIteratorProtocol<Output, any Error> {
        var values = values
        while let value = try await values.next(isolation: #isolation), take(.value(value)) {}
    }
}

/// The object to whose property events are assigned.
private final class Assignee<Output, Failure: Error> {
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
