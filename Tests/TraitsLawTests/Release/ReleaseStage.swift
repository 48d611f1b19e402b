import TraitsRuntime
@_spi(Samples) import TraitsTesting

/// How a subscription ends.
enum Ending: CaseIterable {
    case finish
    case fail
    case cancel
    /// As soon as the subscription is there.
    case cancelAtOnce
    /// When a value comes, before its delivery is over.
    case cancelInside
}

/// A subscriber that keeps its subscription and never lets go of it.
final class Keeper<Input, Failure: Error>: Subscriber {
    private let demand: DemandPolicy
    private let end: Ending
    private(set) var subscription: (any Subscription)?
    private(set) var isOver = false
    /// The events that came although the stream was over.
    private(set) var breaches: [String] = []

    init(_ demand: DemandPolicy, _ end: Ending) {
        self.demand = demand
        self.end = end
    }

    func receive(subscription: any Subscription) {
        self.subscription = subscription
        if end == .cancelAtOnce { return subscription.cancel() }
        subscription.request(demand == .unlimited ? .unlimited : .max(1))
    }

    func receive(_ input: Input) -> Subscribers.Demand {
        if isOver { breaches.append("a value after the end") }
        if end == .cancelInside { subscription?.cancel() }
        return demand == .replenished(1) ? .max(1) : .none
    }

    func receive(completion: Subscribers.Completion<Failure>) {
        if isOver { breaches.append("a second end") }
        isOver = true
    }
}

/// What an operator is given to work with; it outlives the subscription.
final class ReleaseStage {
    typealias Source = PassthroughSubject<Int, TestFailure>

    private(set) var sources: [Source] = []
    let scheduler = TestScheduler()
    let upstream: Source
    let other: Source
    /// Where what the inputs of samples consist of is noted, if that is to be watched.
    private let leaks: LeakTracker?

    init(watchedBy leaks: LeakTracker? = nil) {
        self.leaks = leaks
        (upstream, other) = (Source(), Source())
        sources = [upstream, other]
    }

    /// Makes inputs for a sample, which keep what it promises of them.
    func maker(_ sample: String) -> LawInputMaker {
        LawInputMaker { [unowned self] in
            let source = Source()
            sources.append(source)
            if sample.contains("uncheckedCompletable") { return watched(source.filter { _ in false }) }
            return sample.contains("unchecked") ? watched(source.first()) : watched(source)
        } infallible: { [unowned self] in
            let source = Source()
            sources.append(source)
            return watched(source.catch { _ in Empty<Int, Never>() })
        }
    }

    /// The same publisher, of which no part may be left when all is over.
    func watched<P: Publisher>(_ input: P) -> AnyPublisher<P.Output, P.Failure> {
        guard let leaks else { return input.eraseToAnyPublisher() }
        return input.leakTracked(by: leaks, "input \(sources.count)").eraseToAnyPublisher()
    }

    func play() {
        for value in 1...2 {
            for source in sources { source.send(value) }
            scheduler.advance(by: 20)
        }
    }

    func end(_ completion: Subscribers.Completion<TestFailure>) {
        for source in sources { source.send(completion: completion) }
        scheduler.advance(by: 20)
    }
}
