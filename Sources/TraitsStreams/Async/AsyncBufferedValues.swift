extension Publisher where Failure == Never {
    /// Subscribes now, and returns the values from now on as an asynchronous sequence.
    ///
    /// A loop over `values` subscribes when it begins: values sent before that, or between two of its steps, are lost. Here
    /// values wait for the loop, as many as the policy says.
    ///
    /// ```
    /// publisher               -1-2-3-4-|
    /// the loop asks           -----------?-?-?-?-?
    /// .unbounded              -----------1-2-3-4-|
    /// .bufferingNewest(2)     -----------3-4-|
    /// .bufferingOldest(2)     -----------1-2-|
    /// .bounded(2)             -----------1-2-3-4-|    3 and 4 are sent when 1 and 2 are taken
    /// ```
    ///
    /// The sequence is for one loop. A second iterator goes on where the first has stopped; if several iterators ask at the
    /// same time, each value goes to one of them.
    ///
    /// - Demand: unlimited, immediately; with `bounded`, as many values as it says, and another one for each that is
    ///   taken. A source that sends all it has inside the call that subscribes needs `bounded`, or room for all of
    ///   it.
    /// - Threads: any thread may send. The loop goes on where it is written, on the caller's actor, without a suspension
    ///   if a value waits.
    /// - Cancellation: when the sequence and its iterators are dropped, so by leaving a loop over a sequence that nobody else
    ///   holds, and when the task of the loop is cancelled. The waiting values are dropped then, and every loop over the
    ///   sequence ends. Leaving a loop over a sequence in a variable doesn't cancel it.
    /// - Complexity: constant for each value.
    /// - Precondition: the policy has room for one value at least.
    ///
    /// ```swift
    /// let clicks = PassthroughSubject<Int, Never>()
    /// let values = clicks.values(buffering: .unbounded)
    /// clicks.send(1)
    /// clicks.send(2)
    /// clicks.send(completion: .finished)
    /// for await click in values {
    ///     print(click)      // 1, 2
    /// }
    /// ```
    ///
    /// - Parameter policy: which values wait while the loop is busy or hasn't begun.
    @_disfavoredOverload
    @inlinable
    public func values(buffering policy: AsyncBufferingPolicy) -> AsyncBufferedValues<Output> {
        AsyncBufferedValues(self, buffering: policy)
    }
}

/// The values of a publisher that can't fail since `values(buffering:)` was called, as an asynchronous sequence.
public struct AsyncBufferedValues<Element>: AsyncSequence {
    public typealias Failure = Never
    public typealias AsyncIterator = Iterator

    @usableFromInline let values: _AsyncValues<Element, Never>

    /// Subscribes to a publisher; see `Publisher.values(buffering:)`.
    @inlinable
    public init<P: Publisher>(_ publisher: P, buffering policy: AsyncBufferingPolicy)
    where P.Output == Element, P.Failure == Never {
        policy.check()
        values = _AsyncValues(publisher, policy)
    }

    /// Takes from the same values as any other iterator of this sequence.
    @inlinable
    public func makeAsyncIterator() -> Iterator { Iterator(values) }

    /// Takes one value after another.
    public struct Iterator: AsyncIteratorProtocol {
        @usableFromInline let values: _AsyncValues<Element, Never>

        @inlinable
        init(_ values: _AsyncValues<Element, Never>) { self.values = values }

        /// Takes the next value, and waits for it if there is none; `nil` at the end and when the task is cancelled.
        @inlinable
        public mutating func next() async -> Element? {
            await next(isolation: #isolation)
        }

        @inlinable
        public mutating func next(isolation actor: isolated (any Actor)?) async -> Element? {
            switch await values.next(isolation: actor) {
            case .value(let value): value
            case .end, .failure: nil
            }
        }
    }
}

// Unchecked: a lock guards its state, and a subscription may be cancelled from any thread.
extension AsyncBufferedValues: @unchecked Sendable where Element: Sendable {}
