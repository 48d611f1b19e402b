import Testing
import TraitsRuntime
import TraitsTesting

/// Subscribes to one publisher in each way that may take a path of its own: a sink, whose unlimited demand
/// is known from its type; a subscriber that asks for everything at run time; and one that asks for a number.
/// Whatever then happens upstream, all must see the same.
final class EveryPath<Output: Equatable, Failure: Error & Equatable> {
    private(set) var values: [Output] = []
    private(set) var completion: Subscribers.Completion<Failure>?
    private var cancellable: AnyCancellable?
    let unlimited: Recorder<Output, Failure>
    let limited: Recorder<Output, Failure>

    /// - Parameter demand: that of the last one; a few values at a time unless upstream would drop some.
    init<P: Publisher>(_ publisher: P, limited demand: DemandPolicy = .atATime(1))
    where P.Output == Output, P.Failure == Failure {
        unlimited = publisher.record()
        limited = publisher.record(demand: demand)
        cancellable = publisher.sink(
            receiveCompletion: { [unowned self] in completion = $0 },
            receiveValue: { [unowned self] in values.append($0) })
    }

    func expect(
        _ expected: [Output], _ end: Subscribers.Completion<Failure>? = nil,
        at location: SourceLocation = #_sourceLocation
    ) {
        #expect(values == expected, "sink", sourceLocation: location)
        #expect(completion == end, "sink", sourceLocation: location)
        #expect(unlimited.values == expected, "unlimited", sourceLocation: location)
        #expect(unlimited.completion == end, "unlimited", sourceLocation: location)
        #expect(limited.values == expected, "limited", sourceLocation: location)
        #expect(limited.completion == end, "limited", sourceLocation: location)
    }
}

/// Tells whether what a chain holds is let go of: hand the token to a closure of the chain.
final class Token {}

/// A publisher that runs a closure for each subscriber, for upstreams that misbehave in their own way.
struct Handmade<Output, Failure: Error>: Publisher {
    let onSubscribe: (any Subscriber<Output, Failure>) -> Void

    func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
        onSubscribe(subscriber)
    }
}

typealias Manual = ManualPublisher<Int, TestError>
typealias IntSubject = PassthroughSubject<Int, TestError>
typealias IntTracking = TrackingSubscriber<Int, TestError>
