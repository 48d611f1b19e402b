// The list of conduits. All of this is for the delivering thread.

extension _Audience {
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
        if isLeft { entriesMoved { min($0, count) } }
        if holes * 4 > count { closeUp() }
        conduit.retire()
        entry?.release()
    }

    private final func closeUp() {
        if isLeft { entriesMoved { end in end - (0..<end).count { list[$0] == nil } } }
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
    ///
    /// - Parameter all: whether to remove the others too, which their subscribers keep from then on.
    final func reclaim(all: Bool = false) {
        var dead: [Unmanaged<_ConduitRoot>] = []
        for index in 0..<count {
            guard let entry = list[index] else { continue }
            let isDead = entry._withUnsafeGuaranteedRef { conduit in
                guard all || conduit.isOver && !conduit.state.contains(.occupied) else { return false }
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
            entry._withUnsafeGuaranteedRef { if $0.isOver { $0.retire() } }
            entry.release()
        }
    }
}
