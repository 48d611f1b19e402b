extension Publisher {
    #if !StrictIsolation  // strict: sending, @MainActor
        /// Sends `false` as soon as upstream sends a value that doesn't satisfy a condition, or `true` when it
        /// finishes without.
        ///
        /// ```
        ///            --1--2--3--|-->
        /// allSatisfy { $0 < 5 }
        ///            -----------true|->
        /// ```
        ///
        /// - Demand: unlimited towards upstream; the result waits for a request.
        /// - Failure: passes through if it comes before such a value.
        /// - Cancellation: upstream is cancelled by the value.
        ///
        /// ```swift
        /// [1, 2, 3].publisher.allSatisfy { $0 < 5 }      // true
        /// ```
        ///
        /// - Parameter predicate: says whether a value is as it should be.
        @inlinable
        public func allSatisfy(_ predicate: @escaping (Output) -> Bool) -> Publishers.AllSatisfy<Self> {
            Publishers.AllSatisfy(upstream: self, predicate: predicate)
        }

        /// Sends whether all values satisfy a condition that may throw, which makes the stream fail.
        ///
        /// ```
        ///               --1--2--3--|-->
        /// tryAllSatisfy { guard $0 < 3 else { throw e }; return true }
        ///               --------x----->
        /// ```
        ///
        /// - Demand: unlimited towards upstream; the result waits for a request.
        /// - Failure: the closure's error, after cancelling upstream; or upstream's failure.
        ///
        /// - Parameter predicate: says whether a value is as it should be, or throws.
        @inlinable
        public func tryAllSatisfy(
            _ predicate: @escaping (Output) throws -> Bool
        ) -> Publishers.TryAllSatisfy<Self> {
            Publishers.TryAllSatisfy(upstream: self, predicate: predicate)
        }
    #endif
}

extension Publishers {
    /// A publisher that tells whether all values of another satisfy a condition; see `allSatisfy(_:)`.
    @frozen
    public struct AllSatisfy<Upstream: Publisher>: _ReductionOperator {
        public typealias Output = Bool
        public typealias Failure = Upstream.Failure

        /// The publisher whose values are looked at.
        public let upstream: Upstream

        /// Says whether a value is as it should be.
        public let predicate: (Upstream.Output) -> Bool

        /// Creates a publisher that tells whether all values of another satisfy a condition.
        @inlinable
        public init(upstream: Upstream, predicate: @escaping (Upstream.Output) -> Bool) {
            self.upstream = upstream
            self.predicate = predicate
        }

        @inlinable
        var _reduction: _AllSatisfyReduction<Upstream.Output, _Plain<Upstream.Failure>> { .init(predicate) }
    }

    /// A publisher that tells whether all values of another satisfy a condition that may throw; see `tryAllSatisfy(_:)`.
    @frozen
    public struct TryAllSatisfy<Upstream: Publisher>: _ReductionOperator {
        public typealias Output = Bool
        public typealias Failure = any Error

        /// The publisher whose values are looked at.
        public let upstream: Upstream

        /// Says whether a value is as it should be, or throws.
        public let predicate: (Upstream.Output) throws -> Bool

        /// Creates a publisher that tells whether all values of another satisfy a condition that may throw.
        @inlinable
        public init(upstream: Upstream, predicate: @escaping (Upstream.Output) throws -> Bool) {
            self.upstream = upstream
            self.predicate = predicate
        }

        @inlinable
        var _reduction: _AllSatisfyReduction<Upstream.Output, _Throwing<Upstream.Failure>> {
            .init(predicate)
        }
    }
}

// MARK: - Inside

@frozen @usableFromInline
struct _AllSatisfyReduction<Input, Twin: _Twin>: _TwinReduction {
    @usableFromInline typealias UpstreamFailure = Twin.UpstreamFailure

    @usableFromInline let predicate: (Input) throws -> Bool
    @usableFromInline var areAll = true

    @inlinable
    init(_ predicate: @escaping (Input) throws -> Bool) { self.predicate = predicate }

    @usableFromInline static var name: String { Twin.name("AllSatisfy", "TryAllSatisfy") }

    @inlinable
    var _initial: Bool? { true }

    @inlinable
    func result() -> Bool? { areAll }

    @inlinable
    mutating func receive(_ input: Input) -> ReductionStep<Twin.Failure> {
        do { if try predicate(input) { return .more } } catch { return .fail(Twin.thrown(error)) }
        areAll = false
        return .done
    }
}
