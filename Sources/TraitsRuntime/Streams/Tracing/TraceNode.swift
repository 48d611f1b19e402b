/// Passes everything on, and tells of it.
// Nothing here is inlinable: clients would compile it for each chain, and run it only when they are traced.
final class _TraceNode<Input, Downstream: Subscriber>: _UpstreamNode, _AskingNode
where Downstream.Input == Input {
    typealias Failure = Downstream.Failure

    let downstream: Downstream
    private let traced: _TracedSubscription
    private let text: (Input) -> String

    init(_ downstream: Downstream, _ traced: _TracedSubscription, _ text: @escaping (Input) -> String) {
        self.downstream = downstream
        self.traced = traced
        self.text = text
        super.init(_handled(by: _TraceNode<Input, Downstream>.self))
    }

    override var description: String { "Trace" }

    /// What upstream is asked for is to be seen, so it is really asked.
    @usableFromInline typealias _Unlimited = _No

    /// Subscribes to a publisher inside of this subscription.
    func subscribe<P: Publisher>(to upstream: P) where P.Output == Input, P.Failure == Failure {
        let visit = traced.enter()
        upstream.receive(subscriber: self)
        traced.leave(visit)
    }

    func requested(_ demand: Subscribers.Demand) {
        if !isOver { traced.requested(demand) }
        requestUpstream(demand)
    }

    func cancelled() {
        if isAwaiting { return }
        let (wasConnected, upstream) = takeUpstream()
        if wasConnected { traced.end(.cancelled) }
        upstream?.cancel()
        downstream._release()
    }

    func receive(_ input: Input) -> Subscribers.Demand {
        if isOver { return .none }
        let text = text(input)
        // What writes the value may have ended the stream, or cancelled it.
        if isOver { return .none }
        let visit = traced.deliver(text)
        let more = downstream.receive(input)
        traced.leave(visit)
        if more > .none && !isOver { traced.requested(more) }
        return more
    }

    func receive(completion: Subscribers.Completion<Failure>) {
        if isOver { return }
        _ = disconnect()
        switch completion {
        case .finished: traced.end(.finished)
        case .failure(let error): traced.end(.failed(_traceText(error)))
        }
        downstream.receive(completion: completion)
    }
}

/// A value as a trace shows it: strings in quotes, and no more than sixty characters.
func _traceText<Value>(_ value: Value) -> String {
    let limit = 60
    switch value {
    case let number as Int: return String(number)
    case let string as String: return "\"" + _shortened(string, to: limit) + "\""
    default: return _shortened(String(describing: value), to: limit)
    }
}

private func _shortened(_ text: String, to limit: Int) -> String {
    guard text.utf8.count > limit,
        let end = text.index(text.startIndex, offsetBy: limit, limitedBy: text.endIndex),
        end < text.endIndex
    else { return text }
    return text[..<end] + "…"
}
