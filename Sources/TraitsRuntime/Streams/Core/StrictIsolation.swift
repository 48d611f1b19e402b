// With the package trait `StrictIsolation` the everyday closures are `sending`: they are given to the stream, which may
// run them anywhere, so the compiler refuses one that touches an actor's state. Of a publisher that promises the actor the
// closures belong to it, and are taken as they are. These stand in the place of the methods of the same names, whose
// documentation holds for them too.

#if StrictIsolation
    extension Publisher {
        /// Calls a closure for each value and one for the end, wherever the publisher sends.
        @_disfavoredOverload
        @inlinable
        public func sink(
            receiveCompletion: sending @escaping (Subscribers.Completion<Failure>) -> Void,
            receiveValue: sending @escaping (Output) -> Void
        ) -> AnyCancellable {
            _sink(receiveCompletion: receiveCompletion, receiveValue: receiveValue)
        }

        /// Transforms each value with a closure, wherever the publisher sends.
        @_disfavoredOverload
        @inlinable
        public func map<T>(_ transform: sending @escaping (Output) -> T) -> Publishers.Map<Self, T> {
            Publishers.Map(upstream: self, transform: transform)
        }

        /// Lets values through that a closure accepts, wherever the publisher sends.
        @_disfavoredOverload
        @inlinable
        public func filter(_ isIncluded: sending @escaping (Output) -> Bool) -> Publishers.Filter<Self> {
            Publishers.Filter(upstream: self, isIncluded: isIncluded)
        }

        /// Transforms values and leaves out those that become nothing, wherever the publisher sends.
        @_disfavoredOverload
        @inlinable
        public func compactMap<T>(
            _ transform: sending @escaping (Output) -> T?
        ) -> Publishers.CompactMap<Self, T> {
            Publishers.CompactMap(upstream: self, transform: transform)
        }

        /// Makes a publisher of each value, wherever the publisher sends, and merges them.
        @_disfavoredOverload
        @inlinable
        public func flatMap<T, P: Publisher>(
            maxPublishers: Subscribers.Demand = .unlimited, _ transform: sending @escaping (Output) -> P
        ) -> Publishers.FlatMap<P, Self> where T == P.Output, Failure == P.Failure {
            Publishers.FlatMap(upstream: self, maxPublishers: maxPublishers, transform: transform)
        }

        /// The same with publishers that can't fail.
        @_disfavoredOverload
        @inlinable
        public func flatMap<P: Publisher>(
            maxPublishers: Subscribers.Demand = .unlimited, _ transform: sending @escaping (Output) -> P
        ) -> Publishers.FlatMap<Publishers.SetFailureType<P, Failure>, Self> where P.Failure == Never {
            Publishers.FlatMap(upstream: self, maxPublishers: maxPublishers) { value in
                transform(value).setFailureType(to: Failure.self)
            }
        }

        /// Calls closures as events pass by, wherever they do.
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
        /// Calls a closure for each value of a publisher that can't fail, wherever it sends.
        @_disfavoredOverload
        @inlinable
        public func sink(receiveValue: sending @escaping (Output) -> Void) -> AnyCancellable {
            _sink(receiveValue: receiveValue)
        }

        /// Makes a publisher of each value, wherever the publisher sends, and merges them. Nothing in the chain can fail.
        @_disfavoredOverload
        @inlinable
        public func flatMap<P: Publisher>(
            maxPublishers: Subscribers.Demand = .unlimited, _ transform: sending @escaping (Output) -> P
        ) -> Publishers.FlatMap<P, Self> where P.Failure == Never {
            Publishers.FlatMap(upstream: self, maxPublishers: maxPublishers, transform: transform)
        }

        /// The same with publishers that can fail, though this one can't.
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
