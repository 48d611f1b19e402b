import Testing
import TraitsRuntime
import TraitsTesting

/// How a subscription is made; each may take a path of its own.
enum Way: CaseIterable {
    /// By a subscriber whose unlimited demand is known from its type.
    case sink
    /// By a subscriber that asks for everything at run time.
    case everything
    /// By one that asks for a value, and for another with each it gets.
    case oneByOne
    /// By one that asks for nothing by itself.
    case byHand
}

/// One subscription to an operator of any type, as text.
final class Run {
    var log: [String] = []
    var request: (Subscribers.Demand) -> Void = { _ in }
    var cancel: () -> Void = {}
    /// Lets go of the subscription without cancelling it.
    var release: () -> Void = {}
    /// Whether anyone holds what the closures of the subscriber hold.
    var isHeld: () -> Bool = { false }

    /// The events but for the subscription, in one line: values, then `|` or the failure.
    var text: String { log.filter { !$0.hasPrefix("to ") }.joined(separator: " ") }

    /// What the subscription prints as.
    var name: String? { log.first { $0.hasPrefix("to ") }?.dropFirst(3).description }

    static func text<Failure>(_ completion: Subscribers.Completion<Failure>) -> String {
        switch completion {
        case .finished: "|"
        case .failure(let error): "\(error)"
        }
    }
}

/// An operator over a publisher of integers that a test drives by hand, and what it makes of them.
struct OperatorRow: CustomTestStringConvertible, Sendable {
    /// How the operator treats demand.
    enum Demand {
        /// Hands requests on.
        case passes
        /// Asks for everything at once, and keeps its one value until it is asked for.
        case everything
        /// In a way that a test of its own describes.
        case other
    }

    let name: String
    /// What the subscription prints as; the upstream's own name if it is handed through.
    let subscription: String
    let demand: Demand
    /// What comes of `1 2 3 |`.
    let finished: String
    /// What comes of `1 2 x`.
    let failed: String
    /// What comes of `|`.
    let empty: String
    /// The values that are left out, each for a request of another.
    let skipped: Set<Int>
    // Safe to share: all it captures is the builder, which is.
    private nonisolated(unsafe) let start: (Manual, Way) -> Run

    var testDescription: String { name }

    /// Whether downstream is given upstream's own subscription.
    var handsThrough: Bool { subscription == "ManualPublisher" }

    init<P: Publisher>(
        _ name: String, as subscription: String? = nil, _ demand: Demand = .passes,
        finished: String, failed: String, empty: String = "|", skips skipped: Set<Int> = [],
        _ build: @escaping @Sendable (Manual) -> P
    ) {
        self.name = name
        self.subscription = subscription ?? name
        self.demand = demand
        self.finished = finished
        self.failed = failed
        self.empty = empty
        self.skipped = skipped
        start = { upstream, way in Self.subscribe(to: build(upstream), way) }
    }

    func run(_ upstream: Manual, _ way: Way) -> Run { start(upstream, way) }

    private static func subscribe<P: Publisher>(to publisher: P, _ way: Way) -> Run {
        let run = Run()
        let token = Token()
        run.isHeld = { [weak token] in token != nil }
        if way == .sink {
            let cancellable = publisher.sink(
                receiveCompletion: { [unowned run] in run.log.append(Run.text($0)) },
                receiveValue: { [unowned run] in
                    run.log.append("\($0)")
                    withExtendedLifetime(token) {}
                })
            run.cancel = cancellable.cancel
            run.release = { [unowned run] in run.cancel = {} }
            return run
        }
        let subscriber = TrackingSubscriber<P.Output, P.Failure>(
            receiveSubscription: { [unowned run] subscription in
                run.log.append("to \(subscription)")
                run.request = subscription.request
                run.cancel = subscription.cancel
                if way == .everything { subscription.request(.unlimited) }
                if way == .oneByOne { subscription.request(.max(1)) }
            },
            receiveValue: { [unowned run] value in
                run.log.append("\(value)")
                withExtendedLifetime(token) {}
                return way == .oneByOne ? .max(1) : .none
            },
            receiveCompletion: { [unowned run] in run.log.append(Run.text($0)) })
        run.release = { [unowned run] in
            subscriber.releaseSubscriptions()
            (run.request, run.cancel) = ({ _ in }, {})
        }
        publisher.subscribe(subscriber)
        return run
    }
}

/// What a closure of a test throws, and how a failed stream of the tests is written.
struct Thrown: Error, CustomStringConvertible {
    var description: String { "thrown" }
}

extension OperatorRow {
    static let all = mapping + filtering + reducing + errors + coding
}
