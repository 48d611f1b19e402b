import Synchronization

/// Which of several upstreams runs: its number, counted from 0, or none any more.
@frozen @usableFromInline
struct _Generation: _WordState {
    @usableFromInline let rawValue: Int

    @inlinable @inline(__always)
    init(rawValue: Int) { self.rawValue = rawValue }

    @inlinable @inline(__always) static var first: Self { Self(rawValue: 0) }
    @inlinable @inline(__always) static var over: Self { Self(rawValue: -1) }

    @inlinable @inline(__always)
    var next: Self { Self(rawValue: rawValue &+ 1) }

    @inlinable @inline(__always)
    static func == (a: Self, b: Self) -> Bool { a.rawValue == b.rawValue }
}

/// A subscription that stands on one upstream after another: the part of ``_SequentialNode`` that knows no types.
///
/// What an upstream of an earlier generation still sends is ignored. The next upstream is asked for the demand that
/// hasn't been met as soon as it has its subscription.
///
/// `lock` guards all else and each change of the generation, and is never held while calling out.
@usableFromInline
class _GenerationNode: _Node, _StateNode, _DemandNode {
    @usableFromInline typealias State = _Generation

    /// The subscription of the current upstream, if that has one.
    @exclusivity(unchecked) final var upstream: _Node?
    /// The subscription of what decides beside the upstreams, such as an outer publisher, a trigger or a timer.
    @exclusivity(unchecked) final var control: _Node?
    /// Whether downstream has had its subscription.
    @usableFromInline @exclusivity(unchecked) final var hasStarted = false
    /// This node, while nobody else may hold it.
    @usableFromInline @exclusivity(unchecked) final var keeper: _Node?

    /// How many calls that start an upstream are on some stack, and what starts an upstream that waits for one to
    /// return; each is given this node, which would keep itself otherwise.
    @exclusivity(unchecked) private final var starting = 0
    @exclusivity(unchecked) private final var postponed: [(_GenerationNode) -> Void] = []

    @usableFromInline
    override init(_ thunk: @escaping Thunk) { super.init(thunk) }

    @inlinable @inline(__always)
    final var generation: _Generation { state }

    @inlinable @inline(__always)
    final var isOver: Bool { generation == .over }

    /// Whether downstream has cancelled: its demand is negative then, and stays so.
    @inlinable
    final var isAbandoned: Bool { demandCount < 0 }

    /// Downstream has cancelled.
    @inlinable
    final func abandon() { word.store(.min, ordering: .sequentiallyConsistent) }

    /// Whether the current upstream has sent its subscription. Under `lock`.
    @usableFromInline final var isConnected: Bool { upstream != nil }

    /// Takes an upstream's subscription and asks for what downstream still wants. Cancels one that comes too late
    /// or is one too many.
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
    /// - Returns: `false` if there are as many inside each other as there may be.
    @usableFromInline
    final func enter(within limit: Int) -> Bool {
        lock.withLock {
            if starting == limit { return false }
            starting += 1
            return true
        }
    }

    /// Has an upstream started by the innermost call that starts one, if there still are that many.
    ///
    /// - Returns: `false` if there aren't, and this call has been counted instead.
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

    /// Starts the upstreams that wait, and leaves the count.
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

    /// Takes the subscription of what decides. Cancels one that comes too late or is one too many.
    ///
    /// - Returns: whether it was taken.
    @usableFromInline @discardableResult
    final func attachControl(_ node: _Node) -> Bool {
        let isTaken = lock.withLock {
            if isOver || control != nil { return false }
            control = node
            return true
        }
        if !isTaken { node.cancel() }
        return isTaken
    }

    /// What decides has ended by itself.
    @usableFromInline
    final func detachControl() {
        lock.lock()
        let node = control
        control = _EmptyNode.shared
        lock.unlock()
        withExtendedLifetime(node) {}
    }

    /// Begins the next generation. Takes over the lock, and leaves it.
    @usableFromInline
    final func advance(cancelling: Bool) {
        state = generation.next
        let node = upstream
        upstream = nil
        lock.unlock()
        if cancelling { node?.cancel() }
    }

    /// Ends all. Takes over the lock, and leaves it.
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

    /// Takes demand for a value: under the lock, since the upstream of the next generation is asked for what is left.
    ///
    /// - Returns: whether there was some; `nil` if the generation of the value is over.
    @usableFromInline
    final func takeDemand(in generation: _Generation) -> Bool? {
        lock.withLock { self.generation == generation ? takeDemand() : nil }
    }

    /// Downstream returned demand from a value. If the generation of the value is over, below downstream or on
    /// another thread, the demand goes to the upstream that runs now.
    ///
    /// - Returns: the part that is to be returned to the upstream of that value.
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
    final func requested(_ demand: Subscribers.Demand) {
        lock.lock()
        addDemand(demand)
        let node = upstream
        lock.unlock()
        node?.request(demand)
    }
}
