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
    /// - Threads: chunks are sent wherever the signals are, the last one wherever this publisher ends, or where they are asked for.
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
    public func chunked<Signal: Publisher>(by signal: Signal) -> Publishers.ChunkedBySignal<Self, Signal>
    where Signal.Failure == Failure {
        Publishers.ChunkedBySignal(upstream: self, signal: signal)
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
    public func chunks<Signal: Publisher>(
        ofCount count: Int, or signal: Signal
    ) -> Publishers.ChunkedBySignal<Self, Signal> where Signal.Failure == Failure {
        Publishers.ChunkedBySignal(upstream: self, signal: signal, count: count)
    }
}

extension Publishers {
    /// A publisher that sends arrays of the values between two signals; see `chunked(by:)`.
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
        public init(upstream: Upstream, signal: Signal, count: Int = .max) {
            precondition(count > 0, "a chunk has one value at least")
            self.upstream = upstream
            self.signal = signal
            self.count = count
        }

        /// Subscribes to both publishers.
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let chunks = Chunks(
                upstream: Publishers.Merge(Marked.values(of: upstream), Marked.signals(of: signal)),
                stage: ChunkStage(count: count))
            Publishers.Buffer(upstream: chunks, size: .max, prefetch: .byRequest, whenFull: .dropOldest)
                .receive(subscriber: subscriber)
        }
    }
}

/// A publisher that collects the values between two signals.
private struct Chunks<Upstream: Publisher, Value>: StageOperator where Upstream.Output == Marked<Value> {
    typealias Output = [Value]
    typealias Failure = Upstream.Failure

    let upstream: Upstream
    let stage: ChunkStage<Value, Failure>

    func makeStage() -> ChunkStage<Value, Failure> { stage }
}

private struct ChunkStage<Value, Failure: Error>: OperatorStage {
    let count: Int
    private var chunk: [Value] = []

    init(count: Int) { self.count = count }

    static var name: String { "Chunked" }

    mutating func receive(_ input: Marked<Value>) -> OperatorStep<[Value], Failure> {
        switch input {
        case .value(let value):
            chunk.append(value)
            if chunk.count < count { return .skip }
        case .signal:
            if chunk.isEmpty { return .skip }
        case .end:
            return chunk.isEmpty ? .finish : .last(chunk)
        }
        defer { chunk = [] }
        return .next(chunk)
    }
}

extension Publishers.ChunkedBySignal: Sendable where Upstream: Sendable, Signal: Sendable {}
