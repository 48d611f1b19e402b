import TraitsRuntime

// The reference: what each operator does, written down once more for clearness alone. One thread, no locks, no
// shortcuts, every value an `Int`, every operator an object that is told things and tells things. Nothing in here
// calls the library; of its types only `Subscribers.Demand` is used, which is a number.

typealias Demand = Subscribers.Demand

/// A publisher of the reference.
struct Model {
    let subscribe: (any ModelSubscriber) -> Void

    init(_ subscribe: @escaping (any ModelSubscriber) -> Void) { self.subscribe = subscribe }
}

protocol ModelSubscription: AnyObject {
    func request(_ demand: Demand)
    func cancel()
}

protocol ModelSubscriber: AnyObject {
    func begin(_ subscription: any ModelSubscription)
    func value(_ value: Int) -> Demand
    /// Finished, or failed if there is a fault.
    func end(_ fault: Fault?)
}

/// An operator with one input that passes everything on: others change what they need to.
class ModelNode: ModelSubscriber, ModelSubscription {
    let downstream: any ModelSubscriber
    var upstream: (any ModelSubscription)?
    /// It has ended, or was cancelled: from now on nothing comes through.
    var isOver = false

    init(_ downstream: any ModelSubscriber) { self.downstream = downstream }

    func begin(_ subscription: any ModelSubscription) {
        guard upstream == nil, !isOver else { return subscription.cancel() }
        upstream = subscription
        downstream.begin(self)
    }

    func value(_ value: Int) -> Demand { isOver ? .none : downstream.value(value) }

    func end(_ fault: Fault?) {
        if isOver { return }
        isOver = true
        upstream = nil
        downstream.end(fault)
    }

    func request(_ demand: Demand) {
        if !isOver { upstream?.request(demand) }
    }

    func cancel() {
        if isOver { return }
        isOver = true
        cancelUpstream()
    }

    func cancelUpstream() {
        let subscription = upstream
        upstream = nil
        subscription?.cancel()
    }

    /// The operator itself comes to an end: it cancels first, and tells then.
    func endEarly(_ fault: Fault?) {
        if isOver { return }
        isOver = true
        cancelUpstream()
        downstream.end(fault)
    }
}

/// A subscription that does nothing.
final class ModelNothing: ModelSubscription {
    func request(_ demand: Demand) {}
    func cancel() {}
}

/// A subscriber made of closures, for operators with several inputs.
final class ModelSide: ModelSubscriber {
    var onBegin: (any ModelSubscription) -> Void = { _ in }
    var onValue: (Int) -> Demand = { _ in .none }
    var onEnd: (Fault?) -> Void = { _ in }

    func begin(_ subscription: any ModelSubscription) { onBegin(subscription) }
    func value(_ value: Int) -> Demand { onValue(value) }
    func end(_ fault: Fault?) { onEnd(fault) }
}
