/// The part of a reducing operator that makes it what it is: `reduce`, `first`, `count`, `allSatisfy` and
/// their like are each a few lines of this, and ``_ReduceNode`` is the rest.
///
/// A stage that calls a closure of the user's *and* remembers values keeps them in a ``_Cell``.
@usableFromInline
protocol _ReduceStage<Input, Output, UpstreamFailure, Failure> {
    associatedtype Input
    associatedtype Output
    associatedtype UpstreamFailure: Error
    associatedtype Failure: Error

    /// The operator's name, as `print()` shows it.
    static var name: String { get }

    /// What the result would be if no value came.
    var initial: Output? { get }

    /// What the result would be if upstream finished now; `nil` for none.
    var soFar: Output? { get }

    /// Handles one value.
    mutating func receive(_ input: Input) -> ReductionStep<Failure>

    /// Hands out the result, once upstream has finished or ``receive(_:)`` said ``ReductionStep/done``.
    mutating func result() -> Output?

    /// What a debugger shows of the operator's subscription.
    func children(downstream: Any, status: _ConnectionStatus) -> [Mirror.Child]

    /// Turns upstream's failure into the operator's.
    func failure(_ error: UpstreamFailure) -> Failure

    /// All is over, and the node may be kept: releases the stage. Only ``_OwnedReduceStage`` has something to do.
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

/// A publisher that is one reducing stage over its upstream. An operator gives ``_stage`` and gets how to subscribe,
/// and the path for values that are available synchronously.
@usableFromInline
protocol _ReduceOperator<Output, Failure>: _ImmediateOperator, _NodePublisher {
    associatedtype _Stage: _ReduceStage
    where
        _Stage.Input == Upstream.Output, _Stage.UpstreamFailure == Upstream.Failure,
        _Stage.Output == Output, _Stage.Failure == Failure

    /// A new stage for a new subscription.
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

/// The rest of a reducing operator over an upstream that has run in part already; subscribed to once.
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
