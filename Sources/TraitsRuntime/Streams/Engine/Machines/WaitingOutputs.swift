/// The outputs of a machine that wait for demand: a queue for each input.
@frozen @usableFromInline
struct _WaitingOutputs<Output> {
    @usableFromInline var queues: ContiguousArray<_Queue<Output>> = []
    @usableFromInline var count = 0
    /// No queue before it holds anything.
    @usableFromInline var lowest = 0

    @inlinable init() {}

    @inlinable @inline(__always)
    var isEmpty: Bool { count == 0 }

    /// - Parameters:
    ///   - queue: whose turn it has to be.
    ///   - queueCount: how many queues there may be.
    @inlinable
    mutating func push(_ output: Output, to queue: Int, of queueCount: Int) {
        if queues.isEmpty { queues = ContiguousArray(repeating: _Queue(), count: queueCount) }
        queues[queue].push(output)
        if queue < lowest { lowest = queue }
        count += 1
    }

    /// - Parameter turn: the queue to look into first; then the one to look into next.
    @inlinable
    mutating func pop(_ turn: inout Int) -> (output: Output, queue: Int)? {
        if isEmpty { return nil }
        while true {
            if turn < lowest { turn = lowest }
            let queue = turn
            turn = turn + 1 == queues.count ? 0 : turn + 1
            guard let output = queues[queue].pop() else {
                if queue == lowest { lowest += 1 }
                continue
            }
            count -= 1
            return (output, queue)
        }
    }

    // The same where an output waits only if it was made while another was being sent: no client compiles it.

    @usableFromInline @inline(never) @_semantics("optimize.sil.specialize.generic.never")
    mutating func pushSeldom(_ output: Output) { push(output, to: 0, of: 1) }

    @usableFromInline @inline(never) @_semantics("optimize.sil.specialize.generic.never")
    mutating func popSeldom() -> Output? {
        var turn = 0
        return pop(&turn)?.output
    }
}
