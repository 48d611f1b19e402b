// Demand and the end of a stage whose demand isn't downstream's; see `_Counting`.
extension _StageNode {
    /// The number of values that the stage puts together. Such a stage counts no demand, so its number has the place of that.
    @inlinable @inline(__always)
    var together: Int { demandCount }

    /// Requests the values that upstream is asked for without a request.
    @inlinable @inline(__always)
    func requestFirst(_ node: _Node) {
        if Stage._counting == .asksForAll { node.request(.unlimited) }
        if Stage._counting == .leavesOutFirst, openDemand > .none { node.request(openDemand) }
    }

    /// Passes on a request, and counts it: if no value waits, only before upstream's subscription.
    @inlinable
    func count(_ demand: Subscribers.Demand) {
        lock.lock()
        let node = upstream
        if node == nil || Stage._counting.keepsLast { addDemand(demand) }
        lock.unlock()
        node?.request(demand)
        if Stage._counting.keepsLast { drain() }
    }

    /// Sends a value of a stage that doesn't end the stream.
    @inlinable @inline(__always)
    func pass(_ output: Stage.Output) -> Subscribers.Demand {
        let counting = Stage._counting
        if counting == .passes || counting == .leavesOutFirst { return downstream.receive(output) }
        if counting.keepsLast, !Downstream._asksForAll, !takeDemand(), counting == .replacesFailure {
            refuse(.surplusValue)
        }
        let more = downstream.receive(output)
        if more == .none { return .none }
        if counting.keepsLast { addDemand(more) }
        return counting == .putsTogether ? more * together : more
    }

    // MARK: Values that wait

    /// Sends a value, or keeps it until downstream asks for it.
    @inlinable
    func sendOrKeep(_ output: Stage.Output) -> Subscribers.Demand {
        delivery.enter()
        lock.lock()
        let isWanted = !hasWaiting && takeDemand()
        if !isWanted && isConnected { keep().waiting.push(output) }
        lock.unlock()
        let more = isWanted ? downstream.receive(output) : .none
        if more > .none { addDemand(more) }
        delivery.exit()
        drain()
        return more
    }

    /// Ends the stream after upstream's end, for a stage that may have a last value.
    @inlinable
    func endWithLast(_ completion: Subscribers.Completion<Stage.UpstreamFailure>) {
        guard endUpstream() else { return }
        releaseEnded()
        let end = stage.completion(completion)
        let value = stage._last(completion)
        stage._drop()
        if Stage._counting == .putsTogether {
            if let value { _ = downstream.receive(value) }
            return close(end)
        }
        lock.lock()
        if !isOver {
            let kept = keep()
            if let value { kept.waiting.push(value) }
            kept.ending = end
        }
        lock.unlock()
        drain()
    }

    /// Delivers the waiting values that downstream has asked for, and the end: now, or by the thread that is delivering.
    @inlinable
    func drain() {
        while true {
            lock.lock()
            let isReady = !isOver && (hasWaiting ? demandCount > 0 : kept?.ending != nil)
            lock.unlock()
            guard isReady, let isNested = delivery.tryEnter() else { return }
            // From inside a delivery nothing is sent: values would pile up on the stack, and the end follows them.
            if !isNested { deliverNext() }
            delivery.exit()
            if isNested { return }
        }
    }

    /// For the thread inside `delivery`.
    @inlinable
    func deliverNext() {
        var ending: Subscribers.Completion<Stage.Failure>?
        lock.lock()
        let value = takeNext(&ending)
        lock.unlock()
        if let value {
            let more = downstream.receive(value)
            if more > .none { addDemand(more) }
        }
        if let ending { close(ending) }
    }

    /// Takes the next value if it has been asked for, or the end if no value waits. Under `lock`.
    @inlinable
    func takeNext(_ ending: inout Subscribers.Completion<Stage.Failure>?) -> Stage.Output? {
        guard !isOver, let kept else { return nil }
        if !kept.waiting.isEmpty { return takeDemand() ? kept.waiting.pop() : nil }
        ending = kept.ending
        if ending != nil { self.kept = nil }
        return nil
    }

    /// Completes downstream, unless it has cancelled.
    @inlinable
    func close(_ completion: Subscribers.Completion<Stage.Failure>) {
        if closeEnded() { downstream.receive(completion: completion) }
    }

    /// Under `lock`.
    @inlinable @inline(__always)
    var hasWaiting: Bool { kept?.waiting.isEmpty == false }

    /// Under `lock`.
    @inlinable
    func keep() -> _KeptEvents<Stage.Output, Stage.Failure> {
        let kept = kept ?? _KeptEvents()
        self.kept = kept
        return kept
    }

    @inlinable
    func dropKept() {
        let dropped = lock.withLock { kept.take() }
        withExtendedLifetime(dropped) {}
    }
}

/// The events of a stage that wait for a request.
@usableFromInline
final class _KeptEvents<Output, Failure: Error> {
    @usableFromInline @exclusivity(unchecked) var waiting = _Ring<Output>()
    @usableFromInline @exclusivity(unchecked) var ending: Subscribers.Completion<Failure>?

    @inlinable
    init() {}
}
