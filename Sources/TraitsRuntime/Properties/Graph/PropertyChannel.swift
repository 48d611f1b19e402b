import Synchronization

/// The root of ``_PropertyChannel``, for what can't be copied.
@usableFromInline
class _PropertyChannelRoot {
    /// The index of the observer that is called next, plus one; zero if no value is on its way to all observers.
    @usableFromInline let turn = Atomic<Int>(0)
    /// Whether a thread has still to call observers, or to find that they are called without it.
    @usableFromInline let isTaken = Atomic<Bool>(false)

    @inlinable
    init() {}
}

/// The observers of a property, in the order in which they came, and the one value that goes to all of them without their
/// mailboxes.
///
/// Most observers take every value, and are through with one before the next one comes. A value for such observers stays
/// here, and the thread that made the change calls one after the other. It claims each by moving ``turn``, the only thing
/// that is written for an observer.
///
/// Any other publication interrupts that: it puts the value into the mailboxes of all observers that haven't been claimed,
/// and then its own value into the mailbox of each. From there on all is as ``_PropertyConduit`` says. The observer that is
/// being called is marked as such; the calling thread finds `turn` changed when it comes back, and goes on with the mailbox.
/// So another thread, or an observer that changes the property, never waits for the rest of the observers.
///
/// The property's `own` guards everything but the two words. The thread that calls the observers reads `value` and
/// `receivers` without it: nobody writes them while ``isTaken`` is on.
@usableFromInline
final class _PropertyChannel<Value>: _PropertyChannelRoot {
    /// With holes.
    @usableFromInline @exclusivity(unchecked) var observers: ContiguousArray<_PropertyConduit<Value>?> = []
    @usableFromInline @exclusivity(unchecked) var holes = 0

    /// Whether each observer takes all values, and has nothing to do before the next one.
    @usableFromInline @exclusivity(unchecked) var isDirect = false
    /// For how many publications more not to find that out.
    @usableFromInline @exclusivity(unchecked) var patience = 0
    /// The value on its way, and those that get it.
    @usableFromInline @exclusivity(unchecked) var value: Value?
    @usableFromInline @exclusivity(unchecked) var receivers: ContiguousArray<_PropertyConduit<Value>?> = []
    /// Whether `receivers` and `observers` may be the same memory.
    @usableFromInline @exclusivity(unchecked) var isShared = false

    @inlinable
    override init() {}

    // MARK: Under the property's `own`

    @inlinable
    func add(_ conduit: _PropertyConduit<Value>) {
        if isShared { copyList() }
        conduit.index = observers.count
        observers.append(conduit)
        isDirect = false
        patience = 0
    }

    /// Closes the list up once half of it is empty: constant time on average, and the order stays.
    @inlinable
    func remove(_ conduit: _PropertyConduit<Value>) {
        let index = conduit.index
        if index < 0 { return }
        conduit.index = -1
        if isShared { copyList() }
        observers[index] = nil
        holes += 1
        if holes * 2 <= observers.count { return }
        observers.removeAll { $0 == nil }
        for (index, conduit) in observers.enumerated() { conduit!.index = index }
        holes = 0
    }

    @inlinable
    func removeAll() {
        for conduit in observers { conduit?.index = -1 }
        observers = []
        isShared = false
        holes = 0
    }

    /// Gives the list memory of its own before it is altered, if the thread that calls the observers may be reading it. An
    /// array's count of its owners doesn't tell that this has ended; `isTaken` does.
    @inlinable @inline(never)
    func copyList() {
        isShared = false
        if !isTaken.load(ordering: .acquiring) { return }
        var copy: ContiguousArray<_PropertyConduit<Value>?> = []
        copy.reserveCapacity(observers.count + 1)
        copy.append(contentsOf: observers)
        observers = copy
    }

    /// Has a value go to all observers without their mailboxes.
    ///
    /// - Returns: `false` if it has to go through these.
    @inlinable @inline(__always)
    func begin(_ value: Value) -> Bool {
        if !isDirect && !becomesDirect() { return false }
        if isTaken.load(ordering: .acquiring) { return false }
        self.value = value
        receivers = observers
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
        for case let conduit? in observers where !conduit.isIdle {
            patience = 16
            return false
        }
        isDirect = true
        return true
    }

    /// Puts the value that is on its way into the mailboxes of those that have not been called.
    @inlinable @inline(never)
    func interrupt() {
        isDirect = false
        let next = turn.exchange(0, ordering: .acquiringAndReleasing) - 1
        if next < 0 { return }
        if next > 0 { receivers[next - 1]?.isBeingCalled(true) }
        for index in next..<receivers.count { receivers[index]?.offer(value!) }
    }

    // MARK: With no lock

    /// Calls the observers.
    ///
    /// - Parameter node: what they observe.
    @inlinable
    func tell(of node: _GraphNode) {
        var index = 0
        receivers.withUnsafeBytes { bytes in
            // Kept by the array: none is retained for a call.
            let receivers = bytes.assumingMemoryBound(to: Unmanaged<_PropertyConduit<Value>>?.self)
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

    /// Another publication has put the value into the mailboxes of the observers from an index on.
    @inlinable @inline(never)
    func tellRest(from index: Int, of node: _GraphNode) {
        // That publication may have yet to do so.
        node.own.enterSoon()
        node.own.exitOutermost()
        if index > 0, let conduit = receivers[index - 1] {
            conduit.isBeingCalled(false)
            conduit.deliver(conduit)
        }
        for case let conduit? in receivers[index...] { conduit.deliver(conduit) }
    }
}
