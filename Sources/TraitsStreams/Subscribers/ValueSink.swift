extension Publisher where Failure == Never {
    #if !StrictIsolation  // strict: sending
        /// Calls a closure for each value of a publisher that can't fail, asking for values without limit.
        ///
        /// ```swift
        /// let cancellable = [1, 2].publisher.sink { print($0) }     // 1, 2
        /// ```
        ///
        /// - Parameter receiveValue: called for each value, wherever the publisher sends.
        @_disfavoredOverload
        @inlinable @inline(__always)
        public func sink(receiveValue: @escaping (Output) -> Void) -> AnyCancellable {
            _sink(receiveValue: receiveValue)
        }
    #endif

    /// Attaches the closure of any sink that takes values only; it keeps no closure for the end.
    #if SmallCode
        @inline(never) @_semantics("optimize.sil.specialize.generic.never")
    #else
        @inlinable @inline(__always)
    #endif
    public func _sink(receiveValue: @escaping (Output) -> Void) -> AnyCancellable {
        switch _ask() {
        case .no: break
        case .value(let value):
            receiveValue(value)
            return ._inert()
        case .empty: return ._inert()
        case .then(let rest): return _sinkRest(rest, receiveValue)
        }
        return _subscribe(receiveValue)
    }

    @inlinable @inline(__always)
    func _subscribe(_ receiveValue: @escaping (Output) -> Void) -> AnyCancellable {
        let state = _SinkState()
        subscribe(_ValueSink(receiveValue, state))
        return AnyCancellable(_sink: state)
    }
}

/// Subscribes to the rest of a chain that has run in part; see ``_rest(_:)``.
@usableFromInline @inline(never) @_semantics("optimize.sil.specialize.generic.never")
func _sinkRest<Output>(
    _ rest: AnyPublisher<Output, Never>, _ receiveValue: @escaping (Output) -> Void
) -> AnyCancellable {
    rest._subscribe(receiveValue)
}

/// The subscriber behind a `sink` of values alone: it has one closure less than a ``_ClosureSink``.
///
/// It repeats that type's code. Defaults of a protocol for both would cost one more call for each value where the chain's types
/// are hidden: 287 instructions instead of 261 for a value of a subject through `map` and `filter`.
@frozen @usableFromInline
struct _ValueSink<Input>: Subscriber, _Described {
    @usableFromInline typealias Failure = Never

    @usableFromInline let receiveValue: (Input) -> Void
    @usableFromInline let state: _SinkState

    @inlinable @inline(__always)
    init(_ receiveValue: @escaping (Input) -> Void, _ state: _SinkState) {
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
    func receive(completion: Subscribers.Completion<Never>) { _ = state.complete() }
}
