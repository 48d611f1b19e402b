// The end of a subject. While another thread sends a value, the thread that ends the subject leaves the end to it, and goes on.
// The sending thread brings the end after its value, before it leaves.
//
// From then on the subject has ended for everybody else: values are dropped, and a new subscriber gets only the end.
//
// The end may arrive only on a thread that sends something to the subject. A thread that lets a subscriber in or out is none;
// the ending thread waits for it, and brings the end itself.

import Synchronization

extension _SubjectRoot {
    /// Ends the subject, unless it has ended already.
    @usableFromInline
    final func finish(with failure: AnyObject?) {
        var isNested = delivery.tryEnter()
        if isNested == nil {
            if leaveEnd(with: failure) { return }
            isNested = enterInTime()
        }
        guard let isNested else { return }
        if isNested && isTooDeep() { return postpone { $0.end(with: failure) } }
        if !attend() {
            if !isNested { return endOutermost(with: failure) }
            end(with: failure)
        }
        if isNested { leaveNested() } else { leaveOutermost() }
    }

    /// Leaves the end to the thread that sends a value.
    ///
    /// - Returns: `false` if there is no such thread.
    private final func leaveEnd(with failure: AnyObject?) -> Bool {
        lock.withLock {
            if hasEnded { return true }
            guard delivery.leaveToThreadInside() else { return false }
            noteEnd(with: failure)
            return true
        }
    }

    /// Notes the end, unless another thread has done so.
    ///
    /// - Returns: whether this is the end that counts.
    private final func noteFirstEnd(with failure: AnyObject?) -> Bool {
        lock.withLock {
            if hasEnded { return false }
            noteEnd(with: failure)
            return true
        }
    }

    /// Brings the end that another thread has left to this one, and leaves.
    final func bringLeftEnd() {
        lock.withLock {}  // the other thread has noted the end before it left this lock
        delivery.takeDue()
        if !absences.isEmpty { takeOver(beforeEnd: true) }
        completeAndLeave()
    }

    /// Ends the subject from inside a delivery.
    final func end(with failure: AnyObject?) {
        guard noteFirstEnd(with: failure) else { return }
        let end = count
        var index = 0
        while index < end {
            list[index]?._withUnsafeGuaranteedRef { if complete($0) { unsettle($0) } }
            index &+= 1
        }
        endParked()
    }

    private final func endOutermost(with failure: AnyObject?) {
        if noteFirstEnd(with: failure) { completeAndLeave() } else { leaveOutermost() }
    }

    /// Leaves after the end. The subscribers are completed afterwards, so that no thread waits for them: nothing is sent any
    /// more, and the list isn't needed.
    private final func completeAndLeave() {
        let count = takeEntries()
        leaveOutermost()
        for index in 0..<count { list[index]?._withUnsafeGuaranteedRef { _ = complete($0) } }
        endParked()
        for index in 0..<count {
            guard let entry = list[index] else { continue }
            entry._withUnsafeGuaranteedRef { if $0.isOver { retire($0) } }
            entry.release()
        }
    }

    /// Leaves the entries to the thread that ends the subject: no other thread looks at the list, or appends to it, from then
    /// on. An occupied entry is left to the thread that has stepped out inside of it.
    ///
    /// - Returns: the number of entries.
    private final func takeEntries() -> Int {
        for index in 0..<count {
            list[index]?._withUnsafeGuaranteedRef { conduit in
                conduit.listIndex = -1
                if conduit.state.contains(.occupied) { list[index] = nil }
            }
        }
        entriesMoved { _ in 0 }
        defer { (count, holes, isUnsettled, gone) = (0, 0, false, []) }
        return count
    }
}
