extension Publisher {
    /// Subscribes now, and returns the values from now on as an asynchronous sequence that throws the failure.
    ///
    /// ```
    /// publisher               -1-2-3-x
    /// the loop asks           ---------?-?-?-?
    /// .unbounded              ---------1-2-3-x
    /// .bufferingNewest(1)     ---------3-x
    /// ```
    ///
    /// Demand, threads, cancellation and the meaning of a second iterator are those of the form for publishers that can't
    /// fail.
    ///
    /// - Failure: thrown once, after the values that wait.
    /// - Precondition: the policy has room for one value at least.
    ///
    /// ```swift
    /// func printAll(_ lines: AnyPublisher<String, any Error>) async throws {
    ///     for try await line in lines.values(buffering: .bounded(100)) { print(line) }
    /// }
    /// ```
    ///
    /// - Parameter policy: which values wait while the loop is busy or hasn't begun.
    @_disfavoredOverload
    @inlinable
    public func values(buffering policy: AsyncBufferingPolicy) -> AsyncThrowingBufferedValues<Output> {
        AsyncThrowingBufferedValues(self, buffering: policy)
    }
}

/// The values of a publisher since `values(buffering:)` was called, as an asynchronous sequence that throws.
public struct AsyncThrowingBufferedValues<Element>: AsyncSequence {
    public typealias Failure = any Error
    public typealias AsyncIterator = Iterator

    @usableFromInline let values: _AsyncValues<Element, any Error>

    /// Subscribes to a publisher; see `Publisher.values(buffering:)`.
    @inlinable
    public init<P: Publisher>(_ publisher: P, buffering policy: AsyncBufferingPolicy)
    where P.Output == Element {
        policy.check()
        values = _AsyncValues(publisher.mapError { $0 as any Error }, policy)
    }

    /// Takes from the same values as any other iterator of this sequence.
    @inlinable
    public func makeAsyncIterator() -> Iterator { Iterator(values) }

    /// Takes one value after another.
    public struct Iterator: AsyncIteratorProtocol {
        @usableFromInline let values: _AsyncValues<Element, any Error>

        @inlinable
        init(_ values: _AsyncValues<Element, any Error>) { self.values = values }

        /// Takes the next value, and waits for it if there is none; `nil` at the end and when the task is cancelled.
        ///
        /// It throws `any Error`, for the reason that `AsyncThrowingPublisher` has.
        ///
        /// - Throws: the publisher's failure, once.
        @inlinable
        public mutating func next() async throws -> Element? {
            try await next(isolation: #isolation)
        }

        @inlinable
        public mutating func next(isolation actor: isolated (any Actor)?) async throws(any Error) -> Element?
        {
            switch await values.next(isolation: actor) {
            case .value(let value): value
            case .end: nil
            case .failure(let error): throw error
            }
        }
    }
}

// Unchecked: a lock guards its state, and a subscription may be cancelled from any thread.
extension AsyncThrowingBufferedValues: @unchecked Sendable where Element: Sendable {}
