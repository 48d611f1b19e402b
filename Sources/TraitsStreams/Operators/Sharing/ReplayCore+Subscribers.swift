// Subscribers that come and go, from any thread, without waiting for the delivering thread.

extension _ReplayCore {
    /// Makes the reader of a new subscriber, which begins with the values that are replayed.
    @inlinable
    func makeReader() -> Reader {
        let reader = Reader()
        if policy.replay == 0 { reader.next = lock.withLock { buffer.next } }
        return reader
    }

    /// Sends the kept values to a subscriber that has its subscription.
    @usableFromInline
    func attached(_ conduit: _ConduitRoot) {
        conduit.attach()
        if !park(conduit) { admit(conduit) }
    }

    /// Sends a subscriber the kept values, while another thread delivers to the others. Values that the other thread sends
    /// meanwhile are left to it: a thread that sends without a pause would keep this one here.
    func replay(to conduit: _ConduitRoot) {
        let conduit = unsafeDowncast(conduit, to: Conduit.self)
        let reader = reader(of: conduit)
        lock.lock()
        reader.next = max(reader.next, buffer.oldest)
        var count = buffer.next - reader.next
        for number in reader.next..<buffer.next { reader.kept.push(buffer[number]) }
        joining.append(reader)
        while count > 0, conduit.demandCount > 0, let value = reader.kept.pop() {
            count -= 1
            lock.unlocked(consume value) { send($0, to: conduit, reader) }
        }
        joining.removeAll { $0 === reader }
        // An empty queue may have a block of memory for all kept values.
        if reader.kept.isEmpty { reader.kept = _Queue() }
        if hasEnded, reader.kept.isEmpty {
            // No other thread knows of this subscriber.
            lock.unlock()
            return _ = complete(conduit)
        }
        // From here on requests are noted; earlier requests are seen when the conduit is listed.
        conduit.remove(.joining)
        mailbox.insert(conduit)
        // Under the lock: of two values that are sent before the conduit is known, it would miss the first.
        noteNews()
        lock.unlock()
        drain()
    }

    /// Sends the values that were kept for a subscriber while it joined, once it has been listed. Values that it hasn't asked
    /// for are dropped, as for any subscriber that asks late. For the delivering thread.
    func sendKept(to conduit: Conduit, _ reader: Reader) {
        if reader.kept.isEmpty || reader.isBeingServed { return }
        reader.isBeingServed = true
        while conduit.demandCount > 0, let value = reader.kept.pop() { send(value, to: conduit, reader) }
        let unasked = reader.kept
        reader.kept = _Queue()
        reader.isBeingServed = false
        withExtendedLifetime(unasked) {}
    }

    private func send(_ value: Output, to conduit: Conduit, _ reader: Reader) {
        guard conduit.takeDemand() else { return }
        reader.next += 1
        conduit.send(value)
    }
}
