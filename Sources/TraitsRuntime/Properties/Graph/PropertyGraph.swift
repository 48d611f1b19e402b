import Synchronization

/// A lane of the graph of all properties of the process: some of the nodes, and the lists of a change of them.
///
/// **A change** has four steps, and each is one idea:
///
/// 1. *Writer lock.* The changing thread takes the `writerLock` of the lane. That thread alone may alter working values and
///    the shape of the lane. Waiting for it is the only waiting there is.
/// 2. *Propagation.* The new value becomes the source's `working` value. The nodes that depend on it are put into lists by
///    level and run in that order, each at most once; a node that turns out unchanged schedules no others. Closures of
///    operators run here. Readers don't see this step: they read the published values.
/// 3. *Publication.* Under `publication`, in which no foreign code runs, the same lists are gone through once more: all
///    changed nodes show their new values and hand them to their observers' channels.
/// 4. *Notification.* The thread gives up the writer lock and calls the observers, with no lock held.
///
/// **Why no reader sees half a change.** A node that has a new working value has the flag `changed` until the value is
/// published. A reader looks at the flag first and, if it is set, waits for a publication that is going on. Say it got a new
/// value of the change C from one node. That value was stored after all changed nodes had got the flag, and stores and loads
/// are paired (release, acquire; or the node's lock), so each later read, on this thread or on a thread that it informs,
/// finds the flag, and waits for the publication of C, or finds the value of C or a newer one. So an old value never follows
/// a new one. A change that is being computed is invisible, hence a closure that reads other properties sees the whole state
/// from before the change.
///
/// **Sources that are alone.** A source that nothing is derived from has only observers, and a change of it runs no
/// operator's closure. Such a node ``_GraphNode/isAlone``: a change takes the node's `own` lock in the place of the writer
/// lock, and is one value of one node, so it needs no propagation and no `publication`. All other code that uses the node's
/// working value has the writer lock, and first has the node join the graph: taking `own` once, it waits for a change that
/// is going on, and the next one finds the node in company. `modify` does so for as long as its closure runs.
///
/// **All lanes.** Properties that are connected are in one lane, so a change needs only its lane. What concerns several
/// lanes takes all of them: a property that is derived from two lanes moves one part to the other lane, a transaction may
/// change any property, and a closure may use any property. The thread takes the writer lock of ``world``, and then waits
/// for each lane in which there is a change. A thread that has entered a lane looks at the lock of ``world`` before it begins.
/// `modify` takes all lanes too, so that its closure, whatever it modifies besides, is atomic.
///
/// **Closures that use each other's lane.** A thread in a closure takes all lanes in the middle of its change. If two threads
/// do so, each has the lane that the other one waits for. Neither closure can be started again, since closures have effects.
/// So the thread that gets all lanes *visits* the lane of the other one, which stands still: it finds the properties of that
/// lane as they were before the change. It puts their published values back, empties the lists of the change, and restores
/// both when it leaves. The change that was visited goes on after it with all lanes, and brings the nodes that the visitor
/// has connected up to date. So both changes have happened one after the other.
///
/// 1. The change of the visitor comes first. Nodes of the other lane don't depend on it, since they were not connected when
///    both changes began, and a visitor connects its own nodes only.
/// 2. Changes that the visitor's closures make may concern nodes of the other change. They are left to that change, and the
///    visitor's call returns when they have been made.
/// 3. From a visit until the end of the change, each new change takes all lanes: connections may have moved nodes of the
///    change to a lane whose lock another thread could take.
///
/// **Why there is no deadlock.** The locks are ordered: writer lock, `publication`, a node's `own`, then the locks of
/// values and mailboxes. Only writer locks are held while other code is called. Of the threads that wait for writer locks in a
/// circle, one becomes a guest, see ``_Waits``; a guest at the lock of a lane is a visitor, or acts for the change that
/// stands still there. Changes that closures make are postponed to the end of the propagation. Reading, subscribing and
/// requesting never wait for a writer lock; making and releasing derived properties does, as changing does.
@usableFromInline
final class _PropertyGraph {
    // MARK: The writer lock, and what belongs to the thread that has it

    @usableFromInline let writerLock = _DeliveryLock()
    /// The graph with the lists of the change that this lane's nodes take part in: itself, unless a thread has all lanes.
    @usableFromInline @exclusivity(unchecked) var contextRef: Unmanaged<_PropertyGraph>! = nil
    /// The graph whose writer lock excludes all lanes.
    @exclusivity(unchecked) var worldRef: Unmanaged<_PropertyGraph>! = nil
    /// Of the world: the changes that other threads have visited and that are still going on. As long as there are any, each
    /// new change takes all lanes.
    let visitedChanges = Atomic<Int>(0)
    /// Of the world: the highest level of any node.
    let deepest = Atomic<Int>(0)
    /// The context of the lanes before this change took all of them.
    @exclusivity(unchecked) var outerContextRef: Unmanaged<_PropertyGraph>?
    /// Indicates whether the thread that changes properties here has all lanes.
    @usableFromInline @exclusivity(unchecked) var isWide = false
    /// The lanes that this change visits.
    @exclusivity(unchecked) var hosts: ContiguousArray<_PropertyGraph> = []
    /// Indicates whether another thread has visited the running change, which goes on with all lanes then.
    @usableFromInline @exclusivity(unchecked) var isVisited = false
    /// The nodes of the running change that a visitor sees as they were before, with their flags and lists in that change.
    @exclusivity(unchecked) var lent: [(node: _GraphNode, flags: _GraphFlags, index: Int)] = []
    /// The place among the lanes.
    let index: Int

    /// Nodes, first in, first out, linked by `next`: a node is in one such list at a time.
    @usableFromInline
    struct List {
        var first: Unmanaged<_GraphNode>?
        var last: Unmanaged<_GraphNode>?
    }

    /// The scheduled nodes of each level: nodes that have an input with news and have yet to be published. Allocated by
    /// hand, since a propagation comes here for each node and an array would be tested for other owners each time. Never
    /// freed, like the graph itself.
    @exclusivity(unchecked) var levels: UnsafeMutablePointer<List>
    @exclusivity(unchecked) var levelCount = 1
    @exclusivity(unchecked) var highest = -1
    /// The level that is being run.
    @usableFromInline @exclusivity(unchecked) var level = -1
    /// The number of the propagation that is running, or of the last one.
    @usableFromInline @exclusivity(unchecked) var propagation: UInt = 0
    /// Nodes that keep values from before the publication that have to be released.
    @usableFromInline @exclusivity(unchecked) var olds = List()
    /// A change that is made later.
    struct PostponedChange {
        /// The number of changes that led to this one, each made by the previous one.
        let depth: Int
        let make: () -> Void
        /// Forgets the change, if that is possible.
        let forget: (() -> Void)?
    }

    /// Changes that came from inside a propagation.
    @exclusivity(unchecked) var deferred: [PostponedChange] = []
    /// The depth of the change that is being made.
    @exclusivity(unchecked) var depth = 0
    /// The time of the last setting of a property: settings are numbered, so that bindings know which one came last.
    @usableFromInline @exclusivity(unchecked) var clock: UInt64 = 0
    /// The copies that bindings have to make, the newest setting first, and how many there have been.
    @exclusivity(unchecked) var copies = _DueQueue()
    @exclusivity(unchecked) var copyCount: UInt64 = 0
    /// The bindings that have copied since one of them was found to be close to its limit.
    @exclusivity(unchecked) var suspects: [_BindingNode] = []
    /// Indicates whether changes are gathered for one propagation, see `Properties.transaction(_:)`.
    @exclusivity(unchecked) var isGathering = false
    /// Observers that have a value to come since this thread took the writer lock.
    @exclusivity(unchecked) var fresh: ContiguousArray<_PropertyDelivery> = []

    // MARK: Publication

    /// The maker of the objects that note reads of properties, in programs that track them.
    nonisolated(unsafe) static let tracking = _ReadTracking.self as? any _TracksReads.Type
    /// The flags of a new node.
    @usableFromInline static let idleFlags: _GraphFlags = tracking == nil ? [] : .tracked
    /// Guards the lists of observers too.
    @usableFromInline let publication = _Lock()

    // MARK: Reclaiming, see PropertyGraph+Reclaim.swift

    /// Nodes that nobody holds any more, released by the thread with the writer lock.
    @exclusivity(unchecked) var released: ContiguousArray<_GraphNode> = []
    /// The objects to release after the writer lock is given up.
    @exclusivity(unchecked) var garbage: ContiguousArray<AnyObject> = []

    init(index: Int) {
        self.index = index
        levels = .allocate(capacity: 1)
        levels.initialize(to: List())
        // Nodes compare numbers of propagations in different lanes.
        propagation = UInt(index) << (UInt.bitWidth - 5)
        contextRef = .passUnretained(self)
        worldRef = index == Self.laneCount ? contextRef : .passUnretained(Self.world)
    }
}

// Safe to share: see above for what guards each property.
extension _PropertyGraph: @unchecked Sendable {}

// MARK: - Holding the writer lock

extension _PropertyGraph {
    /// Makes the changes that were postponed, gives up the writer lock, tells the observers and releases unused objects.
    func leave(_ thread: _PropertyThread) {
        goOnIfVisited()
        if !deferred.isEmpty {
            settle()
            goOnIfVisited()
        }
        let isLeft = !hosts.isEmpty && leaveChanges(to: hosts[0])
        if !released.isEmpty { disconnectReleased(thread) }
        var gone: ContiguousArray<AnyObject> = []
        if !garbage.isEmpty { swap(&gone, &garbage) }
        let isTelling = fresh.isEmpty || !takeNotification(thread)
        if isVisited { endVisited() }
        if thread.hasWorld { thread.admitOthers() }
        thread.sessionRef = nil
        if let lane = thread.laneRef {
            thread.laneRef = nil
            lane._withUnsafeGuaranteedRef { $0.writerLock.exitOutermost() }
        }
        // The host makes the changes before it gives up its lane.
        if isLeft { _PropertyGraph.leave(thread.enterAll()) }
        if !isTelling { thread.tell() }
        if !gone.isEmpty || !thread.nodes.isEmpty { Self.reclaim { $0.objects.append(contentsOf: gone) } }
    }

    /// Leaves postponed changes to a thread that stands still in the middle of another change: that change may have altered
    /// the same properties.
    ///
    /// - Returns: whether there are any.
    private func leaveChanges(to host: _PropertyGraph) -> Bool {
        host.released += released
        released = []
        if deferred.isEmpty { return false }
        host.deferred += deferred
        deferred = []
        while let copy = copies.popFirst() { host.copies.push(copy) }
        return true
    }

    /// Makes the changes that were postponed, in their order, and then the copies of bindings. The newest value is copied
    /// first, so that it isn't preceded in a ring by values that it replaces. Stops when this change visits another one.
    private func settle() {
        while hosts.isEmpty {
            if !deferred.isEmpty {
                let changes = deferred
                deferred = []
                for (index, change) in changes.enumerated() {
                    goOnIfVisited()
                    if !hosts.isEmpty {
                        deferred.insert(contentsOf: changes[index...], at: 0)
                        break
                    }
                    depth = change.depth
                    change.make()
                }
            } else if let copy = copies.popFirst() {
                copy.action!()
            } else {
                break
            }
        }
        // One test says whether there is anything to do.
        if deferred.isEmpty && copies.count > 0 { postpone {} }
        depth = 0
        suspects = []
    }

    /// Postpones a copy, which has the number of its setting. For the thread with the writer lock.
    func postpone(copyOf time: UInt64, _ copy: @escaping () -> Void) {
        let depth = depth + 1
        let work = _Due(time: -Int(time)) { [self] in
            context.depth = depth
            copy()
        }
        // One test says whether there is anything to do.
        if deferred.isEmpty { postpone {} }
        copyCount &+= 1
        work.order = copyCount
        copies.push(work)
    }

    /// Postpones a change to the end of the running propagation. For the thread with the writer lock.
    ///
    /// - Parameters:
    ///   - change: makes the change.
    ///   - forget: called instead if the change is part of a transaction that fails; if left out, the change is made all
    ///     the same.
    @usableFromInline
    func postpone(_ change: @escaping () -> Void, orForget forget: (() -> Void)? = nil) {
        deferred.append(PostponedChange(depth: depth + 1, make: change, forget: forget))
    }
}

// MARK: - Time

extension _PropertyGraph {
    /// The time of a setting that is made now.
    @inlinable @inline(__always)
    func nextTime() -> UInt64 {
        clock &+= 1
        return clock
    }
}

// MARK: - The shape

extension _PropertyGraph {
    /// Makes a node depend on an input, unless the input will never change again.
    @usableFromInline
    func connect(_ input: _GraphNode, to node: _GraphNode) {
        if input.isDone { return }
        node.inputs.append(.init(node: .passUnretained(input), position: input.dependents.count))
        input.dependents.append(.init(node: .passRetained(node), index: node.inputs.count - 1))
        node.openInputs += 1
        raise(node, above: input.level)
    }

    /// Removes the edge to the last input of a node.
    @usableFromInline
    func disconnectLast(_ node: _GraphNode) {
        let input = node.inputs.removeLast()
        input.node._withUnsafeGuaranteedRef { input in
            if !input.isDone { node.openInputs -= 1 }
        }
        drop(input)
    }

    /// Removes a node from all its inputs.
    func disconnectAll(_ node: _GraphNode) {
        // From the end: a node may stand on the same input twice, and the indices of its other edges must stay.
        while let edge = node.inputs.popLast() { drop(edge) }
    }

    /// Removes an edge from its input, in constant time: the last dependent takes the free place.
    private func drop(_ edge: _GraphNode.Input) {
        let dependent = edge.node._withUnsafeGuaranteedRef { input in
            let gone = input.dependents[edge.position]
            let last = input.dependents.removeLast()
            if edge.position < input.dependents.count {
                input.dependents[edge.position] = last
                last.node._withUnsafeGuaranteedRef { $0.inputs[last.index].position = edge.position }
            }
            return gone
        }
        // Not the last reference: the code that drops an edge holds the node.
        dependent.node.release()
    }

    private func noteLevel(_ level: Int) {
        ensureLevel(level)
        _ = worldRef._withUnsafeGuaranteedRef { $0.deepest.max(level, ordering: .relaxed) }
    }

    /// Lifts a node, and the nodes that depend on it, above a level.
    func raise(_ node: _GraphNode, above level: Int) {
        if node.level > level { return }
        node.level = level + 1
        noteLevel(node.level)
        if node.dependents.isEmpty { return }
        var open: ContiguousArray<_GraphNode> = [node]
        while let next = open.popLast() {
            for dependent in next.dependents {
                dependent.node._withUnsafeGuaranteedRef { dependent in
                    if dependent.level > next.level { return }
                    precondition(dependent !== node, "a property can't depend on itself")
                    dependent.level = next.level + 1
                    noteLevel(dependent.level)
                    open.append(dependent)
                }
            }
        }
    }
}
