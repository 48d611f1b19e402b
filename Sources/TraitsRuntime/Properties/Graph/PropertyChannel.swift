import Synchronization

/// The root of ``_PropertyChannel``: the properties that don't depend on types, or can't be copied.
@usableFromInline
class _PropertyChannelRoot {
    @usableFromInline @exclusivity(unchecked) final var observers = _IndexedSet<_ListedNode>()
    /// The observers that get the value on its way.
    @usableFromInline @exclusivity(unchecked) final var receivers: ContiguousArray<_ListedNode?> = []
    /// Indicates whether `receivers` and the array of `observers` may be the same memory.
    @usableFromInline @exclusivity(unchecked) final var isShared = false
    /// Indicates whether each observer takes all values, and has nothing to do before the next one.
    @usableFromInline @exclusivity(unchecked) final var isDirect = false
    /// The number of publications that pass before `isDirect` is determined again.
    @usableFromInline @exclusivity(unchecked) final var patience = 0
    /// The index of the observer that is called next, plus one; zero if no value is on its way to all observers.
    @usableFromInline let turn = Atomic<Int>(0)
    /// Indicates whether a thread has yet to call observers, or to find that another thread calls them.
    @usableFromInline let isTaken = Atomic<Bool>(false)

    @usableFromInline
    init() {}

    // MARK: Under the property's `own`

    @usableFromInline
    final func add(_ conduit: _ListedNode) {
        if isShared { copyList() }
        observers.insert(conduit)
        isDirect = false
        patience = 0
    }

    @usableFromInline
    final func remove(_ conduit: _ListedNode) {
        if conduit.setIndex < 0 { return }
        if isShared { copyList() }
        observers.remove(conduit)
    }

    @usableFromInline
    final func removeAll() {
        observers.removeAll()
        isShared = false
    }

    /// Copies the list before it is altered, if the thread that calls the observers may be reading it. The array's
    /// reference count doesn't tell when that thread has finished; `isTaken` does.
    private final func copyList() {
        isShared = false
        if isTaken.load(ordering: .acquiring) { observers.copyPlaces() }
    }
}

/// The observers of a property, in the order in which they came, and the one value that goes to all of them without their
/// mailboxes.
///
/// Most observers take every value, and have finished with it before the next one comes. A value for such observers is kept
/// here, and the thread that made the change calls them one after the other. It claims each by moving ``turn``, the only
/// write for an observer.
///
/// Any other publication interrupts that: it puts the value into the mailboxes of all observers that haven't been claimed,
/// and then its own value into the mailbox of each. From there on all is as ``_PropertyConduit`` says. The observer that is
/// being called is marked as such; the calling thread finds `turn` changed when it comes back, and goes on with the mailbox.
/// So another thread, or an observer that changes the property, never waits for the rest of the observers.
///
/// The property's `own` guards everything but the two words. The thread that calls the observers reads `value` and
/// `receivers` without it: nobody writes them while ``isTaken`` is `true`.
@usableFromInline
final class _PropertyChannel<Value>: _PropertyChannelRoot {
    @usableFromInline typealias Conduit = _PropertyConduit<Value>

    /// The value on its way.
    @usableFromInline @exclusivity(unchecked) var value: Value?

    @inlinable
    override init() {}

    // MARK: Under the property's `own`

    @inlinable @inline(__always)
    static func conduit(_ node: _ListedNode) -> Conduit { _unsafeUncheckedDowncast(node, to: Conduit.self) }

    /// Begins to pass a value to all observers without their mailboxes.
    ///
    /// - Returns: `false` if the value has to go through the mailboxes.
    @inlinable @inline(__always)
    func begin(_ value: Value) -> Bool {
        if !isDirect && !becomesDirect() { return false }
        if isTaken.load(ordering: .acquiring) { return false }
        self.value = value
        receivers = observers.places
        isShared = true
        isTaken.store(true, ordering: .relaxed)
        turn.store(1, ordering: .releasing)
        return true
    }

    @inlinable @inline(never)
    func becomesDirect() -> Bool {
        if patience > 0 {
            patience -= 1
            return false
        }
        for case let node? in observers.places where !Self.conduit(node).isIdle {
            patience = 16
            return false
        }
        isDirect = true
        return true
    }

    /// Puts the value that is on its way into the mailboxes of the observers that have not been called.
    @inlinable @inline(never)
    func interrupt() {
        isDirect = false
        let next = turn.exchange(0, ordering: .acquiringAndReleasing) - 1
        if next < 0 { return }
        if next > 0, let node = receivers[next - 1] { Self.conduit(node).isBeingCalled(true) }
        for case let node? in receivers[next...] { Self.conduit(node).offer(value!) }
    }

    // MARK: With no lock

    /// Calls the observers.
    ///
    /// - Parameter node: the node that they observe.
    @inlinable
    func tell(of node: _GraphNode) {
        var index = 0
        receivers.withUnsafeBytes { bytes in
            // Kept by the array: none is retained for a call.
            let receivers = bytes.assumingMemoryBound(to: Unmanaged<Conduit>?.self)
            while claim(index, of: receivers.count) {
                if index == receivers.count { return index = -1 }
                receivers[index]?._withUnsafeGuaranteedRef { $0.send($0, value!) }
                index &+= 1
            }
        }
        if index >= 0 { tellRest(from: index, of: node) }
        let gone = (value.take(), receivers)
        receivers = []
        isTaken.store(false, ordering: .releasing)
        withExtendedLifetime(gone) {}
    }

    /// Claims the observer at an index, or the end.
    ///
    /// - Returns: `false` if another publication was faster.
    @inlinable @inline(__always)
    func claim(_ index: Int, of count: Int) -> Bool {
        turn.compareExchange(
            expected: index &+ 1, desired: index == count ? 0 : index &+ 2, ordering: .acquiringAndReleasing
        ).exchanged
    }

    /// Drains the mailboxes of the observers from an index on: another publication has put the value there.
    @inlinable @inline(never)
    func tellRest(from index: Int, of node: _GraphNode) {
        // That publication may not have done so yet.
        node.own.enterSoon()
        node.own.exitOutermost()
        if index > 0, let node = receivers[index - 1] {
            Self.conduit(node).isBeingCalled(false)
            Self.conduit(node).deliver(node)
        }
        for case let node? in receivers[index...] { Self.conduit(node).deliver(node) }
    }
}
