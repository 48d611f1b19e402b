/// The answer of a custom operator to one event.
@frozen
public enum OperatorStep<Output, Failure: Error> {
    /// Send this value.
    case next(Output)
    /// Send this value, then cancel upstream and finish.
    case last(Output)
    /// Send nothing. If the skipped value answers a request, upstream is asked for another value.
    case skip
    /// Cancel upstream and finish.
    case finish
    /// Cancel upstream and fail.
    case fail(Failure)
}

/// The logic of a custom operator that handles one value at a time.
///
/// A stage is a value: it has no threads, no locks and no demand. ``StageOperator`` runs a separate stage for each
/// subscription. Calls of one stage never overlap, with one exception: a closure that the stage calls may send into the
/// same stream, and so call ``receive(_:)`` again before it returns. If a stage calls a closure *and* has a state, keep
/// the state in an object of a custom class. <doc:WritingAnOperator> has an example.
public protocol OperatorStage<Input, Output, Failure> {
    /// The type of upstream's values.
    associatedtype Input
    /// The type of the operator's values.
    associatedtype Output
    /// The type of upstream's failure. By default it is the operator's.
    associatedtype UpstreamFailure: Error = Failure
    /// The type of the operator's failure.
    associatedtype Failure: Error

    /// The fact that the stage keeps no state and never ends the stream by itself: downstream gets upstream's subscription.
    associatedtype _Stateless = _No

    /// The operator's name, which `print()` shows.
    static var name: String { get }

    /// Handles a value.
    mutating func receive(_ input: Input) -> OperatorStep<Output, Failure>

    /// Converts upstream's completion to the operator's.
    func completion(_ completion: Subscribers.Completion<UpstreamFailure>) -> Subscribers.Completion<Failure>
}

extension OperatorStage where UpstreamFailure == Failure {
    /// Passes upstream's completion on unchanged.
    @inlinable @inline(__always)
    public func completion(_ completion: Subscribers.Completion<Failure>) -> Subscribers.Completion<Failure> {
        completion
    }
}

/// A custom operator that handles one value at a time, such as `map`, `filter` or `prefix(while:)`.
///
/// A conforming type provides the upstream publisher and a stage that handles its values.
///
/// - Demand: passes through. For each value that the stage skips, upstream is asked for another value.
/// - Failure: upstream's failure, as the stage converts it, or a failure of the stage.
/// - Threads: the stage runs on the threads on which upstream sends.
/// - Cancellation: cancels upstream. If the stage ends the stream, upstream is cancelled before the subscriber is
///   completed.
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
    /// The type of the stage.
    associatedtype Stage: OperatorStage
    where
        Stage.Input == Upstream.Output, Stage.UpstreamFailure == Upstream.Failure,
        Stage.Output == Output, Stage.Failure == Failure

    /// The publisher whose values the stage handles.
    var upstream: Upstream { get }

    /// Creates the stage of one subscription.
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

/// An adapter that makes a custom stage one of the engine's stages.
@frozen @usableFromInline
struct _CustomStage<Stage: OperatorStage>: _FilterStage {
    @usableFromInline typealias Input = Stage.Input
    @usableFromInline typealias Output = Stage.Output
    @usableFromInline typealias UpstreamFailure = Stage.UpstreamFailure
    @usableFromInline typealias Failure = Stage.Failure
    @usableFromInline typealias _Stateless = Stage._Stateless

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

/// An adapter that makes a custom operator with a stage one of the engine's operators.
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
