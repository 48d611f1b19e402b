// MARK: - Operators made of a reduction

/// A publisher that applies one reduction to its upstream. An operator provides ``_reduction``; this protocol provides the
/// subscription, and the path for values that are available synchronously.
@usableFromInline
protocol _ReductionOperator<Output, Failure>: _AnsweringOperator, _NodePublisher {
    associatedtype _Reduction: OperatorReduction
    where
        _Reduction.Input == Upstream.Output, _Reduction.UpstreamFailure == Upstream.Failure,
        _Reduction.Output == Output, _Reduction.Failure == Failure

    /// A new reduction, for one subscription.
    var _reduction: _Reduction { get }
}

extension _ReductionOperator {
    @inlinable
    public func _attach<Downstream: Subscriber>(_ downstream: __owned Downstream)
    where Downstream.Input == Output, Downstream.Failure == Failure {
        if Downstream._drops {
            upstream.subscribe(_ReductionNode(consume downstream, _reduction))
        } else {
            upstream.subscribe(_ReductionNode(consume downstream, _OwnedReduction(_reduction)))
        }
    }

    @inlinable
    public func _answer(of answer: _UpstreamAnswer) -> _Answer<Output, Failure> {
        switch answer {
        case .no:
            return .no
        case .value(let value):
            var reduction = _reduction
            if case .fail(let error) = reduction.receive(value) { return .failure(error) }
            return reduction.result().map { .value($0) } ?? .empty
        case .empty:
            var reduction = _reduction
            return reduction.result().map { .value($0) } ?? .empty
        case .failure(let error):
            return .failure(_reduction.failure(error))
        case .then(let rest):
            return .then(_rest(_Reduced(upstream: rest, _reduction: _reduction)))
        }
    }
}

/// A reduction and its upstream: what is left of an operator whose upstream has run in part already, and what a custom operator is
/// for one subscription. It is subscribed to once.
@frozen @usableFromInline
struct _Reduced<Upstream: Publisher, _Reduction: OperatorReduction>: _ReductionOperator
where _Reduction.Input == Upstream.Output, _Reduction.UpstreamFailure == Upstream.Failure {
    @usableFromInline typealias Output = _Reduction.Output
    @usableFromInline typealias Failure = _Reduction.Failure

    @usableFromInline let upstream: Upstream
    @usableFromInline let _reduction: _Reduction

    @inlinable
    init(upstream: Upstream, _reduction: _Reduction) {
        self.upstream = upstream
        self._reduction = _reduction
    }
}
