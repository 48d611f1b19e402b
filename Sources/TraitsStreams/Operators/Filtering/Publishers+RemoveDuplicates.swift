extension Publisher {
    #if !StrictIsolation  // strict: sending, @MainActor
        /// Leaves out values that a closure calls duplicates of the last value sent.
        ///
        /// ```
        ///                  --1--2--12--22--3--|-->
        /// removeDuplicates { $0 % 10 == $1 % 10 }
        ///                  --1--2----------3--|-->
        /// ```
        ///
        /// - Demand: a value left out is replaced by asking upstream for one more.
        /// - Failure: passes through.
        /// - Threads: the closure runs wherever upstream sends.
        /// - Complexity: remembers one value.
        ///
        /// ```swift
        /// [1, 2, 12, 3].publisher.removeDuplicates { $0 % 10 == $1 % 10 }      // 1, 2, 3
        /// ```
        ///
        /// - Parameter predicate: says whether a value, the second argument, is a duplicate of the last one sent.
        @_disfavoredOverload
        @inlinable
        public func removeDuplicates(
            by predicate: @escaping (Output, Output) -> Bool
        ) -> Publishers.RemoveDuplicates<Self> {
            Publishers.RemoveDuplicates(upstream: self, predicate: predicate)
        }

        /// Leaves out values that a closure calls duplicates of the last value sent; the closure may throw,
        /// which makes the stream fail.
        ///
        /// ```
        ///                  --1--1--2--3--|-->
        /// tryRemoveDuplicates { guard $1 < 3 else { throw e }; return $0 == $1 }
        ///                  --1-----2--x----->
        /// ```
        ///
        /// - Demand: a value left out is replaced by asking upstream for one more.
        /// - Failure: the closure's error, after cancelling upstream; or upstream's failure.
        /// - Complexity: remembers one value.
        ///
        /// - Parameter predicate: says whether a value, the second argument, is a duplicate of the last one
        ///   sent, or throws.
        @_disfavoredOverload
        @inlinable
        public func tryRemoveDuplicates(
            by predicate: @escaping (Output, Output) throws -> Bool
        ) -> Publishers.TryRemoveDuplicates<Self> {
            Publishers.TryRemoveDuplicates(upstream: self, predicate: predicate)
        }
    #endif
}

extension Publisher where Output: Equatable {
    /// Leaves out values that equal the last value sent.
    ///
    /// ```
    ///                  --1--1--2--2--1--|-->
    /// removeDuplicates
    ///                  --1-----2-----1--|-->
    /// ```
    ///
    /// - Demand: a value left out is replaced by asking upstream for one more.
    /// - Failure: passes through.
    /// - Complexity: remembers one value.
    ///
    /// ```swift
    /// [1, 1, 2, 2, 1].publisher.removeDuplicates()      // 1, 2, 1
    /// ```
    @_disfavoredOverload
    @inlinable
    public func removeDuplicates() -> Publishers.RemoveDuplicates<Self> {
        Publishers.RemoveDuplicates(upstream: self, predicate: ==)
    }
}

extension Publishers {
    /// A publisher that leaves out duplicates of the last value sent; see `removeDuplicates(by:)`.
    @frozen
    public struct RemoveDuplicates<Upstream: Publisher>: _StageOperator {
        public typealias Output = Upstream.Output
        public typealias Failure = Upstream.Failure

        /// The publisher whose values are looked at.
        public let upstream: Upstream

        /// Says whether the second value is a duplicate of the first.
        public let predicate: (Upstream.Output, Upstream.Output) -> Bool

        /// Creates a publisher that leaves out duplicates of the last value sent.
        @inlinable
        public init(upstream: Upstream, predicate: @escaping (Upstream.Output, Upstream.Output) -> Bool) {
            self.upstream = upstream
            self.predicate = predicate
        }

        @inlinable
        var _stage: _RemoveDuplicatesStage<Upstream.Output, _Plain<Upstream.Failure>> { .init(predicate) }
    }

    /// A publisher that leaves out duplicates of the last value sent, or fails; see `tryRemoveDuplicates(by:)`.
    @frozen
    public struct TryRemoveDuplicates<Upstream: Publisher>: _StageOperator {
        public typealias Output = Upstream.Output
        public typealias Failure = any Error

        /// The publisher whose values are looked at.
        public let upstream: Upstream

        /// Says whether the second value is a duplicate of the first, or throws.
        public let predicate: (Upstream.Output, Upstream.Output) throws -> Bool

        /// Creates a publisher that leaves out duplicates of the last value sent, or fails.
        @inlinable
        public init(
            upstream: Upstream, predicate: @escaping (Upstream.Output, Upstream.Output) throws -> Bool
        ) {
            self.upstream = upstream
            self.predicate = predicate
        }

        @inlinable
        var _stage: _RemoveDuplicatesStage<Upstream.Output, _Throwing<Upstream.Failure>> { .init(predicate) }
    }
}

// MARK: - Inside

@frozen @usableFromInline
struct _RemoveDuplicatesStage<Input, Twin: _Twin>: _TwinStage {
    @usableFromInline typealias UpstreamFailure = Twin.UpstreamFailure

    @usableFromInline let isDuplicate: (Input, Input) throws -> Bool
    @usableFromInline let last = _Cell<Input?>(nil)

    @inlinable
    init(_ isDuplicate: @escaping (Input, Input) throws -> Bool) { self.isDuplicate = isDuplicate }

    @usableFromInline static var name: String { Twin.name("RemoveDuplicates", "TryRemoveDuplicates") }

    @usableFromInline typealias _NeverEnds = Twin._NeverThrows
    @usableFromInline func _children(downstream: Any, status: _ConnectionStatus?) -> [Mirror.Child] {
        [("downstream", downstream), ("last", last.value as Any)]
    }

    @inlinable @inline(__always)
    mutating func receive(_ input: Input) -> OperatorStep<Input, Twin.Failure> {
        do {
            if let old = last.value, try isDuplicate(old, input) { return .skip }
        } catch {
            return .fail(Twin.thrown(error))
        }
        _replace(&last.value, with: input)
        return .next(input)
    }
}
