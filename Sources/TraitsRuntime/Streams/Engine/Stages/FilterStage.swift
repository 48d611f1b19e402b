/// What becomes of what comes before the subscription. Operators differ in this, and programs written for Combine see
/// it. Unless it stops the program, a request or cancellation is ignored.
@frozen @usableFromInline
enum _EarlyEvents {
    /// A value, completion or request stops the program, and a cancellation ends all.
    case stopTheProgram
    case areIgnored
    /// Values are handled, and a failure that comes of one is sent; upstream's completion is ignored.
    case valuesPass
    /// Values and the completion are handled.
    case pass
}

/// The part of a value-by-value operator that makes it what it is: `filter`, `tryMap`, `prefix(while:)` and
/// their like are each a few lines of this, and ``_FilterNode`` is the rest.
///
/// A stage that calls a closure of the user's *and* remembers values keeps them in a ``_Cell``: the closure
/// may send into the same stream, which enters ``receive(_:)`` while it runs.
@usableFromInline
protocol _FilterStage<Input, Output, UpstreamFailure, Failure> {
    associatedtype Input
    associatedtype Output
    associatedtype UpstreamFailure: Error
    associatedtype Failure: Error

    /// The operator's name, as `print()` shows it.
    static var name: String { get }

    /// Whether the stage remembers nothing and never ends the stream by itself: then, as in Combine, there is no
    /// subscription of the operator's own, and downstream gets upstream's.
    associatedtype _Stateless = _No

    /// Whether the stage answers with ``OperatorStep/next(_:)`` and ``OperatorStep/skip`` alone. Then upstream's end is passed on where it
    /// comes, as in Combine, and not after the values that are on their way.
    associatedtype _NeverEnds = _No

    /// What becomes of what comes before the subscription.
    static var earlyEvents: _EarlyEvents { get }

    /// Handles one value; may keep state, since values to one subscriber never overlap.
    mutating func receive(_ input: Input) -> OperatorStep<Output, Failure>

    /// What ``receive(_:)`` does, of a stateless stage. Called in its place for each value where there is no
    /// stage to change: a copy of one would count references. The stage itself hands downstream what it lets through:
    /// where types are hidden, an answer whose type depends on them would be looked up for each value.
    func pass(_ input: Input, to downstream: (Output) -> Subscribers.Demand) -> Subscribers.Demand

    /// Turns upstream's completion into the operator's.
    func completion(_ completion: Subscribers.Completion<UpstreamFailure>) -> Subscribers.Completion<Failure>

    /// What a debugger shows of the operator's subscription.
    func children(downstream: Any, status: _ConnectionStatus) -> [Mirror.Child]

    /// All is over, and the node may be kept: releases the stage. Only ``_OwnedStage`` has something to do.
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

// What the stage says to an upstream that ends synchronously: the same calls that ``_FilterNode`` makes, in the same
// order, so that the path without a subscription can't tell another history.
extension _FilterStage {
    /// The answer to exactly one value and the end.
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

    /// The answer to an end without a value.
    @inlinable @inline(__always)
    func run(_ end: Subscribers.Completion<UpstreamFailure>) -> _Immediate<Output, Failure> {
        switch completion(end) {
        case .finished: .empty
        case .failure(let error): .failure(error)
        }
    }
}

/// A stage that throws fails with `any Error`, whatever upstream fails with.
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
/// A stage is entered through `mutating` methods, during which the compiler may take for granted that nobody
/// else touches the stage. A closure that sends into its own stream does. Each access to a cell stands for
/// itself, as with a property of any class.
@usableFromInline
final class _Cell<Value> {
    @usableFromInline @exclusivity(unchecked) var value: Value

    @inlinable
    init(_ value: Value) { self.value = value }

    #if TRAITS_COUNT_LOCKS
        deinit { _callsOut("the release of a value") }
    #endif
}

// MARK: - Operators made of a stage

/// A publisher that is one value-by-value stage over its upstream. An operator gives ``_stage`` and gets how to
/// subscribe, and the path for values that are available synchronously.
@usableFromInline
protocol _FilterOperator<Output, Failure>: _ImmediateOperator, _NodePublisher {
    associatedtype _Stage: _FilterStage
    where
        _Stage.Input == Upstream.Output, _Stage.UpstreamFailure == Upstream.Failure,
        _Stage.Output == Output, _Stage.Failure == Failure

    /// A new stage for a new subscription.
    var _stage: _Stage { get }
}

extension _FilterOperator {
    /// Hands upstream's own subscription through, where the stage needs none of its own.
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

/// The rest of a value-by-value operator over an upstream that has run in part already; subscribed to once.
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

/// Passes all on. Its node keeps an end until downstream has returned from the values that are on their way.
@frozen @usableFromInline
struct _LastStage<Output, Failure: Error>: _FilterStage {
    @usableFromInline typealias Input = Output
    @usableFromInline typealias UpstreamFailure = Failure

    @inlinable
    init() {}

    @usableFromInline static var name: String { "Rest" }
    @usableFromInline static var earlyEvents: _EarlyEvents { .pass }

    @inlinable
    func receive(_ input: Output) -> OperatorStep<Output, Failure> { .next(input) }
}
