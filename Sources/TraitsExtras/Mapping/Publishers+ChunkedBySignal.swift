public import TraitsRuntime

extension Publisher {
    /// Sends arrays of the values between two signals.
    ///
    /// ```
    ///               --1--2------3-----4--|
    ///               -------x--x----x--------->
    /// chunked(by:)  -------a-------b-----c|      a is [1, 2], b is [3], c is [4]
    /// ```
    ///
    /// A signal without values before it sends nothing. After the signals have finished, all further values form one chunk. The
    /// name and the meaning are those of Swift Async Algorithms. For publishers in place of arrays, use `window(boundary:)`.
    ///
    /// - Demand: both publishers are asked for everything. Chunks wait until they are asked for.
    /// - Failure: a failure of either publisher ends the stream; the chunk that was begun is lost.
    /// - Completion: when this publisher finishes. Values that are left are sent before, as the last chunk.
    /// - Threads: chunks are sent wherever the signals are, or where they are asked for. The last one is sent wherever this
    ///   publisher ends, or where a signal's chunk is being sent at that moment. A value waits for no signal's chunk, unless
    ///   some 64 values wait.
    /// - Cancellation: cancels both publishers.
    /// - Complexity: keeps the values of a chunk, and the chunks that wait.
    ///
    /// ```swift
    /// let values = PassthroughSubject<Int, Never>(), signals = PassthroughSubject<Void, Never>()
    /// let cancellable = values.chunked(by: signals).sink { print($0) }
    /// values.send(1)
    /// values.send(2)
    /// signals.send()                         // Prints: [1, 2]
    /// signals.send()
    /// values.send(3)
    /// values.send(completion: .finished)     // Prints: [3]
    /// ```
    ///
    /// - Parameter signal: the publisher whose values end a chunk; subscribed to last.
    @_disfavoredOverload
    @inlinable
    public func chunked<Signal: Publisher>(by signal: Signal) -> MorePublishers.ChunkedBySignal<Self, Signal>
    where Signal.Failure == Failure {
        MorePublishers.ChunkedBySignal(upstream: self, signal: signal)
    }

    /// Sends arrays of the values between two signals, or of a number of values.
    ///
    /// ```
    ///                     --1--2---3-----4--|
    ///                     -----------x--x----->
    /// chunks(ofCount: 2, or:)
    ///                     -----a-----b------c|      a is [1, 2], b is [3], c is [4]
    /// ```
    ///
    /// The name and the meaning are those of Swift Async Algorithms. Otherwise like `chunked(by:)`.
    ///
    /// ```swift
    /// let values = PassthroughSubject<Int, Never>(), signals = PassthroughSubject<Void, Never>()
    /// let cancellable = values.chunks(ofCount: 2, or: signals).sink { print($0) }
    /// values.send(1)
    /// values.send(2)         // Prints: [1, 2]
    /// values.send(3)
    /// signals.send()         // Prints: [3]
    /// ```
    ///
    /// - Parameters:
    ///   - count: the greatest number of values in a chunk.
    ///   - signal: the publisher whose values end a chunk; subscribed to last.
    @_disfavoredOverload
    @inlinable
    public func chunks<Signal: Publisher>(
        ofCount count: Int, or signal: Signal
    ) -> MorePublishers.ChunkedBySignal<Self, Signal> where Signal.Failure == Failure {
        MorePublishers.ChunkedBySignal(upstream: self, signal: signal, count: count)
    }
}

extension MorePublishers {
    /// A publisher that sends arrays of the values between two signals; see `chunked(by:)`.
    @frozen
    public struct ChunkedBySignal<Upstream: Publisher, Signal: Publisher>: Publisher
    where Upstream.Failure == Signal.Failure {
        /// The type of the values that the publisher sends.
        public typealias Output = [Upstream.Output]
        /// The type of the publisher's failures.
        public typealias Failure = Upstream.Failure

        /// The publisher whose values are sent in chunks.
        public let upstream: Upstream

        /// The publisher whose values end a chunk.
        public let signal: Signal

        /// The greatest number of values in a chunk.
        public let count: Int

        /// Creates a publisher that sends arrays of the values between two signals.
        @inlinable
        public init(upstream: Upstream, signal: Signal, count: Int = .max) {
            precondition(count > 0, "a chunk has one value at least")
            self.upstream = upstream
            self.signal = signal
            self.count = count
        }

        /// Subscribes to both publishers.
        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let chunks = ExtraParts.Chunks(upstream: signal, other: upstream, count: count)
            MorePublishers.Backlog(upstream: chunks).receive(subscriber: subscriber)
        }
    }
}

extension ExtraParts {
    /// Sends the chunks of `MorePublishers.ChunkedBySignal`, also those that nobody has asked for: the values are its signals.
    @frozen @usableFromInline
    struct Chunks<Upstream: Publisher, Other: Publisher>: MachineOperator
    where Upstream.Failure == Other.Failure {
        @usableFromInline typealias Output = [Other.Output]
        @usableFromInline typealias Failure = Other.Failure

        @usableFromInline let upstream: Upstream
        @usableFromInline let other: Other
        @usableFromInline let count: Int

        @inlinable
        init(upstream: Upstream, other: Other, count: Int) {
            self.upstream = upstream
            self.other = other
            self.count = count
        }

        @inlinable
        func makeMachine() -> Chunking<Upstream.Output, Other.Output, Failure> { .init(count: count) }
    }

    /// The machine of `MorePublishers.ChunkedBySignal`.
    @frozen @usableFromInline
    struct Chunking<Input, Value, Failure: Error>: OperatorMachine {
        /// The chunk that was begun. An object, so that a copy of the machine doesn't copy the values.
        @usableFromInline let chunk = ArrayBox<Value>()
        @usableFromInline let count: Int

        @inlinable
        init(count: Int) { self.count = count }

        @usableFromInline static var name: String { "Chunked" }
        @inlinable @inline(__always) static var demand: MachineDemand { .unlimited }
        @inlinable @inline(__always) static var storesSignals: Bool { true }

        @inlinable
        func receive(_ input: Input) -> OperatorStep<[Value], Failure> {
            chunk.values.isEmpty ? .skip : .next(chunk.take())
        }

        @inlinable
        func receive(signal: Value) -> OperatorStep<[Value], Failure> {
            chunk.values.append(signal)
            return chunk.values.count < count ? .skip : .next(chunk.take())
        }

        @inlinable
        func receive(completion: Subscribers.Completion<Failure>) -> OperatorStep<[Value], Failure> {
            switch completion {
            case .finished: .skip
            case .failure(let error): .fail(error)
            }
        }

        @inlinable
        func receive(signalCompletion: Subscribers.Completion<Failure>) -> OperatorStep<[Value], Failure> {
            switch signalCompletion {
            case .finished: chunk.values.isEmpty ? .finish : .last(chunk.take())
            case .failure(let error): .fail(error)
            }
        }
    }

    /// An array that its holder changes in place.
    @usableFromInline
    final class ArrayBox<Value> {
        @usableFromInline var values: [Value] = []

        @inlinable
        init() {}

        /// Returns the values, and forgets them.
        @inlinable
        func take() -> [Value] {
            defer { values = [] }
            return values
        }
    }
}

extension MorePublishers.ChunkedBySignal: Sendable where Upstream: Sendable, Signal: Sendable {}
