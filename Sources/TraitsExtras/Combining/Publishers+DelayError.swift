public import TraitsRuntime

extension Publisher {
    /// Sends the values of this publisher and of another as they come, and a failure only when both have ended.
    ///
    /// ```
    ///                   --1--x
    ///                   -----a--b--|
    /// mergeDelayError   --1--a--b--x
    /// ```
    ///
    /// If both fail, the first failure counts. The name and the meaning are those of RxJava and Reactor, which put several
    /// failures into one; in Swift, a `Failure` type needn't have a case for several errors.
    ///
    /// - Demand, threads and cancellation: those of `merge(with:)`.
    /// - Failure: the first one, when both publishers have ended.
    /// - Completion: when both publishers have finished.
    ///
    /// ```swift
    /// struct Busy: Error, CustomStringConvertible { let description = "busy" }
    /// let first = Fail<Int, Busy>(error: Busy()), second = [1, 2].publisher.setFailureType(to: Busy.self)
    /// let cancellable = first.mergeDelayError(with: second).sink { print($0) } receiveValue: { print($0) }
    /// // Prints: 1
    /// // Prints: 2
    /// // Prints: failure(busy)
    /// ```
    ///
    /// - Parameter other: the publisher to merge with.
    @_disfavoredOverload
    @inlinable
    public func mergeDelayError<P: Publisher>(with other: P) -> MorePublishers.MergeDelayError<Self, P>
    where P.Output == Output, P.Failure == Failure {
        MorePublishers.MergeDelayError(self, other)
    }

    /// Pairs the values of this publisher with those of another, and fails only when no pair can come any more.
    ///
    /// ```
    ///                 --1--2--x
    ///                 -----a-----b--|
    /// zipDelayError   -----1a----2b|x     synchronously: the failure in place of the finish
    /// ```
    ///
    /// If a publisher has failed, its values that wait are still paired. The name and the meaning are those of RxJava.
    ///
    /// - Demand, threads and cancellation: those of `zip(_:)`.
    /// - Failure: sent when no pair can come any more, if a publisher has failed. If both have failed, the first failure is
    ///   sent.
    /// - Completion: when a publisher has finished and all its values are paired, if none has failed.
    ///
    /// ```swift
    /// struct Busy: Error, CustomStringConvertible { let description = "busy" }
    /// let first = Record<Int, Busy>(output: [1], completion: .failure(Busy()))
    /// let second = ["a", "b"].publisher.setFailureType(to: Busy.self)
    /// let cancellable = first.zipDelayError(second).sink { print($0) } receiveValue: { print($0) }
    /// // Prints: (1, "a")
    /// // Prints: failure(busy)
    /// ```
    ///
    /// - Parameter other: the publisher to pair with.
    @_disfavoredOverload
    @inlinable
    public func zipDelayError<P: Publisher>(_ other: P) -> MorePublishers.ZipDelayError<Self, P>
    where P.Failure == Failure {
        MorePublishers.ZipDelayError(self, other)
    }
}

extension Collection where Element: Publisher {
    /// Sends the values of all publishers of this collection as they come, and a failure only when all have ended.
    ///
    /// ```
    ///                    --1--x
    ///                    -----2--3--|
    /// mergeDelayError()  --1--2--3--x
    /// ```
    ///
    /// Without publishers, it finishes immediately. Otherwise like `mergeDelayError(with:)`.
    ///
    /// ```swift
    /// struct Busy: Error, CustomStringConvertible { let description = "busy" }
    /// let uploads = [Result<Int, Busy>.Publisher(.failure(Busy())), Result<Int, Busy>.Publisher(2)]
    /// let cancellable = uploads.mergeDelayError().sink { print($0) } receiveValue: { print($0) }
    /// // Prints: 2
    /// // Prints: failure(busy)
    /// ```
    @_disfavoredOverload
    @inlinable
    public func mergeDelayError() -> MorePublishers.MergeManyDelayError<Element> {
        MorePublishers.MergeManyDelayError(self)
    }
}

extension MorePublishers {
    /// A publisher that merges two others, and fails when both have ended; see `mergeDelayError(with:)`.
    public struct MergeDelayError<A: Publisher, B: Publisher>: Publisher
    where A.Output == B.Output, A.Failure == B.Failure {
        /// The type of the values that the publisher sends.
        public typealias Output = A.Output
        /// The type of the publisher's failures.
        public typealias Failure = A.Failure

        /// The first publisher.
        public let a: A

        /// The second publisher.
        public let b: B

        /// Creates a publisher that merges two others, and fails when both have ended.
        @inlinable
        public init(_ a: A, _ b: B) {
            self.a = a
            self.b = b
        }

        /// Subscribes to both publishers.
        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let failure = DelayedFailure<Failure>()
            failure.end(Publishers.Merge(failure.delayed(a), failure.delayed(b))).receive(
                subscriber: subscriber)
        }
    }

    /// A publisher that merges any number of others, and fails when all have ended; see `mergeDelayError()`.
    public struct MergeManyDelayError<Upstream: Publisher>: Publisher {
        /// The type of the values that the publisher sends.
        public typealias Output = Upstream.Output
        /// The type of the publisher's failures.
        public typealias Failure = Upstream.Failure

        /// The publishers.
        public let publishers: [Upstream]

        /// Creates a publisher that merges others, and fails when all have ended.
        @inlinable
        public init(_ publishers: some Swift.Sequence<Upstream>) { self.publishers = Array(publishers) }

        /// Subscribes to all publishers.
        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let failure = DelayedFailure<Failure>()
            failure.end(Publishers.MergeMany(publishers.map(failure.delayed))).receive(subscriber: subscriber)
        }
    }

    /// A publisher that pairs the values of two others, and fails when no pair can come any more; see `zipDelayError(_:)`.
    public struct ZipDelayError<A: Publisher, B: Publisher>: Publisher where A.Failure == B.Failure {
        /// The type of the values that the publisher sends.
        public typealias Output = (A.Output, B.Output)
        /// The type of the publisher's failures.
        public typealias Failure = A.Failure

        /// The first publisher.
        public let a: A

        /// The second publisher.
        public let b: B

        /// Creates a publisher that pairs the values of two others.
        @inlinable
        public init(_ a: A, _ b: B) {
            self.a = a
            self.b = b
        }

        /// Subscribes to both publishers.
        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let failure = DelayedFailure<Failure>()
            failure.end(Publishers.Zip(failure.delayed(a), failure.delayed(b))).receive(
                subscriber: subscriber)
        }
    }
}

/// The first failure of several publishers, kept until the end.
@usableFromInline
final class DelayedFailure<Failure: Error>: Sendable {
    @usableFromInline let first = Guarded<Failure?>(nil)

    @inlinable
    init() {}

    /// Returns a publisher that finishes where the given publisher would fail.
    @inlinable
    func delayed<P: Publisher>(_ publisher: P) -> Publishers.Catch<P, Empty<P.Output, Never>>
    where P.Failure == Failure {
        Publishers.Catch(upstream: publisher) { [self] error in
            note(error)
            return Empty()
        }
    }

    @inlinable
    func note(_ error: Failure) { first.withLock { if $0 == nil { $0 = error } } }

    /// Returns a publisher that fails where the given publisher finishes, if there has been a failure.
    @inlinable
    func end<P: Publisher>(_ publisher: P) -> FailureAtTheEnd<P, Failure> where P.Failure == Never {
        FailureAtTheEnd(upstream: publisher, failure: self)
    }

    @inlinable
    var completion: Subscribers.Completion<Failure> {
        first.withLock { $0 }.map { .failure($0) } ?? .finished
    }
}

@usableFromInline
struct FailureAtTheEnd<Upstream: Publisher, Failure: Error>: StageOperator
where Upstream.Failure == Never {
    @usableFromInline typealias Output = Upstream.Output

    @usableFromInline let upstream: Upstream
    @usableFromInline let failure: DelayedFailure<Failure>

    @inlinable
    init(upstream: Upstream, failure: DelayedFailure<Failure>) {
        self.upstream = upstream
        self.failure = failure
    }

    @inlinable
    func makeStage() -> FailureAtTheEndStage<Output, Failure> { FailureAtTheEndStage(failure: failure) }
}

@usableFromInline
struct FailureAtTheEndStage<Input, Failure: Error>: OperatorStage {
    @usableFromInline let failure: DelayedFailure<Failure>

    @inlinable
    init(failure: DelayedFailure<Failure>) { self.failure = failure }

    @inlinable
    static var name: String { "DelayError" }

    @inlinable
    func receive(_ input: Input) -> OperatorStep<Input, Failure> { .next(input) }

    @inlinable
    func completion(_ completion: Subscribers.Completion<Never>) -> Subscribers.Completion<Failure> {
        failure.completion
    }
}

extension MorePublishers.MergeDelayError: Sendable where A: Sendable, B: Sendable {}
extension MorePublishers.MergeManyDelayError: Sendable where Upstream: Sendable {}
extension MorePublishers.ZipDelayError: Sendable where A: Sendable, B: Sendable {}
