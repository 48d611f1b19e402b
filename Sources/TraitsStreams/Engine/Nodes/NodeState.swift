import Synchronization

// The typed views of a node's two atomic words. A class conforms to the protocols that it needs. Most views that one class
// alone needs stand beside that class: those of `_FlatMapNode`, `_ObserverNode`, `_Token` and `_GenerationNode`, a
// machine's mailbox, which is one bit of a state, and a subject that sends a value.

/// The content of one of a node's words: a number with named values.
@usableFromInline
protocol _WordState: RawRepresentable, Equatable where RawValue == Int {
    init(rawValue: Int)
}

/// A node with a state that any thread may read, in `flag`.
@usableFromInline
protocol _StateNode: _Node {
    associatedtype State: _WordState
}

extension _StateNode {
    @inlinable
    var state: State {
        @inline(__always) get { State(rawValue: flag.load(ordering: .relaxed)) }
        @inline(__always) set { flag.store(newValue.rawValue, ordering: .releasing) }
    }

    /// The state, loaded with sequential consistency.
    @inlinable @inline(__always)
    var stateInOrder: State { State(rawValue: flag.load(ordering: .sequentiallyConsistent)) }

    /// - Returns: whether the state was the expected state, and has been changed.
    @inlinable @inline(__always)
    func changeState(from expected: State, to new: State) -> Bool {
        flag.compareExchange(
            expected: expected.rawValue, desired: new.rawValue, ordering: .acquiringAndReleasing
        ).exchanged
    }
}

extension _StateNode where State: OptionSet {
    /// - Returns: the state before.
    @inlinable @inline(__always) @discardableResult
    func insert(_ news: State) -> State {
        State(rawValue: flag.bitwiseOr(news.rawValue, ordering: .sequentiallyConsistent).oldValue)
    }

    @inlinable @inline(__always)
    func remove(_ old: State) { flag.bitwiseAnd(~old.rawValue, ordering: .sequentiallyConsistent) }
}

/// A node that only notes, in `flag`, whether it is over, and whether downstream has cancelled.
@usableFromInline
package protocol _EndingNode: _Node {}

extension _EndingNode {
    @inlinable @inline(__always)
    package var isOver: Bool { flag.load(ordering: .relaxed) != 0 }

    /// The same flag, loaded with sequential consistency.
    @inlinable @inline(__always)
    package var isOverInOrder: Bool { flag.load(ordering: .sequentiallyConsistent) != 0 }

    /// - Returns: whether this is the first time.
    @inlinable @inline(__always) @discardableResult
    package func noteEnd() -> Bool {
        flag.compareExchange(expected: 0, desired: 1, ordering: .sequentiallyConsistent).exchanged
    }

    /// Indicates whether downstream has cancelled, before it was sent the end.
    @inlinable
    package var isAbandoned: Bool { flag.load(ordering: .sequentiallyConsistent) == 2 }

    /// Notes that downstream has cancelled.
    @inlinable
    package func noteAbandonment() { flag.store(2, ordering: .sequentiallyConsistent) }
}

/// A node that notes its progress in `word`; for classes whose root has a state already.
@usableFromInline
package protocol _ProgressNode: _Node {
    associatedtype Progress: OptionSet where Progress.RawValue == Int
}

extension _ProgressNode {
    @inlinable @inline(__always)
    package var progress: Progress { Progress(rawValue: word.load(ordering: .acquiring)) }

    /// - Returns: the progress before.
    @inlinable @inline(__always) @discardableResult
    package func note(_ news: Progress) -> Progress {
        Progress(rawValue: word.bitwiseOr(news.rawValue, ordering: .sequentiallyConsistent).oldValue)
    }
}

/// A node that counts the demand of downstream that hasn't been met, in `word`.
@usableFromInline
package protocol _DemandNode: _Node {}

extension _DemandNode {
    /// The number of values, with `Int.max` for no limit. A negative number means that the node is over, and stays.
    @inlinable @inline(__always)
    package var demandCount: Int { word.load(ordering: .sequentiallyConsistent) }

    @inlinable
    package var openDemand: Subscribers.Demand {
        let count = demandCount
        return count == .max ? .unlimited : .max(max(count, 0))
    }

    @inlinable @inline(__always)
    package var hasUnlimitedDemand: Bool { demandCount == .max }

    /// - Returns: the number before.
    @inlinable @inline(__always) @discardableResult
    package func addDemand(_ demand: Subscribers.Demand) -> Int { countUp(demand) }

    /// - Returns: whether there was demand.
    @inlinable @inline(__always)
    package func takeDemand() -> Bool { countDown() }

    /// Replaces a number by another, unless it has changed.
    ///
    /// - Returns: whether it was replaced, and the number before.
    @inlinable @inline(__always)
    package func replaceDemand(_ expected: Int, by new: Int) -> (isDone: Bool, before: Int) {
        let (exchanged, original) = word.compareExchange(
            expected: expected, desired: new, ordering: .sequentiallyConsistent)
        return (exchanged, original)
    }
}

// Not in the protocol, so that one copy serves all nodes.
extension _Node {
    @inlinable
    final func countUp(_ demand: Subscribers.Demand) -> Int {
        var old = word.load(ordering: .relaxed)
        while old >= 0 && old != .max {
            var new = Int.max
            if demand != .unlimited {
                let (sum, overflow) = old.addingReportingOverflow(Int(demand.rawValue))
                if !overflow { new = sum }
            }
            let (stored, now) = word.weakCompareExchange(
                expected: old, desired: new, ordering: .sequentiallyConsistent)
            if stored { return old }
            old = now
        }
        return old
    }

    @inlinable
    final func countDown() -> Bool {
        // Acquired, so that a value follows everything that the subscriber did before it asked.
        var old = word.load(ordering: .acquiring)
        while old > 0 {
            if old == .max { return true }
            let (stored, now) = word.weakCompareExchange(
                expected: old, desired: old &- 1, ordering: .acquiringAndReleasing)
            if stored { return true }
            old = now
        }
        return false
    }
}

extension _InputsNode {
    /// The input that has won over its competitors, in `word`. A node with competing inputs doesn't count demand there.
    @inlinable
    final var winner: Int? {
        let number = word.load(ordering: .acquiring)
        return number == 0 ? nil : number - 1
    }

    /// - Returns: `false` if there is a winner already.
    @inlinable
    final func becomesWinner(_ input: Int) -> Bool {
        word.compareExchange(expected: 0, desired: input + 1, ordering: .acquiringAndReleasing).exchanged
    }
}

/// The subscription of a publisher that several subscribers listen to. A negative demand means that it is over.
@usableFromInline
package protocol _ConduitNode: _DemandNode {}

extension _ConduitNode {
    @inlinable @inline(__always)
    package var isOver: Bool { demandCount < 0 }

    /// Ends the connection. Exactly one call succeeds.
    ///
    /// - Returns: whether this call did it.
    @inlinable @inline(__always)
    package func end() -> Bool { word.bitwiseOr(Int.min, ordering: .sequentiallyConsistent).oldValue >= 0 }

    /// The demand, or the demand that was left at the end; for the mirror.
    @usableFromInline package var lastDemand: Subscribers.Demand {
        let count = demandCount & Int.max
        return count == .max ? .unlimited : .max(count)
    }
}

/// A node that counts permissions to deliver, in `word`, until it is closed.
@usableFromInline
package protocol _PermissionNode: _Node {}

/// Bit 0, which says that the node is closed. The higher bits count permissions.
@inlinable @inline(__always) var _closedBit: Int { 1 }

extension _PermissionNode {
    @inlinable @inline(__always)
    package var isClosed: Bool { word.load(ordering: .relaxed) & _closedBit != 0 }

    /// Makes sure that nothing more is sent.
    ///
    /// - Returns: whether this call did it.
    @inlinable
    package func close() -> Bool {
        word.bitwiseOr(_closedBit, ordering: .sequentiallyConsistent).oldValue & _closedBit == 0
    }

    @inlinable @inline(__always)
    package var hasPermission: Bool { word.load(ordering: .sequentiallyConsistent) > _closedBit }

    @inlinable @inline(__always)
    package func addPermissions(_ count: Int) { word.add(count &* 2, ordering: .sequentiallyConsistent) }

    /// Takes a permission, for the thread inside `delivery`.
    ///
    /// - Returns: whether there was a permission.
    @inlinable @inline(__always)
    package func takesPermission() -> Bool {
        guard hasPermission else { return false }
        word.subtract(2, ordering: .acquiringAndReleasing)
        return true
    }
}
