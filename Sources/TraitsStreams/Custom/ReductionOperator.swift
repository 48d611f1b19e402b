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
    /// The type of failure of upstream and the operator.
    associatedtype Failure: Error

    /// The operator's name, which `print()` shows.
    static var name: String { get }

    /// Handles a value.
    mutating func receive(_ input: Input) -> ReductionStep<Failure>

    /// Returns the result, after upstream has finished or ``receive(_:)`` has answered ``ReductionStep/done``. Return `nil`
    /// to finish without a value.
    mutating func result() -> Output?
}

/// A custom operator that sends one value at the end, such as `count`, `first` or `collect`.
///
/// - Demand: upstream is asked for unlimited demand; the result waits until the subscriber asks for a value.
/// - Failure: a failure of upstream or of the reduction.
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
    associatedtype Upstream: Publisher where Upstream.Failure == Failure
    /// The type of the reduction.
    associatedtype Reduction: OperatorReduction
    where Reduction.Input == Upstream.Output, Reduction.Output == Output, Reduction.Failure == Failure

    /// The publisher whose values are reduced to one.
    var upstream: Upstream { get }

    /// Creates the reduction of one subscription.
    func makeReduction() -> Reduction
}

extension ReductionOperator {
    /// Subscribes with a new reduction.
    @inlinable @inline(__always)
    public func receive<S: Subscriber>(subscriber: __owned S) where S.Input == Output, S.Failure == Failure {
        _CustomReductions(upstream: upstream, _stage: _CustomReduction(makeReduction()))
            .receive(subscriber: consume subscriber)
    }

    @inlinable @inline(__always)
    public static var _immediacy: _Immediacy { Upstream._immediacy }

    @inlinable @inline(__always)
    public func _immediate() -> _Immediate<Output, Failure> {
        _CustomReductions(upstream: upstream, _stage: _CustomReduction(makeReduction()))._immediate()
    }
}

// MARK: - Inside

/// An adapter that makes a custom reduction one of the engine's stages.
@frozen @usableFromInline
struct _CustomReduction<Reduction: OperatorReduction>: _ReduceStage {
    @usableFromInline typealias Input = Reduction.Input
    @usableFromInline typealias Output = Reduction.Output
    @usableFromInline typealias UpstreamFailure = Reduction.Failure
    @usableFromInline typealias Failure = Reduction.Failure

    @usableFromInline var reduction: Reduction

    @inlinable @inline(__always)
    init(_ reduction: Reduction) { self.reduction = reduction }

    @usableFromInline static var name: String { Reduction.name }

    @inlinable
    var soFar: Output? {
        var reduction = reduction
        return reduction.result()
    }

    @inlinable @inline(__always)
    mutating func receive(_ input: Input) -> ReductionStep<Failure> {
        reduction.receive(input)
    }

    @inlinable
    mutating func result() -> Output? { reduction.result() }
}

/// An adapter that makes a custom operator with a reduction one of the engine's operators.
@frozen @usableFromInline
struct _CustomReductions<Upstream: Publisher, Reduction: OperatorReduction>: _ReduceOperator
where Reduction.Input == Upstream.Output, Reduction.Failure == Upstream.Failure {
    @usableFromInline typealias Output = Reduction.Output
    @usableFromInline typealias Failure = Reduction.Failure

    @usableFromInline let upstream: Upstream
    @usableFromInline let _stage: _CustomReduction<Reduction>

    @inlinable @inline(__always)
    init(upstream: Upstream, _stage: _CustomReduction<Reduction>) {
        self.upstream = upstream
        self._stage = _stage
    }
}
