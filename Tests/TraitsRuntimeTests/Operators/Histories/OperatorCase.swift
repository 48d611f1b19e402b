import Testing
import TraitsRuntime
import TraitsTesting

extension Optional<DemandPolicy> {
    /// The demand of a sink, which is known from its type: it may take a path of its own.
    static var sink: DemandPolicy? { nil }

    /// How messages call it.
    var name: String { map { "\($0)" } ?? "sink" }
}

/// One subscription to an operator of any type, as text.
final class Run {
    var log: [String] = []
    var request: (Subscribers.Demand) -> Void = { _ in }
    var cancel: () -> Void = {}
    /// Lets go of the subscription without cancelling it.
    var release: () -> Void = {}
    /// Indicates whether anyone holds what the closures of the subscriber hold.
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

/// An operator over a publisher of integers that a test drives by hand, and what it makes of them: which values come
/// out, and how it asks for more, is what no row of a table says.
struct OperatorCase: CustomTestStringConvertible, Sendable {
    /// How the operator treats demand.
    enum Demand {
        /// Hands requests on.
        case passes
        /// Asks for everything immediately, and keeps its one value until it is asked for.
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
    private nonisolated(unsafe) let start: (Manual, DemandPolicy?) -> Run

    var testDescription: String { name }

    /// Indicates whether downstream is given upstream's own subscription.
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
        start = { upstream, demand in Self.subscribe(to: build(upstream), demand) }
    }

    /// Each of these may take a path of its own.
    static let everyDemand: [DemandPolicy?] = [.sink, .unlimited, .atATime(1), DemandPolicy.none]

    func run(_ upstream: Manual, _ demand: DemandPolicy?) -> Run { start(upstream, demand) }

    private static func subscribe<P: Publisher>(to publisher: P, _ demand: DemandPolicy?) -> Run {
        let run = Run()
        let token = Token()
        run.isHeld = { [weak token] in token != nil }
        guard let demand else {
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
                switch demand {
                case .unlimited: subscription.request(.unlimited)
                case .atATime(let count): subscription.request(.max(count))
                default: break
                }
            },
            receiveValue: { [unowned run] value in
                run.log.append("\(value)")
                withExtendedLifetime(token) {}
                return demand == .atATime(1) ? .max(1) : .none
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

extension OperatorCase {
    static let all: [OperatorCase] = [
        MapTests.cases,
        MapKeyPathTests.cases,
        ReplaceNilTests.cases,
        CompactMapTests.cases,
        ScanTests.cases,
        FilterTests.cases,
        RemoveDuplicatesTests.cases,
        DropTests.cases,
        PrefixTests.cases,
        OutputTests.cases,
        AllSatisfyTests.cases,
        CollectTests.cases,
        MinMaxTests.cases,
        ContainsTests.cases,
        CountTests.cases,
        FirstTests.cases,
        IgnoreOutputTests.cases,
        LastTests.cases,
        ReduceTests.cases,
        ReplaceEmptyTests.cases,
        MapErrorTests.cases,
        ReplaceErrorTests.cases,
        SetFailureTypeTests.cases,
        AssertNoFailureTests.cases,
        EncodeTests.cases,
        DecodeTests.cases,
    ].flatMap(\.self)

    /// What is known from the type of a subscriber or asked for as the program runs: each may take a path of its own, and
    /// all see the same.
    func expectHistories(at location: SourceLocation = #_sourceLocation) {
        for demand in [.sink, .unlimited, .atATime(1)] as [DemandPolicy?] {
            for (values, end, expected) in [
                ([1, 2, 3], .finished, finished), ([1, 2], .failure(TestError()), failed),
                ([], .finished, empty),
            ] as [([Int], Subscribers.Completion<TestError>, String)] {
                let upstream = Manual()
                let run = run(upstream, demand)
                for value in values { upstream.send(value) }
                upstream.send(completion: end)
                #expect(run.text == expected, "\(demand.name)", sourceLocation: location)
                #expect(demand == .sink || run.name == subscription, sourceLocation: location)
            }
        }
    }
}
