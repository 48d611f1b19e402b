import TraitsRuntime

/// What an operator that can end a stream sends downstream: an end that comes while downstream is inside of a value
/// follows that value, unless downstream cancels meanwhile.
final class ModelLateEnd: ModelSubscriber, ModelSubscription {
    private let downstream: any ModelSubscriber
    private var subscription: (any ModelSubscription)?
    /// How many values downstream is inside of.
    private var depth = 0
    /// The end that waits.
    private var ending: Fault??

    init(_ downstream: any ModelSubscriber) { self.downstream = downstream }

    func begin(_ subscription: any ModelSubscription) {
        self.subscription = subscription
        downstream.begin(self)
    }

    func value(_ value: Int) -> Demand {
        depth += 1
        let more = downstream.value(value)
        depth -= 1
        sendEnd()
        return more
    }

    func end(_ fault: Fault?) {
        ending = .some(fault)
        sendEnd()
    }

    private func sendEnd() {
        guard depth == 0, let fault = ending else { return }
        release()
        downstream.end(fault)
    }

    func request(_ demand: Demand) { subscription?.request(demand) }

    func cancel() {
        let subscription = subscription
        release()
        subscription?.cancel()
    }

    private func release() {
        ending = nil
        subscription = nil
    }
}

extension Model {
    /// The same, with ends that follow the values they come inside of.
    var endingAfterValues: Model { Model { subscribe(ModelLateEnd($0)) } }
}
