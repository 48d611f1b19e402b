extension Publisher where Failure == Never {
    /// The values of this publisher as an asynchronous sequence.
    ///
    /// A value sent before the loop asks for it is lost, unless the publisher keeps it; `values(buffering:)` subscribes
    /// synchronously and loses nothing.
    ///
    /// - Demand: one value for each step of the loop, when the loop asks for it.
    /// - Cancellation: leaving the loop, or cancelling the task, cancels the subscription; the loop then
    ///   ends. A task that is cancelled while it waits cancels the subscription when it runs again, not inside `cancel()`.
    ///
    /// ```swift
    /// for await value in [1, 2, 3].publisher.values {
    ///     print(value)      // 1, 2, 3
    /// }
    /// ```
    @inlinable
    public var values: AsyncPublisher<Self> { AsyncPublisher(self) }
}

extension Publisher {
    /// The values of this publisher as an asynchronous sequence that throws the failure.
    ///
    /// A value sent before the loop asks for it is lost, unless the publisher keeps it; `values(buffering:)` subscribes
    /// synchronously and loses nothing.
    ///
    /// - Demand: one value for each step of the loop, when the loop asks for it.
    /// - Cancellation: leaving the loop, or cancelling the task, cancels the subscription; the loop then
    ///   ends. A task that is cancelled while it waits cancels the subscription when it runs again, not inside `cancel()`.
    ///
    /// ```swift
    /// func printAll(_ lines: AnyPublisher<String, any Error>) async throws {
    ///     for try await line in lines.values { print(line) }
    /// }
    /// ```
    @inlinable
    public var values: AsyncThrowingPublisher<Self> { AsyncThrowingPublisher(self) }
}

/// The values of a publisher that can't fail, as an asynchronous sequence; see `Publisher.values`.
public struct AsyncPublisher<P: Publisher>: AsyncSequence where P.Failure == Never {
    public typealias Element = P.Output
    public typealias Failure = Never
    public typealias AsyncIterator = Iterator

    @usableFromInline let publisher: P

    /// Creates a sequence of a publisher's values.
    @inlinable
    public init(_ publisher: P) { self.publisher = publisher }

    /// Subscribes to the publisher.
    @inlinable
    public func makeAsyncIterator() -> Iterator { Iterator(_AsyncValues(publisher)) }

    /// One subscription to the publisher.
    public struct Iterator: AsyncIteratorProtocol {
        @usableFromInline let values: _AsyncValues<P.Output, P.Failure>

        @inlinable
        init(_ values: _AsyncValues<P.Output, P.Failure>) { self.values = values }

        /// Asks for the next value and waits for it; `nil` at the end and when the task is cancelled.
        @inlinable
        public mutating func next() async -> P.Output? {
            await next(isolation: #isolation)
        }

        @inlinable
        public mutating func next(isolation actor: isolated (any Actor)?) async -> P.Output? {
            switch await values.next(isolation: actor) {
            case .value(let value): value
            case .end, .failure: nil
            }
        }
    }
}

/// The values of a publisher as an asynchronous sequence that throws; see `Publisher.values`.
public struct AsyncThrowingPublisher<P: Publisher>: AsyncSequence {
    public typealias Element = P.Output
    public typealias Failure = any Error
    public typealias AsyncIterator = Iterator

    @usableFromInline let publisher: P

    /// Creates a sequence of a publisher's values.
    @inlinable
    public init(_ publisher: P) { self.publisher = publisher }

    /// Subscribes to the publisher.
    @inlinable
    public func makeAsyncIterator() -> Iterator { Iterator(_AsyncValues(publisher)) }

    /// One subscription to the publisher.
    public struct Iterator: AsyncIteratorProtocol {
        @usableFromInline let values: _AsyncValues<P.Output, P.Failure>

        @inlinable
        init(_ values: _AsyncValues<P.Output, P.Failure>) { self.values = values }

        /// Asks for the next value and waits for it; `nil` at the end and when the task is cancelled.
        ///
        /// As in Combine it throws `any Error`: the failure's own type, seen through a user's `rethrows` wrapper of
        /// iterators, crashes the compiler of Swift 6.3.
        ///
        /// - Throws: the publisher's failure, once.
        @inlinable
        public mutating func next() async throws -> P.Output? {
            try await next(isolation: #isolation)
        }

        @inlinable
        public mutating func next(isolation actor: isolated (any Actor)?) async throws(any Error) -> P.Output?
        {
            switch await values.next(isolation: actor) {
            case .value(let value): value
            case .end: nil
            case .failure(let error): throw error
            }
        }
    }
}
