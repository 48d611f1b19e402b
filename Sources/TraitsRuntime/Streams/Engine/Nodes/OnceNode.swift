/// The publishers of one value: all that tells their subscriptions apart is the name.
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

/// Sends one value and finishes: immediately to a subscriber that asks for everything, else on request.
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
            // A cancellation between subscription and value has to be seen.
            let token = _Token()
            downstream._receive(node: token)
            if token.isOver { return }
            _ = downstream.receive(value)
            if token.isOver { return }
            downstream.receive(completion: .finished)
        } else {
            downstream._receive(node: _OnceNode(downstream, value, kind))
        }
    }
}

/// How far the subscription of a publisher of one value is.
@frozen @usableFromInline
struct _OnceState: _WordState {
    @usableFromInline let rawValue: Int

    @inlinable @inline(__always)
    init(rawValue: Int) { self.rawValue = rawValue }

    @inlinable @inline(__always) static var waiting: Self { Self(rawValue: 0) }
    @inlinable @inline(__always) static var sent: Self { Self(rawValue: 1) }
    @inlinable @inline(__always) static var cancelled: Self { Self(rawValue: 2) }
}

/// The subscription of a publisher of one value.
@usableFromInline
final class _OnceNode<Downstream: Subscriber>: _Node, _OperatorNode, _StateNode {
    @usableFromInline let downstream: Downstream
    /// The value, until it is sent or the subscription cancelled: for the call that changes the state.
    @usableFromInline @exclusivity(unchecked) var value: _Cell<Downstream.Input>?
    @usableFromInline let kind: _OneValue

    @inlinable
    init(_ downstream: Downstream, _ value: Downstream.Input, _ kind: _OneValue) {
        self.downstream = downstream
        self.value = _Cell(value)
        self.kind = kind
        super.init(_handled(by: _OnceNode<Downstream>.self))
    }

    @usableFromInline override var description: String { kind.name }

    @usableFromInline override var customMirror: Mirror {
        let values = value.map { [$0.value] } ?? []
        return Mirror(self, unlabeledChildren: values, ancestorRepresentation: .suppressed)
    }

    @usableFromInline typealias State = _OnceState

    @inlinable
    func requested(_ demand: Subscribers.Demand) {
        guard changeState(from: .waiting, to: .sent), let value = value.take() else { return }
        _ = downstream.receive(value.value)
        if state == .sent { downstream.receive(completion: .finished) }
    }

    @inlinable
    func cancelled() {
        let wasWaiting = changeState(from: .waiting, to: .cancelled)
        state = .cancelled
        if wasWaiting { value = nil }
        downstream._release()
    }
}
