import Synchronization

/// The part of `flatMap` that knows no types: upstream, the children and the demand.
///
/// Its counter has the children that run, less one when upstream has ended. `lock` guards the rest.
///
/// A limit on the children is a limit on the buffer: a child counts until its values have left the buffer, and only then
/// upstream is asked for another.
@usableFromInline
class _FlatMapNode: _Node, _EndingNode {
    private final let limit: Subscribers.Demand
    @exclusivity(unchecked) private final var upstream: _Node?
    @exclusivity(unchecked) private final var children = _FlatMapChildren()
    /// The child with the number 0: an only child, which isn't listed in `children`.
    @exclusivity(unchecked) private final var onlyChild: _Node?
    @usableFromInline @exclusivity(unchecked) final var demand = Subscribers.Demand.none
    @usableFromInline @exclusivity(unchecked) final var sending = Sending.nothing
    @exclusivity(unchecked) private final var release = Release.told
    /// The queue of the values that wait, once there was one, and their number.
    @usableFromInline @exclusivity(unchecked) final var buffer: AnyObject?
    @usableFromInline @exclusivity(unchecked) final var waiting = 0
    @usableFromInline @exclusivity(unchecked) final var ending: AnyObject?

    /// The thread that sends counted values. Values that come meanwhile wait in the buffer.
    @usableFromInline @frozen
    enum Sending {
        case nothing
        /// A child sends its value now. Inside of this, other children may send theirs, as in Combine.
        case own(UInt)
        /// The thread sends values from the buffer.
        case waiting(UInt)

        @inlinable var thread: UInt {
            switch self {
            case .nothing: 0
            case .own(let thread), .waiting(let thread): thread
            }
        }
    }

    /// The state of telling the children that they may run freely.
    private enum Release {
        case told
        /// The thread that sends has to tell these.
        case due(ContiguousArray<_FlatMapChildren.Child>)
        /// This thread is telling them.
        case under(UInt)
    }

    @usableFromInline init(_ limit: Subscribers.Demand, _ handler: @escaping Handler) {
        self.limit = limit
        super.init(handler)
    }

    @usableFromInline override var description: String { "FlatMap" }

    // MARK: Upstream

    @usableFromInline final func connect(_ node: _Node) {
        let isFirst = lock.withLock { !isOver && upstream.attach(node) }
        if !isFirst { return node.cancel() }
        // With a limit of zero, a foreign upstream gets a request for none, as in Combine. An upstream of this library is asked
        // for one child, so that a promise of a synchronous value is kept.
        node.request(limit == .none && !(node is _ForeignNode) ? .max(1) : limit)
    }

    @usableFromInline final func releaseUpstream() { _ = lock.withLock { upstream.take() } }

    /// Asks upstream for another child, if their number is limited.
    @usableFromInline final func requestChild() {
        if limit != .unlimited { lock.withLock { upstream }?.request(.max(1)) }
    }

    // MARK: Children

    // The counter is `word`: no publisher runs when it is negative.

    @inlinable @inline(__always)
    final var isNoneRunning: Bool { word.load(ordering: .acquiring) < 0 }

    @inlinable @inline(__always)
    final func oneStarts() { word.add(1, ordering: .relaxed) }

    /// - Returns: whether that was the last running publisher.
    @inlinable @inline(__always)
    final func oneEnds() -> Bool { word.subtract(1, ordering: .acquiringAndReleasing).newValue < 0 }

    @usableFromInline final func addChild(isOnly: Bool) -> Int {
        oneStarts()
        return isOnly ? 0 : lock.withLock { children.add() }
    }

    @usableFromInline final func connect(_ node: _Node, of child: Int, isUnlimited: Bool) {
        lock.lock()
        let isFree = isUnlimited || demand == .unlimited
        var isExpected = false
        if child == 0 {
            isExpected = !isOver && onlyChild.attach(node)
        } else if !isOver {
            children.update(child) { isExpected = !$0.isOver && $0.node.attach(node) }
        }
        lock.unlock()
        if isExpected { node.request(isFree ? .unlimited : .max(1)) } else { node.cancel() }
    }

    /// - Returns: whether the child ran until now, and whether nothing of it waits in the buffer.
    @usableFromInline final func end(_ child: Int) -> (wasRunning: Bool, isGone: Bool) {
        if child == 0 { return withExtendedLifetime(lock.withLock { onlyChild.take() }) { (true, true) } }
        lock.lock()
        let (node, wasRunning, isGone) =
            children.update(child) {
                let (node, wasRunning) = ($0.node, !$0.isOver)
                ($0.node, $0.isOver) = (nil, true)
                return (node, wasRunning, $0.isGone)
            } ?? (nil, false, false)
        lock.unlock()
        return withExtendedLifetime(node) { (wasRunning, isGone) }
    }

    /// Counts a child's value that goes into the buffer. Under `lock`, as are the next two.
    @usableFromInline final func addWaiting(from child: Int) {
        waiting += 1
        children.update(child) { $0.waiting += 1 }
    }

    /// Counts a child's value that leaves the buffer.
    ///
    /// - Returns: the child's subscription, if it runs, and whether this was the last of a child that is over.
    @usableFromInline final func removeWaiting(from child: Int) -> (node: _Node?, isGone: Bool) {
        waiting -= 1
        return children.update(child) {
            $0.waiting -= 1
            return ($0.node, $0.isGone)
        } ?? (nil, false)
    }

    // MARK: Demand

    @usableFromInline final func add(_ more: Subscribers.Demand) {
        // As in Combine, another request for everything asks the children again.
        if more == .none || demand == .unlimited && more != .unlimited { return }
        demand += more
        if demand != .unlimited { return }
        var told = children.all
        // Children that have ended since an earlier request stay: the last reference to a child must not be released under the
        // lock.
        if case .due(let earlier) = release { told += earlier.filter { !children.isRunning($0.number) } }
        release = .due(told)
    }

    /// The demand to return for a child's value: one, until the child has been told to run freely by another thread; otherwise
    /// its next value would be lost. Under `lock`.
    @usableFromInline final func owed(by thread: UInt) -> Subscribers.Demand {
        if demand != .unlimited { return .none }
        let teller: UInt =
            switch release {
            case .told: 0
            case .due: sending.thread
            case .under(let thread): thread
            }
        return teller == 0 || teller == thread ? .none : .max(1)
    }

    /// Tells children to run freely. Takes over the lock, and leaves it.
    ///
    /// - Parameter sender: the child that is told by the demand that its value returns.
    @usableFromInline final func free(by thread: UInt, except sender: Int = 0) {
        guard case .due(let children) = release else { return lock.unlock() }
        release = .under(thread)
        lock.unlock()
        for child in children where child.number != sender { child.node?.request(.unlimited) }
        // Another thread may have taken over, for a further request.
        lock.withLock { if case .under(thread) = release { release = .told } }
    }

    /// Notes that the sender of counted values has no more to send. Takes over the lock, and leaves it.
    ///
    /// - Returns: whether no more events can come.
    @usableFromInline final func endDraining(for sender: Int) -> Bool {
        let thread = sending.thread
        sending = .nothing
        free(by: thread, except: sender)
        return isDone
    }

    // MARK: The end

    /// A Boolean value that indicates whether no more events can come.
    @usableFromInline final var isDone: Bool {
        isNoneRunning && lock.withLock { waiting == 0 && sending.thread == 0 }
    }

    /// Cancels the children in the order in which they were started, then upstream.
    ///
    /// - Returns: whether this call has ended the stream.
    @usableFromInline
    final func close() -> Bool {
        guard noteEnd() else { return false }
        lock.lock()
        let running = children.removeAll()
        let (node, child, kept) = (upstream.take(), onlyChild.take(), buffer.take())
        waiting = 0
        lock.unlock()
        running?.forEach { $0.node?.cancel() }
        child?.cancel()
        node?.cancel()
        return withExtendedLifetime(kept) { true }
    }
}

/// The children that run, and the ended children that still have a value in the buffer.
///
/// They stand in the order in which they were started. Their numbers grow, so a child is found by bisection. Children that are
/// gone are removed when they are more than half of all.
struct _FlatMapChildren {
    struct Child {
        let number: Int
        var node: _Node?
        /// The number of this child's values in the buffer.
        var waiting = 0
        var isOver = false

        var isGone: Bool { isOver && waiting == 0 }
    }

    private(set) var all: ContiguousArray<Child> = []
    private var gone = 0
    private var lastNumber = 0

    mutating func add() -> Int {
        lastNumber += 1
        all.append(Child(number: lastNumber))
        return lastNumber
    }

    mutating func isRunning(_ number: Int) -> Bool { update(number) { $0.node != nil } == true }

    /// - Returns: `nil` if the child is gone.
    @discardableResult @inline(__always)
    mutating func update<R>(_ number: Int, _ body: (inout Child) -> R) -> R? {
        var (low, high) = (0, all.count)
        while low < high {
            let middle = (low + high) / 2
            if all[middle].number < number { low = middle + 1 } else { high = middle }
        }
        guard low < all.count, all[low].number == number, !all[low].isGone else { return nil }
        defer { if all[low].isGone { removeOne() } }
        return body(&all[low])
    }

    /// - Returns: `nil` if there was none.
    mutating func removeAll() -> ContiguousArray<Child>? {
        if all.isEmpty { return nil }
        defer { (all, gone) = ([], 0) }
        return all
    }

    private mutating func removeOne() {
        gone += 1
        if gone * 2 <= all.count { return }
        if gone == all.count {
            all.removeAll(keepingCapacity: all.capacity <= 1024)
        } else {
            all.removeAll(where: \.isGone)
            all.giveBackRoom(of: all.capacity)
        }
        gone = 0
    }
}

extension _Node? {
    /// Takes a subscription, unless there is one already.
    fileprivate mutating func attach(_ node: _Node) -> Bool {
        if self != nil { return false }
        self = node
        return true
    }
}
