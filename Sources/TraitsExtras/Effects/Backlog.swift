public import TraitsRuntime

extension MorePublishers {
    /// A publisher that asks upstream for everything, and keeps the values until they are asked for; see `concatMap(_:)`.
    ///
    /// Unlike `buffer(size:prefetch:whenFull:)`, it sends the end as soon as the kept values have been sent, and a failure never
    /// overtakes a value.
    @frozen
    public struct Backlog<Upstream: Publisher>: _NodePublisher {
        /// The type of the values that the publisher sends.
        public typealias Output = Upstream.Output
        /// The type of the publisher's failures.
        public typealias Failure = Upstream.Failure

        /// The publisher whose values are kept.
        public let upstream: Upstream

        /// Creates a publisher that keeps the values of a publisher until they are asked for.
        @inlinable
        public init(upstream: Upstream) { self.upstream = upstream }

        @inlinable
        public func _attach<Downstream: Subscriber>(_ downstream: Downstream)
        where Downstream.Input == Output, Downstream.Failure == Failure {
            upstream.subscribe(
                _BufferNode(downstream, size: .max, whenFull: .dropNewest, isPrompt: true))
        }
    }
}

/// A publisher that keeps a limited number of values until they are asked for.
@usableFromInline
struct LimitedBacklog<Upstream: Publisher>: _NodePublisher {
    @usableFromInline typealias Output = Upstream.Output
    @usableFromInline typealias Failure = Upstream.Failure

    @usableFromInline let upstream: Upstream
    @usableFromInline let size: Int
    @usableFromInline let whenFull: Publishers.BufferingStrategy<Failure>

    @inlinable
    init(upstream: Upstream, size: Int, whenFull: Publishers.BufferingStrategy<Failure>) {
        self.upstream = upstream
        self.size = size
        self.whenFull = whenFull
    }

    @inlinable
    func _attach<Downstream: Subscriber>(_ downstream: Downstream)
    where Downstream.Input == Output, Downstream.Failure == Failure {
        upstream.subscribe(_BufferNode(downstream, size: size, whenFull: whenFull, isPrompt: true))
    }
}

extension MorePublishers.Backlog: Sendable where Upstream: Sendable {}
