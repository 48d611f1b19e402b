import Synchronization

/// The number of the running upstream, counted from 0, or ``over``.
@frozen @usableFromInline
package struct _Generation: _WordState {
    @usableFromInline package let rawValue: Int

    @inlinable @inline(__always)
    package init(rawValue: Int) { self.rawValue = rawValue }

    @inlinable @inline(__always) static var first: Self { Self(rawValue: 0) }
    @inlinable @inline(__always) static var over: Self { Self(rawValue: -1) }

    @inlinable @inline(__always)
    var next: Self { Self(rawValue: rawValue &+ 1) }

    @inlinable @inline(__always)
    package static func == (a: Self, b: Self) -> Bool { a.rawValue == b.rawValue }
}

/// A subscription with one upstream after another: the part of ``_SequentialNode`` that isn't generic.
///
/// Events from an upstream of an earlier generation are ignored. As soon as the next upstream has sent its subscription,
/// it is asked for the unmet demand.
///
/// `lock` guards each change of the generation and all other storage, and is never held while calling out.
@usableFromInline
package class _GenerationNode: _Node, _StateNode, _DemandNode {
    @usableFromInline typealias State = _Generation

    /// The subscription of the current upstream, if it has sent one.
    @exclusivity(unchecked) final var upstream: _Node?
    /// The subscription of the control, which decides beside the upstreams: an outer publisher, a trigger or a timer.
    @exclusivity(unchecked) final var control: _Node?
    /// Indicates whether downstream has had its subscription.
    @usableFromInline @exclusivity(unchecked) final var hasStarted = false
    /// This node, while no other object may retain it.
    @usableFromInline @exclusivity(unchecked) final var keeper: _Node?

    /// The number of current calls that start an upstream, and closures that start the upstreams that wait for such a call to
    /// return. Each closure gets this node as an argument; capturing it would create a reference cycle.
    @exclusivity(unchecked) private final var starting = 0
    @exclusivity(unchecked) private final var postponed: [(_GenerationNode) -> Void] = []

    @usableFromInline
    override init(_ handler: @escaping Handler) { super.init(handler) }

    @inlinable @inline(__always)
    final var generation: _Generation { state }

    @inlinable @inline(__always)
    final var isOver: Bool { generation == .over }

    /// Indicates whether downstream has cancelled: its demand is negative from then on.
    @inlinable
    final var isAbandoned: Bool { demandCount < 0 }

    /// Notes that downstream has cancelled.
    @inlinable
    final func abandon() { word.store(.min, ordering: .sequentiallyConsistent) }

    /// Indicates whether the current upstream has sent its subscription. Under `lock`.
    @usableFromInline final var isConnected: Bool { upstream != nil }

    /// Takes an upstream's subscription and requests downstream's unmet demand. Cancels a subscription that comes too late
    /// or a second time.
    ///
    /// - Returns: whether downstream has to be given its own subscription now.
    @usableFromInline
    final func connect(_ node: _Node, in generation: _Generation) -> Bool {
        lock.lock()
        guard self.generation == generation, upstream == nil else {
            lock.unlock()
            node.cancel()
            return false
        }
        upstream = node
        let isFirst = !hasStarted
        hasStarted = true
        let demand = isFirst ? .none : openDemand
        lock.unlock()
        if demand > .none { node.request(demand) }
        return isFirst
    }

    /// Counts a call that starts an upstream.
    ///
    /// - Returns: `false` if the limit of nested calls is reached.
    @usableFromInline
    final func enter(within limit: Int) -> Bool {
        lock.withLock {
            if starting == limit { return false }
            starting += 1
            return true
        }
    }

    /// Leaves the start of an upstream to the innermost starting call, if the limit of nested calls is still reached.
    ///
    /// - Returns: `false` if it isn't reached any more, and this call has been counted instead.
    @usableFromInline
    final func postpone(within limit: Int, _ start: @escaping (_GenerationNode) -> Void) -> Bool {
        lock.withLock {
            guard starting == limit else {
                starting += 1
                return false
            }
            postponed.append(start)
            return true
        }
    }

    /// Starts the waiting upstreams, and then takes this call off the count.
    @usableFromInline
    final func runPostponed() {
        while let start = takePostponed() { start(self) }
    }

    private final func takePostponed() -> ((_GenerationNode) -> Void)? {
        lock.withLock {
            let start = postponed.popLast()
            if start == nil { starting -= 1 }
            return start
        }
    }

    /// Takes the control's subscription. Cancels a subscription that comes too late or a second time.
    ///
    /// - Returns: whether it was taken.
    @usableFromInline @discardableResult
    package final func attachControl(_ node: _Node) -> Bool {
        let isTaken = lock.withLock {
            if isOver || control != nil { return false }
            control = node
            return true
        }
        if !isTaken { node.cancel() }
        return isTaken
    }

    /// Releases the control's subscription after the control has ended by itself.
    @usableFromInline
    final func detachControl() {
        lock.lock()
        let node = control
        control = _EmptyNode.shared
        lock.unlock()
        withExtendedLifetime(node) {}
    }

    /// Begins the next generation. The caller holds the lock, and this call releases it.
    @usableFromInline
    final func advance(cancelling: Bool) {
        state = generation.next
        let node = upstream
        upstream = nil
        lock.unlock()
        if cancelling { node?.cancel() }
    }

    /// Ends the node. The caller holds the lock, and this call releases it.
    @usableFromInline
    final func close(cancelling: Bool) {
        state = .over
        let (node, control) = (upstream, control)
        upstream = nil
        self.control = nil
        keeper = nil
        lock.unlock()
        if cancelling { node?.cancel() }
        control?.cancel()
    }

    /// Takes demand for a value: under the lock, because the next generation's upstream is asked for the remaining demand.
    ///
    /// - Returns: whether there was demand; `nil` if the generation of the value is over.
    @usableFromInline
    final func takeDemand(in generation: _Generation) -> Bool? {
        lock.withLock { self.generation == generation ? takeDemand() : nil }
    }

    /// Adds the demand that downstream returned from a value. If the generation of the value has ended meanwhile, inside
    /// downstream or on another thread, the demand goes to the current upstream.
    ///
    /// - Returns: the demand to return to the upstream of that value.
    @usableFromInline
    final func returned(
        _ demand: Subscribers.Demand, in generation: _Generation, isRequested: Bool
    ) -> Subscribers.Demand {
        lock.lock()
        addDemand(demand)
        let isReturned = self.generation == generation && !isRequested
        let node = isReturned ? nil : upstream
        lock.unlock()
        node?.request(demand)
        return isReturned ? demand : .none
    }

    @usableFromInline
    package final func requested(_ demand: Subscribers.Demand) {
        lock.lock()
        addDemand(demand)
        let node = upstream
        lock.unlock()
        node?.request(demand)
    }
}
