import Synchronization

/// The state of a node in the running propagation.
@frozen @usableFromInline
struct _GraphFlags: OptionSet {
    @usableFromInline let rawValue: UInt16
    @inlinable @inline(__always) init(rawValue: UInt16) { self.rawValue = rawValue }

    /// Changed in the running propagation.
    @inlinable @inline(__always) static var changed: Self { Self(rawValue: 1) }
    /// Finished in the running propagation.
    @inlinable @inline(__always) static var finished: Self { Self(rawValue: 2) }
    /// An input changed in the running propagation; of a source: it was given a value.
    @inlinable @inline(__always) static var inputChanged: Self { Self(rawValue: 4) }
    /// Is in a list of the running propagation, waiting to be run or, after that, to be published.
    @inlinable @inline(__always) static var scheduled: Self { Self(rawValue: 8) }
    /// Finished, in this propagation or an earlier one: never changes again.
    @inlinable @inline(__always) static var done: Self { Self(rawValue: 16) }
    /// A `modify` of this source is on the stack.
    @inlinable @inline(__always) static var updating: Self { Self(rawValue: 32) }
    /// Made in the middle of a change, by a call that has not returned: nobody has seen it.
    @inlinable @inline(__always) static var newborn: Self { Self(rawValue: 64) }
    /// Has been looked at by a walk that is going on.
    @inlinable @inline(__always) static var visited: Self { Self(rawValue: 128) }
    /// Reads are tracked in this program. Never removed.
    @inlinable @inline(__always) static var tracked: Self { Self(rawValue: 256) }

    // The standard library's method is generic, and four calls deep in code that isn't optimised.
    @inlinable @inline(__always)
    func contains(_ member: Self) -> Bool { rawValue & member.rawValue == member.rawValue }
}

/// A vertex of the property graph, without the type of its value.
///
/// The graph calls a node through three closures that capture nothing and were specialised where the property
/// was built; Engine/Node.swift says why. All storage that can't be copied is in this root class, for the
/// reason told there too.
///
/// Which thread may touch what:
/// - `bits`, `isFinished` and `readsAddress` are atomic;
/// - `lock` guards the published value of a subclass;
/// - `own` guards the observers, and more of a node that is alone;
/// - the graph's `publication` guards `isPlain`;
/// - everything else belongs to the thread with the graph's writer lock.
@usableFromInline
class _GraphNode {
    @usableFromInline typealias Call = (_GraphNode) -> Void
    @usableFromInline typealias Run = (_GraphNode) -> Bool

    /// The edge from an input to this node, seen from here.
    @usableFromInline
    struct Input {
        /// The node of the input, kept alive by the closures that compute this node.
        let node: Unmanaged<_GraphNode>
        /// The index of this node among the input's dependents.
        var position: Int
    }

    /// The same edge, seen from the input.
    @usableFromInline
    struct Dependent {
        /// Retained by hand, so that a propagation can borrow it.
        @usableFromInline let node: Unmanaged<_GraphNode>
        /// The index of the input among this dependent's inputs.
        let index: Int
    }

    /// The address of the lane that the node is in. Changed by a thread that has all lanes, under the `publication` of the
    /// old one.
    @usableFromInline let laneWord: Atomic<UInt>
    /// Brings the node up to date, once its inputs are, and says whether it has a new working value.
    @usableFromInline let run: Run
    /// Shows the new value to readers, and to observers' mailboxes.
    @usableFromInline let publish: Call
    /// Releases the old value, if it needs releasing.
    @usableFromInline let discard: Call?

    @usableFromInline let bits = Atomic<UInt64>(0)
    /// The word to store in `bits`, if the value is small.
    @usableFromInline @exclusivity(unchecked) final var pending: UInt64 = 0
    /// Indicates whether publishing a new value only stores `pending`, since the value is small and nobody observes it.
    @usableFromInline @exclusivity(unchecked) final var isPlain: Bool
    @usableFromInline let isFinished = Atomic<Bool>(false)
    /// The address of the object that knows of reads of the value, or zero; see `_PropertyReads`. The node holds the
    /// object. A lazy reference of `Synchronization` would cost a call for each change.
    @usableFromInline let readsAddress = Atomic<UInt>(0)
    @usableFromInline let lock = _Lock()
    /// Guards the channel, and all of a node that ``isAlone``.
    @usableFromInline let own = _DeliveryLock()
    /// Indicates whether this is a source that nothing is derived from: such a source changes without the writer lock.
    /// Written under both locks and read under either, once other threads know the node.
    @usableFromInline @exclusivity(unchecked) final var isAlone = false
    /// Indicates whether the node can't be alone any more. For the thread with the writer lock.
    @usableFromInline @exclusivity(unchecked) final var hasCompany = true

    /// The flags, in an atomic word: a reader looks at them too.
    @usableFromInline let flagsWord: Atomic<UInt16>
    /// Greater than the level of each input; a propagation runs nodes by their level.
    @usableFromInline @exclusivity(unchecked) final var level = 0
    /// The next node in the same list of the graph.
    @usableFromInline @exclusivity(unchecked) final var next: Unmanaged<_GraphNode>?
    @usableFromInline @exclusivity(unchecked) final var dependents: ContiguousArray<Dependent> = []
    @usableFromInline @exclusivity(unchecked) final var inputs: ContiguousArray<Input> = []
    /// The bindings that set this source, or the whole that it is a part of. Each of them holds its target.
    @exclusivity(unchecked) final var bindings: ContiguousArray<Unmanaged<_BindingNode>> = []
    /// The number of inputs that have not finished.
    @usableFromInline @exclusivity(unchecked) final var openInputs = 0
    /// The time of the graph's clock at which the value was set, of a source that isn't alone.
    @usableFromInline @exclusivity(unchecked) final var timeOfSetting: UInt64 = 0
    /// The parts of the value that are set by themselves; of a lens's property: the part that it is.
    @usableFromInline @exclusivity(unchecked) final var parts: _PropertyParts?

    @inlinable
    init(
        _ graph: _PropertyGraph?, isPlain: Bool, run: @escaping Run, publish: @escaping Call, discard: Call?
    ) {
        self.isPlain = isPlain
        self.run = run
        self.publish = publish
        self.discard = discard
        laneWord = Atomic((graph ?? _PropertyGraph.laneOfNewSource()).word)
        flagsWord = Atomic(_PropertyGraph.idleFlags.rawValue)
    }

    @inlinable @inline(__always)
    final var lane: UInt { laneWord.load(ordering: .acquiring) }

    /// The lane. Lanes are never released, so none is retained for a call.
    @inlinable @inline(__always)
    final var laneRef: Unmanaged<_PropertyGraph> { .fromOpaque(UnsafeRawPointer(bitPattern: lane)!) }

    @inlinable
    final var graph: _PropertyGraph { laneRef.takeUnretainedValue() }

    /// The graph with the lists of the running change. For a thread inside a change of this node.
    @inlinable
    final var context: _PropertyGraph { withContext { $0 } }

    @inlinable @inline(__always)
    final func withContext<R>(_ body: (_PropertyGraph) -> R) -> R {
        laneRef._withUnsafeGuaranteedRef { $0.contextRef._withUnsafeGuaranteedRef(body) }
    }

    @inlinable
    deinit {
        if isTracked { releaseReads() }
    }

    /// Indicates whether there may be reads that are tracked.
    @inlinable @inline(__always)
    final var isTracked: Bool { readsAddress.load(ordering: .acquiring) != 0 }

    /// The state in the running propagation. Written by the thread with the writer lock.
    @inlinable @inline(__always)
    final var flags: _GraphFlags {
        get { _GraphFlags(rawValue: flagsWord.load(ordering: .relaxed)) }
        set { flagsWord.store(newValue.rawValue, ordering: .releasing) }
    }

    /// Indicates whether a read has more to do than to load the value: a new value is about to be shown, or reads are
    /// tracked.
    @inlinable @inline(__always)
    final var isReadSpecial: Bool {
        flagsWord.load(ordering: .acquiring) & (_GraphFlags.changed.rawValue | _GraphFlags.tracked.rawValue)
            != 0
    }

    @inlinable @inline(__always)
    final var isChanged: Bool { flags.contains(.changed) }

    @inlinable @inline(__always)
    final var isDone: Bool { flags.contains(.done) }

    /// Has the node change with the others of the graph from now on. For the thread with the writer lock.
    @inlinable @inline(__always)
    final func joinGraph() {
        if !hasCompany { join() }
    }

    @usableFromInline @inline(never)
    final func join() {
        hasCompany = true
        setAlone(false)
    }

    /// For the thread with the writer lock.
    @usableFromInline
    final func setAlone(_ isAlone: Bool) {
        own.enterSoon()
        self.isAlone = isAlone
        own.exitOutermost()
    }

    /// Puts the working value back to the published one, or takes the new one again.
    @usableFromInline
    func exchangeWorking() {}

    /// Ends the node if its last input has ended. For a node without news.
    ///
    /// - Returns: `false`, as ``run`` does then.
    @usableFromInline @inline(never)
    final func endWithoutNews() -> Bool {
        if openInputs == 0 { context.noteEnd(self) }
        return false
    }
}
