// Events before the first request, for a machine whose surplus holds its inputs.
//
// Each such input is asked for a value when it connects. If their values were handled inside the delivery lock, another
// thread could be inside when downstream makes its first request. That thread would send the kept values some time
// after the request, although a synchronous value may have been promised. So a node that has not been asked for anything
// is *parked*: events are handled under `lock`, no thread is inside the delivery lock, and the first requesting thread
// enters it and sends the kept values.
extension _MachineNode {
    /// Indicates whether a node parks: its surplus holds its inputs, and its downstream counts demand.
    @_transparent @usableFromInline
    static var parks: Bool {
        _Fact<Machine._HoldsInputs>.holds && !Downstream._asksForAll
    }

    /// Parks the node, after downstream got its subscription and before any input is subscribed to. A foreign machine is never
    /// called under `lock`, so its node doesn't park.
    @inlinable
    func park() {
        guard demandCount == 0 else { return }
        if case .foreign = Machine._code { return }
        insert(.parked)
        // A request that didn't see this came before it.
        if demandCount != 0 { unpark() }
    }

    /// Ends the parking when downstream has asked for something, and sends the kept outputs.
    @inlinable
    func unpark() {
        // A thread inside has made a request as well, and does this.
        guard delivery.tryEnter() != nil else { return lookAgain() }
        stopParking()
        sendRest()
    }

    /// Ends the parking: no thread handles an event under `lock` afterwards.
    @inlinable
    func stopParking() { lock.withLock { remove(.parked) } }

    /// Handles an event of an input, if the node is parked.
    ///
    /// - Returns: the further demand of the input; `nil` if the node isn't parked any more.
    @inlinable @inline(never)
    func handleParked(
        _ event: Event, for input: Int
    ) -> Subscribers.Demand? {
        lock.lock()
        guard state.contains(.parked), !isOver else {
            lock.unlock()
            return nil
        }
        let (output, owed) = take(ask(event, for: input), for: input)
        if let output { keep(output, from: input) }
        // An end without waiting outputs needs no request.
        let canEnd = canEnd
        if canEnd { remove(.parked) }
        lock.unlock()
        if canEnd {
            delivery.enter()
            sendRest()
        }
        return owed
    }
}
