/// The subscriber and subscription of a reducing operator.
///
/// It requests unlimited demand from upstream as soon as it is attached, and keeps the result until downstream asks for a
/// value. A failure waits for no demand.
@usableFromInline
final class _ReductionNode<Reduction: OperatorReduction, Downstream: Subscriber>: _ResultNode<Downstream>,
    _AskingNode
where Downstream.Input == Reduction.Output, Downstream.Failure == Reduction.Failure {
    @usableFromInline typealias Input = Reduction.Input
    @usableFromInline typealias Failure = Reduction.UpstreamFailure

    @usableFromInline @exclusivity(unchecked) var reduction: Reduction

    @inlinable
    init(_ downstream: Downstream, _ reduction: Reduction) {
        self.reduction = reduction
        super.init(downstream, _handled(by: _ReductionNode<Reduction, Downstream>.self))
    }

    @usableFromInline override var description: String { Reduction.name }

    @usableFromInline override var customMirror: Mirror {
        let children = reduction._children(downstream: downstream, status: status)
        return Mirror(self, children: children, ancestorRepresentation: .suppressed)
    }

    @usableFromInline typealias _Unlimited = _Yes

    @inlinable @inline(__always)
    static var acceptsZeroDemand: Bool { false }

    @inlinable
    func requested(_ demand: Subscribers.Demand) { asked() }

    @inlinable
    func _receive(node: _Node) {
        guard connect(node) else { return }
        downstream._receive(node: self)
        node.request(.unlimited)
    }

    @inlinable
    func receive(_ input: Reduction.Input) -> Subscribers.Demand {
        guard isConnected else { return .none }
        switch reduction.receive(input) {
        case .more:
            break
        case .done:
            if cancelUpstream() { finish() }
        case .fail(let error):
            guard cancelUpstream() else { break }
            reduction._drop()
            close(.failure(error))
        }
        return .none
    }

    @inlinable @inline(__always)
    func finish() {
        let result = reduction.result()
        reduction._drop()
        finish(with: result)
    }

    @inlinable
    func cancelled() {
        if isAwaiting { return }
        if cancelResult() { reduction._drop() }
    }

    @inlinable
    func receive(completion: Subscribers.Completion<Reduction.UpstreamFailure>) {
        guard disconnect() else { return }
        switch completion {
        case .finished:
            finish()
        case .failure(let error):
            let failure = reduction.failure(error)
            reduction._drop()
            close(.failure(failure))
        }
    }
}
