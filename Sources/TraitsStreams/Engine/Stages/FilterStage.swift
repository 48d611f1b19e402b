/// The treatment of events before the subscription. Operators differ in this, as they do in Combine. Except with
/// ``stopTheProgram``, early requests and cancellations are ignored.
@frozen @usableFromInline
enum _EarlyEvents {
    /// A value, completion or request stops the program, and a cancellation ends the stream.
    case stopTheProgram
    case areIgnored
    /// Values are handled, and the stage may fail for them; upstream's completion is ignored.
    case valuesPass
    /// Values and the completion are handled.
    case pass
}

/// The specific part of a value-by-value operator. `filter`, `tryMap`, `prefix(while:)` and similar operators are each a
/// short stage; ``_FilterNode`` does the rest.
///
/// A stage that calls a client's closure *and* remembers values keeps them in a ``_Cell``: the closure may send into the
/// same stream, which re-enters ``receive(_:)`` while it runs.
@usableFromInline
protocol _FilterStage<Input, Output, UpstreamFailure, Failure> {
    associatedtype Input
    associatedtype Output
    associatedtype UpstreamFailure: Error
    associatedtype Failure: Error

    /// The operator's name, as `print()` shows it.
    static var name: String { get }

    /// The fact that the stage keeps no state and never ends the stream by itself. Such an operator has no subscription of its
    /// own: as in Combine, downstream gets upstream's.
    associatedtype _Stateless = _No

    /// The fact that the stage only answers with ``OperatorStep/next(_:)`` and ``OperatorStep/skip``. Then upstream's end is passed on
    /// immediately, as in Combine, and not after the values that are on their way.
    associatedtype _NeverEnds = _No

    /// The treatment of events before the subscription.
    static var earlyEvents: _EarlyEvents { get }

    /// Handles one value. It may change the state, because values to one subscriber never overlap.
    mutating func receive(_ input: Input) -> OperatorStep<Output, Failure>

    /// Handles one value like ``receive(_:)``, for a stateless stage. Called in its place where there is no mutable stage,
    /// because a copy of the stage would count references. The stage itself passes its output downstream: in unspecialised
    /// code the type of a returned step would be looked up for each value.
    func pass(_ input: Input, to downstream: (Output) -> Subscribers.Demand) -> Subscribers.Demand

    /// Converts upstream's completion to the operator's.
    func completion(_ completion: Subscribers.Completion<UpstreamFailure>) -> Subscribers.Completion<Failure>

    /// Returns the children of the subscription's mirror.
    func children(downstream: Any, status: _ConnectionStatus) -> [Mirror.Child]

    /// Releases the stage when the node is over, because the node may be kept. Only ``_OwnedStage`` implements it.
    func _drop()
}

extension _FilterStage {
    @inlinable @inline(__always)
    public func _drop() {}

    @inlinable @inline(__always)
    public static var earlyEvents: _EarlyEvents { .stopTheProgram }

    @inlinable
    public func pass(_ input: Input, to downstream: (Output) -> Subscribers.Demand) -> Subscribers.Demand {
        var stage = self
        if case .next(let output) = stage.receive(input) { return downstream(output) }
        return .max(1)
    }

    public func children(downstream: Any, status: _ConnectionStatus) -> [Mirror.Child] {
        [("downstream", downstream)]
    }
}

extension _FilterStage where UpstreamFailure == Failure {
    @inlinable @inline(__always)
    func completion(_ completion: Subscribers.Completion<Failure>) -> Subscribers.Completion<Failure> {
        completion
    }
}

// The answer of a stage to an upstream that ends synchronously. It makes the same calls as ``_FilterNode``, in the same
// order, so that the path without a subscription has the same history.
extension _FilterStage {
    /// Returns the answer to exactly one value and the end.
    @inlinable @inline(__always)
    mutating func run(_ input: Input) -> _Immediate<Output, Failure> {
        switch receive(input) {
        case .next(let output):
            switch completion(.finished) {
            case .finished: return .value(output)
            case .failure(let error):
                return .then(_rest(Record(output: [output], completion: .failure(error))))
            }
        case .last(let output): return .value(output)
        case .skip: return run(.finished)
        case .finish: return .empty
        case .fail(let error): return .failure(error)
        }
    }

    /// Returns the answer to an end without a value.
    @inlinable @inline(__always)
    func run(_ end: Subscribers.Completion<UpstreamFailure>) -> _Immediate<Output, Failure> {
        switch completion(end) {
        case .finished: .empty
        case .failure(let error): .failure(error)
        }
    }
}

/// A throwing stage. It fails with `any Error`, for every failure type of upstream.
@usableFromInline
protocol _ThrowingStage: _FilterStage where Failure == any Error {}

extension _ThrowingStage {
    @inlinable
    public func completion(
        _ completion: Subscribers.Completion<UpstreamFailure>
    ) -> Subscribers.Completion<any Error> {
        completion.erased
    }
}

/// A variable that may be read and written while a closure that uses it runs.
///
/// During a stage's `mutating` method, the compiler may assume that no other code touches the stage. A closure that sends
/// into its own stream breaks this assumption. Each access to a cell is separate, as with a property of any class.
@usableFromInline
package final class _Cell<Value> {
    @usableFromInline @exclusivity(unchecked) package var value: Value

    @inlinable
    package init(_ value: Value) { self.value = value }

    #if TRAITS_COUNT_LOCKS
        deinit { _callsOut("the release of a value") }
    #endif
}

// MARK: - Operators made of a stage

/// A publisher that applies one value-by-value stage to its upstream. An operator provides ``_stage``; this protocol
/// provides the subscription, and the path for values that are available synchronously.
@usableFromInline
protocol _FilterOperator<Output, Failure>: _ImmediateOperator, _NodePublisher {
    associatedtype _Stage: _FilterStage
    where
        _Stage.Input == Upstream.Output, _Stage.UpstreamFailure == Upstream.Failure,
        _Stage.Output == Output, _Stage.Failure == Failure

    /// A new stage, for one subscription.
    var _stage: _Stage { get }
}

extension _FilterOperator {
    /// Subscribes to upstream, with upstream's own subscription if the stage is stateless.
    @inlinable @inline(__always)
    public func receive<S: Subscriber>(subscriber: __owned S) where S.Input == Output, S.Failure == Failure {
        if _Fact<_Stage._Stateless>.holds {
            upstream.subscribe(_FilterPassThrough(consume subscriber, _stage))
        } else {
            _hold(consume subscriber)
        }
    }

    @inlinable @inline(__always)
    public func _attach<Downstream: Subscriber>(_ downstream: __owned Downstream)
    where Downstream.Input == Output, Downstream.Failure == Failure {
        if Downstream._drops {
            upstream.subscribe(_FilterNode(consume downstream, _stage))
        } else {
            upstream.subscribe(_FilterNode(consume downstream, _OwnedStage(_stage)))
        }
    }

    @inlinable
    public func _immediate(of answer: _UpstreamAnswer) -> _Immediate<Output, Failure> {
        switch answer {
        case .no:
            return .no
        case .value(let value):
            var stage = _stage
            return stage.run(value)
        case .empty:
            return _stage.run(.finished)
        case .failure(let error):
            return _stage.run(.failure(error))
        case .then(let rest):
            return .then(_rest(_Filtered(upstream: rest, _stage: _stage)))
        }
    }
}

/// The rest of a value-by-value operator whose upstream has run in part already. It is subscribed to once.
@frozen @usableFromInline
struct _Filtered<Upstream: Publisher, _Stage: _FilterStage>: _FilterOperator
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

/// A stage that passes everything on, and keeps the closure that made its upstream. Unless it is stateless, its node keeps an
/// end until downstream has returned from the values on their way.
@frozen @usableFromInline
struct _RestStage<Output, Failure: Error, IsStateless>: _FilterStage {
    @usableFromInline typealias Input = Output
    @usableFromInline typealias UpstreamFailure = Failure
    @usableFromInline typealias _Stateless = IsStateless

    @usableFromInline let closure: Any

    @inlinable
    init(keeping closure: Any) { self.closure = closure }

    @usableFromInline static var name: String { "Rest" }
    @usableFromInline static var earlyEvents: _EarlyEvents { .pass }

    @inlinable
    func receive(_ input: Output) -> OperatorStep<Output, Failure> { .next(input) }
}
