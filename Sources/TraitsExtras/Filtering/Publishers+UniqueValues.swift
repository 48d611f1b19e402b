public import TraitsRuntime

extension Publisher where Output: Hashable {
    /// Leaves out each value that has been sent before.
    ///
    /// ```
    ///                --1--2--1--3--2--|-->
    /// uniqueValues() --1--2-----3-----|-->
    /// ```
    ///
    /// A single stays a single. The name is that of ReactiveSwift; RxSwiftExt says `distinct()`, CombineExt
    /// `removeAllDuplicates()`. To leave out only repetitions that follow each other, use
    /// `removeDuplicates()`.
    ///
    /// - Demand: passes through; another value is asked for in place of each value that is left out.
    /// - Failure: passes through.
    /// - Threads: values are sent wherever upstream sends.
    /// - Cancellation: cancels upstream.
    /// - Complexity: all values that have been sent are kept until the end.
    ///
    /// ```swift
    /// let cancellable = [1, 2, 1].publisher.uniqueValues().sink { print($0) }
    /// // Prints: 1
    /// // Prints: 2
    /// ```
    @_disfavoredOverload
    @inlinable
    public func uniqueValues() -> MorePublishers.UniqueValues<Self> {
        MorePublishers.UniqueValues(upstream: self)
    }
}

extension MorePublishers {
    /// A publisher that leaves out each value that has been sent before; see `uniqueValues()`.
    @frozen
    public struct UniqueValues<Upstream: Publisher>: StageOperator where Upstream.Output: Hashable {
        /// The type of the values that the publisher sends.
        public typealias Output = Upstream.Output
        /// The type of the publisher's failures.
        public typealias Failure = Upstream.Failure

        /// The publisher whose values are sent once.
        public let upstream: Upstream

        /// Creates a publisher that leaves out each value that has been sent before.
        @inlinable
        public init(upstream: Upstream) { self.upstream = upstream }

        /// Makes the stage of one subscription.
        @inlinable
        public func makeStage() -> ExtraParts.Seen<Output, Failure> { .init() }
    }
}

extension ExtraParts {
    /// The stage of `MorePublishers.UniqueValues`.
    @frozen
    public struct Seen<Input: Hashable, Failure: Error>: OperatorStage {
        @usableFromInline let known = KnownValues<Input>()

        @inlinable
        init() {}

        /// The operator's name.
        public static var name: String { "UniqueValues" }

        /// Handles a value.
        @inlinable
        public mutating func receive(_ input: Input) -> OperatorStep<Input, Failure> {
            known.insert(input) ? .next(input) : .skip
        }
    }
}

/// A set that doesn't change while values are compared: a comparison may send into the stream that owns the set.
///
/// `Set` compares values in the middle of its own change. This set consists of dictionaries whose keys are hash values.
@usableFromInline
final class KnownValues<Value: Hashable> {
    @usableFromInline var firsts: [Int: Value] = [:]
    /// Further values with the hash value of the first.
    @usableFromInline var others: [Int: ContiguousArray<Value>] = [:]

    @inlinable
    init() {}

    /// - Returns: `true` if the value is new.
    @inlinable
    func insert(_ value: Value) -> Bool {
        let hash = value.hashValue
        guard let first = firsts[hash] else {
            firsts[hash] = value
            return true
        }
        if first == value { return false }
        var compared = 0
        // A comparison may insert further values, which have to be compared, too.
        while let others = others[hash], compared < others.count {
            for other in others[compared...] where other == value { return false }
            compared = others.count
        }
        others[hash, default: []].append(value)
        return true
    }
}

extension MorePublishers.UniqueValues: Sendable where Upstream: Sendable {}
