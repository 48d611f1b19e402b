// The list of conduits. All of this is for the delivering thread.

extension _Audience {
    final func append(_ conduit: _ConduitRoot) {
        if count == capacity { move(toRoomFor: capacity * 2) }
        (list + count).initialize(to: Unmanaged.passRetained(conduit))
        conduit.listIndex = count
        count += 1
    }

    private final func move(toRoomFor number: Int) {
        let other = UnsafeMutablePointer<Entry>.allocate(capacity: number)
        other.moveInitialize(from: list, count: count)
        list.deallocate()
        list = other
        capacity = number
    }

    /// Removes a conduit when no delivery is on the stack.
    @inline(__always)
    final func remove(_ conduit: _ConduitRoot) {
        let entry = takeOut(conduit)
        closeUpIfHollow()
        conduit.retire()
        entry?.release()
    }

    /// Leaves a hole in the place of a conduit.
    ///
    /// - Returns: the list's entry for the conduit, with the reference that it holds.
    @inline(__always)
    private final func takeOut(_ conduit: _ConduitRoot) -> Entry {
        let entry = list[conduit.listIndex]
        list[conduit.listIndex] = nil
        conduit.listIndex = -1
        holes += 1
        return entry
    }

    /// Closes the list up once a quarter of it is empty, which makes the cost of a removal constant on average.
    @inline(__always)
    private final func closeUpIfHollow() {
        // After the end there are none, and the thread that ends the subject still reads the list.
        guard holes > 0 else { return }
        while count > 0, list[count - 1] == nil {
            count -= 1
            holes -= 1
        }
        if isLeft { entriesMoved { min($0, count) } }
        if holes * 4 > count { closeUp() }
        if capacity > 64, count < capacity / 4 { giveBackRoom() }
    }

    /// Gives back the room of many subscribers that have gone, by the rule of `giveBackRoom(of:)`.
    @inline(never)
    private final func giveBackRoom() { move(toRoomFor: max(count, 1)) }

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

    /// Notes that a conduit is over, to be removed when no delivery is on the stack.
    final func unsettle(_ conduit: _ConduitRoot) {
        gone.append(conduit)
        isUnsettled = true
    }

    /// Removes the conduits that have ended during the delivery that is about to be left.
    final func reclaim() {
        var dead: ContiguousArray<_ConduitRoot> = []
        swap(&dead, &gone)
        var last: Int32 = .min
        let isInOrder = dead.allSatisfy { conduit in
            defer { last = conduit.listPlace }
            return conduit.listPlace >= last
        }
        if !isInOrder { dead.sort { $0.listPlace < $1.listPlace } }
        dead.removeAll { conduit in
            // An occupied conduit comes here again when the thread inside its subscriber returns.
            if conduit.listIndex < 0 || conduit.state.contains(.occupied) { return true }
            _ = takeOut(conduit)
            return false
        }
        closeUpIfHollow()
        release(dead)
    }

    /// Removes all conduits. Only their subscribers retain them from then on.
    final func reclaimAll() {
        var dead: ContiguousArray<_ConduitRoot> = []
        for index in 0..<count {
            guard let conduit = list[index]?.takeUnretainedValue() else { continue }
            conduit.listIndex = -1
            dead.append(conduit)
        }
        (count, holes, gone) = (0, 0, [])
        release(dead)
    }

    /// Releases the list's references to conduits. The list is consistent before this call, because a release may run foreign
    /// code.
    private final func release(_ dead: ContiguousArray<_ConduitRoot>) {
        for conduit in dead {
            if conduit.isOver { conduit.retire() }
            Unmanaged.passUnretained(conduit).release()
        }
    }
}
