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

extension OperatorStep {
    /// Returns the step that ends as upstream has ended.
    @inlinable @inline(__always)
    package static func end(_ completion: Subscribers.Completion<Failure>) -> Self {
        switch completion {
        case .finished: .finish
        case .failure(let error): .fail(error)
        }
    }
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

    /// The operator's name, which `print()` shows.
    static var name: String { get }

    /// Handles a value.
    mutating func receive(_ input: Input) -> OperatorStep<Output, Failure>

    /// Converts upstream's completion to the operator's.
    func completion(_ completion: Subscribers.Completion<UpstreamFailure>) -> Subscribers.Completion<Failure>

    // MARK: What a stage can't do, and so what its subscription can go without

    /// The fact that the stage never ends the stream, and never changes: what it remembers is in an object. Then it needs no
    /// subscription of its own: downstream gets upstream's.
    associatedtype _PassesSubscription = _No

    /// The fact that the stage only answers with ``OperatorStep/next(_:)`` and ``OperatorStep/skip``. Then upstream's end is
    /// passed on immediately, as in Combine, and not after the values that are on their way.
    associatedtype _NeverEnds = _No

    /// The fact that upstream is asked for unlimited demand as soon as downstream has its subscription. Only a stage that passes
    /// upstream's subscription on may state it.
    associatedtype _AsksForAll = _No

    /// The treatment of events before the subscription. By default they stop the program.
    static var _earlyEvents: _EarlyEvents { get }

    // MARK: A number of values that isn't upstream's

    /// The relation of the stage's demand to downstream's. A stage that may end the stream can't state another relation than the
    /// default.
    static var _counting: _Counting { get }

    /// The number of values that the stage leaves out or puts together, as ``_counting`` says.
    var _number: Int { get }

    /// Returns the value to send before upstream's end, if there is one; the stream then finishes.
    func _last(_ completion: Subscribers.Completion<UpstreamFailure>) -> Output?

    /// Handles one value like ``receive(_:)``, for a stage that passes upstream's subscription on. Called in its place where
    /// there is no mutable stage, because a copy of the stage would count references. The stage itself passes its output
    /// downstream: in unspecialised code the type of a returned step would be looked up for each value. A `live` value is sent
    /// as ``Subscriber/_receive(live:)`` says.
    func _pass<D: Subscriber>(_ input: Input, to downstream: D, live: Bool) -> Subscribers.Demand
    where D.Input == Output

    /// Returns the children of the subscription's mirror; without a status, those of the mirror of a subscriber that passes
    /// upstream's subscription on.
    func _children(downstream: Any, status: _ConnectionStatus?) -> [Mirror.Child]

    /// Releases the stage when the node is over, because the node may be kept. Only ``_OwnedStage`` implements it.
    func _drop()
}

extension OperatorStage {
    @inlinable @inline(__always)
    public func _drop() {}

    @inlinable @inline(__always)
    public static var _earlyEvents: _EarlyEvents { .stopTheProgram }

    @inlinable @inline(__always)
    public static var _counting: _Counting { .passes }

    @inlinable @inline(__always)
    public var _number: Int { 0 }

    @inlinable @inline(__always)
    public func _last(_ completion: Subscribers.Completion<UpstreamFailure>) -> Output? { nil }

    @inlinable
    public func _pass<D: Subscriber>(_ input: Input, to downstream: D, live: Bool) -> Subscribers.Demand
    where D.Input == Output {
        var stage = self
        if case .next(let output) = stage.receive(input) { return downstream._receive(output, live: live) }
        return .max(1)
    }

    public func _children(downstream: Any, status: _ConnectionStatus?) -> [Mirror.Child] {
        status == nil ? [] : [("downstream", downstream)]
    }
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
        _Staged(upstream: upstream, _stage: makeStage()).receive(subscriber: consume subscriber)
    }

    @inlinable @inline(__always)
    public static var _answering: _Answering { Upstream._answering }

    @inlinable @inline(__always)
    public func _answer() -> _Answer<Output, Failure> {
        _Staged(upstream: upstream, _stage: makeStage())._answer()
    }
}
