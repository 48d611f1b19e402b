/// The subscriber of upstream for one connection of `share(replay:)`.
@usableFromInline
final class _ReplayInput<Output, Failure: Error>: _UpstreamNode, _NodeSubscriber, _Described {
    @usableFromInline typealias Input = Output

    @usableFromInline let core: _ReplayCore<Output>

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
        if isConnected { core.send(.value(input)) }
        return .none
    }

    @inlinable
    func receive(completion: Subscribers.Completion<Failure>) {
        guard disconnect(), core.upstreamEnded() else { return }
        switch completion {
        case .finished: core.send(.end(nil))
        case .failure(let error): core.send(.end(_Cell(error)))
        }
    }
}
