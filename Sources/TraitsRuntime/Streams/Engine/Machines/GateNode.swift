import Synchronization

/// The machine of `prefix(untilOutputFrom:)` and `drop(untilOutputFrom:)`: values pass through a gate that
/// the first value of another publisher closes or opens.
///
/// Side 0 is upstream, side 1 the other publisher. The gate belongs to the delivery lock, so that nothing
/// passes once the call that closes it has returned.
@usableFromInline
final class _GateNode<Downstream: Subscriber>: _SidesNode {
    @usableFromInline static var upstream: Int { @inlinable @inline(__always) get { 0 } }
    @usableFromInline static var other: Int { @inlinable @inline(__always) get { 1 } }

    @usableFromInline let downstream: Downstream

    /// Whether the other publisher opens the gate, rather than closes it.
    @usableFromInline let opens: Bool
    @usableFromInline @exclusivity(unchecked) var isOpen: Bool

    @inlinable
    init(_ downstream: Downstream, opens: Bool) {
        self.downstream = downstream
        self.opens = opens
        isOpen = !opens
        super.init(2) { node, operation in
            let me = unsafeDowncast(node, to: _GateNode<Downstream>.self)
            switch operation {
            case .request(let demand):
                precondition(demand > .none, "a subscriber must request more than no values")
                me.requestSides(demand, except: Self.other)
            case .cancel:
                me.cancelled()
            }
        }
    }

    @usableFromInline override var description: String { opens ? "DropUntilOutput" : "PrefixUntilOutput" }

    /// Hands downstream its subscription. As a delivery, so that an end which comes from inside is sent at once, and
    /// one from another thread after it.
    @inlinable
    func start() {
        delivery.enter()
        attach()
        downstream._receive(node: self)
        // The other publisher may have closed the gate before downstream could be told.
        if opens || isOpen { delivery.exit() } else { end(.finished) }
    }

    // MARK: Upstream

    @inlinable
    func connected(_ node: _Node) {
        if connect(node, Self.upstream) && !opens { start() }
    }

    @inlinable @inline(__always)
    func receive(_ value: Downstream.Input) -> Subscribers.Demand {
        if isOver { return .none }
        delivery.enter()
        var demand = Subscribers.Demand.none
        if isOpen && !isOver {
            demand = downstream.receive(value)
        }
        delivery.exit()
        return Downstream._isUnlimited ? .none : demand
    }

    @inlinable
    func receive(completion: Subscribers.Completion<Downstream.Failure>) {
        guard disconnect(Self.upstream) else { return }
        delivery.enter()
        // Behind a gate that the other publisher has closed, values are lost and any end is a finish.
        end(opens || isOpen ? completion : .finished)
    }

    // MARK: The other publisher

    @inlinable
    func otherConnected(_ node: _Node) { connect(node, Self.other, asking: .max(1)) }

    @inlinable
    func otherSent() {
        guard cancel(side: Self.other) else { return }
        delivery.enter()
        isOpen = opens
        if !opens && isRunning { end(.finished) } else { delivery.exit() }
    }

    /// The other publisher has ended without a value: a gate that is still closed stays so.
    @inlinable
    func otherEnded(_ completion: Subscribers.Completion<Downstream.Failure>) {
        guard disconnect(Self.other), opens else { return }
        delivery.enter()
        if isOpen { delivery.exit() } else { end(completion) }
    }

    // MARK: The end

    /// Ends all, and leaves the delivery lock.
    @inlinable
    func end(_ completion: Subscribers.Completion<Downstream.Failure>) {
        let isFirst = close()
        delivery.exit()
        guard isFirst else { return }
        cancelSides()
        downstream.receive(completion: completion)
    }

    @inlinable
    func cancelled() {
        guard close() else { return }
        cancelSides()
        downstream._letGo()
    }
}

extension _GateNode {
    /// The subscriber of upstream.
    @frozen @usableFromInline
    struct Side: Subscriber, _Described {
        @usableFromInline typealias Input = Downstream.Input
        @usableFromInline typealias Failure = Downstream.Failure
        @usableFromInline let node: _GateNode<Downstream>

        @inlinable
        init(_ node: _GateNode<Downstream>) { self.node = node }

        @usableFromInline var description: String { node.description }
        @inlinable var combineIdentifier: CombineIdentifier { CombineIdentifier(node) }
        @inlinable @inline(__always) static var _isUnlimited: Bool { Downstream._isUnlimited }

        @inlinable
        func receive(subscription: any Subscription) { node.connected(.wrapping(subscription)) }

        @inlinable
        func _receive(node subscription: _Node) { node.connected(subscription) }

        @inlinable @inline(__always)
        func receive(_ input: Downstream.Input) -> Subscribers.Demand { node.receive(input) }

        @inlinable
        func receive(completion: Subscribers.Completion<Downstream.Failure>) {
            node.receive(completion: completion)
        }
    }

    /// The subscriber of the other publisher.
    @frozen @usableFromInline
    struct OtherSide<Input, Failure: Error>: Subscriber, _Described {
        @usableFromInline typealias OnCompletion =
            (_GateNode<Downstream>, Subscribers.Completion<Failure>) -> Void
        @usableFromInline let node: _GateNode<Downstream>
        @usableFromInline let onCompletion: OnCompletion

        @inlinable
        init(_ node: _GateNode<Downstream>, _ onCompletion: @escaping OnCompletion) {
            self.node = node
            self.onCompletion = onCompletion
        }

        @usableFromInline var description: String { node.description }
        @inlinable var combineIdentifier: CombineIdentifier { CombineIdentifier(node) }

        @inlinable
        func receive(subscription: any Subscription) { node.otherConnected(.wrapping(subscription)) }

        @inlinable
        func _receive(node subscription: _Node) { node.otherConnected(subscription) }

        @inlinable
        func receive(_ input: Input) -> Subscribers.Demand {
            node.otherSent()
            return .none
        }

        @inlinable
        func receive(completion: Subscribers.Completion<Failure>) { onCompletion(node, completion) }
    }
}
