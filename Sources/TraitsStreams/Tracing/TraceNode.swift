/// A node that passes all events on, and records them.
// Nothing here is inlinable: clients would compile it for each chain, and run it only when they are traced.
package final class _TraceNode<Input, Downstream: Subscriber>: _UpstreamNode, _AskingNode, _Tracing
where Downstream.Input == Input {
    package typealias Failure = Downstream.Failure

    package let downstream: Downstream
    private let record: _TraceRecord
    private let text: ((Input) -> String)?

    package init(_ downstream: Downstream, _ record: _TraceRecord, _ text: ((Input) -> String)?) {
        self.downstream = downstream
        self.record = record
        self.text = text
        super.init(_handled(by: _TraceNode<Input, Downstream>.self))
    }

    package override var description: String { "Trace" }

    var subscriberType: Any.Type { _subscriberType(of: downstream) }

    /// The requests to upstream are to be recorded, so they are really made.
    @usableFromInline package typealias _Unlimited = _No

    /// Subscribes to a publisher inside of this subscription.
    package func subscribe<P: Publisher>(to upstream: P) where P.Output == Input, P.Failure == Failure {
        record.subscribe { upstream.receive(subscriber: self) }
    }

    package func requested(_ demand: Subscribers.Demand) {
        if !isOver { record.note(.requested(demand)) }
        requestUpstream(demand)
    }

    package func cancelled() {
        if isAwaiting { return }
        let (wasConnected, upstream) = takeUpstream()
        if wasConnected { record.note(.cancelled) }
        upstream?.cancel()
        downstream._release()
    }

    package func receive(_ input: Input) -> Subscribers.Demand {
        if isOver { return .none }
        guard let text = record.text(of: input, text) else { return downstream.receive(input) }
        // The description of the value may have ended the stream, or cancelled it.
        if isOver { return .none }
        var more = Subscribers.Demand.none
        record.deliver(text) { more = downstream.receive(input) }
        if more > .none && !isOver { record.note(.requested(more)) }
        return more
    }

    package func receive(completion: Subscribers.Completion<Failure>) {
        if isOver { return }
        _ = disconnect()
        switch completion {
        case .finished: record.note(.finished)
        case .failure(let error): record.note(.failed(error))
        }
        downstream.receive(completion: completion)
    }
}

/// A node that only observes.
protocol _Tracing {
    /// The type of the subscriber that it observes.
    var subscriberType: Any.Type { get }
}

/// Returns the type of a subscriber, or of the subscriber that an eraser hides.
package func _subscriberType<S: Subscriber>(of subscriber: S) -> Any.Type {
    // A cast that fails takes longer than all else that is done for a subscription.
    if S.self == _ErasedSubscriber<S.Input, S.Failure>.self {
        return subscriberType((subscriber as! _ErasedSubscriber<S.Input, S.Failure>).node.base)
    }
    if S.self == _ErasedUnlimitedSubscriber<S.Input, S.Failure>.self {
        return subscriberType((subscriber as! _ErasedUnlimitedSubscriber<S.Input, S.Failure>).node.base)
    }
    return S.self
}

/// Returns the type of the subscriber that an eraser hides, or that a hidden tracing node observes.
private func subscriberType(_ hidden: Any) -> Any.Type {
    (hidden as? any _Tracing)?.subscriberType ?? type(of: hidden)
}
