extension Publisher {
    /// Sends on at most a number of values, then finishes.
    ///
    /// ```
    ///           --1--2--3--|-->
    /// prefix(2)
    ///           --1--2|------->
    /// ```
    ///
    /// - Demand: passes through.
    /// - Failure: passes through, until the end.
    /// - Cancellation: upstream is cancelled right after the last value was sent, and downstream told then.
    ///   `prefix(0)` finishes when upstream's first value comes.
    ///
    /// ```swift
    /// [1, 2, 3].publisher.prefix(2)      // 1, 2
    /// ```
    ///
    /// - Parameter maxLength: how many values to send on at most.
    /// - Precondition: `maxLength` is not negative.
    @inlinable
    public func prefix(_ maxLength: Int) -> Publishers.Output<Self> {
        output(in: ..<maxLength)
    }

    /// Sends on one value, chosen by its position, then finishes.
    ///
    /// ```
    ///               --1--2--3--|-->
    /// output(at: 1)
    ///               -----2|------->
    /// ```
    ///
    /// - Demand: the values before are replaced by asking upstream for as many more.
    /// - Failure: passes through, until the end.
    ///
    /// ```swift
    /// ["a", "b", "c"].publisher.output(at: 1)      // b
    /// ```
    ///
    /// - Parameter index: the position of the value, counted from zero. If upstream finishes before it,
    ///   nothing is sent.
    /// - Precondition: `index` is not negative.
    @inlinable
    public func output(at index: Int) -> Publishers.Output<Self> {
        output(in: index...index)
    }

    /// Sends on the values at a range of positions, then finishes.
    ///
    /// ```
    ///                   --1--2--3--4--|-->
    /// output(in: 1...2)
    ///                   -----2--3|------->
    /// ```
    ///
    /// - Demand: the values before the range are replaced by asking upstream for as many more.
    /// - Failure: passes through, until the end.
    /// - Cancellation: upstream is cancelled right after the last value of the range was sent.
    ///
    /// ```swift
    /// ["a", "b", "c", "d"].publisher.output(in: 1...2)      // b, c
    /// ```
    ///
    /// - Parameter range: the positions of the values to send on, counted from zero.
    /// - Precondition: the range begins at zero or above.
    @inlinable
    public func output<RangeExpr: RangeExpression>(in range: RangeExpr) -> Publishers.Output<Self>
    where RangeExpr.Bound == Int {
        Publishers.Output(upstream: self, range: range.relative(to: 0..<Int.max))
    }
}

extension Publishers {
    /// A publisher that sends on the values at a range of positions; see `output(in:)`.
    @frozen
    public struct Output<Upstream: Publisher>: _StageOperator {
        public typealias Output = Upstream.Output
        public typealias Failure = Upstream.Failure

        /// The publisher whose values are counted.
        public let upstream: Upstream

        /// The positions of the values to send on.
        public let range: CountableRange<Int>

        /// Creates a publisher of the values of another at some positions.
        ///
        /// - Precondition: the range begins at zero or above.
        @inlinable
        public init(upstream: Upstream, range: CountableRange<Int>) {
            precondition(range.lowerBound >= 0, "a position can't be negative")
            self.upstream = upstream
            self.range = range
        }
    }
}

extension Publishers.Output: Equatable where Upstream: Equatable {}
extension Publishers.Output: Sendable where Upstream: Sendable {}

// MARK: - Inside

extension Publishers.Output {
    @inlinable
    var _stage: _OutputStage<Upstream.Output, Upstream.Failure> { .init(range) }
}

/// The stage of ``Publishers/Output``.
@frozen @usableFromInline
struct _OutputStage<Input, Failure: Error>: OperatorStage {
    @usableFromInline typealias UpstreamFailure = Failure
    @usableFromInline var toSkip: Int
    @usableFromInline var toSend: Int

    @inlinable
    init(_ range: Range<Int>) {
        toSkip = range.lowerBound
        toSend = range.count
    }

    @usableFromInline static var name: String { "Output" }

    @inlinable @inline(__always)
    static var _earlyEvents: _EarlyEvents { .valuesPass }

    @usableFromInline func _children(downstream: Any, status: _ConnectionStatus?) -> [Mirror.Child] { [] }

    @inlinable
    mutating func receive(_ input: Input) -> OperatorStep<Input, Failure> {
        if toSkip > 0 {
            toSkip &-= 1
            return .skip
        }
        // A value that comes while the last one is being received finds nothing left.
        if toSend == 0 { return .finish }
        toSend &-= 1
        return toSend == 0 ? .last(input) : .next(input)
    }
}
