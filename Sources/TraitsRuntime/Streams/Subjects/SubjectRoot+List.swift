// The list of conduits. All of this is for the delivering thread.

import Synchronization

extension _SubjectRoot {
    @inline(__always)
    final func append(_ conduit: _ConduitRoot) {
        if count == capacity {
            let larger = UnsafeMutablePointer<Entry>.allocate(capacity: capacity * 2)
            larger.moveInitialize(from: list, count: count)
            list.deallocate()
            list = larger
            capacity *= 2
        }
        (list + count).initialize(to: Unmanaged.passRetained(conduit))
        conduit.listIndex = count
        count += 1
    }

    /// Removes a conduit when no delivery is on the stack. The list is closed up once a quarter is empty,
    /// which makes the cost of a removal constant on average.
    @inline(__always)
    final func remove(_ conduit: _ConduitRoot) {
        let entry = list[conduit.listIndex]
        list[conduit.listIndex] = nil
        conduit.listIndex = -1
        holes += 1
        while count > 0, list[count - 1] == nil {
            count -= 1
            holes -= 1
        }
        moveAbsences { min($0, count) }
        if holes * 4 > count { closeUp() }
        conduit.retire()
        entry?.release()
    }

    /// Changes where the deliveries end whose threads are away.
    @inline(__always)
    private final func moveAbsences(_ move: (Int) -> Int) {
        for index in absences.indices { absences[index].position.end = move(absences[index].position.end) }
    }

    /// Leaves the entries to the thread that ends all: nobody else looks at the list, or appends to it, from then on. Those
    /// that a thread is inside of which has stepped out are left to that thread.
    ///
    /// - Returns: how many there are.
    final func takeEntries() -> Int {
        for index in 0..<count {
            list[index]?._withUnsafeGuaranteedRef { conduit in
                conduit.listIndex = -1
                if conduit.state.contains(.occupied) { list[index] = nil }
            }
        }
        moveAbsences { _ in 0 }
        defer { (count, holes, hasDead) = (0, 0, false) }
        return count
    }

    final func closeUp() {
        moveAbsences { end in end - (0..<end).count { list[$0] == nil } }
        var kept = 0
        for index in 0..<count {
            guard let entry = list[index] else { continue }
            list[kept] = entry
            entry._withUnsafeGuaranteedRef { $0.listIndex = kept }
            kept += 1
        }
        count = kept
        holes = 0
    }

    /// Removes all that ended during the delivery that is about to be left.
    @usableFromInline @inline(never)
    final func reclaim() {
        hasDead = false
        var dead: [Unmanaged<_ConduitRoot>] = []
        for index in 0..<count {
            guard let entry = list[index] else { continue }
            let isDead = entry._withUnsafeGuaranteedRef { conduit in
                guard conduit.isOver, !conduit.state.contains(.occupied) else { return false }
                conduit.listIndex = -1
                return true
            }
            if isDead {
                list[index] = nil
                dead.append(entry)
            }
        }
        closeUp()
        // The list is whole again: what is released here may run code of its own.
        for entry in dead {
            entry._withUnsafeGuaranteedRef { $0.retire() }
            entry.release()
        }
    }
}
