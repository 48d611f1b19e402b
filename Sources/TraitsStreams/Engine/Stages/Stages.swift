/// The treatment of events before the subscription. Operators differ in this, as they do in Combine. Except with
/// ``stopTheProgram``, early requests and cancellations are ignored.
@frozen
public enum _EarlyEvents {
    /// A value, completion or request stops the program, and a cancellation ends the stream.
    case stopTheProgram
    case areIgnored
    /// Values are handled, and the stage may fail for them; upstream's completion is ignored.
    case valuesPass
    /// Values are ignored; upstream's completion is handled.
    case completionPasses
    /// Values and the completion are handled.
    case pass
}

/// The relation of a stage's demand to downstream's.
@frozen
public enum _Counting {
    /// Requests pass. For each value that the stage skips, upstream is asked for another.
    case passes
    /// Requests pass, and upstream is asked for a number of values more, which the stage leaves out. Downstream gets its
    /// subscription before upstream is subscribed to, so that its first requests and this number reach upstream as one request.
    case leavesOutFirst
    /// Upstream is asked for a number of values for each value of the stage. The last value waits for no request.
    case putsTogether
    /// Requests pass, and the last value waits until it is asked for.
    case addsLast
    /// The same; a value that downstream hasn't asked for stops the program, as in Combine.
    case replacesFailure
    /// Requests pass, and upstream is also asked for everything. All values wait until they are asked for.
    case asksForAll

    /// Indicates whether downstream's demand is counted, and a last value waits until it is asked for.
    @inlinable @inline(__always)
    var keepsLast: Bool { self == .addsLast || self == .replacesFailure || self == .asksForAll }
}

// The answer of a stage to an upstream that ends synchronously. It makes the same calls as ``_StageNode``, in the same
// order, so that the path without a subscription has the same history.
extension OperatorStage {
    /// Returns the answer to exactly one value and the end.
    @inlinable @inline(__always)
    mutating func run(_ input: Input) -> _Answer<Output, Failure> {
        switch receive(input) {
        case .next(let output):
            switch completion(.finished) {
            case .finished:
                guard let last = _last(.finished) else { return .value(output) }
                return .then(_rest(Record(output: [output, last], completion: .finished)))
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
    func run(_ end: Subscribers.Completion<UpstreamFailure>) -> _Answer<Output, Failure> {
        if let last = _last(end) { return .value(last) }
        switch completion(end) {
        case .finished: return .empty
        case .failure(let error): return .failure(error)
        }
    }
}

/// A throwing stage. It fails with `any Error`, for every failure type of upstream.
@usableFromInline
protocol _ThrowingStage: OperatorStage where Failure == any Error {}

extension _ThrowingStage {
    @inlinable
    public func completion(
        _ completion: Subscribers.Completion<UpstreamFailure>
    ) -> Subscribers.Completion<any Error> {
        completion.erased
    }
}

/// A stage that passes values on, and at most changes the end.
@usableFromInline
protocol _EndStage: OperatorStage where Input == Output {}

extension _EndStage {
    @inlinable @inline(__always)
    public func _pass<D: Subscriber>(_ input: Output, to downstream: D, live: Bool) -> Subscribers.Demand
    where D.Input == Output {
        downstream._receive(input, live: live)
    }

    @inlinable @inline(__always)
    public func receive(_ input: Output) -> OperatorStep<Output, Failure> { .next(input) }
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
protocol _StageOperator<Output, Failure>: _AnsweringOperator, _NodePublisher {
    associatedtype _Stage: OperatorStage
    where
        _Stage.Input == Upstream.Output, _Stage.UpstreamFailure == Upstream.Failure,
        _Stage.Output == Output, _Stage.Failure == Failure

    /// A new stage, for one subscription.
    var _stage: _Stage { get }
}

extension _StageOperator {
    /// Subscribes to upstream, with upstream's own subscription if the stage never changes.
    @inlinable @inline(__always)
    public func receive<S: Subscriber>(subscriber: __owned S) where S.Input == Output, S.Failure == Failure {
        if _Fact<_Stage._PassesSubscription>.holds {
            upstream.subscribe(_StageSubscriber(consume subscriber, _stage))
        } else {
            _hold(consume subscriber)
        }
    }

    @inlinable @inline(__always)
    public func _attach<Downstream: Subscriber>(_ downstream: __owned Downstream)
    where Downstream.Input == Output, Downstream.Failure == Failure {
        if _Stage._counting == .leavesOutFirst {
            let node = _StageNode(consume downstream, _stage)
            node.downstream._receive(node: node)
            upstream.subscribe(node)
        } else if Downstream._drops || _isPOD(_Stage.self) {
            // Also if a stage needs no release, such as a number.
            upstream.subscribe(_StageNode(consume downstream, _stage))
        } else {
            upstream.subscribe(_StageNode(consume downstream, _OwnedStage(_stage)))
        }
    }

    @inlinable
    public func _answer(of answer: _UpstreamAnswer) -> _Answer<Output, Failure> {
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
            return .then(_rest(_Staged(upstream: rest, _stage: _stage)))
        }
    }
}

/// A stage and its upstream: what is left of an operator whose upstream has run in part already, and what a custom operator is
/// for one subscription. It is subscribed to once.
@frozen @usableFromInline
struct _Staged<Upstream: Publisher, _Stage: OperatorStage>: _StageOperator
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

/// A stage that passes everything on, and keeps the closure that made its upstream. Unless it needs no node, that keeps an
/// end until downstream has returned from the values on their way.
@frozen @usableFromInline
struct _RestStage<Output, Failure: Error, PassesSubscription>: _EndStage {
    @usableFromInline typealias Input = Output
    @usableFromInline typealias UpstreamFailure = Failure
    @usableFromInline typealias _PassesSubscription = PassesSubscription

    @usableFromInline let closure: Any

    @inlinable
    init(keeping closure: Any) { self.closure = closure }

    @usableFromInline static var name: String { "Rest" }
    @usableFromInline static var _earlyEvents: _EarlyEvents { .pass }
}
