// Stages whose nodes may be retained after the end.
//
// An ``_Owned`` subscriber may keep its subscription, which is the node. So the node drops its stage, with the values that
// the stage remembers, when it ends the connection to upstream. A value may be on its way through the stage at that
// moment, on another thread or on this stack. The last call that leaves releases the stage.

/// A value-by-value stage that its node can drop.
@frozen @usableFromInline
struct _OwnedStage<Base: OperatorStage>: OperatorStage {
    @usableFromInline typealias Input = Base.Input
    @usableFromInline typealias Output = Base.Output
    @usableFromInline typealias UpstreamFailure = Base.UpstreamFailure
    @usableFromInline typealias Failure = Base.Failure
    @usableFromInline typealias _NeverEnds = Base._NeverEnds

    @usableFromInline let ownership: _Ownership<Base>

    @inlinable
    init(_ base: Base) { ownership = _Ownership(base) }

    @usableFromInline static var name: String { Base.name }

    @inlinable @inline(__always)
    static var _earlyEvents: _EarlyEvents { Base._earlyEvents }

    @inlinable @inline(__always)
    static var _counting: _Counting { Base._counting }

    @inlinable
    mutating func receive(_ input: Input) -> OperatorStep<Output, Failure> {
        guard ownership.enter() else { return .skip }
        let step = ownership.base.pointee.receive(input)
        ownership.leave()
        return step
    }

    // Called when the node is created, or by the thread that has ended the connection, before ``_drop()``: the stage exists.

    @inlinable
    var _number: Int { ownership.base.pointee._number }

    @inlinable
    func _last(_ completion: Subscribers.Completion<UpstreamFailure>) -> Output? {
        ownership.base.pointee._last(completion)
    }

    @inlinable
    func completion(_ completion: Subscribers.Completion<UpstreamFailure>) -> Subscribers.Completion<Failure>
    {
        ownership.base.pointee.completion(completion)
    }

    @usableFromInline
    func _children(downstream: Any, status: _ConnectionStatus?) -> [Mirror.Child] {
        ownership.use { $0._children(downstream: downstream, status: status) } ?? [("downstream", downstream)]
    }

    @inlinable
    func _drop() { ownership.end() }
}

/// A reduction that its node can drop.
@frozen @usableFromInline
struct _OwnedReduction<Base: OperatorReduction>: OperatorReduction {
    @usableFromInline typealias Input = Base.Input
    @usableFromInline typealias Output = Base.Output
    @usableFromInline typealias UpstreamFailure = Base.UpstreamFailure
    @usableFromInline typealias Failure = Base.Failure

    @usableFromInline let ownership: _Ownership<Base>

    @inlinable
    init(_ base: Base) { ownership = _Ownership(base) }

    @usableFromInline static var name: String { Base.name }

    @inlinable
    mutating func receive(_ input: Input) -> ReductionStep<Failure> {
        guard ownership.enter() else { return .more }
        let step = ownership.base.pointee.receive(input)
        ownership.leave()
        return step
    }

    // As with `completion(_:)` of `_OwnedStage`, these two are called while the stage still exists.

    @inlinable
    mutating func result() -> Output? { ownership.base.pointee.result() }

    @inlinable
    func failure(_ error: UpstreamFailure) -> Failure { ownership.base.pointee.failure(error) }

    @usableFromInline
    func _children(downstream: Any, status: _ConnectionStatus) -> [Mirror.Child] {
        ownership.use { $0._children(downstream: downstream, status: status) }
            ?? [
                ("downstream", downstream), ("result", Output?.none as Any), ("initial", Output?.none as Any),
                ("status", status),
            ]
    }

    @inlinable
    func _drop() { ownership.end() }
}
