/// A first-in, first-out queue that stores its first element in place. It uses a block of memory only for further
/// elements, when one side of an operator runs ahead of the other. Pushing and popping take amortised constant time.
@frozen @usableFromInline
package struct _Queue<Element> {
    @usableFromInline var head: Element?
    @usableFromInline var rest = _Ring<Element>()

    @inlinable
    package init() {}

    @inlinable @inline(__always)
    package var isEmpty: Bool { head == nil }

    /// All elements in their order, for mirrors.
    var elements: [Element] { (head.map { [$0] } ?? []) + rest.elements }

    @inlinable
    var count: Int { head == nil ? 0 : 1 + rest.count }

    @inlinable @inline(__always)
    package mutating func push(_ element: Element) {
        if head == nil { head = element } else { append(element) }
    }

    @inlinable @inline(__always)
    package mutating func pop() -> Element? {
        guard let element = head else { return nil }
        if rest.isEmpty { head = nil } else { refill() }
        return element
    }

    @inlinable @inline(never)
    mutating func append(_ element: Element) { rest.push(element) }

    @inlinable @inline(never)
    mutating func refill() { head = rest.pop() }
}
