extension Publisher {
    /// Subscribes again when this publisher fails, up to a number of times.
    ///
    /// ```
    ///           --1--x
    ///                --1--2--|-->
    /// retry(1)  --1----1--2--|-->
    /// ```
    ///
    /// - Demand: passes through; demand that a failed attempt hasn't met is asked of the next attempt. The demand that the
    ///   subscriber returns with a value is requested.
    /// - Failure: the failure of the last attempt.
    /// - Threads: subscribes again wherever the failure comes from; attempts that fail synchronously run in a loop,
    ///   so any number of them needs no more stack than one.
    /// - Cancellation: cancels the attempt that runs; no other follows.
    ///
    /// ```swift
    /// let request = AnySinglePublisher<String, any Error> { try await Task.sleep(for: .seconds(1)); return "answer" }
    /// let cancellable = request.retry(3).sink(
    ///     receiveCompletion: { print($0) },     // a failure only after four attempts
    ///     receiveValue: { print($0) })
    /// ```
    ///
    /// - Parameter retries: how many further attempts are made. A negative number sets no limit.
    @inlinable
    public func retry(_ retries: Int) -> Publishers.Retry<Self> {
        Publishers.Retry(upstream: self, retries: retries)
    }
}

extension Publishers {
    /// A publisher that subscribes again when another fails; see `retry(_:)`.
    @frozen
    public struct Retry<Upstream: Publisher>: _NodePublisher {
        public typealias Output = Upstream.Output
        public typealias Failure = Upstream.Failure

        /// The publisher that is subscribed to.
        public let upstream: Upstream

        /// The number of further attempts; `nil` or a negative number for no limit.
        public let retries: Int?

        /// Creates a publisher that subscribes again when another fails.
        @inlinable
        public init(upstream: Upstream, retries: Int?) {
            self.upstream = upstream
            self.retries = retries
        }

        @inlinable
        public func _attach<Downstream: Subscriber>(_ downstream: Downstream)
        where Downstream.Input == Output, Downstream.Failure == Failure {
            _SequentialNode(downstream, Attempts(publisher: upstream, left: retries)).run(upstream)
        }
    }
}

extension Publishers.Retry: Equatable where Upstream: Equatable {}
extension Publishers.Retry: Sendable where Upstream: Sendable {}

extension Publishers.Retry {
    @frozen @usableFromInline
    struct Attempts: _SequentialMachine, _SubscriptionShowing {
        @usableFromInline let publisher: Upstream
        /// The number of attempts that are left; `nil` or a negative number for no limit.
        @usableFromInline var left: Int?

        @inlinable
        init(publisher: Upstream, left: Int?) {
            self.publisher = publisher
            self.left = left
        }

        @usableFromInline static var name: String { "Retry" }
        /// The next attempt starts inside the failure. A failure that comes from inside of that start waits until it has
        /// returned.
        @inlinable @inline(__always) static var succession: _Succession { .again(isAwaited: false) }

        @inlinable
        mutating func on(_ completion: Subscribers.Completion<Failure>) -> _Following<Upstream> {
            guard case .failure = completion, left != 0 else { return .end(completion) }
            left? -= 1
            return .next(publisher)
        }
    }
}
