/// What an operator that looks at one value at a time does with it.
@frozen
public enum _Step<Output, Failure: Error> {
    /// Send this value on.
    case next(Output)
    /// Send nothing; ask upstream for another value instead.
    case skip
    /// Cancel upstream and finish.
    case finish
    /// Cancel upstream and fail.
    case fail(Failure)
}

/// The part of a value-by-value operator that makes it what it is: `filter`, `tryMap`, `prefix(while:)` and
/// their like are each a few lines of this, and ``_FilterNode`` is the rest.
public protocol _FilterStage<Input, Output, UpstreamFailure, Failure> {
    associatedtype Input
    associatedtype Output
    associatedtype UpstreamFailure: Error
    associatedtype Failure: Error

    /// The operator's name, as `print()` shows it.
    static var name: String { get }

    /// Handles one value; may keep state, since values to one subscriber never overlap.
    mutating func receive(_ input: Input) -> _Step<Output, Failure>

    /// Turns upstream's completion into the operator's.
    func completion(_ completion: Subscribers.Completion<UpstreamFailure>) -> Subscribers.Completion<Failure>
}

extension _FilterStage where UpstreamFailure == Failure {
    @inlinable @inline(__always)
    public func completion(_ completion: Subscribers.Completion<Failure>) -> Subscribers.Completion<Failure> {
        completion
    }
}

/// A stage that throws fails with `any Error`, whatever upstream fails with.
public protocol _ThrowingStage: _FilterStage where Failure == any Error {}

extension _ThrowingStage {
    @inlinable
    public func completion(
        _ completion: Subscribers.Completion<UpstreamFailure>
    ) -> Subscribers.Completion<any Error> {
        completion.erased
    }
}

/// The subscriber and subscription of a value-by-value operator.
///
/// Demand passes through; a skipped value asks upstream for one more. When the stage finishes or fails,
/// upstream is cancelled first and downstream told after.
@usableFromInline
final class _FilterNode<Stage: _FilterStage, Downstream: Subscriber>: _UpstreamNode, Subscriber
where Downstream.Input == Stage.Output, Downstream.Failure == Stage.Failure {
    @usableFromInline typealias Input = Stage.Input
    @usableFromInline typealias Failure = Stage.UpstreamFailure

    @usableFromInline let downstream: Downstream
    @usableFromInline @exclusivity(unchecked) var stage: Stage

    @inlinable
    init(_ downstream: Downstream, _ stage: Stage) {
        self.downstream = downstream
        self.stage = stage
        super.init { node, operation in
            let me = unsafeDowncast(node, to: _FilterNode<Stage, Downstream>.self)
            switch operation {
            case .request(let demand): me.requestUpstream(demand)
            case .cancel: me.cancelUpstream()
            }
        }
    }

    @usableFromInline override var description: String { Stage.name }

    @inlinable @inline(__always)
    static var _isUnlimited: Bool { Downstream._isUnlimited }

    @inlinable
    func receive(subscription: any Subscription) { _receive(node: .wrapping(subscription)) }

    @inlinable
    func _receive(node: _Node) {
        if connect(node) { downstream._receive(node: self) }
    }

    @inlinable
    func receive(_ input: Stage.Input) -> Subscribers.Demand {
        guard isConnected else {
            if !isOver { _brokenContract(Stage.name, "received a value before a subscription") }
            return .none
        }
        switch stage.receive(input) {
        case .next(let output):
            return downstream.receive(output)
        case .skip:
            return Downstream._isUnlimited ? .none : .max(1)
        case .finish:
            if cancelUpstream() { downstream.receive(completion: .finished) }
            return .none
        case .fail(let error):
            if cancelUpstream() { downstream.receive(completion: .failure(error)) }
            return .none
        }
    }

    @inlinable
    func receive(completion: Subscribers.Completion<Stage.UpstreamFailure>) {
        if disconnect() { downstream.receive(completion: stage.completion(completion)) }
    }
}

/// The stateless form of ``_FilterNode``, for a stage that keeps no state and never ends by itself, over a
/// downstream that asks for everything: no object, and upstream's subscription is handed through.
@usableFromInline @frozen
struct _FilterPassThrough<Stage: _FilterStage, Downstream: Subscriber>: _PassThrough
where
    Downstream.Input == Stage.Output, Downstream.Failure == Stage.Failure,
    Stage.UpstreamFailure == Stage.Failure
{
    @usableFromInline typealias Input = Stage.Input
    @usableFromInline typealias Failure = Stage.Failure

    @usableFromInline let downstream: Downstream
    @usableFromInline let stage: Stage

    @inlinable @inline(__always)
    init(_ downstream: Downstream, _ stage: Stage) {
        self.downstream = downstream
        self.stage = stage
    }

    @usableFromInline var description: String { Stage.name }

    @inlinable @inline(__always)
    func receive(_ input: Stage.Input) -> Subscribers.Demand {
        var stage = stage
        if case .next(let output) = stage.receive(input) { return downstream.receive(output) }
        return .none
    }
}
