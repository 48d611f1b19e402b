public import TraitsRuntime

extension Publisher {
    /// Sends the last values when upstream has finished.
    ///
    /// ```
    ///              --1--2--3--|
    /// takeLast(2)  -----------23|
    /// ```
    ///
    /// A maybe stays a maybe. The name is that of RxSwift. For one value, `last()` makes a maybe of any publisher.
    ///
    /// - Demand: upstream is asked for everything; the values wait until they are asked for.
    /// - Failure: passes through; after a failure no value is sent.
    /// - Threads: values are sent where upstream finishes, or where they are asked for.
    /// - Cancellation: cancels upstream.
    /// - Complexity: constant for each value.
    ///
    /// ```swift
    /// let cancellable = [1, 2, 3].publisher.takeLast(2).sink { print($0) }
    /// // Prints: 2
    /// // Prints: 3
    /// ```
    ///
    /// - Parameter count: the greatest number of values to send.
    @_disfavoredOverload
    @inlinable
    public func takeLast(_ count: Int) -> MorePublishers.TakeLast<Self> {
        MorePublishers.TakeLast(upstream: self, count: count)
    }
}

extension MorePublishers {
    /// A publisher that sends the last values when upstream has finished; see `takeLast(_:)`.
    public struct TakeLast<Upstream: Publisher>: Publisher {
        /// The type of the values that the publisher sends.
        public typealias Output = Upstream.Output
        /// The type of the publisher's failures.
        public typealias Failure = Upstream.Failure

        /// The publisher whose last values are sent.
        public let upstream: Upstream
        /// The greatest number of values to send.
        public let count: Int

        /// Creates a publisher that sends the last values when upstream has finished.
        @inlinable
        public init(upstream: Upstream, count: Int) {
            precondition(count >= 0, "the number of values can't be negative")
            self.upstream = upstream
            self.count = count
        }

        /// Attaches a subscriber.
        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            let newest = Newest(upstream: upstream, count: count)
            Publishers.FlatMap(upstream: newest, maxPublishers: .unlimited) {
                Publishers.Sequence(sequence: $0)
            }
            .receive(subscriber: subscriber)
        }
    }
}

extension MorePublishers.TakeLast: Sendable where Upstream: Sendable {}

/// Sends the newest values as one array.
@usableFromInline
struct Newest<Upstream: Publisher>: ReductionOperator {
    @usableFromInline typealias Output = [Upstream.Output]
    @usableFromInline typealias Failure = Upstream.Failure

    @usableFromInline let upstream: Upstream
    @usableFromInline let count: Int

    @inlinable
    init(upstream: Upstream, count: Int) {
        self.upstream = upstream
        self.count = count
    }

    @inlinable
    func makeReduction() -> NewestValues<Upstream.Output, Failure> { NewestValues(count: count) }
}

/// The newest values. They are in an object, because a value that is replaced may send into this stream from its `deinit`.
@usableFromInline
struct NewestValues<Input, Failure: Error>: OperatorReduction {
    @usableFromInline let count: Int
    @usableFromInline let memory = NewestMemory<Input>()

    @inlinable
    init(count: Int) { self.count = count }

    @inlinable
    static var name: String { "TakeLast" }

    @inlinable
    func receive(_ input: Input) -> ReductionStep<Failure> {
        if count > 0 { memory.put(input, of: count) }
        return .more
    }

    @inlinable
    func result() -> [Input]? { memory.ordered }
}

/// Values in a ring, once the ring is full.
@usableFromInline
final class NewestMemory<Value> {
    @usableFromInline var values: [Value] = []
    @usableFromInline var oldest = 0

    @inlinable
    init() {}

    @inlinable
    func put(_ value: Value, of count: Int) {
        if values.count < count { return values.append(value) }
        let old = values[oldest]
        values[oldest] = value
        oldest = (oldest + 1) % count
        // Released when the ring can be used again.
        extendLifetime(old)
    }

    @inlinable
    var ordered: [Value] { Array(values[oldest...] + values[..<oldest]) }
}
