public import TraitsRuntime

/// The treatment of the value that ends a `prefix(while:behavior:)`.
@frozen
public enum PrefixWhileBehavior: Sendable {
    /// It is sent as the last value.
    case inclusive
    /// It is left out, as by `prefix(while:)`.
    case exclusive
}

extension Publisher {
    #if !StrictIsolation  // strict: sending, @MainActor
        /// Sends values as long as they satisfy a condition and, if inclusive, the first value that doesn't.
        ///
        /// ```
        ///                  --1--2--3--1--|-->
        /// prefix(while: { $0 < 3 }, behavior: .inclusive)
        ///                  --1--2--3|
        /// ```
        ///
        /// The name is that of CombineExt; RxSwift says `take(while:behavior:)`.
        ///
        /// - Demand: passes through.
        /// - Failure: passes through, until the end.
        /// - Threads: the closure runs wherever upstream sends.
        /// - Cancellation: upstream is cancelled by the first value that doesn't satisfy the condition.
        ///
        /// ```swift
        /// let cancellable = [1, 2, 3, 4].publisher
        ///     .prefix(while: { $0 < 2 }, behavior: .inclusive)
        ///     .sink { print($0) }
        /// // Prints: 1
        /// // Prints: 2
        /// ```
        ///
        /// - Parameters:
        ///   - predicate: the condition under which the stream goes on.
        ///   - behavior: whether the value that ends the stream is sent.
        @_disfavoredOverload
        @inlinable
        public func prefix(
            while predicate: @escaping (Output) -> Bool, behavior: PrefixWhileBehavior
        ) -> MorePublishers.PrefixWhileBehaving<Self> {
            MorePublishers.PrefixWhileBehaving(upstream: self, predicate: predicate, behavior: behavior)
        }
    #endif
}

extension MorePublishers {
    /// A publisher that ends with the first value that doesn't satisfy a condition; see
    /// `prefix(while:behavior:)`.
    public struct PrefixWhileBehaving<Upstream: Publisher>: StageOperator {
        /// The type of the values that the publisher sends.
        public typealias Output = Upstream.Output
        /// The type of the publisher's failures.
        public typealias Failure = Upstream.Failure

        /// The publisher whose values are sent.
        public let upstream: Upstream

        /// The condition under which the stream goes on.
        public let predicate: (Output) -> Bool

        /// The treatment of the value that ends the stream.
        public let behavior: PrefixWhileBehavior

        /// Creates a publisher that ends with the first value that doesn't satisfy a condition.
        @inlinable
        public init(
            upstream: Upstream, predicate: @escaping (Output) -> Bool, behavior: PrefixWhileBehavior
        ) {
            self.upstream = upstream
            self.predicate = predicate
            self.behavior = behavior
        }

        /// Makes the stage of one subscription.
        @inlinable
        public func makeStage() -> ExtraParts.PrefixEnd<Output, Failure> { .init(predicate, behavior) }
    }
}

extension ExtraParts {
    /// The stage of `MorePublishers.PrefixWhileBehaving`.
    @frozen
    public struct PrefixEnd<Input, Failure: Error>: OperatorStage {
        @usableFromInline let predicate: (Input) -> Bool
        @usableFromInline let behavior: PrefixWhileBehavior

        @inlinable
        init(_ predicate: @escaping (Input) -> Bool, _ behavior: PrefixWhileBehavior) {
            self.predicate = predicate
            self.behavior = behavior
        }

        /// The operator's name.
        public static var name: String { "PrefixWhile" }

        /// Handles a value.
        @inlinable
        public func receive(_ input: Input) -> OperatorStep<Input, Failure> {
            if predicate(input) { return .next(input) }
            return behavior == .inclusive ? .last(input) : .finish
        }
    }
}
