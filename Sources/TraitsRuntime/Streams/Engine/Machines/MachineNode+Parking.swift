// What comes before the first request, where a machine's surplus holds its inputs.
//
// Such inputs are asked for a value each when they connect. If their values were handled inside of the delivery lock,
// another thread could be in there when downstream asks for the first time, and it would be that one that sends what
// is kept: some time after the request, though a synchronous value may have been promised. So a node that has not
// been asked for anything is *parked*: events are handled under `lock`, no thread is inside the delivery lock, and
// the first thread that asks gets in and sends what is kept.
extension _MachineNode {
    /// Whether such a node parks: one whose downstream counts demand.
    @_transparent @usableFromInline
    static var parks: Bool {
        _Fact<Machine.HoldsInputs>.holds && !Downstream._asksForAll
    }

    /// Downstream has its subscription, and no input is subscribed to yet.
    @inlinable
    func park() {
        guard demandCount == 0 else { return }
        insert(.parked)
        // A request that didn't see this came before it.
        if demandCount != 0 { unpark() }
    }

    /// Downstream has asked for something: sends what is kept.
    @inlinable
    func unpark() {
        // If another thread is inside, it has been asked as well, and does this.
        guard delivery.tryEnter() != nil else { return lookAgain() }
        stopParking()
        sendRest()
    }

    /// Nobody handles anything under `lock` after this.
    @inlinable
    func stopParking() { lock.withLock { remove(.parked) } }

    /// Handles an event of an input, if the node is parked.
    ///
    /// - Returns: the further demand of the input; `nil` if the node isn't parked any more.
    @inlinable @inline(never)
    func handleParked(
        _ event: _Event<Machine.Value, Machine.Failure>, for input: Int
    ) -> Subscribers.Demand? {
        lock.lock()
        guard state.contains(.parked), !isOver else {
            lock.unlock()
            return nil
        }
        let (output, owed) = take(ask(event))
        if let output { keep(output, from: input) }
        // An end that nothing waits for needs no request.
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
