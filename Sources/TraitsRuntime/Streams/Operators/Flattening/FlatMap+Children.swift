/// The children of a `flatMap`: those that run, and those that are over but still have a value in the buffer.
///
/// They stand in the order in which they were started, which is the order in which they are freed and cancelled.
/// Their numbers grow, so a child is found by bisection; the places of removed ones are taken out when they
/// are more than half of all.
@frozen @usableFromInline
struct _FlatMapChildren {
    @frozen @usableFromInline
    struct Child {
        @usableFromInline let number: Int
        @usableFromInline var node: _Node?
        /// How many values of this child are in the buffer.
        @usableFromInline var waiting: Int
        @usableFromInline var isOver: Bool
        @usableFromInline var isRemoved = false

        @inlinable
        init(number: Int, waiting: Int, isOver: Bool) {
            self.number = number
            self.waiting = waiting
            self.isOver = isOver
        }
    }

    @usableFromInline var all: ContiguousArray<Child> = []
    @usableFromInline var removed = 0

    @inlinable
    init() {}

    /// The subscriptions of the children that run, the oldest first.
    @inlinable
    var nodes: [_Node] { all.compactMap(\.node) }

    /// Adds a child, whose number is greater than all before.
    @inlinable
    mutating func add(_ number: Int, waiting: Int = 0, isOver: Bool = false) {
        all.append(Child(number: number, waiting: waiting, isOver: isOver))
    }

    @inlinable
    func position(of number: Int) -> Int? {
        var low = 0
        var high = all.count
        while low < high {
            let middle = (low + high) / 2
            if all[middle].number < number { low = middle + 1 } else { high = middle }
        }
        return low < all.count && all[low].number == number && !all[low].isRemoved ? low : nil
    }

    /// - Returns: whether the child waited for its subscription.
    @inlinable
    mutating func attach(_ node: _Node, to number: Int) -> Bool {
        guard let position = position(of: number), all[position].node == nil, !all[position].isOver else {
            return false
        }
        all[position].node = node
        return true
    }

    /// A value of this child goes into the buffer.
    @inlinable
    mutating func keep(from number: Int) {
        if let position = position(of: number) { all[position].waiting += 1 }
    }

    /// A value of this child leaves the buffer.
    ///
    /// - Returns: the child's subscription, if it runs, and whether this was the last of a child that is over.
    @inlinable
    mutating func release(from number: Int) -> (node: _Node?, isGone: Bool) {
        guard let position = position(of: number) else { return (nil, false) }
        all[position].waiting -= 1
        guard all[position].isOver, all[position].waiting == 0 else { return (all[position].node, false) }
        remove(at: position)
        return (nil, true)
    }

    /// A child has ended.
    ///
    /// - Returns: its subscription, whether it ran until now, and whether nothing of it waits in the buffer.
    @inlinable
    mutating func end(_ number: Int) -> (node: _Node?, wasRunning: Bool, isGone: Bool) {
        guard let position = position(of: number), !all[position].isOver else { return (nil, false, false) }
        let node = all[position].node
        all[position].node = nil
        all[position].isOver = true
        let isGone = all[position].waiting == 0
        if isGone { remove(at: position) }
        return (node, true, isGone)
    }

    @inlinable
    mutating func remove(at position: Int) {
        all[position].isRemoved = true
        removed += 1
        if removed == all.count {
            all.removeAll(keepingCapacity: true)
            removed = 0
        } else if removed * 2 > all.count {
            all.removeAll(where: \.isRemoved)
            removed = 0
        }
    }
}
