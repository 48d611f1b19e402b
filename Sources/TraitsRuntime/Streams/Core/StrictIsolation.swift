// With the package trait `StrictIsolation` the closures of common operators are `sending`: the stream may run them
// anywhere, so the compiler rejects a closure that touches an actor's state. If a publisher promises to deliver on an
// actor, its closures belong to that actor and aren't `sending`. The methods here replace the methods of the same names,
// whose documentation holds for them too.

#if StrictIsolation
    extension Publisher {
        /// Calls a closure for each value and another for the end, on the publisher's threads.
        @_disfavoredOverload
        @inlinable
        public func sink(
            receiveCompletion: sending @escaping (Subscribers.Completion<Failure>) -> Void,
            receiveValue: sending @escaping (Output) -> Void
        ) -> AnyCancellable {
            _sink(receiveCompletion: receiveCompletion, receiveValue: receiveValue)
        }

        /// Transforms each value with a closure, on the publisher's threads.
        @_disfavoredOverload
        @inlinable
        public func map<T>(_ transform: sending @escaping (Output) -> T) -> Publishers.Map<Self, T> {
            Publishers.Map(upstream: self, transform: transform)
        }

        /// Passes on the values that a closure accepts, on the publisher's threads.
        @_disfavoredOverload
        @inlinable
        public func filter(_ isIncluded: sending @escaping (Output) -> Bool) -> Publishers.Filter<Self> {
            Publishers.Filter(upstream: self, isIncluded: isIncluded)
        }

        /// Transforms values with a closure and leaves out `nil`, on the publisher's threads.
        @_disfavoredOverload
        @inlinable
        public func compactMap<T>(
            _ transform: sending @escaping (Output) -> T?
        ) -> Publishers.CompactMap<Self, T> {
            Publishers.CompactMap(upstream: self, transform: transform)
        }

        /// Creates a publisher for each value, on the publisher's threads, and merges these publishers.
        @_disfavoredOverload
        @inlinable
        public func flatMap<T, P: Publisher>(
            maxPublishers: Subscribers.Demand = .unlimited, _ transform: sending @escaping (Output) -> P
        ) -> Publishers.FlatMap<P, Self> where T == P.Output, Failure == P.Failure {
            Publishers.FlatMap(upstream: self, maxPublishers: maxPublishers, transform: transform)
        }

        /// Creates a publisher that can't fail for each value, on the publisher's threads, and merges these publishers.
        @_disfavoredOverload
        @inlinable
        public func flatMap<P: Publisher>(
            maxPublishers: Subscribers.Demand = .unlimited, _ transform: sending @escaping (Output) -> P
        ) -> Publishers.FlatMap<Publishers.SetFailureType<P, Failure>, Self> where P.Failure == Never {
            Publishers.FlatMap(upstream: self, maxPublishers: maxPublishers) { value in
                transform(value).setFailureType(to: Failure.self)
            }
        }

        /// Calls closures for the events that pass by, on the threads of the events.
        @_disfavoredOverload
        @inlinable
        public func handleEvents(
            receiveSubscription: sending ((any Subscription) -> Void)? = nil,
            receiveOutput: sending ((Output) -> Void)? = nil,
            receiveCompletion: sending ((Subscribers.Completion<Failure>) -> Void)? = nil,
            receiveCancel: sending (() -> Void)? = nil,
            receiveRequest: sending ((Subscribers.Demand) -> Void)? = nil
        ) -> Publishers.HandleEvents<Self> {
            Publishers.HandleEvents(
                upstream: self, receiveSubscription: receiveSubscription, receiveOutput: receiveOutput,
                receiveCompletion: receiveCompletion, receiveCancel: receiveCancel,
                receiveRequest: receiveRequest)
        }
    }

    extension Publisher where Failure == Never {
        /// Calls a closure for each value of a publisher that can't fail, on the publisher's threads.
        @_disfavoredOverload
        @inlinable
        public func sink(receiveValue: sending @escaping (Output) -> Void) -> AnyCancellable {
            _sink(receiveValue: receiveValue)
        }

        /// Creates a publisher for each value, on the publisher's threads, and merges these publishers. None of them can fail.
        @_disfavoredOverload
        @inlinable
        public func flatMap<P: Publisher>(
            maxPublishers: Subscribers.Demand = .unlimited, _ transform: sending @escaping (Output) -> P
        ) -> Publishers.FlatMap<P, Self> where P.Failure == Never {
            Publishers.FlatMap(upstream: self, maxPublishers: maxPublishers, transform: transform)
        }

        /// Creates a publisher that can fail for each value, on the publisher's threads, and merges these publishers.
        @_disfavoredOverload
        @inlinable
        public func flatMap<P: Publisher>(
            maxPublishers: Subscribers.Demand = .unlimited, _ transform: sending @escaping (Output) -> P
        ) -> Publishers.FlatMap<P, Publishers.SetFailureType<Self, P.Failure>> {
            Publishers.FlatMap(
                upstream: setFailureType(to: P.Failure.self), maxPublishers: maxPublishers,
                transform: transform)
        }
    }
#endif
