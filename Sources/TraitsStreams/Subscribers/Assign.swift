extension Publisher where Failure == Never {
    /// Writes each value to a property of an object, which is kept alive until the stream ends.
    ///
    /// - Demand: unlimited, immediately.
    /// - Cancellation: the object is released when the stream ends or the returned object is cancelled. An object that stores
    ///   the returned cancellable itself is never released: cancel it by hand.
    ///
    /// ```swift
    /// final class Label { var text = "" }
    /// let label = Label()
    /// let cancellable = Just("hello").assign(to: \.text, on: label)
    /// ```
    ///
    /// - Parameters:
    ///   - keyPath: the property to write.
    ///   - object: the object that has the property.
    public func assign<Root>(to keyPath: ReferenceWritableKeyPath<Root, Output>, on object: Root)
        -> AnyCancellable
    {
        let subscriber = Subscribers.Assign(object: object, keyPath: keyPath)
        subscribe(subscriber)
        return AnyCancellable(subscriber.cancel, endingWith: subscriber.state)
    }
}

extension Subscribers {
    /// A subscriber that writes each value to a property of an object.
    ///
    /// `publisher.assign(to: \.name, on: object)` is the usual way to get one.
    public final class Assign<Root, Input>: Subscriber, Cancellable, _Described {
        public typealias Failure = Never

        /// The object written to, until the stream is over.
        public private(set) var object: Root?

        /// The property written to.
        public let keyPath: ReferenceWritableKeyPath<Root, Input>

        @usableFromInline let state = _SinkState()
        private let lock = _Lock()

        /// Creates a subscriber that writes to a property.
        public init(object: Root, keyPath: ReferenceWritableKeyPath<Root, Input>) {
            self.object = object
            self.keyPath = keyPath
        }

        public var description: String { "Assign \(Root.self)." }

        public var customMirror: Mirror {
            let children: [Mirror.Child] = [
                ("object", lock.withLock { object } as Any), ("keyPath", keyPath), ("status", state.status),
            ]
            return Mirror(self, children: children)
        }

        public typealias _Unlimited = _Yes

        public func receive(subscription: any Subscription) { state.connect(.wrapping(subscription)) }

        public func _receive(node: _Node) { state.connect(node) }

        public func receive(_ value: Input) -> Subscribers.Demand {
            guard state.isConnected else { return .none }
            let root = lock.withLock { object }
            root?[keyPath: keyPath] = value
            return .none
        }

        public func receive(completion: Subscribers.Completion<Never>) {
            if state.isConnected && state.complete() { release() }
        }

        public func cancel() {
            state.cancel()
            release()
        }

        private func release() {
            let root = lock.withLock {
                let root = object
                object = nil
                return root
            }
            withExtendedLifetime(root) {}
        }
    }
}
