/// What an ``_IndexedSet`` holds.
@usableFromInline
protocol _IndexedMember: AnyObject {
    /// Its index in the set that it is in; negative if it is in none.
    var setIndex: Int { get set }
}

/// A subscription that stands in a set with others.
@usableFromInline
class _ListedNode: _Node, _IndexedMember {
    @usableFromInline @exclusivity(unchecked) final var setIndex = -1

    @usableFromInline
    override init(_ thunk: @escaping Thunk) { super.init(thunk) }
}

/// Objects in the order in which they came, each of which can be taken out in constant time: it knows its index.
///
/// An object is in one such set at the most. Whoever owns the set guards it, and the indices.
@frozen @usableFromInline
struct _IndexedSet<Member: _IndexedMember> {
    /// The objects in their order, and empty places between them.
    @usableFromInline private(set) var places: ContiguousArray<Member?> = []
    @usableFromInline private(set) var holes = 0

    init() {}

    @inlinable @inline(__always)
    var isEmpty: Bool { places.count == holes }

    /// Appends an object, unless it is in here already.
    mutating func insert(_ member: Member) {
        guard member.setIndex < 0 else { return }
        member.setIndex = places.count
        places.append(member)
    }

    /// Takes out an object. The array is closed up once half of it is empty, which makes the cost of a removal constant on
    /// average.
    ///
    /// - Returns: whether it was in here.
    @discardableResult
    mutating func remove(_ member: Member) -> Bool {
        guard member.setIndex >= 0 else { return false }
        places[member.setIndex] = nil
        member.setIndex = -1
        holes += 1
        guard holes * 2 > places.count else { return true }
        places.removeAll { $0 == nil }
        for (index, member) in places.enumerated() { member!.setIndex = index }
        holes = 0
        return true
    }

    /// Takes out all.
    @discardableResult
    mutating func removeAll() -> ContiguousArray<Member?> {
        defer { self = _IndexedSet() }
        for member in places { member?.setIndex = -1 }
        return places
    }

    /// Gives the set memory of its own, whatever the count of the owners of its array says.
    mutating func copyPlaces() {
        var copy = ContiguousArray<Member?>()
        copy.reserveCapacity(places.count + 1)
        copy.append(contentsOf: places)
        places = copy
    }
}
