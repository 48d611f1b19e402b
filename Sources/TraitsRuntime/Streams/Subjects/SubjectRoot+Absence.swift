// Threads that step out of a delivery while it goes on, so that no sender waits for a subscriber that has cancelled.
//
// A thread that sends waits for the one that delivers, since that may be inside of a subscriber which is to get both
// values. Once that subscriber has cancelled, as `first()` does before it hands its value on, there is nothing to wait for:
// what it does then may take as long as it likes, and may wait for the very thread that is about to send. So the
// delivering thread lets go of the lock inside of the cancellation, and takes it again when the subscriber returns.

import Synchronization

/// Where a delivery is. For the delivering thread.
@frozen @usableFromInline
struct _DeliveryPosition {
    /// The index of the conduit that it is inside of; negative if it is inside of none.
    @usableFromInline var index = -1
    /// The index of the first conduit that gets no part of it.
    @usableFromInline var end = 0
    /// The version of the current value that is sent, if there is one.
    @usableFromInline var version = 0

    @inlinable @inline(__always)
    init() {}
}

/// A delivery whose thread has stepped out.
struct _Absence {
    let thread: UInt
    /// The conduit that it is inside of, which stays in the list.
    let entry: Unmanaged<_ConduitRoot>
    var position: _DeliveryPosition
}

extension _SubjectRoot {
    /// Lets go of the delivery lock, if the one delivery of this thread is inside of a conduit that has just gone. For a
    /// thread that has entered once more to say so, which is undone.
    ///
    /// Where deliveries are inside each other the thread stays: it is inside of other subscribers, too. And a thread steps out
    /// inside of a few absences of its own only, so that a recursion is noticed.
    ///
    /// - Returns: whether it did.
    final func stepsOut(of conduit: _ConduitRoot) -> Bool {
        guard delivery.depth.load(ordering: .relaxed) == 1, position.index == conduit.listIndex else {
            return false
        }
        let me = _threadIdentity()
        guard absences.count(where: { $0.thread == me }) < _absenceLimit else { return false }
        conduit.insert(.occupied)
        absences.append(_Absence(thread: me, entry: .passUnretained(conduit), position: position))
        signals.bitwiseOr(Self.away, ordering: .relaxed)
        position = _DeliveryPosition()
        delivery.exit()
        leaveOutermost()
        return true
    }

    /// Takes the delivery lock again, if this thread has stepped out inside of the conduit that has returned now.
    ///
    /// - Returns: where that conduit stands now; if the thread has stayed, where it stood.
    @usableFromInline @inline(never)
    final func comeBack(or index: Int) -> Int {
        if delivery.isInside { return index }
        let isGuest = delivery.enter()
        if isGuest {
            if nesting == nil { nesting = _Nesting() }
            nesting!.hosts.append(position)
            isUnsettled = true  // so that this thread looks for its host when it leaves
        }
        let me = _threadIdentity()
        let absence = absences.remove(at: absences.lastIndex { $0.thread == me }!)
        if absences.isEmpty { signals.bitwiseAnd(~Self.away, ordering: .relaxed) }
        position = absence.position
        let conduit = absence.entry.takeUnretainedValue()
        conduit.remove(.occupied)
        let index = conduit.listIndex
        if index >= 0 {
            unsettle(conduit)
        } else {
            // All has ended meanwhile, and whoever took the list has left this entry here.
            conduit.retire()
            absence.entry.release()
        }
        return index
    }

    /// What another thread had still to send when it stepped out. A thread takes nothing from itself: what a subscriber
    /// sends from inside a delivery comes before the rest of that, as in Combine.
    @usableFromInline @inline(never)
    final func takeRest() -> (start: Int, end: Int)? {
        guard replays, !storesLast, !hasEnded, let last = absences.lastIndex(where: { $0.position.end > 0 })
        else {
            return nil
        }
        let absence = absences[last]
        // In another version, the value is no longer there.
        guard absence.thread != _threadIdentity(),
            absence.position.version == version.load(ordering: .relaxed)
        else { return nil }
        absences[last].position.end = 0
        return (absence.entry._withUnsafeGuaranteedRef { $0.listIndex } + 1, absence.position.end)
    }
}

/// How many deliveries of one subject a thread may be away from, one inside of the other.
private let _absenceLimit = 8
