/// A publisher of one value. Their subscriptions differ only in the name.
@frozen @usableFromInline
enum _OneValue: UInt8 {
    case just
    case optional
    case once

    @usableFromInline var name: String {
        switch self {
        case .just: "Just"
        case .optional: "Optional"
        case .once: "Once"
        }
    }
}

/// Sends one value and finishes: immediately to a subscriber with unlimited demand, otherwise on request.
@inlinable @inline(__always)
func _sendOnce<S: Subscriber>(_ value: S.Input, to subscriber: __owned S, from kind: _OneValue) {
    _One<S.Input, S.Failure>(value, kind).receive(subscriber: subscriber)
}

/// A publisher of one value.
@frozen @usableFromInline
struct _One<Output, Failure: Error>: _NodePublisher {
    @usableFromInline let value: Output
    @usableFromInline let kind: _OneValue

    @inlinable @inline(__always)
    init(_ value: Output, _ kind: _OneValue) {
        self.value = value
        self.kind = kind
    }

    @inlinable @inline(__always)
    func _attach<Downstream: Subscriber>(_ downstream: __owned Downstream)
    where Downstream.Input == Output, Downstream.Failure == Failure {
        if Downstream._asksForAll {
            // The subscriber may cancel between subscription and value.
            let token = _Token()
            downstream._receive(node: token)
            if token.isOver { return }
            _ = downstream.receive(value)
            if token.isOver { return }
            downstream.receive(completion: .finished)
        } else if Downstream._drops || _isPOD(Downstream.Input.self) {
            // Also if a value needs no release, such as a number.
            downstream._receive(node: _OnceNode(downstream, _PlainValue(value), kind))
        } else {
            downstream._receive(node: _OnceNode(downstream, _ReleasedValue(value), kind))
        }
    }
}

/// The progress of the subscription of a publisher of one value.
@frozen @usableFromInline
struct _OnceState: _WordState {
    @usableFromInline let rawValue: Int

    @inlinable @inline(__always)
    init(rawValue: Int) { self.rawValue = rawValue }

    @inlinable @inline(__always) static var waiting: Self { Self(rawValue: 0) }
    @inlinable @inline(__always) static var sent: Self { Self(rawValue: 1) }
    @inlinable @inline(__always) static var cancelled: Self { Self(rawValue: 2) }
}

/// The storage of the value in a subscription. If downstream may keep the subscription, the value has to be released early.
@usableFromInline
protocol _HeldValue<Value> {
    associatedtype Value

    /// Hands out the value. Call it once, and not after ``drop()``.
    mutating func take() -> Value

    /// Hands out the storage of the value, for its release.
    mutating func drop() -> AnyObject?

    /// The value if it is still stored, for the mirror.
    var shown: [Value] { get }
}

/// A value that is released with its subscription.
@frozen @usableFromInline
struct _PlainValue<Value>: _HeldValue {
    @usableFromInline let value: Value

    @inlinable @inline(__always)
    init(_ value: Value) { self.value = value }

    @inlinable @inline(__always)
    mutating func take() -> Value { value }

    @inlinable @inline(__always)
    mutating func drop() -> AnyObject? { nil }

    @usableFromInline var shown: [Value] { [value] }
}

/// A value that is released when it has been sent or the subscription is cancelled.
@frozen @usableFromInline
struct _ReleasedValue<Value>: _HeldValue {
    @usableFromInline var cell: _Cell<Value>?

    @inlinable
    init(_ value: Value) { cell = _Cell(value) }

    @inlinable
    mutating func take() -> Value {
        let value = cell!.value
        cell = nil
        return value
    }

    @inlinable
    mutating func drop() -> AnyObject? { cell.take() }

    @usableFromInline var shown: [Value] { cell.map { [$0.value] } ?? [] }
}

/// The subscription of a publisher of one value.
@usableFromInline
final class _OnceNode<Downstream: Subscriber, Held: _HeldValue>: _Node, _OperatorNode, _StateNode
where Held.Value == Downstream.Input {
    @usableFromInline let downstream: Downstream
    /// The value, for the call that changes the state.
    @usableFromInline @exclusivity(unchecked) var held: Held
    @usableFromInline let kind: _OneValue

    @inlinable
    init(_ downstream: Downstream, _ held: Held, _ kind: _OneValue) {
        self.downstream = downstream
        self.held = held
        self.kind = kind
        super.init(_handled(by: _OnceNode<Downstream, Held>.self))
    }

    @usableFromInline override var description: String { kind.name }

    @usableFromInline override var customMirror: Mirror {
        Mirror(self, unlabeledChildren: held.shown, ancestorRepresentation: .suppressed)
    }

    @usableFromInline typealias State = _OnceState

    @inlinable
    func requested(_ demand: Subscribers.Demand) {
        guard changeState(from: .waiting, to: .sent) else { return }
        _ = downstream.receive(held.take())
        if state == .sent { downstream.receive(completion: .finished) }
    }

    @inlinable
    func cancelled() {
        if changeState(from: .waiting, to: .cancelled) {
            extendLifetime(held.drop())
        } else {
            state = .cancelled
        }
        downstream._release()
    }
}
