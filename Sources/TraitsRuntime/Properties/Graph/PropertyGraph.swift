import Synchronization

/// The graph of all properties of the process.
///
/// **A change** has four steps, and each is one idea:
///
/// 1. *Writer lock.* The changing thread takes `writerLock`; `owner` tells whose it is. That thread alone may alter
///    working values and the shape of the graph. Waiting for it is the only waiting there is.
/// 2. *Propagation.* The new value becomes the source's `working` value. What depends on it is put into buckets by
///    level and run in that order, each node at most once; a node that turns out unchanged schedules nobody.
///    Closures of operators run here. Readers see nothing of it: they read the published values.
/// 3. *Publication.* Under `publication`, in which no foreign code runs, all changed nodes show their new values
///    and put them into their observers' mailboxes. `isPublishing` is on meanwhile.
/// 4. *Notification.* The thread gives up the writer lock and has the observers drain their mailboxes: they are called
///    with no lock held.
///
/// **Why no reader sees half a change.** A reader looks at `isPublishing` first and, if it is on, waits for the
/// publication to end. Say it got a new value of the change C from one node. That value was stored after
/// `isPublishing` was turned on for C, and stores and loads are paired (release, acquire; or the node's lock), so
/// whatever this thread reads next, or any thread it tells, finds the publication of C running, and waits, or
/// finished. Either way it reads values of C or newer ones. So after a new value never comes an old one. A change
/// that is being computed is invisible, hence a closure that reads other properties sees the whole state from
/// before the change.
///
/// **Why there is no deadlock.** The locks are ordered: writer lock, `publication`, then the locks of single nodes,
/// mailboxes and the graph's lists, none of which is held while anything else is called. Foreign code runs under the
/// writer lock alone, and a thread that has it never waits for it again: what such code wants to change is postponed
/// to the end of the propagation. Reading, subscribing and requesting never wait for the writer lock; making and releasing derived
/// properties does, as changing does.
///
/// **Why one graph.** Two properties may be joined at any time, also from inside a propagation, by a closure of
/// `flatMap`. A lock for each connected part would have to be joined too, while a second thread may be doing the
/// same the other way round. What one lock costs is that unrelated changes on two threads take turns for the time
/// that their operators' closures need, and these are meant to be short. Observers do not count: they run
/// side by side.
@usableFromInline
final class _PropertyGraph {
    @usableFromInline static let shared = _PropertyGraph()

    // MARK: The writer lock, and what belongs to the thread that has it

    @usableFromInline let writerLock = _Lock()
    @usableFromInline let owner = Atomic<UInt>(0)

    /// The nodes of one level that wait to be run, first in, first out.
    @usableFromInline
    struct Bucket {
        var first: Unmanaged<_GraphNode>?
        var last: Unmanaged<_GraphNode>?
    }

    /// A bucket for each level that a node stands on; memory of its own, since a propagation comes here twice for each
    /// node and an array would be tested for other owners each time. Never freed, like the graph itself.
    @exclusivity(unchecked) var buckets: UnsafeMutablePointer<Bucket>
    @exclusivity(unchecked) var bucketCount = 1
    @exclusivity(unchecked) var highest = -1
    /// The level that is being run.
    @usableFromInline @exclusivity(unchecked) var level = -1
    /// The number of the propagation that is running, or of the last one.
    @usableFromInline @exclusivity(unchecked) var propagation: UInt = 0
    /// What changed or finished in this propagation, by level: for the same reason in memory of its own.
    @exclusivity(unchecked) var touched: UnsafeMutablePointer<Unmanaged<_GraphNode>>
    @exclusivity(unchecked) var touchedCount = 0
    @exclusivity(unchecked) var touchedCapacity = 64
    /// Whether nodes keep values from before the publication that have to be released.
    @usableFromInline @exclusivity(unchecked) var hasOld = false
    /// Changes that came from inside a propagation.
    @exclusivity(unchecked) var deferred: [() -> Void] = []
    /// Observers whose mailboxes were filled since this thread took the writer lock.
    @exclusivity(unchecked) var fresh: ContiguousArray<_PropertyConduitBase> = []

    // MARK: Publication

    @usableFromInline let isPublishing = Atomic<Bool>(false)
    /// Guards the lists of observers too.
    @usableFromInline let publication = _Lock()

    // MARK: Reclaiming and notifications, see PropertyGraph+Reclaim.swift and PropertyGraph+Notifications.swift

    /// Nodes that nobody holds any more, released by the thread with the writer lock.
    @exclusivity(unchecked) var released: ContiguousArray<_GraphNode> = []
    /// What is released after the writer lock.
    @exclusivity(unchecked) var garbage: ContiguousArray<AnyObject> = []

    let reclaimLock = _Lock()
    @exclusivity(unchecked) var reclaims: ContiguousArray<_PropertyReclaim> = []

    let notificationLock = _Lock()
    @exclusivity(unchecked) var notifications: ContiguousArray<_PropertyNotification> = []
    @exclusivity(unchecked) var spareNotification: _PropertyNotification?

    @usableFromInline
    init() {
        buckets = .allocate(capacity: 1)
        buckets.initialize(to: Bucket())
        touched = .allocate(capacity: 64)
    }
}

// Safe to share: see above for what guards each property.
extension _PropertyGraph: @unchecked Sendable {}

// MARK: - Holding the writer lock

extension _PropertyGraph {
    /// Takes the writer lock.
    ///
    /// - Returns: `false` if this thread has it already, and must not give it up.
    @inlinable @inline(__always)
    func enter() -> Bool {
        let me = _threadIdentity()
        if owner.load(ordering: .relaxed) == me { return false }
        writerLock.lock()
        owner.store(me, ordering: .relaxed)
        return true
    }

    /// Whether this thread has the writer lock.
    @inlinable @inline(__always)
    var isHeld: Bool { owner.load(ordering: .relaxed) == _threadIdentity() }

    /// Makes the changes that were postponed, gives up the writer lock, tells the observers and releases what has gone.
    @usableFromInline
    func leave() {
        while !deferred.isEmpty {
            let changes = deferred
            deferred = []
            for change in changes { change() }
        }
        if !released.isEmpty { disconnectReleased() }
        let gone = garbage
        if !gone.isEmpty { garbage = [] }
        let notification = takeNotification()
        owner.store(0, ordering: .relaxed)
        writerLock.unlock()
        if let notification { deliver(notification) }
        if !gone.isEmpty { reclaim { $0.objects.append(contentsOf: gone) } }
    }

    /// Postpones a change to the end of the running propagation. For the thread with the writer lock.
    @usableFromInline
    func postpone(_ change: @escaping () -> Void) { deferred.append(change) }
}

// MARK: - Propagation

extension _PropertyGraph {
    /// Notes that a node has a new working value.
    @usableFromInline
    func noteChange(_ node: _GraphNode) {
        touch(node, .changed)
        node.dependents.withUnsafeBufferPointer { dependents in
            for dependent in dependents {
                dependent.node._withUnsafeGuaranteedRef { dependent in
                    dependent.flags.formUnion(.inputChanged)
                    if !dependent.flags.contains(.scheduled) { schedule(dependent) }
                }
            }
        }
    }

    /// Notes that a node will never change again.
    @usableFromInline
    func noteEnd(_ node: _GraphNode) {
        if node.isDone { return }
        touch(node, [.finished, .done])
        for dependent in node.dependents {
            dependent.node._withUnsafeGuaranteedRef { dependent in
                dependent.openInputs &-= 1
                if !dependent.flags.contains(.scheduled) { schedule(dependent) }
            }
        }
    }

    @inline(__always)
    private func touch(_ node: _GraphNode, _ flags: _GraphFlags) {
        let before = node.flags
        node.flags = before.union(flags)
        if !before.isDisjoint(with: [.changed, .finished]) { return }
        if touchedCount == touchedCapacity { growTouched() }
        (touched + touchedCount).initialize(to: .passUnretained(node))
        touchedCount &+= 1
    }

    @inline(never)
    private func growTouched() {
        let more = UnsafeMutablePointer<Unmanaged<_GraphNode>>.allocate(capacity: touchedCapacity * 2)
        more.moveInitialize(from: touched, count: touchedCount)
        touched.deallocate()
        touched = more
        touchedCapacity *= 2
    }

    /// Puts a node into the bucket of its level, at the end.
    @usableFromInline @inline(__always)
    func schedule(_ node: _GraphNode) {
        node.flags.formUnion(.scheduled)
        let level = node.level
        let bucket = buckets + level
        let entry = Unmanaged.passUnretained(node)
        if let last = bucket.pointee.last {
            last._withUnsafeGuaranteedRef { $0.next = entry }
        } else {
            bucket.pointee.first = entry
            if level > highest { highest = level }
        }
        bucket.pointee.last = entry
    }

    /// Makes sure that there is a bucket for a level.
    @inline(__always)
    private func ensureBucket(_ level: Int) {
        if level >= bucketCount { addBuckets(upTo: level) }
    }

    @inline(never)
    private func addBuckets(upTo level: Int) {
        let count = max(level + 1, bucketCount * 2)
        let more = UnsafeMutablePointer<Bucket>.allocate(capacity: count)
        more.moveInitialize(from: buckets, count: bucketCount)
        (more + bucketCount).initialize(repeating: Bucket(), count: count - bucketCount)
        buckets.deallocate()
        buckets = more
        bucketCount = count
    }

    /// Brings all that is scheduled up to date, level by level, and publishes what changed.
    @usableFromInline
    func settle() {
        propagation &+= 1
        level = 0
        while level <= highest {
            // Looked up each time: what runs may add levels.
            while let entry = buckets[level].first {
                entry._withUnsafeGuaranteedRef { node in
                    let bucket = buckets + level
                    // The last one's `next` is none, whatever it says.
                    if bucket.pointee.last?.toOpaque() == entry.toOpaque() {
                        bucket.pointee = Bucket()
                    } else {
                        bucket.pointee.first = node.next
                    }
                    node.flags.subtract(.scheduled)
                    if node.level > level {
                        schedule(node)  // it has got an input from further up while it waited
                    } else {
                        node.run(node)
                    }
                }
            }
            level &+= 1
        }
        level = -1
        highest = -1
        publishAll()
    }

    @inline(__always)
    private func publishAll() {
        let count = touchedCount
        if count == 0 { return }
        // Publications don't come here again, and so nothing is touched meanwhile.
        let touched = touched
        publication.lock()
        isPublishing.store(true, ordering: .relaxed)
        for index in 0..<count {
            touched[index]._withUnsafeGuaranteedRef { node in
                node.publish(node)
                node.flags.subtract([.changed, .finished])
            }
        }
        isPublishing.store(false, ordering: .releasing)
        publication.unlock()
        if hasOld { discardOld() }
        touchedCount = 0
        if touchedCapacity > 4096 { shrinkTouched() }
    }

    /// Readers are served again: releases old values, which may run code of their own when they go.
    @inline(never)
    private func discardOld() {
        hasOld = false
        for index in 0..<touchedCount {
            touched[index]._withUnsafeGuaranteedRef { node in node.discard?(node) }
        }
    }

    @inline(never)
    private func shrinkTouched() {
        touched.deallocate()
        touchedCapacity = 64
        touched = .allocate(capacity: touchedCapacity)
    }

    /// Waits for a publication to end, which is a matter of storing values.
    @usableFromInline @inline(never)
    func awaitPublication() {
        publication.lock()
        publication.unlock()
    }
}

// MARK: - The shape

extension _PropertyGraph {
    /// Makes a node depend on another, unless that one will never change again.
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

    /// Constant time: the last dependent takes the place of the one that goes.
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
        // Not the last reference: who drops an edge holds the node.
        dependent.node.release()
    }

    /// Lifts a node, and what depends on it, above a level.
    private func raise(_ node: _GraphNode, above level: Int) {
        if node.level > level { return }
        node.level = level + 1
        ensureBucket(node.level)
        if node.dependents.isEmpty { return }
        var open: ContiguousArray<_GraphNode> = [node]
        while let next = open.popLast() {
            for dependent in next.dependents {
                dependent.node._withUnsafeGuaranteedRef { dependent in
                    if dependent.level > next.level { return }
                    precondition(dependent !== node, "a property can't depend on itself")
                    dependent.level = next.level + 1
                    ensureBucket(dependent.level)
                    open.append(dependent)
                }
            }
        }
    }
}
