/// A subscription that can be a member of a set.
open class _ListedNode: _Node {
    /// The index in the set that contains the object; negative if no set does.
    @usableFromInline @exclusivity(unchecked) package final var setIndex = -1

    @usableFromInline
    package override init(_ handler: @escaping Handler) { super.init(handler) }
}

/// A set of subscriptions in the order in which they came. Each knows its index, so it can be taken out in constant time.
///
/// An object is in at most one such set. The owner of the set guards the set and the indices.
@frozen @usableFromInline
package struct _IndexedSet<Member: _ListedNode> {
    /// The objects in their order, and empty places between them.
    @usableFromInline package var places: ContiguousArray<Member?> = []
    @usableFromInline var holes = 0

    // Inlinable, so that the properties, which are another module, have them for their type of member.
    @inlinable
    package init() {}

    @inlinable @inline(__always)
    package var isEmpty: Bool { places.count == holes }

    /// Appends an object, unless it is in the set already.
    @inlinable
    package mutating func insert(_ member: Member) {
        guard member.setIndex < 0 else { return }
        member.setIndex = places.count
        places.append(member)
    }

    /// Takes out an object. The array is closed up once half of it is empty, which makes the cost of a removal constant on
    /// average.
    ///
    /// - Returns: whether it was in the set.
    @discardableResult @inlinable
    package mutating func remove(_ member: Member) -> Bool {
        guard member.setIndex >= 0 else { return false }
        places[member.setIndex] = nil
        member.setIndex = -1
        holes += 1
        guard holes * 2 > places.count else { return true }
        places.removeAll { $0 == nil }
        places.giveBackRoom(of: places.capacity)
        for (index, member) in places.enumerated() { member!.setIndex = index }
        holes = 0
        return true
    }

    /// Takes out all objects.
    @discardableResult @inlinable
    package mutating func removeAll() -> ContiguousArray<Member?> {
        defer { self = _IndexedSet() }
        for member in places { member?.setIndex = -1 }
        return places
    }

    /// Gives the set its own memory, even if its array is uniquely referenced.
    @inlinable
    package mutating func copyPlaces() {
        var copy = ContiguousArray<Member?>()
        copy.reserveCapacity(places.count + 1)
        copy.append(contentsOf: places)
        places = copy
    }
}
