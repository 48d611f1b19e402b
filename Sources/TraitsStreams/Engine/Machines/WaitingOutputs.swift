/// The outputs of a machine that wait for demand: a queue for each input.
@frozen @usableFromInline
struct _WaitingOutputs<Output> {
    @usableFromInline var queues: ContiguousArray<_Queue<Output>> = []
    @usableFromInline var count = 0
    /// The queues that aren't empty.
    @usableFromInline var occupied = _NumberSet(capacity: 0)

    @inlinable init() {}

    @inlinable @inline(__always)
    var isEmpty: Bool { count == 0 }

    /// - Parameters:
    ///   - queue: the index of the queue.
    ///   - queueCount: the number of queues, which is the same in each call.
    @inlinable
    mutating func push(_ output: Output, to queue: Int, of queueCount: Int) {
        if queues.isEmpty {
            queues = ContiguousArray(repeating: _Queue(), count: queueCount)
            occupied = _NumberSet(capacity: queueCount)
        }
        queues[queue].push(output)
        occupied.insert(queue)
        count += 1
    }

    /// Removes the next output, unless all queues are empty.
    ///
    /// - Parameter turn: the index of the queue to look into first. Afterwards it is the index of the queue to look into next.
    /// - Complexity: logarithmic in the number of queues, to base 64.
    @inlinable
    mutating func pop(_ turn: inout Int) -> (output: Output, queue: Int)? {
        if isEmpty { return nil }
        let queue = occupied.next(from: turn) ?? occupied.next(from: 0)!
        turn = queue + 1
        let output = queues[queue].pop()!
        if queues[queue].isEmpty { occupied.remove(queue) }
        count -= 1
        return (output, queue)
    }

    // The same operations for a machine whose outputs rarely wait. No client compiles them.

    @usableFromInline @inline(never) @_semantics("optimize.sil.specialize.generic.never")
    mutating func pushSeldom(_ output: Output) { push(output, to: 0, of: 1) }

    @usableFromInline @inline(never) @_semantics("optimize.sil.specialize.generic.never")
    mutating func popSeldom() -> Output? {
        var turn = 0
        return pop(&turn)?.output
    }
}
