extension Publisher {
    /// Subscribes again when this publisher fails, up to a number of times.
    ///
    /// ```
    ///           --1--x
    ///                --1--2--|-->
    /// retry(1)  --1----1--2--|-->
    /// ```
    ///
    /// - Demand: passes through; what a failed attempt hasn't met is asked of the next one.
    /// - Failure: that of the last attempt.
    /// - Threads: subscribes again wherever the failure comes from; attempts that fail at once run in a loop,
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
    /// - Parameter retries: how many further attempts are made.
    @inlinable
    public func retry(_ retries: Int) -> Publishers.Retry<Self> {
        Publishers.Retry(upstream: self, retries: retries)
    }
}

extension Publishers {
    /// A publisher that subscribes again when another fails; see `retry(_:)`.
    @frozen
    public struct Retry<Upstream: Publisher>: Publisher {
        public typealias Output = Upstream.Output
        public typealias Failure = Upstream.Failure

        /// The publisher that is subscribed to.
        public let upstream: Upstream

        /// How many further attempts are made; `nil` for no limit.
        public let retries: Int?

        /// Creates a publisher that subscribes again when another fails.
        @inlinable
        public init(upstream: Upstream, retries: Int?) {
            self.upstream = upstream
            self.retries = retries
        }

        @inlinable
        public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
            Inner(subscriber, upstream, retries).attempt()
        }
    }
}

extension Publishers.Retry: Equatable where Upstream: Equatable {}
extension Publishers.Retry: Sendable where Upstream: Sendable {}

extension Publishers.Retry {
    /// The number of the attempt is the phase.
    @usableFromInline
    final class Inner<Downstream: Subscriber>: _SuccessionNode<Downstream>
    where Downstream.Input == Output, Downstream.Failure == Failure {
        @usableFromInline let publisher: Upstream
        @usableFromInline let retries: Int?

        @inlinable
        init(_ downstream: Downstream, _ publisher: Upstream, _ retries: Int?) {
            self.publisher = publisher
            self.retries = retries
            super.init(downstream) { node, operation in
                let me = unsafeDowncast(node, to: Inner<Downstream>.self)
                switch operation {
                case .request(let demand): me.requested(demand)
                case .cancel: me.cancelled()
                }
            }
        }

        @usableFromInline override var description: String { "Retry" }

        @inlinable
        func attempt() {
            let phase = phase
            if phase < 0 { return }
            publisher.subscribe(
                _SuccessionSide<Downstream, Failure>(self, phase) { node, completion, phase in
                    unsafeDowncast(node, to: Inner<Downstream>.self).ended(completion, in: phase)
                })
        }

        @inlinable
        func ended(_ completion: Subscribers.Completion<Failure>, in phase: Int) {
            if case .failure = completion, phase < retries ?? .max {
                // Inside the failure; one that comes from inside that again waits until it has returned.
                if advance(from: phase) { nest(1) { attempt() } }
            } else {
                finish(completion, in: phase)
            }
        }
    }
}
