extension Publisher {
    #if !StrictIsolation
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
    #endif

    #if !StrictIsolation
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

// MARK: - Inside

// `Publishers.AllSatisfy` and `Publishers.TryAllSatisfy` themselves are written by Templates/Twins.mustache.

@frozen @usableFromInline
struct _AllSatisfyStage<Input, Twin: _Twin>: _TwinReduceStage {
    @usableFromInline typealias UpstreamFailure = Twin.UpstreamFailure

    @usableFromInline let predicate: (Input) throws -> Bool
    @usableFromInline var areAll = true

    @inlinable
    init(_ predicate: @escaping (Input) throws -> Bool) { self.predicate = predicate }

    @usableFromInline static var name: String { Twin.name("AllSatisfy", "TryAllSatisfy") }

    @inlinable
    var initial: Bool? { true }

    @inlinable
    var soFar: Bool? { areAll }

    @inlinable
    mutating func receive(_ input: Input) -> _ReduceStep<Twin.Failure> {
        do { if try predicate(input) { return .more } } catch { return .fail(Twin.thrown(error)) }
        areAll = false
        return .done
    }
}
