import Synchronization

/// What an operator that boils all values down to at most one does with each of them.
@frozen
public enum _Verdict<Failure: Error> {
    /// Go on.
    case more
    /// The result is known: cancel upstream.
    case done
    /// Cancel upstream and fail.
    case fail(Failure)
}

/// The part of a reducing operator that makes it what it is: `reduce`, `first`, `count`, `allSatisfy` and
/// their like are each a few lines of this, and ``_ReduceNode`` is the rest.
public protocol _ReduceStage<Input, Output, UpstreamFailure, Failure> {
    associatedtype Input
    associatedtype Output
    associatedtype UpstreamFailure: Error
    associatedtype Failure: Error

    /// The operator's name, as `print()` shows it.
    static var name: String { get }

    /// Handles one value.
    mutating func receive(_ input: Input) -> _Verdict<Failure>

    /// The result, once upstream has finished or ``receive(_:)`` said ``_Verdict/done``; `nil` for none.
    mutating func result() -> Output?

    /// Turns upstream's failure into the operator's.
    func failure(_ error: UpstreamFailure) -> Failure
}

extension _ReduceStage where UpstreamFailure == Failure {
    @inlinable
    public func failure(_ error: Failure) -> Failure { error }
}

/// A reducing stage that throws fails with `any Error`, whatever upstream fails with.
public protocol _ThrowingReduceStage: _ReduceStage where Failure == any Error {}

extension _ThrowingReduceStage {
    @inlinable
    public func failure(_ error: UpstreamFailure) -> any Error { error }
}

/// The subscriber and subscription of a reducing operator.
///
/// It asks upstream for everything as soon as it is attached, and holds the result until downstream has
/// asked for a value. An empty result, and a failure, wait for no demand.
///
/// `word` holds three bits: downstream has asked, the result is there, all is over.
@usableFromInline
final class _ReduceNode<Stage: _ReduceStage, Downstream: Subscriber>: _UpstreamNode, Subscriber
where Downstream.Input == Stage.Output, Downstream.Failure == Stage.Failure {
    @usableFromInline typealias Input = Stage.Input
    @usableFromInline typealias Failure = Stage.UpstreamFailure

    @usableFromInline static var asked: Int { @inlinable @inline(__always) get { 1 } }
    @usableFromInline static var ready: Int { @inlinable @inline(__always) get { 2 } }
    @usableFromInline static var closed: Int { @inlinable @inline(__always) get { 4 } }

    @usableFromInline @exclusivity(unchecked) var downstream: Downstream?
    @usableFromInline @exclusivity(unchecked) var stage: Stage
    @usableFromInline @exclusivity(unchecked) var output: Stage.Output?

    @inlinable
    init(_ downstream: Downstream, _ stage: Stage) {
        self.downstream = downstream
        self.stage = stage
        super.init { node, operation in
            let me = unsafeDowncast(node, to: _ReduceNode<Stage, Downstream>.self)
            switch operation {
            case .request(let demand):
                precondition(demand > .none, "a subscriber must request more than no values")
                me.requested()
            case .cancel:
                me.cancelled()
            }
        }
    }

    @usableFromInline override var description: String { Stage.name }

    @inlinable @inline(__always)
    static var _isUnlimited: Bool { true }

    @inlinable
    func receive(subscription: any Subscription) { _receive(node: .wrapping(subscription)) }

    @inlinable
    func _receive(node: _Node) {
        guard connect(node) else { return }
        downstream?._receive(node: self)
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
            if cancelUpstream() { close(.failure(error)) }
        }
        return .none
    }

    @inlinable
    func receive(completion: Subscribers.Completion<Stage.UpstreamFailure>) {
        guard disconnect() else { return }
        switch completion {
        case .finished: finish()
        case .failure(let error): close(.failure(stage.failure(error)))
        }
    }

    /// Upstream is over and the result known: deliver it, or keep it until it is asked for.
    @inlinable
    func finish() {
        output = stage.result()
        guard output != nil else { return close(.finished) }
        let before = word.bitwiseOr(Self.ready, ordering: .acquiringAndReleasing).oldValue
        if before & (Self.asked | Self.closed) == Self.asked { deliver() }
    }

    @inlinable
    func requested() {
        let before = word.bitwiseOr(Self.asked, ordering: .acquiringAndReleasing).oldValue
        if before == Self.ready { deliver() }
    }

    /// Called by whoever set the second of the bits `asked` and `ready`: exactly once.
    @inlinable
    func deliver() {
        guard let output else { return }
        self.output = nil
        _ = downstream?.receive(output)
        close(.finished)
    }

    @inlinable
    func close(_ completion: Subscribers.Completion<Stage.Failure>) {
        let before = word.bitwiseOr(Self.closed, ordering: .acquiringAndReleasing).oldValue
        if before & Self.closed == 0 {
            let downstream = downstream
            self.downstream = nil
            downstream?.receive(completion: completion)
        }
    }

    @inlinable
    func cancelled() {
        _ = word.bitwiseOr(Self.closed, ordering: .acquiringAndReleasing)
        cancelUpstream()
    }
}
