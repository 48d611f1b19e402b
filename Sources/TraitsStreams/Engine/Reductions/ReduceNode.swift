/// The subscriber and subscription of a reducing operator.
///
/// It requests unlimited demand from upstream as soon as it is attached, and keeps the result until downstream asks for a
/// value. A failure waits for no demand.
@usableFromInline
final class _ReduceNode<Stage: _ReduceStage, Downstream: Subscriber>: _ResultNode<Downstream>, _AskingNode
where Downstream.Input == Stage.Output, Downstream.Failure == Stage.Failure {
    @usableFromInline typealias Input = Stage.Input
    @usableFromInline typealias Failure = Stage.UpstreamFailure

    @usableFromInline @exclusivity(unchecked) var stage: Stage

    @inlinable
    init(_ downstream: Downstream, _ stage: Stage) {
        self.stage = stage
        super.init(downstream, _handled(by: _ReduceNode<Stage, Downstream>.self))
    }

    @usableFromInline override var description: String { Stage.name }

    @usableFromInline override var customMirror: Mirror {
        let children = stage.children(downstream: downstream, status: status)
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
    func receive(_ input: Stage.Input) -> Subscribers.Demand {
        guard isConnected else { return .none }
        switch stage.receive(input) {
        case .more:
            break
        case .done:
            if cancelUpstream() { finish() }
        case .fail(let error):
            guard cancelUpstream() else { break }
            stage._drop()
            close(.failure(error))
        }
        return .none
    }

    @inlinable @inline(__always)
    func finish() {
        let result = stage.result()
        stage._drop()
        finish(with: result)
    }

    @inlinable
    func cancelled() {
        if isAwaiting { return }
        if cancelResult() { stage._drop() }
    }

    @inlinable
    func receive(completion: Subscribers.Completion<Stage.UpstreamFailure>) {
        guard disconnect() else { return }
        switch completion {
        case .finished:
            finish()
        case .failure(let error):
            let failure = stage.failure(error)
            stage._drop()
            close(.failure(failure))
        }
    }
}
