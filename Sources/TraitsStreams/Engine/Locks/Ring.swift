/// A first-in, first-out queue in one circular block of memory.
///
/// Pushing and popping take constant time, amortised over growth. A queue that always holds a few elements, however many
/// pass through, never moves an element.
///
/// A copy shares the block. Code that takes over a ring must replace the original with a new ring, and not use both.
// Not an array: for each type of elements, clients would compile an array's copying and growth.
@frozen @usableFromInline
struct _Ring<Element> {
    @usableFromInline var block: _RingBlock<Element>?

    @inlinable
    init() {}

    @inlinable @inline(__always)
    var count: Int { block?.count ?? 0 }

    @inlinable @inline(__always)
    var isEmpty: Bool { count == 0 }

    @inlinable @inline(__always)
    mutating func push(_ element: Element) {
        if let block, block.count <= block.mask { block.push(element) } else { pushGrowing(element) }
    }

    @inlinable @inline(__always)
    mutating func pop() -> Element? {
        guard let block, block.count > 0 else { return nil }
        let element = block.pop()
        // A block that is nearly empty is halved, so that a backlog is given back. It grows again only when it is full.
        if block.mask >= 32, block.count &* 4 <= block.mask { resize(to: (block.mask + 1) / 2) }
        return element
    }

    /// All elements in their order, for mirrors.
    var elements: [Element] { block?.elements ?? [] }

    @usableFromInline @inline(never) @_semantics("optimize.sil.specialize.generic.never")
    mutating func pushGrowing(_ element: Element) {
        resize(to: block.map { ($0.mask + 1) * 2 } ?? 2)
        block!.push(element)
    }

    @usableFromInline @inline(never) @_semantics("optimize.sil.specialize.generic.never")
    mutating func resize(to capacity: Int) { block = _RingBlock(capacity, block) }
}

/// The memory of a ``_Ring``.
@usableFromInline
final class _RingBlock<Element> {
    @usableFromInline let slots: UnsafeMutablePointer<Element>
    /// One less than the number of slots, which is a power of two.
    @usableFromInline let mask: Int
    /// The slot of the oldest element.
    @usableFromInline @exclusivity(unchecked) var first = 0
    @usableFromInline @exclusivity(unchecked) var count = 0

    /// - Parameter old: the block whose elements this one takes over.
    init(_ capacity: Int, _ old: _RingBlock?) {
        slots = .allocate(capacity: capacity)
        mask = capacity - 1
        guard let old else { return }
        let (upToEnd, fromStart) = old.parts
        slots.moveInitialize(from: upToEnd.baseAddress!, count: upToEnd.count)
        (slots + upToEnd.count).moveInitialize(from: fromStart.baseAddress!, count: fromStart.count)
        (count, old.count) = (old.count, 0)
    }

    deinit {
        let (upToEnd, fromStart) = parts
        upToEnd.deinitialize()
        fromStart.deinitialize()
        slots.deallocate()
    }

    /// The slots in use: first the slots up to the end of the block, then the slots from its start.
    private var parts: (UnsafeMutableBufferPointer<Element>, UnsafeMutableBufferPointer<Element>) {
        let upToEnd = min(count, mask + 1 - first)
        return (.init(start: slots + first, count: upToEnd), .init(start: slots, count: count - upToEnd))
    }

    var elements: [Element] { Array(parts.0) + Array(parts.1) }

    @inlinable @inline(__always)
    func push(_ element: Element) {
        (slots + ((first &+ count) & mask)).initialize(to: element)
        count &+= 1
    }

    /// Removes the oldest element. The ring must not be empty.
    @inlinable @inline(__always)
    func pop() -> Element {
        let element = (slots + first).move()
        first = (first &+ 1) & mask
        count &-= 1
        return element
    }
}
