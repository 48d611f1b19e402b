extension Publisher where Output: Equatable {
    /// Sends `true` as soon as upstream sends a given value, or `false` when it finishes without.
    ///
    /// ```
    ///             --1--2--3--|-->
    /// contains(2)
    ///             -----true|---->
    /// ```
    ///
    /// - Demand: unlimited towards upstream; the result waits for a request.
    /// - Failure: passes through if it comes before the value.
    /// - Cancellation: upstream is cancelled by the value.
    ///
    /// ```swift
    /// [1, 2, 3].publisher.contains(2)      // true
    /// ```
    ///
    /// - Parameter output: the value to look for.
    @inlinable
    public func contains(_ output: Output) -> Publishers.Contains<Self> {
        Publishers.Contains(upstream: self, output: output)
    }
}

extension Publisher {
    #if !StrictIsolation  // strict: sending, @MainActor
        /// Sends `true` as soon as upstream sends a value that satisfies a condition, or `false` when it
        /// finishes without.
        ///
        /// ```
        ///                 --1--2--3--|-->
        /// contains(where: { $0 > 5 })
        ///                 -----------false|->
        /// ```
        ///
        /// - Demand: unlimited towards upstream; the result waits for a request.
        /// - Failure: passes through if it comes before such a value.
        /// - Cancellation: upstream is cancelled by the value.
        ///
        /// ```swift
        /// [1, 2, 3].publisher.contains(where: { $0 > 5 })      // false
        /// ```
        ///
        /// - Parameter predicate: says whether a value satisfies the condition.
        @inlinable
        public func contains(where predicate: @escaping (Output) -> Bool) -> Publishers.ContainsWhere<Self> {
            Publishers.ContainsWhere(upstream: self, predicate: predicate)
        }

        /// Sends whether upstream sends a value that satisfies a condition that may throw, which makes the
        /// stream fail.
        ///
        /// ```
        ///                    --1--2--3--|-->
        /// tryContains(where: { guard $0 < 3 else { throw e }; return false })
        ///                    --------x----->
        /// ```
        ///
        /// - Demand: unlimited towards upstream; the result waits for a request.
        /// - Failure: the closure's error, after cancelling upstream; or upstream's failure.
        ///
        /// - Parameter predicate: says whether a value satisfies the condition, or throws.
        @inlinable
        public func tryContains(
            where predicate: @escaping (Output) throws -> Bool
        ) -> Publishers.TryContainsWhere<Self> {
            Publishers.TryContainsWhere(upstream: self, predicate: predicate)
        }
    #endif
}

extension Publishers {
    /// A publisher that tells whether another sends a value that satisfies a condition; see `contains(where:)`.
    @frozen
    public struct ContainsWhere<Upstream: Publisher>: _ReductionOperator {
        public typealias Output = Bool
        public typealias Failure = Upstream.Failure

        /// The publisher whose values are looked at.
        public let upstream: Upstream

        /// Says whether a value is the one looked for.
        public let predicate: (Upstream.Output) -> Bool

        /// Creates a publisher that tells whether another sends a value that satisfies a condition.
        @inlinable
        public init(upstream: Upstream, predicate: @escaping (Upstream.Output) -> Bool) {
            self.upstream = upstream
            self.predicate = predicate
        }

        @inlinable
        var _reduction: _ContainsReduction<Upstream.Output, _Plain<Upstream.Failure>> { .init(predicate) }
    }

    /// A publisher that tells whether another sends a value that satisfies a condition that may throw; see `tryContains(where:)`.
    @frozen
    public struct TryContainsWhere<Upstream: Publisher>: _ReductionOperator {
        public typealias Output = Bool
        public typealias Failure = any Error

        /// The publisher whose values are looked at.
        public let upstream: Upstream

        /// Says whether a value is the one looked for, or throws.
        public let predicate: (Upstream.Output) throws -> Bool

        /// Creates a publisher that tells whether another sends a value that satisfies a condition that may throw.
        @inlinable
        public init(upstream: Upstream, predicate: @escaping (Upstream.Output) throws -> Bool) {
            self.upstream = upstream
            self.predicate = predicate
        }

        @inlinable
        var _reduction: _ContainsReduction<Upstream.Output, _Throwing<Upstream.Failure>> { .init(predicate) }
    }
}

extension Publishers {
    /// A publisher that tells whether another sends a given value; see `contains(_:)`.
    @frozen
    public struct Contains<Upstream: Publisher>: _ReductionOperator where Upstream.Output: Equatable {
        public typealias Output = Bool
        public typealias Failure = Upstream.Failure

        /// The publisher whose values are looked at.
        public let upstream: Upstream

        /// The value to look for.
        public let output: Upstream.Output

        /// Creates a publisher that tells whether another sends a given value.
        @inlinable
        public init(upstream: Upstream, output: Upstream.Output) {
            self.upstream = upstream
            self.output = output
        }
    }
}

extension Publishers.Contains: Equatable where Upstream: Equatable {}
extension Publishers.Contains: Sendable where Upstream: Sendable, Upstream.Output: Sendable {}

// MARK: - Inside

extension Publishers.Contains {
    @inlinable
    var _reduction: _ContainsValueReduction<Upstream.Output, Upstream.Failure> { .init(output) }
}

/// The reduction of ``Publishers/Contains``.
@frozen @usableFromInline
struct _ContainsValueReduction<Input: Equatable, Failure: Error>: OperatorReduction {
    @usableFromInline typealias UpstreamFailure = Failure
    @usableFromInline let wanted: Input
    @usableFromInline var isFound = false

    @inlinable
    init(_ wanted: Input) { self.wanted = wanted }

    @usableFromInline static var name: String { "Contains" }

    @inlinable
    var _initial: Bool? { false }

    @inlinable
    func result() -> Bool? { isFound }

    @inlinable
    mutating func receive(_ input: Input) -> ReductionStep<Failure> {
        guard input == wanted else { return .more }
        isFound = true
        return .done
    }
}

@frozen @usableFromInline
struct _ContainsReduction<Input, Twin: _Twin>: _TwinReduction {
    @usableFromInline typealias UpstreamFailure = Twin.UpstreamFailure

    @usableFromInline let predicate: (Input) throws -> Bool
    @usableFromInline var isFound = false

    @inlinable
    init(_ predicate: @escaping (Input) throws -> Bool) { self.predicate = predicate }

    @usableFromInline static var name: String { Twin.name("ContainsWhere", "TryContainsWhere") }

    @inlinable
    var _initial: Bool? { false }

    @inlinable
    func result() -> Bool? { isFound }

    @inlinable
    mutating func receive(_ input: Input) -> ReductionStep<Twin.Failure> {
        do { guard try predicate(input) else { return .more } } catch { return .fail(Twin.thrown(error)) }
        isFound = true
        return .done
    }
}
