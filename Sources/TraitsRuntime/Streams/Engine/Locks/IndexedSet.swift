/// What an ``_IndexedSet`` holds.
protocol _IndexedMember: AnyObject {
    /// Its index in the set that it is in; negative if it is in none.
    var setIndex: Int { get set }
}

/// Objects in the order in which they came, each of which can be taken out in constant time: it knows its index.
///
/// An object is in one such set at the most. Whoever owns the set guards it, and the indices.
struct _IndexedSet<Member: _IndexedMember> {
    private var members: ContiguousArray<Member?> = []
    private var holes = 0

    /// The objects in their order, and empty places between them.
    var places: ContiguousArray<Member?> { members }

    var isEmpty: Bool { members.count == holes }

    /// Appends an object, unless it is in here already.
    mutating func insert(_ member: Member) {
        guard member.setIndex < 0 else { return }
        member.setIndex = members.count
        members.append(member)
    }

    /// Takes out an object. The array is closed up once half of it is empty, which makes the cost of a removal constant on
    /// average.
    ///
    /// - Returns: whether it was in here.
    mutating func remove(_ member: Member) -> Bool {
        guard member.setIndex >= 0 else { return false }
        members[member.setIndex] = nil
        member.setIndex = -1
        holes += 1
        guard holes * 2 > members.count else { return true }
        members.removeAll { $0 == nil }
        for (index, member) in members.enumerated() { member!.setIndex = index }
        holes = 0
        return true
    }

    /// Takes out all.
    mutating func removeAll() -> ContiguousArray<Member?> {
        defer { self = _IndexedSet() }
        for member in members { member?.setIndex = -1 }
        return members
    }
}
