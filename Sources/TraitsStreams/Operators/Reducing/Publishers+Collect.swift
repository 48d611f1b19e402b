extension Publisher {
    /// Sends all values as one array, when upstream finishes.
    ///
    /// ```
    ///           --1--2--3--|-->
    /// collect()
    ///           -----------[1, 2, 3]|->
    /// ```
    ///
    /// - Demand: unlimited towards upstream; the result waits for a request.
    /// - Failure: passes through, and no array is sent.
    /// - Complexity: remembers all values.
    ///
    /// ```swift
    /// [1, 2, 3].publisher.collect()      // [1, 2, 3]
    /// ```
    @inlinable
    public func collect() -> Publishers.Collect<Self> {
        Publishers.Collect(upstream: self)
    }
}

extension Publishers {
    /// A publisher of all values of another as one array; see `collect()`.
    @frozen
    public struct Collect<Upstream: Publisher>: _ReductionOperator {
        public typealias Output = [Upstream.Output]
        public typealias Failure = Upstream.Failure

        /// The publisher whose values are collected.
        public let upstream: Upstream

        /// Creates a publisher of all values of another as one array.
        @inlinable
        public init(upstream: Upstream) {
            self.upstream = upstream
        }
    }
}

extension Publishers.Collect: Equatable where Upstream: Equatable {}
extension Publishers.Collect: Sendable where Upstream: Sendable {}

// MARK: - Inside

extension Publishers.Collect {
    @inlinable
    var _reduction: _CollectReduction<Upstream.Output, Upstream.Failure> { .init() }
}

/// The reduction of ``Publishers/Collect``.
@frozen @usableFromInline
struct _CollectReduction<Input, Failure: Error>: OperatorReduction {
    @usableFromInline typealias UpstreamFailure = Failure
    @usableFromInline var values: [Input] = []

    @inlinable
    init() {}

    @usableFromInline static var name: String { "Collect" }
    @usableFromInline func _children(downstream: Any, status: _ConnectionStatus) -> [Mirror.Child] {
        [("count", values.count)]
    }

    @inlinable
    var _initial: [Input]? { [] }

    @inlinable
    mutating func result() -> [Input]? {
        defer { values = [] }  // a subscription that is kept keeps no values
        return values
    }

    @inlinable
    mutating func receive(_ input: Input) -> ReductionStep<Failure> {
        values.append(input)
        return .more
    }
}
