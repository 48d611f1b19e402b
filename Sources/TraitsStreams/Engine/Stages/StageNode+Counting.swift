// Demand and the end of a stage whose demand isn't downstream's; see `_Counting`.
extension _StageNode {
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
        return counting == .putsTogether ? more * number : more
    }

    // MARK: Values that wait

    /// Sends a value, or keeps it until downstream asks for it.
    @inlinable
    func sendOrKeep(_ output: Stage.Output) -> Subscribers.Demand {
        delivery.enter()
        lock.lock()
        let isWanted = waiting.isEmpty && takeDemand()
        if !isWanted && isConnected { waiting.push(output) }
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
            if let value { waiting.push(value) }
            ending = _Cell(end)
        }
        lock.unlock()
        drain()
    }

    /// Delivers the waiting values that downstream has asked for, and the end: now, or by the thread that is delivering.
    @inlinable
    func drain() {
        while true {
            lock.lock()
            let isReady = !isOver && (waiting.isEmpty ? ending != nil : demandCount > 0)
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
        lock.lock()
        let isLast = waiting.isEmpty
        guard !isOver, isLast ? ending != nil : takeDemand() else { return lock.unlock() }
        if isLast {
            let completion = ending.take()!.value
            lock.unlock()
            return close(completion)
        }
        let value = waiting.pop()!
        lock.unlock()
        let more = downstream.receive(value)
        if more > .none { addDemand(more) }
    }

    /// Completes downstream, unless it has cancelled.
    @inlinable
    func close(_ completion: Subscribers.Completion<Stage.Failure>) {
        if closeEnded() { downstream.receive(completion: completion) }
    }

    @inlinable
    func dropWaiting() {
        lock.lock()
        let dropped = (waiting, ending)
        waiting = _Ring()
        ending = nil
        lock.unlock()
        withExtendedLifetime(dropped) {}
    }
}
