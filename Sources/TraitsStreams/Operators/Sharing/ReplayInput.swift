/// The subscriber of upstream for one connection of a publisher that replays.
@usableFromInline
final class _ReplayInput<Output, Failure: Error>: _UpstreamNode, _NodeSubscriber, _Described {
    @usableFromInline typealias Input = Output

    @usableFromInline let core: _ReplayCore<Output>
    /// The value that waits for the end. Belongs to upstream, whose calls never overlap.
    @usableFromInline @exclusivity(unchecked) var value: _Cell<Output>?

    @inlinable
    init(_ core: _ReplayCore<Output>) {
        self.core = core
        super.init { _, _ in }
    }

    @usableFromInline override var description: String { core.description }

    /// Upstream is asked for everything, regardless of the subscribers' demand.
    @usableFromInline typealias _Unlimited = _Yes

    @inlinable
    func _receive(node: _Node) {
        if connect(node) { node.request(.unlimited) }
    }

    @inlinable
    func receive(_ input: Output) -> Subscribers.Demand {
        guard isConnected else { return .none }
        if !core.policy.sendsOutcome {
            core.send(.value(input))
        } else if value == nil {
            value = _Cell(input)
        }
        return .none
    }

    @inlinable
    func receive(completion: Subscribers.Completion<Failure>) {
        guard disconnect() else { return }
        let value = value.take()
        switch completion {
        case .finished:
            guard core.upstreamEnded(hasFailed: false) else { return }
            core.send(value.map { .outcome($0.value) } ?? .end(nil))
        case .failure(let error):
            if core.upstreamEnded(hasFailed: true) { core.send(.end(_Cell(error))) }
        }
    }
}
