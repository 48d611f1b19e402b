extension Publisher {
    #if !StrictIsolation  // strict: sending, @MainActor
        /// Leaves out values until a value doesn't satisfy a condition; sends on this value and all later ones.
        ///
        /// ```
        ///             --1--2--3--1--|-->
        /// drop(while: { $0 < 3 })
        ///             --------3--1--|-->
        /// ```
        ///
        /// - Demand: a value left out is replaced by asking upstream for one more.
        /// - Failure: passes through.
        /// - Threads: the closure runs wherever upstream sends, and not again once it has said `false`.
        ///
        /// ```swift
        /// [1, 2, 3, 1].publisher.drop(while: { $0 < 3 })      // 3, 1
        /// ```
        ///
        /// - Parameter predicate: says whether to go on leaving out values.
        @inlinable
        public func drop(while predicate: @escaping (Output) -> Bool) -> Publishers.DropWhile<Self> {
            Publishers.DropWhile(upstream: self, predicate: predicate)
        }

        /// Leaves out values until a value doesn't satisfy a condition that may throw, which makes the stream fail.
        ///
        /// ```
        ///                --1--2--3--|-->
        /// tryDrop(while: { guard $0 < 3 else { throw e }; return true })
        ///                --------x----->
        /// ```
        ///
        /// - Demand: a value left out is replaced by asking upstream for one more.
        /// - Failure: the closure's error, after cancelling upstream; or upstream's failure.
        ///
        /// - Parameter predicate: says whether to go on leaving out values, or throws.
        @inlinable
        public func tryDrop(while predicate: @escaping (Output) throws -> Bool)
            -> Publishers.TryDropWhile<Self>
        {
            Publishers.TryDropWhile(upstream: self, predicate: predicate)
        }
    #endif
}

extension Publishers {
    /// A publisher that leaves out the values before the first that fails a condition; see `drop(while:)`.
    @frozen
    public struct DropWhile<Upstream: Publisher>: _StageOperator {
        public typealias Output = Upstream.Output
        public typealias Failure = Upstream.Failure

        /// The publisher whose values are looked at.
        public let upstream: Upstream

        /// Says whether to go on leaving out values.
        public let predicate: (Upstream.Output) -> Bool

        /// Creates a publisher that leaves out the values before the first that fails a condition.
        @inlinable
        public init(upstream: Upstream, predicate: @escaping (Upstream.Output) -> Bool) {
            self.upstream = upstream
            self.predicate = predicate
        }

        @inlinable
        var _stage: _DropWhileStage<Upstream.Output, _Plain<Upstream.Failure>> { .init(predicate) }
    }

    /// A publisher that leaves out the values before the first that fails a condition that may throw; see `tryDrop(while:)`.
    @frozen
    public struct TryDropWhile<Upstream: Publisher>: _StageOperator {
        public typealias Output = Upstream.Output
        public typealias Failure = any Error

        /// The publisher whose values are looked at.
        public let upstream: Upstream

        /// Says whether to go on leaving out values, or throws.
        public let predicate: (Upstream.Output) throws -> Bool

        /// Creates a publisher that leaves out the values before the first that fails a condition that may throw.
        @inlinable
        public init(upstream: Upstream, predicate: @escaping (Upstream.Output) throws -> Bool) {
            self.upstream = upstream
            self.predicate = predicate
        }

        @inlinable
        var _stage: _DropWhileStage<Upstream.Output, _Throwing<Upstream.Failure>> { .init(predicate) }
    }
}

// MARK: - Inside

@frozen @usableFromInline
struct _DropWhileStage<Input, Twin: _Twin>: _TwinStage {
    @usableFromInline typealias UpstreamFailure = Twin.UpstreamFailure

    @usableFromInline let predicate: (Input) throws -> Bool
    @usableFromInline var isDropping = true

    @inlinable
    init(_ predicate: @escaping (Input) throws -> Bool) { self.predicate = predicate }

    @usableFromInline static var name: String { Twin.name("DropWhile", "TryDropWhile") }

    @usableFromInline typealias _NeverEnds = Twin._NeverThrows
    @usableFromInline static var _earlyEvents: _EarlyEvents { .areIgnored }
    @usableFromInline func _children(downstream: Any, status: _ConnectionStatus?) -> [Mirror.Child] { [] }

    @inlinable
    mutating func receive(_ input: Input) -> OperatorStep<Input, Twin.Failure> {
        if isDropping {
            do { if try predicate(input) { return .skip } } catch { return .fail(Twin.thrown(error)) }
            isDropping = false
        }
        return .next(input)
    }
}
