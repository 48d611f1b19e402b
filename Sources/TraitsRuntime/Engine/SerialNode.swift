import Synchronization

/// The root of operators that send from more than one place: a scheduler, a timer, another thread.
///
/// All that downstream is sent goes through ``attach()``, ``send(_:)`` and ``send(completion:)``, one at a
/// time, under `delivery`. `word` is 1 once nothing more may be sent; a subclass keeps the rest of its state
/// in plain properties under `lock`.
///
/// Downstream is released when the node closes, although another thread may be sending just then: whoever
/// leaves `delivery` last does it, and a canceller never waits for it. Reading a property that may change
/// costs reference counting for each value, though; so a subclass whose work is prompt, over a downstream
/// that drops its subscription at the end, has it in ``fixed`` instead and lives no longer than that work.
@usableFromInline
class _SerialNode<Downstream: Subscriber>: _UpstreamNode {
    /// Belongs to whoever is inside `delivery`.
    @usableFromInline @exclusivity(unchecked) final var downstream: Downstream?

    @usableFromInline final let fixed: Downstream?

    @inlinable
    init(_ downstream: Downstream, isPrompt: Bool = false, _ thunk: @escaping Thunk) {
        let isFixed = isPrompt && Downstream._isUnlimited
        fixed = isFixed ? downstream : nil
        self.downstream = isFixed ? nil : downstream
        super.init(thunk)
    }

    @inlinable @inline(__always)
    final var isClosed: Bool { word.load(ordering: .relaxed) != 0 }

    /// Hands downstream its subscription.
    @inlinable
    final func attach() {
        delivery.enter()
        if !isClosed { (fixed ?? downstream)?._receive(node: self) }
        leave()
    }

    /// Sends a value unless the node is closed.
    ///
    /// - Returns: how many more values downstream wants.
    @inlinable
    final func send(_ value: Downstream.Input) -> Subscribers.Demand {
        if isClosed { return .none }
        delivery.enter()
        if let fixed {
            if !isClosed { _ = fixed.receive(value) }
            delivery.exit()
            return .none
        }
        let more = isClosed ? .none : downstream?.receive(value) ?? .none
        leave()
        return more
    }

    /// Closes the node and sends the completion, unless the node is closed already.
    @inlinable
    final func send(completion: Subscribers.Completion<Downstream.Failure>) {
        delivery.enter()
        // Inside, so that no other thread that leaves can take the node for cancelled and let go of
        // downstream before it has heard the end.
        if close() { (fixed ?? downstream)?.receive(completion: completion) }
        leave()
    }

    /// Makes sure that nothing more is sent.
    ///
    /// - Returns: whether this call did it.
    @inlinable
    final func close() -> Bool { word.exchange(1, ordering: .sequentiallyConsistent) == 0 }

    /// Closes the node because downstream wants no more, and cancels upstream.
    @inlinable
    final func cancelled() {
        _ = close()
        releaseDownstream()
        cancelUpstream()
    }

    /// Leaves `delivery`, and lets go of downstream if the node was closed meanwhile.
    @inlinable
    final func leave() {
        if isClosed, delivery.isOutermost() {
            let released = downstream
            downstream = nil
            delivery.exit()
            withExtendedLifetime(released) {}
        } else if delivery.exit() {
            // Closed after the first look, by a thread that found this one inside.
            if word.load(ordering: .sequentiallyConsistent) != 0 { releaseDownstream() }
        }
    }

    /// Lets go of downstream unless a delivery is going on, which will do it when it leaves.
    @inlinable
    final func releaseDownstream() {
        if delivery.tryEnter() != nil { leaveReleasing() }
    }

    @inlinable
    final func leaveReleasing() {
        guard delivery.isOutermost() else {
            delivery.exit()
            return
        }
        let released = downstream
        downstream = nil
        delivery.exit()
        withExtendedLifetime(released) {}
    }
}
