import Synchronization

/// The machine of `merge`, for any number of sides.
///
/// If downstream asks for everything, so does each side, and values go straight through. Else each side is
/// asked for one value at a time, and a value that finds no demand waits in a place of its side's own.
///
/// `word` is downstream's demand; the rest belongs to the delivery lock.
@usableFromInline
final class _MergeNode<Downstream: Subscriber>: _SidesNode {
    /// Downstream if it asks for everything: a constant, which costs no reference counting to call.
    @usableFromInline let direct: Downstream?
    /// Downstream if it doesn't; released at the end, since such a subscriber may keep this node for longer.
    @usableFromInline @exclusivity(unchecked) var limited: Downstream?

    @usableFromInline let count: Int
    /// How many sides still run.
    @usableFromInline @exclusivity(unchecked) var running: Int
    /// A queue for each side, though a side that honours its demand never has more than one value in it.
    @usableFromInline @exclusivity(unchecked) var waiting: ContiguousArray<_Queue<Downstream.Input>> = []
    @usableFromInline @exclusivity(unchecked) var waitingCount = 0

    @inlinable
    init(_ downstream: Downstream, count: Int) {
        direct = Downstream._isUnlimited ? downstream : nil
        limited = Downstream._isUnlimited ? nil : downstream
        self.count = count
        running = count
        super.init(count) { node, operation in
            let me = unsafeDowncast(node, to: _MergeNode<Downstream>.self)
            switch operation {
            case .request(let demand): me.requested(demand)
            case .cancel: me.cancelled()
            }
        }
    }

    @usableFromInline override var description: String { "Merge" }

    /// Hands downstream its subscription. Called before any side is subscribed to.
    @inlinable
    func start() {
        let downstream = direct ?? limited
        downstream?._receive(node: self)
        if running == 0 && close() { downstream?.receive(completion: .finished) }
    }

    @inlinable
    func subscribe<P: Publisher>(to publisher: P, _ side: Int)
    where P.Output == Downstream.Input, P.Failure == Downstream.Failure {
        publisher.subscribe(_MergeSide(node: self, index: side))
    }

    // MARK: From upstream

    @inlinable
    func connected(_ node: _Node, _ side: Int) {
        // A side of a subscriber that wants everything has been asked for everything by `connect`.
        if connect(node, side) && !isUnlimited { node.request(.max(1)) }
    }

    @inlinable @inline(__always)
    var isUnlimited: Bool { Downstream._isUnlimited || word.load(ordering: .acquiring) == .max }

    @inlinable @inline(__always)
    func receive(_ value: Downstream.Input, _ side: Int) -> Subscribers.Demand {
        if isOver { return .none }
        delivery.enter()
        if Downstream._isUnlimited {
            if !isOver { _ = direct.unsafelyUnwrapped.receive(value) }
            delivery.exit()
            return .none
        }
        return receiveLimited(value, side)
    }

    /// For the owner of the delivery lock, which it leaves.
    @inlinable
    func receiveLimited(_ value: Downstream.Input, _ side: Int) -> Subscribers.Demand {
        var more = Subscribers.Demand.none
        var isFreed = false
        if isOver {
            more = .none
        } else if waitingCount == 0 && word._takeOne() {
            isFreed = add(limited?.receive(value) ?? .none)
            more = isFreed ? .unlimited : isUnlimited ? .none : .max(1)
        } else {
            if waiting.isEmpty { waiting = ContiguousArray(repeating: _Queue(), count: count) }
            waiting[side].push(value)
            waitingCount += 1
        }
        leave()
        if isFreed { requestSides(.unlimited, except: side) }
        return more
    }

    /// Adds what downstream returned.
    ///
    /// - Returns: whether the sides may run freely from now on, and have to be told so.
    @inlinable
    func add(_ demand: Subscribers.Demand) -> Bool {
        guard demand > .none else { return false }
        return word._add(demand) != .max && isUnlimited
    }

    @inlinable
    func receive(completion: Subscribers.Completion<Downstream.Failure>, _ side: Int) {
        guard disconnect(side) else { return }
        delivery.enter()
        switch completion {
        case .finished:
            running -= 1
            leave()
        case .failure:
            end(completion)
        }
    }

    // MARK: To downstream

    /// Sends what waits, side by side, as far as the demand goes; ends all if nothing more can come; leaves
    /// the delivery lock.
    @inlinable
    func leave() {
        var freed: ContiguousArray<Int> = []
        var areAllFreed = false
        while waitingCount > 0 && !isOver && delivery.isOutermost() {
            for side in waiting.indices {
                guard !waiting[side].isEmpty, !isOver, word._takeOne(), let value = waiting[side].pop() else {
                    continue
                }
                waitingCount -= 1
                if add(limited?.receive(value) ?? .none) { areAllFreed = true }
                freed.append(side)
            }
            if word.load(ordering: .acquiring) == 0 { break }
        }
        if running == 0 && waitingCount == 0 { return end(.finished) }
        if isOver && delivery.isOutermost() { release() }
        delivery.exit()
        if areAllFreed {
            requestSides(.unlimited, except: Self.noSide)
        } else if !isUnlimited {
            for side in freed { request(.max(1), of: side) }
        }
        if !Downstream._isUnlimited { readMail { leave() } }
        if isOver { releaseIfIdle() }
    }

    /// Ends all, and leaves the delivery lock.
    @inlinable
    func end(_ completion: Subscribers.Completion<Downstream.Failure>) {
        let isFirst = close()
        let downstream = isFirst ? direct ?? limited : nil
        if delivery.isOutermost() { release() }
        delivery.exit()
        if isFirst { cancelSides() }
        downstream?.receive(completion: completion)
    }

    /// Releases what is kept. For the owner of the delivery lock, once all is over.
    @inlinable
    func release() {
        waiting = []
        waitingCount = 0
        limited = nil
    }

    @inlinable
    func releaseIfIdle() {
        guard let isNested = delivery.tryEnter() else { return }
        if !isNested { release() }
        delivery.exit()
    }

    // MARK: From downstream

    @inlinable
    func requested(_ demand: Subscribers.Demand) {
        precondition(demand > .none, "a subscriber must request more than no values")
        if isOver { return }
        let before = word._add(demand)
        if !Downstream._isUnlimited { leaveMail { leave() } }
        if before != .max && isUnlimited { requestSides(.unlimited, except: Self.noSide) }
    }

    @inlinable
    func cancelled() {
        guard close() else { return }
        cancelSides()
        releaseIfIdle()
    }
}

/// One side's subscriber.
@frozen @usableFromInline
struct _MergeSide<Downstream: Subscriber>: Subscriber, _Described {
    @usableFromInline typealias Input = Downstream.Input
    @usableFromInline typealias Failure = Downstream.Failure

    @usableFromInline let node: _MergeNode<Downstream>
    @usableFromInline let index: Int

    @inlinable @inline(__always)
    init(node: _MergeNode<Downstream>, index: Int) {
        self.node = node
        self.index = index
    }

    @usableFromInline var description: String { "Merge" }

    @inlinable
    var combineIdentifier: CombineIdentifier { CombineIdentifier(node) }

    /// Downstream had its subscription before, so `connect` asks for everything or cancels.
    @inlinable @inline(__always)
    static var _isUnlimited: Bool { Downstream._isUnlimited }

    @inlinable @inline(__always)
    static var _dropsSubscription: Bool { true }

    @inlinable
    func receive(subscription: any Subscription) { _receive(node: .wrapping(subscription)) }

    @inlinable
    func _receive(node subscription: _Node) { node.connected(subscription, index) }

    @inlinable @inline(__always)
    func receive(_ input: Downstream.Input) -> Subscribers.Demand { node.receive(input, index) }

    @inlinable
    func receive(completion: Subscribers.Completion<Downstream.Failure>) {
        node.receive(completion: completion, index)
    }
}
