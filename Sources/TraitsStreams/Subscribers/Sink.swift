extension Publisher {
    #if !StrictIsolation  // strict: sending
        /// Calls a closure for each value and one for the end, asking for values without limit.
        ///
        /// ```
        /// --1--2--|-->
        /// sink(receiveCompletion: c, receiveValue: v)     v(1) v(2) c(.finished)
        /// ```
        ///
        /// - Demand: unlimited, immediately.
        /// - Threads: the closures run wherever the publisher sends.
        /// - Cancellation: the stream ends when the returned object is cancelled or released; no closure runs after that,
        ///   except for a call that is already running.
        ///
        /// ```swift
        /// let cancellable = Just(1).sink(
        ///     receiveCompletion: { print($0) },     // finished
        ///     receiveValue: { print($0) })          // 1
        /// ```
        ///
        /// - Parameters:
        ///   - receiveCompletion: called at most once, when the publisher finishes or fails.
        ///   - receiveValue: called for each value.
        // Where a publisher promises an actor, the sink for closures of that actor comes first.
        @_disfavoredOverload
        @inlinable @inline(__always)
        public func sink(
            receiveCompletion: @escaping (Subscribers.Completion<Failure>) -> Void,
            receiveValue: @escaping (Output) -> Void
        ) -> AnyCancellable {
            _sink(receiveCompletion: receiveCompletion, receiveValue: receiveValue)
        }
    #endif

    /// Attaches the closures of any sink, including those of traits. Where the publisher has its events synchronously, no
    /// subscription is made. Its closures are never `sending`.
    #if SmallCode
        @inline(never) @_semantics("optimize.sil.specialize.generic.never")
    #else
        @inlinable @inline(__always)
    #endif
    public func _sink(
        receiveCompletion: @escaping (Subscribers.Completion<Failure>) -> Void,
        receiveValue: @escaping (Output) -> Void
    ) -> AnyCancellable {
        switch _ask() {
        case .no: break
        case .value(let value):
            receiveValue(value)
            receiveCompletion(.finished)
            return ._inert()
        case .empty:
            receiveCompletion(.finished)
            return ._inert()
        case .failure(let error):
            receiveCompletion(.failure(error))
            return ._inert()
        case .then(let rest):
            return _sinkRest(rest, receiveCompletion, receiveValue)
        }
        return _sink(receiveCompletion, receiveValue)
    }

    @inlinable @inline(__always)
    func _sink(
        _ receiveCompletion: @escaping (Subscribers.Completion<Failure>) -> Void,
        _ receiveValue: @escaping (Output) -> Void
    ) -> AnyCancellable {
        let state = _SinkState()
        subscribe(_ClosureSink(receiveCompletion, receiveValue, state))
        return AnyCancellable(_sink: state)
    }
}

/// Subscribes to the rest of a chain that has run in part; see ``_rest(_:)``.
@usableFromInline @inline(never) @_semantics("optimize.sil.specialize.generic.never")
func _sinkRest<Output, Failure>(
    _ rest: AnyPublisher<Output, Failure>,
    _ receiveCompletion: @escaping (Subscribers.Completion<Failure>) -> Void,
    _ receiveValue: @escaping (Output) -> Void
) -> AnyCancellable {
    rest._sink(receiveCompletion, receiveValue)
}

/// The subscriber behind `sink`: a struct, so that the closures can be inlined into the source's loop.
@frozen @usableFromInline
struct _ClosureSink<Input, Failure: Error>: Subscriber, _Described {
    @usableFromInline let receiveCompletion: (Subscribers.Completion<Failure>) -> Void
    @usableFromInline let receiveValue: (Input) -> Void
    @usableFromInline let state: _SinkState

    @inlinable @inline(__always)
    init(
        _ receiveCompletion: @escaping (Subscribers.Completion<Failure>) -> Void,
        _ receiveValue: @escaping (Input) -> Void,
        _ state: _SinkState
    ) {
        self.receiveCompletion = receiveCompletion
        self.receiveValue = receiveValue
        self.state = state
    }

    @usableFromInline var description: String { "Sink" }

    @inlinable
    var combineIdentifier: CombineIdentifier { CombineIdentifier(state) }

    @usableFromInline typealias _Unlimited = _Yes

    @inlinable
    func receive(subscription: any Subscription) { state.connect(.wrapping(subscription)) }

    @inlinable
    func _receive(node: _Node) { state.connect(node) }

    @inlinable @inline(__always)
    func receive(_ input: Input) -> Subscribers.Demand {
        if !state.isOver { receiveValue(input) }
        return .none
    }

    @inlinable @inline(__always)
    func _receive(live input: Input) -> Subscribers.Demand {
        receiveValue(input)
        return .none
    }

    @inlinable @inline(__always)
    func _receive(checked input: Input) -> Subscribers.Demand {
        receiveValue(input)
        return .none
    }

    @inlinable
    func receive(completion: Subscribers.Completion<Failure>) {
        if state.complete() { receiveCompletion(completion) }
    }
}

extension Subscribers {
    /// A subscriber that asks for values without limit and calls a closure for each.
    ///
    /// `publisher.sink { … }` is the usual way to get the same; make one of these to attach it yourself.
    /// Its closures are released when it is over.
    public final class Sink<Input, Failure: Error>: Subscriber, Cancellable, _Described {
        /// Called for each value.
        public private(set) var receiveValue: (Input) -> Void

        /// Called at most once, when the publisher finishes or fails.
        public private(set) var receiveCompletion: (Subscribers.Completion<Failure>) -> Void

        @usableFromInline let state = _SinkState()
        private let lock = _Lock()

        /// Creates a sink from its two closures.
        public init(
            receiveCompletion: @escaping (Subscribers.Completion<Failure>) -> Void,
            receiveValue: @escaping (Input) -> Void
        ) {
            self.receiveCompletion = receiveCompletion
            self.receiveValue = receiveValue
        }

        public var description: String { "Sink" }

        public typealias _Unlimited = _Yes

        public func receive(subscription: any Subscription) { state.connect(.wrapping(subscription)) }

        public func _receive(node: _Node) { state.connect(node) }

        public func receive(_ value: Input) -> Subscribers.Demand {
            if state.isOver { return .none }
            lock.withLock { receiveValue }(value)
            return .none
        }

        public func receive(completion: Subscribers.Completion<Failure>) {
            let finish = takeClosures()
            if state.complete() { finish(completion) }
        }

        public func cancel() {
            _ = takeClosures()
            state.cancel()
        }

        /// Releases both closures, outside the lock: objects that they captured may run code then.
        private func takeClosures() -> (Subscribers.Completion<Failure>) -> Void {
            let (value, completion) = lock.withLock {
                let closures = (receiveValue, receiveCompletion)
                receiveValue = { _ in }
                receiveCompletion = { _ in }
                return closures
            }
            return withExtendedLifetime(value) { completion }
        }
    }
}

extension AnyCancellable {
    /// Creates a cancellable that cancels a sink when it is cancelled or released.
    ///
    /// It leaves a ``CancelBag`` when the stream ends, as the cancellable of `sink` does.
    public convenience init<Input, Failure: Error>(_ sink: Subscribers.Sink<Input, Failure>) {
        self.init(sink.cancel, endingWith: sink.state)
    }
}
