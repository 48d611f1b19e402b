import TraitsRuntime
import TraitsTesting

/// A subscriber that writes down what it is sent, and what of that breaks the contract of streams.
final class MatrixWatch {
    private(set) var log: [String] = []
    private(set) var faults: [String] = []
    private(set) var name: String?
    private(set) var valueCount = 0
    private(set) var isOver = false
    private(set) var isCancelled = false
    private var allowed = Subscribers.Demand.none
    private var subscription: (any Subscription)?
    private var cancellable: AnyCancellable?
    /// Called with each value, after it has been written down.
    var onValue: () -> Void = {}

    var text: String { log.joined(separator: " ") }

    /// How many values have to come for the subscriber to cancel; if none, it cancels immediately.
    private let limit: Int?

    /// - Parameter demand: How it asks; nil for a sink, which is known to ask for everything.
    init<P: Publisher>(_ publisher: P, _ demand: DemandPolicy?, cancelAfter limit: Int? = nil) {
        self.limit = limit
        guard let demand else {
            name = ""
            allowed = .unlimited
            cancellable = publisher.sink(
                receiveCompletion: { [weak self] in self?.ended($0) },
                receiveValue: { [weak self] in self?.received($0) })
            return
        }
        let subscriber = TrackingSubscriber<P.Output, P.Failure>(
            receiveSubscription: { [weak self] in self?.subscribed($0, demand) },
            receiveValue: { [weak self] in
                self?.received($0)
                return self?.answer(demand) ?? .none
            },
            receiveCompletion: { [weak self] in self?.ended($0) })
        publisher.subscribe(subscriber)
        // The watch alone keeps the subscription, so that it can release it.
        subscriber.releaseSubscriptions()
    }

    private func subscribed(_ new: any Subscription, _ demand: DemandPolicy) {
        if name != nil { faults.append("a second subscription") }
        name = String(describing: new)
        subscription = new
        if limit == 0 { return cancel() }
        switch demand {
        case .unlimited: request(.unlimited)
        case .atOnce(let count), .atATime(let count), .replenished(let count), .requested(let count):
            request(.max(count))
        case .none: break
        }
    }

    private func answer(_ demand: DemandPolicy) -> Subscribers.Demand {
        if valueCount == limit && !isCancelled { cancel() }
        switch demand {
        case .replenished:
            allowed += 1
            return .max(1)
        case .requested: request(.max(1))
        default: break
        }
        return .none
    }

    private func received(_ value: Any) {
        if name == nil { faults.append("a value before the subscription") }
        if isOver { faults.append("the value \(value) after the end") }
        if isCancelled { faults.append("the value \(value) after the cancellation") }
        valueCount += 1
        if allowed < .max(valueCount) { faults.append("the value \(value), which was not asked for") }
        log.append("\(value)")
        onValue()
    }

    private func ended<Failure>(_ completion: Subscribers.Completion<Failure>) {
        if name == nil { faults.append("a completion before the subscription") }
        if isOver { faults.append("a second completion") }
        if isCancelled { faults.append("a completion after the cancellation") }
        isOver = true
        switch completion {
        case .finished: log.append("|")
        case .failure(let error): log.append("\(error)")
        }
    }

    func request(_ demand: Subscribers.Demand) {
        if !isCancelled { allowed += demand }
        subscription?.request(demand)
    }

    func cancel() {
        isCancelled = true
        subscription?.cancel()
        cancellable?.cancel()
    }

    /// Releases the subscription, without cancelling it unless it is a sink's.
    func release() {
        subscription = nil
        cancellable = nil
    }
}
