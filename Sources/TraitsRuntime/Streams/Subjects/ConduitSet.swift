/// Conduits in the order in which they came, each of which can be taken out at once: it knows its index.
///
/// A conduit is in one such set at the most. All of this is under the `mailboxLock` of the subject.
struct _ConduitSet {
    private var conduits: ContiguousArray<_ConduitRoot?> = []
    private var holes = 0

    /// Appends a conduit that is in no set.
    mutating func append(_ conduit: _ConduitRoot) {
        conduit.setIndex = conduits.count
        conduits.append(conduit)
    }

    /// Takes out a conduit that is in here. The array is closed up once half of it is empty, which makes the cost of a
    /// removal constant on average.
    mutating func remove(_ conduit: _ConduitRoot) {
        conduits[conduit.setIndex] = nil
        conduit.setIndex = -1
        holes += 1
        guard holes * 2 > conduits.count else { return }
        conduits.removeAll { $0 == nil }
        for (index, conduit) in conduits.enumerated() { conduit!.setIndex = index }
        holes = 0
    }

    /// Takes out all.
    mutating func removeAll() -> ContiguousArray<_ConduitRoot?> {
        defer { self = _ConduitSet() }
        for conduit in conduits { conduit?.setIndex = -1 }
        return conduits
    }
}
