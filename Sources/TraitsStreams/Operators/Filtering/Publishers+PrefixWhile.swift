extension Publisher {
    #if !StrictIsolation  // strict: sending, @MainActor
        /// Sends on values as long as they satisfy a condition, then finishes.
        ///
        /// ```
        ///               --1--2--3--1--|-->
        /// prefix(while: { $0 < 3 })
        ///               --1--2--|-------->
        /// ```
        ///
        /// - Demand: passes through.
        /// - Failure: passes through, until the end.
        /// - Threads: the closure runs wherever upstream sends.
        /// - Cancellation: upstream is cancelled by the first value that doesn't satisfy the condition.
        ///
        /// ```swift
        /// [1, 2, 3, 1].publisher.prefix(while: { $0 < 3 })      // 1, 2
        /// ```
        ///
        /// - Parameter predicate: says whether a value is sent on.
        @inlinable
        public func prefix(while predicate: @escaping (Output) -> Bool) -> Publishers.PrefixWhile<Self> {
            Publishers.PrefixWhile(upstream: self, predicate: predicate)
        }

        /// Sends on values as long as they satisfy a condition that may throw, which makes the stream fail.
        ///
        /// ```
        ///                  --1--2--3--|-->
        /// tryPrefix(while: { guard $0 < 3 else { throw e }; return true })
        ///                  --1--2--x----->
        /// ```
        ///
        /// - Demand: passes through.
        /// - Failure: the closure's error, after cancelling upstream; or upstream's failure.
        ///
        /// - Parameter predicate: says whether a value is sent on, or throws.
        @inlinable
        public func tryPrefix(
            while predicate: @escaping (Output) throws -> Bool
        ) -> Publishers.TryPrefixWhile<Self> {
            Publishers.TryPrefixWhile(upstream: self, predicate: predicate)
        }
    #endif
}

extension Publishers {
    /// A publisher that sends on values as long as they satisfy a condition; see `prefix(while:)`.
    @frozen
    public struct PrefixWhile<Upstream: Publisher>: _StageOperator {
        public typealias Output = Upstream.Output
        public typealias Failure = Upstream.Failure

        /// The publisher whose values are looked at.
        public let upstream: Upstream

        /// Says whether a value is sent on.
        public let predicate: (Upstream.Output) -> Bool

        /// Creates a publisher that sends on values as long as they satisfy a condition.
        @inlinable
        public init(upstream: Upstream, predicate: @escaping (Upstream.Output) -> Bool) {
            self.upstream = upstream
            self.predicate = predicate
        }

        @inlinable
        var _stage: _PrefixWhileStage<Upstream.Output, _Plain<Upstream.Failure>> { .init(predicate) }
    }

    /// A publisher that sends on values as long as they satisfy a condition that may throw; see `tryPrefix(while:)`.
    @frozen
    public struct TryPrefixWhile<Upstream: Publisher>: _StageOperator {
        public typealias Output = Upstream.Output
        public typealias Failure = any Error

        /// The publisher whose values are looked at.
        public let upstream: Upstream

        /// Says whether a value is sent on, or throws.
        public let predicate: (Upstream.Output) throws -> Bool

        /// Creates a publisher that sends on values as long as they satisfy a condition that may throw.
        @inlinable
        public init(upstream: Upstream, predicate: @escaping (Upstream.Output) throws -> Bool) {
            self.upstream = upstream
            self.predicate = predicate
        }

        @inlinable
        var _stage: _PrefixWhileStage<Upstream.Output, _Throwing<Upstream.Failure>> { .init(predicate) }
    }
}

// MARK: - Inside

@frozen @usableFromInline
struct _PrefixWhileStage<Input, Twin: _Twin>: _TwinStage {
    @usableFromInline typealias UpstreamFailure = Twin.UpstreamFailure

    @usableFromInline let predicate: (Input) throws -> Bool

    @inlinable
    init(_ predicate: @escaping (Input) throws -> Bool) { self.predicate = predicate }

    @usableFromInline static var name: String { Twin.name("PrefixWhile", "TryPrefixWhile") }

    @inlinable
    mutating func receive(_ input: Input) -> OperatorStep<Input, Twin.Failure> {
        do { return try predicate(input) ? .next(input) : .finish } catch { return .fail(Twin.thrown(error)) }
    }
}
