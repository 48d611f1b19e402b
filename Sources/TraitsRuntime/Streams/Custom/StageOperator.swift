/// What a custom operator does about one event.
@frozen
public enum OperatorStep<Output, Failure: Error> {
    /// Send this value.
    case next(Output)
    /// Send this value, then cancel upstream and finish.
    case last(Output)
    /// Send nothing. If a value is skipped that answers a request, upstream is asked for another one.
    case skip
    /// Cancel upstream and finish.
    case finish
    /// Cancel upstream and fail.
    case fail(Failure)
}

/// What a custom operator does with one value at a time.
///
/// A stage is a value: it has no threads, no locks and no demand. ``StageOperator`` runs a copy of it for
/// each
/// subscription. Calls of one copy never overlap, with one exception: a closure that the stage calls may send
/// into the same
/// stream, and so call ``receive(_:)`` again before it returns. A stage that calls a closure *and* remembers
/// something keeps
/// that in an object of a class of its own. <doc:WritingAnOperator> has an example.
public protocol OperatorStage<Input, Output, Failure> {
    /// What upstream sends.
    associatedtype Input
    /// What the operator sends.
    associatedtype Output
    /// How upstream may fail: as the operator does, unless the stage says otherwise.
    associatedtype UpstreamFailure: Error = Failure
    /// How the operator may fail.
    associatedtype Failure: Error

    /// The operator's name, which `print()` shows.
    static var name: String { get }

    /// Handles a value.
    mutating func receive(_ input: Input) -> OperatorStep<Output, Failure>

    /// Turns the end of upstream into that of the operator.
    func completion(_ completion: Subscribers.Completion<UpstreamFailure>) -> Subscribers.Completion<Failure>
}

extension OperatorStage where UpstreamFailure == Failure {
    /// The end of upstream is that of the operator.
    @inlinable @inline(__always)
    public func completion(_ completion: Subscribers.Completion<Failure>) -> Subscribers.Completion<Failure> {
        completion
    }
}

/// A custom operator that does something with one value at a time, such as `map`, `filter` or
/// `prefix(while:)`.
///
/// Say what upstream is and which stage handles its values, and the operator is complete.
///
/// - Demand: passes through. A value that the stage skips is replaced by another one of upstream's.
/// - Failure: what the stage makes of upstream's, or a failure of its own.
/// - Threads: the stage runs wherever upstream sends.
/// - Cancellation: cancels upstream. If the stage ends the stream, upstream is cancelled before the
///   subscriber is told.
///
/// ```swift
/// struct Evens<Upstream: Publisher>: StageOperator where Upstream.Output == Int {
///     let upstream: Upstream
///
///     func makeStage() -> EvensStage<Upstream.Failure> { EvensStage() }
/// }
///
/// struct EvensStage<Failure: Error>: OperatorStage {
///     static var name: String { "Evens" }
///
///     func receive(_ input: Int) -> OperatorStep<Int, Failure> {
///         input.isMultiple(of: 2) ? .next(input) : .skip
///     }
/// }
///
/// let cancellable = Evens(upstream: [1, 2, 3, 4].publisher).sink { print($0) }
/// // Prints: 2
/// // Prints: 4
/// ```
public protocol StageOperator<Output, Failure>: Publisher where _Answers == Upstream._Answers {
    /// The publisher whose values the stage handles.
    associatedtype Upstream: Publisher
    /// What handles them.
    associatedtype Stage: OperatorStage
    where
        Stage.Input == Upstream.Output, Stage.UpstreamFailure == Upstream.Failure,
        Stage.Output == Output, Stage.Failure == Failure

    /// The publisher whose values the stage handles.
    var upstream: Upstream { get }

    /// Makes the stage of one subscription.
    func makeStage() -> Stage
}

extension StageOperator {
    /// Subscribes with a new stage.
    @inlinable @inline(__always)
    public func receive<S: Subscriber>(subscriber: __owned S) where S.Input == Output, S.Failure == Failure {
        _CustomStages(upstream: upstream, _stage: _CustomStage(makeStage())).receive(
            subscriber: consume subscriber)
    }

    @inlinable @inline(__always)
    public static var _immediacy: _Immediacy { Upstream._immediacy }

    @inlinable @inline(__always)
    public func _immediate() -> _Immediate<Output, Failure> {
        _CustomStages(upstream: upstream, _stage: _CustomStage(makeStage()))._immediate()
    }
}

// MARK: - Inside

/// A custom stage as one of the engine's.
@frozen @usableFromInline
struct _CustomStage<Stage: OperatorStage>: _FilterStage {
    @usableFromInline typealias Input = Stage.Input
    @usableFromInline typealias Output = Stage.Output
    @usableFromInline typealias UpstreamFailure = Stage.UpstreamFailure
    @usableFromInline typealias Failure = Stage.Failure

    @usableFromInline var stage: Stage

    @inlinable @inline(__always)
    init(_ stage: Stage) { self.stage = stage }

    @usableFromInline static var name: String { Stage.name }

    @inlinable @inline(__always)
    mutating func receive(_ input: Input) -> OperatorStep<Output, Failure> {
        stage.receive(input)
    }

    @inlinable @inline(__always)
    func completion(_ completion: Subscribers.Completion<UpstreamFailure>) -> Subscribers.Completion<Failure>
    {
        stage.completion(completion)
    }
}

/// A custom operator that is a stage, as one of the engine's.
@frozen @usableFromInline
struct _CustomStages<Upstream: Publisher, Stage: OperatorStage>: _FilterOperator
where Stage.Input == Upstream.Output, Stage.UpstreamFailure == Upstream.Failure {
    @usableFromInline typealias Output = Stage.Output
    @usableFromInline typealias Failure = Stage.Failure

    @usableFromInline let upstream: Upstream
    @usableFromInline let _stage: _CustomStage<Stage>

    @inlinable @inline(__always)
    init(upstream: Upstream, _stage: _CustomStage<Stage>) {
        self.upstream = upstream
        self._stage = _stage
    }
}
