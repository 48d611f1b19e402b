import Synchronization

/// Sends one value and finishes: at once to a subscriber that asks for everything, else on request.
@inlinable @inline(__always)
func _sendOnce<S: Subscriber>(_ value: S.Input, to subscriber: S, name: String) {
    if S._isUnlimited {
        // A cancellation between subscription and value has to be seen.
        let token = _Token()
        subscriber._receive(node: token)
        if token.isCancelled { return }
        _ = subscriber.receive(value)
        if token.isCancelled { return }
        subscriber.receive(completion: .finished)
    } else {
        subscriber._receive(node: _OnceNode(subscriber, value, name))
    }
}

/// The subscription of a publisher of one value. `flag` tells whether it was sent or cancelled.
@usableFromInline
final class _OnceNode<Downstream: Subscriber>: _Node {
    @usableFromInline @exclusivity(unchecked) var downstream: Downstream?
    @usableFromInline let value: Downstream.Input
    @usableFromInline let name: String

    @inlinable
    init(_ downstream: Downstream, _ value: Downstream.Input, _ name: String) {
        self.downstream = downstream
        self.value = value
        self.name = name
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

    @usableFromInline override var description: String { name }

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
