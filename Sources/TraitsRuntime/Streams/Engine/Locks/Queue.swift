/// A first-in, first-out queue with its first element in place: the array is touched only when one input of
/// an operator runs ahead of the other. Pushing and popping take constant time on average.
@frozen @usableFromInline
struct _Queue<Element> {
    @usableFromInline var head: Element?
    @usableFromInline var rest: ContiguousArray<Element?> = []
    /// Where the next element of `rest` stands.
    @usableFromInline var next = 0

    @inlinable
    init() {}

    @inlinable @inline(__always)
    var isEmpty: Bool { head == nil }

    /// All elements in their order, for mirrors.
    var elements: [Element] { (head.map { [$0] } ?? []) + rest[next...].compactMap { $0 } }

    @inlinable
    var count: Int { head == nil ? 0 : 1 + rest.count - next }

    @inlinable @inline(__always)
    mutating func push(_ element: Element) {
        if head == nil { head = element } else { rest.append(element) }
    }

    @inlinable @inline(__always)
    mutating func pop() -> Element? {
        guard let element = head else { return nil }
        if next == rest.count { head = nil } else { refill() }
        return element
    }

    @inlinable
    mutating func refill() {
        head = rest[next]
        rest[next] = nil  // releases what it held
        next += 1
        if next == rest.count {
            rest.removeAll(keepingCapacity: next <= 1024)
            next = 0
        } else if next > 64 && next * 2 > rest.count {
            rest.removeFirst(next)
            next = 0
        }
    }
}
