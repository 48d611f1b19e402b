// Events on their way from upstream to the subscribers. All of this is for the delivering thread.

extension _ReplayCore {
    @inlinable
    func send(_ event: Event) {
        if delivery.enter() {
            // The delivery that is going on sends it.
            postponed.push(event)
            isUnsettled = true
            delivery.exit()
        } else {
            if hasNews { takeMailbox() }
            deliver(event)
            leaveOutermost()
        }
    }

    @inlinable
    func deliver(_ event: Event) {
        var released: Output?
        switch event {
        case .value(let value): lock.withLock { released = keep(value) }
        case .end(let failure): lock.withLock { noteEnd(with: failure) }
        case .outcome(let value):
            lock.withLock {
                released = keep(value)
                noteEnd(with: nil)
            }
        }
        let end = count  // a subscriber that joins meanwhile is served when it does
        var index = 0
        while index < end {
            list[index]?._withUnsafeGuaranteedRef { serve($0) }
            index &+= 1
        }
        if hasEnded {
            isUnsettled = true
            endParked()
        }
        withExtendedLifetime(released) {}
        if policy.replay == 0 {
            let unasked = lock.withLock { buffer.values.popLast() }
            withExtendedLifetime(unasked) {}
        }
    }

    /// Keeps a value. The caller, which holds the lock, releases the value that is returned after it has left the lock.
    @inlinable @inline(__always)
    func keep(_ value: Output) -> Output? {
        for reader in joining { reader.kept.push(value) }
        return buffer.append(value)
    }

    /// Sends a subscriber the values that it has asked for, and the end after the last one.
    @inlinable
    func serve(_ conduit: _ConduitRoot) {
        let conduit = _unsafeUncheckedDowncast(conduit, to: Conduit.self)
        let reader = reader(of: conduit)
        if reader.isBeingServed { return }  // the call on the stack looks again
        reader.isBeingServed = true
        while true {
            let number = max(reader.next, buffer.oldest)
            guard number < buffer.next else {
                if hasEnded, complete(conduit) { isUnsettled = true }
                break
            }
            guard conduit.takeDemand() else { break }
            reader.next = number &+ 1
            conduit.send(buffer[number])
        }
        reader.isBeingServed = false
    }

    @inlinable @inline(__always)
    func reader(of conduit: _ConduitRoot) -> Reader {
        _unsafeUncheckedDowncast(conduit.reader.unsafelyUnwrapped, to: Reader.self)
    }
}
