import Synchronization

/// A subscription that stands on several upstream subscriptions at the same time: its *sides*.
///
/// `lock` guards `sides` and `asked`, and is never held while calling out. `flag` holds three bits:
/// downstream has its subscription, all is over, and "mail", which another thread leaves for the one that
/// delivers.
@usableFromInline
class _SidesNode: _Node {
    @usableFromInline static var attached: Int { @inlinable @inline(__always) get { 1 } }
    @usableFromInline static var over: Int { @inlinable @inline(__always) get { 2 } }
    @usableFromInline static var mail: Int { @inlinable @inline(__always) get { 4 } }

    /// What no side is numbered.
    @usableFromInline static var noSide: Int { @inlinable @inline(__always) get { -1 } }

    /// Stands for a side that has completed, so that nobody has to ask before requesting or cancelling.
    // Safe to share: it has no state.
    nonisolated(unsafe) static let completed: _Node = _EmptyNode()

    /// `nil` until a side has its subscription.
    final var sides: ContiguousArray<_Node?>

    /// What has been asked of every side so far; a side that connects late is asked for as much.
    final var asked = Subscribers.Demand.none

    @usableFromInline
    init(_ count: Int, _ thunk: @escaping Thunk) {
        sides = ContiguousArray(repeating: nil, count: count)
        super.init(thunk)
    }

    @inlinable @inline(__always)
    final var isOver: Bool { flag.load(ordering: .relaxed) & Self.over != 0 }

    /// Whether downstream has its subscription, and nothing has ended.
    @inlinable @inline(__always)
    final var isRunning: Bool {
        flag.load(ordering: .relaxed) & (Self.attached | Self.over) == Self.attached
    }

    @inlinable
    final func attach() { flag.bitwiseOr(Self.attached, ordering: .acquiringAndReleasing) }

    /// Takes the subscription of a side and asks it for a demand of its own, or else for what all sides were
    /// asked for; cancels it if there is one already or all is over.
    @usableFromInline @discardableResult
    final func connect(_ node: _Node, _ side: Int, asking own: Subscribers.Demand? = nil) -> Bool {
        lock.lock()
        guard !isOver, side < sides.count, sides[side] == nil else {
            lock.unlock()
            node.cancel()
            return false
        }
        sides[side] = node
        let demand = own ?? asked
        lock.unlock()
        if demand > .none { node.request(demand) }
        return true
    }

    /// A side has completed.
    ///
    /// - Returns: `false` if it had before, or all is over.
    @usableFromInline
    final func disconnect(_ side: Int) -> Bool {
        lock.lock()
        guard !isOver, side < sides.count, sides[side] !== Self.completed else {
            lock.unlock()
            return false
        }
        let node = sides[side]
        sides[side] = Self.completed
        lock.unlock()
        return withExtendedLifetime(node) { true }
    }

    /// Cancels one side.
    ///
    /// - Returns: `false` if it has completed, or all is over.
    @usableFromInline
    final func cancel(side: Int) -> Bool {
        lock.lock()
        guard !isOver, side < sides.count, sides[side] !== Self.completed else {
            lock.unlock()
            return false
        }
        let node = sides[side]
        sides[side] = Self.completed
        lock.unlock()
        node?.cancel()
        return true
    }

    /// Asks one side for more.
    @usableFromInline
    final func request(_ demand: Subscribers.Demand, of side: Int) {
        lock.lock()
        let node = side < sides.count ? sides[side] : nil
        lock.unlock()
        node?.request(demand)
    }

    /// Asks all sides but one for more.
    @usableFromInline
    final func requestSides(_ demand: Subscribers.Demand, except exempt: Int) {
        lock.lock()
        asked += demand
        let nodes = sides
        lock.unlock()
        for side in nodes.indices where side != exempt { nodes[side]?.request(demand) }
    }

    /// - Returns: whether this call is the one that ended all.
    @inlinable
    final func close() -> Bool {
        flag.bitwiseOr(Self.over, ordering: .acquiringAndReleasing).oldValue & Self.over == 0
    }

    /// Cancels and releases all sides; none can connect after it.
    @usableFromInline
    final func cancelSides() {
        lock.lock()
        let nodes = sides
        sides = []
        lock.unlock()
        for node in nodes { node?.cancel() }
    }

    /// Does something that only the thread that delivers may do: here and now if no other thread delivers,
    /// else that thread does it after its delivery. Waits for nobody.
    ///
    /// Whoever delivers calls ``readMail(_:)`` after leaving, so that the mail is read whichever of the two
    /// comes later.
    @inlinable @inline(__always)
    final func leaveMail(_ body: () -> Void) {
        flag.bitwiseOr(Self.mail, ordering: .sequentiallyConsistent)
        readMail(body)
    }

    @inlinable @inline(__always)
    final func readMail(_ body: () -> Void) {
        while flag.load(ordering: .sequentiallyConsistent) & Self.mail != 0,
            let isNested = delivery.tryEnter()
        {
            if isNested {
                delivery.exit()
                return
            }
            flag.bitwiseAnd(~Self.mail, ordering: .sequentiallyConsistent)
            body()
        }
    }
}
