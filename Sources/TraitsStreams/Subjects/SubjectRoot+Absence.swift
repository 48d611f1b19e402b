// Threads that step out of a delivery while it goes on, so that no sender waits for a subscriber that has cancelled.
//
// A sender waits for the delivering thread, which may be inside of a subscriber that is to get both values. Once that
// subscriber has cancelled, as `first()` does before it hands its value on, there is nothing to wait for: the subscriber's code
// may take as long as it likes, and may even wait for that sender. So the delivering thread releases the lock inside of the
// cancellation, and takes it again when the subscriber returns.

import Synchronization

/// The position of a delivery in the list of conduits. For the delivering thread.
@frozen @usableFromInline
struct _DeliveryPosition {
    /// The index of the conduit that the delivery is inside of, or a negative number if there is none.
    @usableFromInline var index = -1
    /// The index of the first conduit that gets no part of the delivery.
    @usableFromInline var end = 0
    /// The version of the current value that is sent, if there is one.
    @usableFromInline var version = 0
    /// The value that is sent, if it is stored last, and the index of the first conduit that isn't to get it.
    @usableFromInline var unstored: UnsafeRawPointer?
    @usableFromInline var unstoredEnd = 0

    @inlinable @inline(__always)
    init() {}
}

/// A delivery whose thread has stepped out.
struct _Absence {
    let thread: UInt
    /// The conduit that the thread is inside of, which stays in the list.
    let entry: Unmanaged<_ConduitRoot>
    var position: _DeliveryPosition
}

extension _SubjectRoot {
    /// Releases the delivery lock, if the only delivery of this thread is inside of a conduit that has just been cancelled. The
    /// caller has entered the lock once more to report the cancellation; this entry is undone, too.
    ///
    /// Where deliveries are nested, the thread stays: it is inside of other subscribers, too. The number of a thread's absences
    /// is limited, so that a recursion is noticed.
    ///
    /// - Returns: whether the thread has stepped out.
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
    /// - Returns: the conduit's present index, or `index` if the thread has stayed.
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
            // The subject has ended meanwhile, and the thread that took the list has left this entry here.
            conduit.retire()
            absence.entry.release()
        }
        return index
    }

    /// Takes over the rest of a delivery that another thread has stepped out of, as a range of indices. A thread takes nothing
    /// over from itself: a value sent from inside a delivery comes before the rest of it, as in Combine. An end that another thread
    /// has left to it comes after the rest.
    @usableFromInline @inline(never)
    final func takeRest(beforeEnd: Bool) -> (start: Int, end: Int)? {
        guard replays, !storesLast, beforeEnd || !hasEnded,
            let last = absences.lastIndex(where: { $0.position.end > 0 })
        else {
            return nil
        }
        let absence = absences[last]
        // If the version has changed, the value is no longer there.
        guard beforeEnd || absence.thread != _threadIdentity(),
            absence.position.version == version.load(ordering: .relaxed)
        else { return nil }
        absences[last].position.end = 0
        return (absence.entry._withUnsafeGuaranteedRef { $0.listIndex } + 1, absence.position.end)
    }
}

/// The number of nested deliveries of one subject that a thread may have stepped out of.
private let _absenceLimit = 8
