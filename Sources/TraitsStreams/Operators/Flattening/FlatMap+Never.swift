// flatMap where one publisher can't fail: its failure type becomes that of the other.
//
// These are second choice: where a closure leaves the failure type open, as `{ Future { … } }` does, it becomes upstream's.

extension Publisher where Failure == Never {
    #if !StrictIsolation  // strict: sending
        /// Makes a publisher of each value and sends the values of all of them. Upstream can't fail; the
        /// publishers made of its values can.
        ///
        /// Demand, threads and cancellation are those of `flatMap(maxPublishers:_:)`.
        ///
        /// - Parameters:
        ///   - maxPublishers: how many children may run at the same time.
        ///   - transform: makes a publisher of each value.
        @_disfavoredOverload
        @inlinable @inline(__always)
        public func flatMap<P: Publisher>(
            maxPublishers: Subscribers.Demand = .unlimited, _ transform: @escaping (Output) -> P
        ) -> Publishers.FlatMap<P, Publishers.SetFailureType<Self, P.Failure>> {
            Publishers.FlatMap(
                upstream: setFailureType(to: P.Failure.self), maxPublishers: maxPublishers,
                transform: transform)
        }

        /// Makes a publisher of each value and sends the values of all of them. Nothing in the chain can fail.
        ///
        /// Demand, threads and cancellation are those of `flatMap(maxPublishers:_:)`.
        ///
        /// - Parameters:
        ///   - maxPublishers: how many children may run at the same time.
        ///   - transform: makes a publisher of each value.
        @_disfavoredOverload
        @inlinable @inline(__always)
        public func flatMap<P: Publisher>(
            maxPublishers: Subscribers.Demand = .unlimited, _ transform: @escaping (Output) -> P
        ) -> Publishers.FlatMap<P, Self> where P.Failure == Never {
            Publishers.FlatMap(upstream: self, maxPublishers: maxPublishers, transform: transform)
        }
    #endif
}

extension Publisher {
    #if !StrictIsolation  // strict: sending
        /// Makes a publisher of each value and sends the values of all of them. Upstream can fail; the publishers
        /// made of its values can't.
        ///
        /// Demand, threads and cancellation are those of `flatMap(maxPublishers:_:)`.
        ///
        /// - Parameters:
        ///   - maxPublishers: how many children may run at the same time.
        ///   - transform: makes a publisher of each value.
        @_disfavoredOverload
        @inlinable @inline(__always)
        public func flatMap<P: Publisher>(
            maxPublishers: Subscribers.Demand = .unlimited, _ transform: @escaping (Output) -> P
        ) -> Publishers.FlatMap<Publishers.SetFailureType<P, Failure>, Self> where P.Failure == Never {
            Publishers.FlatMap(upstream: self, maxPublishers: maxPublishers) { value in
                transform(value).setFailureType(to: Failure.self)
            }
        }
    #endif
}
