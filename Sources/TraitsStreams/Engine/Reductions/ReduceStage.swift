/// The specific part of a reducing operator, which reduces all values to at most one. `reduce`, `first`, `count`,
/// `allSatisfy` and similar operators are each a short stage; ``_ReduceNode`` does the rest.
///
/// A stage that calls a client's closure *and* remembers values keeps them in a ``_Cell``.
@usableFromInline
protocol _ReduceStage<Input, Output, UpstreamFailure, Failure> {
    associatedtype Input
    associatedtype Output
    associatedtype UpstreamFailure: Error
    associatedtype Failure: Error

    /// The operator's name, as `print()` shows it.
    static var name: String { get }

    /// The result without any value; `nil` for none.
    var initial: Output? { get }

    /// The result if upstream finished now; `nil` for none.
    var soFar: Output? { get }

    /// Handles one value.
    mutating func receive(_ input: Input) -> ReductionStep<Failure>

    /// Returns the result, after upstream has finished or ``receive(_:)`` has returned ``ReductionStep/done``.
    mutating func result() -> Output?

    /// Returns the children of the subscription's mirror.
    func children(downstream: Any, status: _ConnectionStatus) -> [Mirror.Child]

    /// Converts upstream's failure to the operator's.
    func failure(_ error: UpstreamFailure) -> Failure

    /// Releases the stage when the node is over, because the node may be kept. Only ``_OwnedReduceStage`` implements it.
    func _drop()
}

extension _ReduceStage {
    @inlinable @inline(__always)
    public func _drop() {}

    @inlinable
    public var initial: Output? { nil }

    @inlinable
    public mutating func result() -> Output? { soFar }

    public func children(downstream: Any, status: _ConnectionStatus) -> [Mirror.Child] {
        [
            ("downstream", downstream), ("result", soFar as Any), ("initial", initial as Any),
            ("status", status),
        ]
    }
}

extension _ReduceStage where UpstreamFailure == Failure {
    @inlinable
    func failure(_ error: Failure) -> Failure { error }
}

// MARK: - Operators made of a stage

/// A publisher that applies one reducing stage to its upstream. An operator provides ``_stage``; this protocol provides the
/// subscription, and the path for values that are available synchronously.
@usableFromInline
protocol _ReduceOperator<Output, Failure>: _ImmediateOperator, _NodePublisher {
    associatedtype _Stage: _ReduceStage
    where
        _Stage.Input == Upstream.Output, _Stage.UpstreamFailure == Upstream.Failure,
        _Stage.Output == Output, _Stage.Failure == Failure

    /// A new stage, for one subscription.
    var _stage: _Stage { get }
}

extension _ReduceOperator {
    @inlinable
    public func _attach<Downstream: Subscriber>(_ downstream: __owned Downstream)
    where Downstream.Input == Output, Downstream.Failure == Failure {
        if Downstream._drops {
            upstream.subscribe(_ReduceNode(consume downstream, _stage))
        } else {
            upstream.subscribe(_ReduceNode(consume downstream, _OwnedReduceStage(_stage)))
        }
    }

    @inlinable
    public func _immediate(of answer: _UpstreamAnswer) -> _Immediate<Output, Failure> {
        switch answer {
        case .no:
            return .no
        case .value(let value):
            var stage = _stage
            if case .fail(let error) = stage.receive(value) { return .failure(error) }
            return stage.result().map { .value($0) } ?? .empty
        case .empty:
            var stage = _stage
            return stage.result().map { .value($0) } ?? .empty
        case .failure(let error):
            return .failure(_stage.failure(error))
        case .then(let rest):
            return .then(_rest(_Reduced(upstream: rest, _stage: _stage)))
        }
    }
}

/// The rest of a reducing operator whose upstream has run in part already. It is subscribed to once.
@frozen @usableFromInline
struct _Reduced<Upstream: Publisher, _Stage: _ReduceStage>: _ReduceOperator
where _Stage.Input == Upstream.Output, _Stage.UpstreamFailure == Upstream.Failure {
    @usableFromInline typealias Output = _Stage.Output
    @usableFromInline typealias Failure = _Stage.Failure

    @usableFromInline let upstream: Upstream
    @usableFromInline let _stage: _Stage

    @inlinable
    init(upstream: Upstream, _stage: _Stage) {
        self.upstream = upstream
        self._stage = _stage
    }
}
