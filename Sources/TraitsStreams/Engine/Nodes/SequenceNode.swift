/// The subscription of a source that has all of its values: sends them on request.
///
/// The thread that moves the demand away from zero sends values until the demand is zero again. A request made meanwhile,
/// from inside or from another thread, only adds to the demand.
@usableFromInline
final class _SequenceNode<Elements: Sequence, Downstream: Subscriber>: _Node, _OperatorNode, _DemandNode,
    _EndingNode
where Downstream.Input == Elements.Element {
    @usableFromInline let downstream: Downstream
    @usableFromInline let completion: Subscribers.Completion<Downstream.Failure>
    /// Indicates whether the mirror shows the completion too.
    @usableFromInline let isRecord: Bool
    @usableFromInline @exclusivity(unchecked) var iterator: Elements.Iterator?
    /// The next element, read ahead because the completion follows the last element without another request.
    @usableFromInline @exclusivity(unchecked) var next: Elements.Element?
    /// The sequence, for the description, until the node is over.
    @usableFromInline @exclusivity(unchecked) var sequence: Elements?

    @inlinable
    init(
        _ downstream: Downstream, _ sequence: Elements,
        _ completion: Subscribers.Completion<Downstream.Failure>,
        isRecord: Bool
    ) {
        self.downstream = downstream
        self.completion = completion
        self.isRecord = isRecord
        var iterator = sequence.makeIterator()
        next = iterator.next()
        self.iterator = iterator
        self.sequence = sequence
        super.init(_handled(by: _SequenceNode<Elements, Downstream>.self))
    }

    @usableFromInline override var description: String {
        sequence.map { String(describing: $0) } ?? (isRecord ? "Cancelled Events" : "Sequence")
    }

    @usableFromInline override var customMirror: Mirror {
        let shown: Any = sequence ?? [Elements.Element]() as Any
        return Mirror(
            self,
            children: isRecord ? [("sequence", shown), ("completion", completion)] : [("sequence", shown)],
            ancestorRepresentation: .suppressed)
    }

    @inlinable @inline(__always)
    static var acceptsZeroDemand: Bool { true }

    /// Gives the subscriber its subscription. If there is no value, also sends the end.
    @inlinable
    func start() {
        if next == nil {
            downstream._receive(node: _EmptyNode.shared)
            downstream.receive(completion: completion)
        } else {
            downstream._receive(node: self)
        }
    }

    @inlinable
    func requested(_ demand: Subscribers.Demand) {
        if addDemand(demand) == 0 { drain() }
    }

    @inlinable
    func cancelled() {
        noteEnd()
        releaseIfIdle()
        downstream._release()
    }

    @inlinable
    func drain() {
        var sent = 0
        var goal = demandCount
        while true {
            while sent < goal {
                guard !isOver, let element = next else { return release() }
                next = iterator!.next()
                let more = downstream.receive(element)
                if goal != .max { sent &+= 1 }
                if more > .none { addDemand(more) }
                if next == nil {
                    if noteEnd() { downstream.receive(completion: completion) }
                    return release()
                }
                if sent == goal || goal == .max { goal = demandCount }
            }
            let (stored, now) = replaceDemand(goal, by: goal &- sent)
            if !stored {
                goal = now
            } else if goal == sent {
                // A cancellation just before the store left the release to this thread.
                if isOverInOrder { releaseIfIdle() }
                return
            } else {
                goal &-= sent
                sent = 0
            }
        }
    }

    /// Releases the sequence if no thread is draining, and keeps other threads from draining.
    @inlinable
    func releaseIfIdle() {
        if replaceDemand(0, by: .max).isDone { release() }
    }

    @inlinable
    func release() {
        addDemand(.unlimited)
        _replace(&next, with: nil)
        _replace(&iterator, with: nil)
        _replace(&sequence, with: nil)
    }
}
