import Synchronization

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

/// Sends one value and finishes: at once to a subscriber that asks for everything, else on request.
@inlinable @inline(__always)
func _sendOnce<S: Subscriber>(_ value: S.Input, to subscriber: S, from kind: _OneValue) {
    if S._isUnlimited {
        // A cancellation between subscription and value has to be seen.
        let token = _Token()
        subscriber._receive(node: token)
        if token.isCancelled { return }
        _ = subscriber.receive(value)
        if token.isCancelled { return }
        subscriber.receive(completion: .finished)
    } else {
        subscriber._receive(node: _OnceNode(subscriber, value, kind))
    }
}

/// The subscription of a publisher of one value. `flag` tells whether it was sent or cancelled.
@usableFromInline
final class _OnceNode<Downstream: Subscriber>: _Node {
    @usableFromInline @exclusivity(unchecked) var downstream: Downstream?
    @usableFromInline let value: Downstream.Input
    @usableFromInline let kind: _OneValue

    @inlinable
    init(_ downstream: Downstream, _ value: Downstream.Input, _ kind: _OneValue) {
        self.downstream = downstream
        self.value = value
        self.kind = kind
        super.init { node, operation in
            let me = unsafeDowncast(node, to: _OnceNode<Downstream>.self)
            switch operation {
            case .request(let demand):
                precondition(demand > .none, "a subscriber must request more than no values")
                me.send()
            case .cancel:
                // While the value is being sent, the sender releases downstream.
                if me.flag.exchange(2, ordering: .acquiringAndReleasing) == 0 { me.downstream = nil }
            }
        }
    }

    @usableFromInline override var description: String { kind.name }

    @usableFromInline override var customMirror: Mirror {
        Mirror(self, unlabeledChildren: CollectionOfOne(value))
    }

    @inlinable
    func send() {
        guard flag.compareExchange(expected: 0, desired: 1, ordering: .acquiringAndReleasing).exchanged,
            let downstream
        else { return }
        self.downstream = nil
        _ = downstream.receive(value)
        if flag.load(ordering: .acquiring) == 1 { downstream.receive(completion: .finished) }
    }
}
