extension Publisher {
    #if !StrictIsolation
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
    #endif

    #if !StrictIsolation
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

// MARK: - Inside

// `Publishers.DropWhile` and `Publishers.TryDropWhile` themselves are written by Templates/Twins.mustache.

@frozen @usableFromInline
struct _DropWhileStage<Input, Twin: _Twin>: _TwinStage {
    @usableFromInline typealias UpstreamFailure = Twin.UpstreamFailure

    @usableFromInline let predicate: (Input) throws -> Bool
    @usableFromInline var isDropping = true

    @inlinable
    init(_ predicate: @escaping (Input) throws -> Bool) { self.predicate = predicate }

    @usableFromInline static var name: String { Twin.name("DropWhile", "TryDropWhile") }

    @usableFromInline typealias _NeverEnds = Twin._NeverThrows
    @usableFromInline static var earlyEvents: _EarlyEvents { .areIgnored }
    @usableFromInline func children(downstream: Any, status: _ConnectionStatus) -> [Mirror.Child] { [] }

    @inlinable
    mutating func receive(_ input: Input) -> _Step<Input, Twin.Failure> {
        if isDropping {
            do { if try predicate(input) { return .skip } } catch { return .fail(Twin.thrown(error)) }
            isDropping = false
        }
        return .next(input)
    }
}
