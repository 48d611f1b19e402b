/// A first-in, first-out queue in one block of memory that is used round and round.
///
/// Pushing and popping take constant time, on average where the block has to grow. A queue that always holds a few
/// elements, however many pass through, never moves one.
@frozen @usableFromInline
struct _Ring<Element> {
    /// As many as a power of two.
    @usableFromInline var slots: ContiguousArray<Element?> = []
    /// Where the oldest element stands.
    @usableFromInline var first = 0
    @usableFromInline var count = 0

    @inlinable
    init() {}

    @inlinable @inline(__always)
    var isEmpty: Bool { count == 0 }

    @inlinable @inline(__always)
    mutating func push(_ element: Element) {
        if count == slots.count { grow() }
        slots[(first &+ count) & (slots.count &- 1)] = element
        count &+= 1
    }

    @inlinable @inline(__always)
    mutating func pop() -> Element? {
        if count == 0 { return nil }
        let element = slots[first]
        slots[first] = nil  // releases what it held
        first = (first &+ 1) & (slots.count &- 1)
        count &-= 1
        if slots.count > 1024 && count &* 4 <= slots.count { shrink() }
        return element
    }

    /// All elements in their order, for mirrors.
    var elements: [Element] { (0..<count).compactMap { slots[(first + $0) & (slots.count - 1)] } }

    @inlinable @inline(never)
    mutating func grow() { move(into: max(2, slots.count * 2)) }

    /// What one side once ran ahead isn't kept for ever.
    @inlinable @inline(never)
    mutating func shrink() { move(into: slots.count / 2) }

    @inlinable
    mutating func move(into size: Int) {
        var moved = ContiguousArray<Element?>(repeating: nil, count: size)
        for place in 0..<count { moved[place] = slots[(first &+ place) & (slots.count &- 1)] }
        slots = moved
        first = 0
    }
}
