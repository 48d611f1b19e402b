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
        if count == 0 && slots.count > 1024 { self = _Ring() }
        return element
    }

    /// All elements in their order, for mirrors.
    var elements: [Element] { (0..<count).compactMap { slots[(first + $0) & (slots.count - 1)] } }

    @inlinable @inline(never)
    mutating func grow() {
        var grown = ContiguousArray<Element?>(repeating: nil, count: max(2, slots.count * 2))
        for place in slots.indices { grown[place] = slots[(first &+ place) & (slots.count &- 1)] }
        slots = grown
        first = 0
    }
}
