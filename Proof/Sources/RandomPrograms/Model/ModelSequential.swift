import TraitsRuntime

/// One publisher after another: `append`, `catch`, `retry`, `ifEmpty(switchTo:)`. What one of them has not sent of
/// what was asked for, the next one is asked for, inside of the call that ended its predecessor.
final class ModelSequential: ModelSubscription {
    /// What comes when a publisher has ended.
    enum Next {
        case publisher(Model)
        case end(Fault?)
    }

    private let downstream: any ModelSubscriber
    /// Indicates whether what downstream returns is requested of upstream instead of being returned to it.
    private let requestsReturned: Bool
    private let next: (_ fault: Fault?, _ isEmpty: Bool) -> Next
    private var upstream: (any ModelSubscription)?
    private var demand = Demand.none
    private var hasBegun = false
    private var isEmpty = true
    private var isOver = false
    private var isGoingOn = false
    private var waiting: Model?

    static func model(
        _ first: Model, requestsReturned: Bool = false, _ next: @escaping () -> (Fault?, Bool) -> Next
    ) -> Model {
        Model { subscriber in ModelSequential(subscriber, requestsReturned, next()).subscribe(to: first) }
            .endingAfterValues
    }

    private init(
        _ downstream: any ModelSubscriber, _ requestsReturned: Bool, _ next: @escaping (Fault?, Bool) -> Next
    ) {
        self.downstream = downstream
        self.requestsReturned = requestsReturned
        self.next = next
    }

    private func subscribe(to model: Model) {
        let side = ModelSide()
        var hasEnded = false
        side.onBegin = { [self] subscription in
            if isOver { return subscription.cancel() }
            upstream = subscription
            if hasBegun {
                if demand > .none { subscription.request(demand) }
            } else {
                hasBegun = true
                downstream.begin(self)
            }
        }
        side.onValue = { [self] value in
            if isOver || hasEnded { return .none }
            isEmpty = false
            demand -= 1
            let more = downstream.value(value)
            demand += more
            // Meanwhile there may be another publisher.
            if !hasEnded && !requestsReturned { return more }
            if more > .none && !isOver { upstream?.request(more) }
            return .none
        }
        side.onEnd = { [self] fault in
            if isOver || hasEnded { return }
            hasEnded = true
            upstream = nil
            switch next(fault, isEmpty) {
            case .publisher(let model): goOn(with: model)
            case .end(let fault):
                isOver = true
                downstream.end(fault)
            }
        }
        model.subscribe(side)
    }

    /// A publisher that ends while it is being gone on with has its successor wait until that call has returned, or as
    /// many attempts as `retry` makes would stand in one another.
    private func goOn(with model: Model) {
        waiting = model
        if isGoingOn { return }
        isGoingOn = true
        while let model = waiting {
            waiting = nil
            subscribe(to: model)
        }
        isGoingOn = false
    }

    func request(_ more: Demand) {
        if isOver { return }
        demand += more
        upstream?.request(more)
    }

    func cancel() {
        if isOver { return }
        isOver = true
        waiting = nil
        upstream?.cancel()
        upstream = nil
    }
}
