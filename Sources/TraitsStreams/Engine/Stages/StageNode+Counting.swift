// Demand and the end of a stage whose number of values isn't upstream's; see `_Counting`.
extension _StageNode {
    /// Counts and passes on a request. If the first values are left out, the requests before upstream's subscription are counted.
    @inlinable
    func count(_ demand: Subscribers.Demand) {
        lock.lock()
        let node = upstream
        if node == nil || Stage._counting.addsLast { addDemand(demand) }
        lock.unlock()
        node?.request(demand)
        if Stage._counting.addsLast { sendLast() }
    }

    /// Sends a value of a stage that doesn't end the stream.
    @inlinable @inline(__always)
    func pass(_ output: Stage.Output) -> Subscribers.Demand {
        if !Stage._counting.addsLast && Stage._counting != .putsTogether { return downstream.receive(output) }
        if Stage._counting.addsLast, !Downstream._asksForAll, !takeDemand(), Stage._counting == .replacesFailure {
            refuse(.surplusValue)
        }
        let more = downstream.receive(output)
        if more == .none { return .none }
        if Stage._counting.addsLast { addDemand(more) }
        return Stage._counting == .putsTogether ? more * number : more
    }

    /// Ends the stream after upstream's end, for a stage that may have a last value. As in Combine, the end is passed on
    /// immediately, also if downstream is inside a value.
    @inlinable
    func endWithLast(_ completion: Subscribers.Completion<Stage.UpstreamFailure>) {
        guard endUpstream() else { return }
        releaseEnded()
        let end = stage.completion(completion)
        let value = stage._last(completion)
        stage._drop()
        guard let value else { return close(end) }
        if Stage._counting == .putsTogether { return finish(with: value) }
        lock.withLock { if !isOver { last = _Cell(value) } }
        sendLast()
    }

    /// Sends the last value, if it is there and has been asked for.
    @inlinable
    func sendLast() {
        lock.lock()
        guard let value = last, takeDemand() else { return lock.unlock() }
        last = nil
        lock.unlock()
        finish(with: value.value)
    }

    @inlinable
    func finish(with value: Stage.Output) {
        _ = downstream.receive(value)
        close(.finished)
    }

    /// Completes downstream, unless it has cancelled.
    @inlinable
    func close(_ completion: Subscribers.Completion<Stage.Failure>) {
        if closeEnded() { downstream.receive(completion: completion) }
    }
}
