import Synchronization

/// The graph of all properties of the process.
///
/// **A change** has four steps, and each is one idea:
///
/// 1. *Writer lock.* The changing thread takes `writerLock`. That thread alone may alter working values and the shape of the
///    graph. Waiting for it is the only waiting there is.
/// 2. *Propagation.* The new value becomes the source's `working` value. The nodes that depend on it are put into lists by
///    level and run in that order, each at most once; a node that turns out unchanged schedules no others. Closures of
///    operators run here. Readers don't see this step: they read the published values.
/// 3. *Publication.* Under `publication`, in which no foreign code runs, the same lists are gone through once more: all
///    changed nodes show their new values and hand them to their observers' channels. Meanwhile `readState` tells readers
///    to wait.
/// 4. *Notification.* The thread gives up the writer lock and calls the observers, with no lock held.
///
/// **Why no reader sees half a change.** A reader looks at `readState` first and, if a publication is going on, waits for
/// the publication to end. Say it got a new value of the change C from one node. That value was stored after `readState`
/// was set for C, and stores and loads are paired (release, acquire; or the node's lock), so each later read, on this
/// thread or on a thread that it informs, finds the publication of C running, and waits, or finished. Either way it reads
/// values of C or newer ones. So an old value never follows a new one. A change that is being computed is invisible, hence
/// a closure that reads other properties sees the whole state from before the change.
///
/// **Sources that are alone.** A source that nothing is derived from has only observers, and a change of it runs no
/// operator's closure. Such a node ``_GraphNode/isAlone``: a change takes the node's `own` lock in the place of the writer
/// lock, and is one value of one node, so it needs no propagation and no `publication`. All other code that uses the node's
/// working value has the writer lock, and first has the node join the graph: taking `own` once, it waits for a change that
/// is going on, and the next one finds the node in company. `modify` does so for as long as its closure runs.
///
/// **Why there is no deadlock.** The locks are ordered: writer lock, `publication`, a node's `own`, then the locks of
/// values and mailboxes. Only the writer lock is held while other code is called. Foreign code runs under the writer lock
/// alone, and a thread that has it never waits for it again: changes that such code makes are postponed to the end of the
/// propagation. Reading, subscribing and requesting never wait for the writer lock; making and releasing derived properties
/// does, as changing does.
///
/// **Why one graph.** One lock has a cost: if two threads change unrelated properties from which others are derived, they
/// take turns while operators' closures run, and these are meant to be short. Observers do not count: they run side by
/// side. With a lock for each connected part, parts join when a property is derived from both. That is easy between
/// changes. But a closure may need another part in the middle of a change, which another thread may be changing, in a
/// closure that needs the first part. Each of the two threads then holds the part that the other one waits for, and neither
/// closure can be started again, since closures have effects. Such a closure can do one of three things:
///
/// 1. *Change* a source of the other part: that is postponed, and done between two propagations.
/// 2. *Derive* from the other part or follow it: this needs only values that were published before. One of the two threads,
///    which waits in its closure, could lend its part to the other one: with its changed nodes put back to their published
///    values, its postponed changes left to it, and each edge that the borrower makes to a changed node noted, to be
///    brought up to date when the lender goes on.
/// 3. *Modify* a source of the other part: this needs the other change's result if that is a `modify` of the same source
///    that is still running. If two closures of `modify` each modify the other one's source, each begins with the other one's
///    result: there is no such order. So either closures of `modify` run one at a time in the whole process, or a `modify`
///    inside of a closure isn't atomic.
@usableFromInline
final class _PropertyGraph {
    @usableFromInline static let shared = _PropertyGraph()

    // MARK: The writer lock, and what belongs to the thread that has it

    @usableFromInline let writerLock = _DeliveryLock()

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
    /// The number of the innermost transaction whose body is running, or zero, and how many there have been.
    @usableFromInline @exclusivity(unchecked) var transaction: UInt = 0
    @exclusivity(unchecked) var transactions: UInt = 0
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

    /// The state that readers look at first: the values of `_ReadState` that apply, mostly none.
    @usableFromInline let readState = Atomic<UInt8>(0)
    /// `readState` while no publication is going on.
    let idleState: UInt8
    /// The maker of the objects that note reads of properties, in programs that track them.
    let tracking: (any _TracksReads.Type)?
    /// Guards the lists of observers too.
    @usableFromInline let publication = _Lock()

    // MARK: Reclaiming, see PropertyGraph+Reclaim.swift

    /// Nodes that nobody holds any more, released by the thread with the writer lock.
    @exclusivity(unchecked) var released: ContiguousArray<_GraphNode> = []
    /// The objects to release after the writer lock is given up.
    @exclusivity(unchecked) var garbage: ContiguousArray<AnyObject> = []

    @usableFromInline
    init() {
        levels = .allocate(capacity: 1)
        levels.initialize(to: List())
        tracking = _ReadTracking.self as? any _TracksReads.Type
        idleState = tracking == nil ? 0 : _ReadState.tracked
        readState.store(idleState, ordering: .relaxed)
    }
}

// Safe to share: see above for what guards each property.
extension _PropertyGraph: @unchecked Sendable {}

// MARK: - Holding the writer lock

extension _PropertyGraph {
    /// Takes the writer lock.
    ///
    /// - Returns: `false` if this thread has it already, or is a guest of a thread that has it. In that case the caller
    ///   calls ``leaveNested()``, otherwise ``leave()``.
    @inlinable @inline(__always)
    func enter() -> Bool { writerLock.isInside ? !writerLock.reenter() : !writerLock.enterSoon() }

    /// Leaves the writer lock to the call that has it, further up the stack or on the thread whose guest this thread is.
    @inlinable @inline(__always)
    func leaveNested() { writerLock.exit() }

    @inlinable @inline(__always)
    func leave(_ isOutermost: Bool) { if isOutermost { leave() } else { leaveNested() } }

    /// Indicates whether this thread has the writer lock.
    @inlinable @inline(__always)
    var isHeld: Bool { writerLock.isInside }

    /// Makes the changes that were postponed, gives up the writer lock, tells the observers and releases unused objects.
    @usableFromInline
    func leave() {
        if !deferred.isEmpty { settle() }
        if !released.isEmpty { disconnectReleased() }
        var gone: ContiguousArray<AnyObject> = []
        if !garbage.isEmpty { swap(&gone, &garbage) }
        let thread = fresh.isEmpty ? nil : takeNotification()
        writerLock.exitOutermost()
        thread?._withUnsafeGuaranteedRef { $0.tell() }
        if !gone.isEmpty { reclaim { $0.objects.append(contentsOf: gone) } }
    }

    /// Makes the changes that were postponed, in their order, and then the copies of bindings. The newest value is copied
    /// first, so that it isn't preceded in a ring by values that it replaces.
    private func settle() {
        while true {
            if !deferred.isEmpty {
                let changes = deferred
                deferred = []
                for change in changes {
                    depth = change.depth
                    change.make()
                }
            } else if let copy = copies.popFirst() {
                copy.action!()
            } else {
                break
            }
        }
        depth = 0
        suspects = []
    }

    /// Postpones a copy, which has the number of its setting. For the thread with the writer lock.
    func postpone(copyOf time: UInt64, _ copy: @escaping () -> Void) {
        let depth = depth + 1
        let work = _Due(time: -Int(time)) { [self] in
            self.depth = depth
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

    /// Lifts a node, and the nodes that depend on it, above a level.
    private func raise(_ node: _GraphNode, above level: Int) {
        if node.level > level { return }
        node.level = level + 1
        ensureLevel(node.level)
        if node.dependents.isEmpty { return }
        var open: ContiguousArray<_GraphNode> = [node]
        while let next = open.popLast() {
            for dependent in next.dependents {
                dependent.node._withUnsafeGuaranteedRef { dependent in
                    if dependent.level > next.level { return }
                    precondition(dependent !== node, "a property can't depend on itself")
                    dependent.level = next.level + 1
                    ensureLevel(dependent.level)
                    open.append(dependent)
                }
            }
        }
    }
}
