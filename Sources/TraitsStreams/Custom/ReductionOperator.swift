/// The answer of a reduction to one value.
@frozen
public enum ReductionStep<Failure: Error> {
    /// Continue with the next value.
    case more
    /// The result is known: cancel upstream, and send the result.
    case done
    /// Cancel upstream and fail.
    case fail(Failure)
}

/// The logic of a custom operator that reduces all of upstream's values to one value.
///
/// A reduction is a value, as an ``OperatorStage`` is, and the same rule holds for closures that it calls.
public protocol OperatorReduction<Input, Output, Failure> {
    /// The type of upstream's values.
    associatedtype Input
    /// The type of the operator's value.
    associatedtype Output
    /// The type of upstream's failure. By default it is the operator's.
    associatedtype UpstreamFailure: Error = Failure
    /// The type of the operator's failure.
    associatedtype Failure: Error

    /// The operator's name, which `print()` shows.
    static var name: String { get }

    /// Handles a value.
    mutating func receive(_ input: Input) -> ReductionStep<Failure>

    /// Returns the result, after upstream has finished or ``receive(_:)`` has answered ``ReductionStep/done``. Return `nil`
    /// to finish without a value.
    mutating func result() -> Output?

    /// Converts upstream's failure to the operator's.
    func failure(_ error: UpstreamFailure) -> Failure

    /// The result without any value, which the subscription's mirror shows; `nil` for none.
    var _initial: Output? { get }

    /// Returns the children of the subscription's mirror.
    func _children(downstream: Any, status: _ConnectionStatus) -> [Mirror.Child]

    /// Releases the reduction when the node is over, because the node may be kept. Only ``_OwnedReduction`` implements it.
    func _drop()
}

extension OperatorReduction where UpstreamFailure == Failure {
    /// Passes upstream's failure on unchanged.
    @inlinable @inline(__always)
    public func failure(_ error: Failure) -> Failure { error }
}

extension OperatorReduction {
    @inlinable @inline(__always)
    public func _drop() {}

    @inlinable
    public var _initial: Output? { nil }

    public func _children(downstream: Any, status: _ConnectionStatus) -> [Mirror.Child] {
        var reduction = self
        return [
            ("downstream", downstream), ("result", reduction.result() as Any), ("initial", _initial as Any),
            ("status", status),
        ]
    }
}

/// A custom operator that sends one value at the end, such as `count`, `first` or `collect`.
///
/// - Demand: upstream is asked for unlimited demand; the result waits until the subscriber asks for a value.
/// - Failure: upstream's failure, as the reduction converts it, or a failure of the reduction.
/// - Threads: the result is sent on the thread on which upstream ends, or on which the subscriber asks for it, whichever
///   comes later.
/// - Cancellation: cancels upstream.
///
/// ```swift
/// struct Sum<Upstream: Publisher>: ReductionOperator where Upstream.Output == Int {
///     let upstream: Upstream
///
///     func makeReduction() -> SumReduction<Upstream.Failure> { SumReduction() }
/// }
///
/// struct SumReduction<Failure: Error>: OperatorReduction {
///     var sum = 0
///
///     static var name: String { "Sum" }
///
///     mutating func receive(_ input: Int) -> ReductionStep<Failure> {
///         sum += input
///         return .more
///     }
///
///     func result() -> Int? { sum }
/// }
///
/// let cancellable = Sum(upstream: [1, 2, 3].publisher).sink { print($0) }
/// // Prints: 6
/// ```
public protocol ReductionOperator<Output, Failure>: Publisher where _Answers == Upstream._Answers {
    /// The publisher whose values are reduced to one.
    associatedtype Upstream: Publisher
    /// The type of the reduction.
    associatedtype Reduction: OperatorReduction
    where
        Reduction.Input == Upstream.Output, Reduction.UpstreamFailure == Upstream.Failure,
        Reduction.Output == Output, Reduction.Failure == Failure

    /// The publisher whose values are reduced to one.
    var upstream: Upstream { get }

    /// Creates the reduction of one subscription.
    func makeReduction() -> Reduction
}

extension ReductionOperator {
    /// Subscribes with a new reduction.
    @inlinable @inline(__always)
    public func receive<S: Subscriber>(subscriber: __owned S) where S.Input == Output, S.Failure == Failure {
        _Reduced(upstream: upstream, _reduction: makeReduction()).receive(subscriber: consume subscriber)
    }

    @inlinable @inline(__always)
    public static var _answering: _Answering { Upstream._answering }

    @inlinable @inline(__always)
    public func _answer() -> _Answer<Output, Failure> {
        _Reduced(upstream: upstream, _reduction: makeReduction())._answer()
    }
}
