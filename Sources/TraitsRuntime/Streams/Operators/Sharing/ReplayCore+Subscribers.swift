// Subscribers come and go: from any thread, without waiting for the one that delivers.

extension _ReplayCore {
    /// One more subscriber is about to come.
    ///
    /// - Returns: `false` if the connection has been given up.
    @usableFromInline
    func retain() -> Bool {
        lock.withLock {
            if fate != .abandoned { subscribers += 1 }
            return fate != .abandoned
        }
    }

    /// Makes the subscriber of upstream, if the caller is the one that is to start it.
    @inlinable
    func begin<Input: _UpstreamNode>(_ makeInput: () -> Input) -> Input? {
        lock.lock()
        defer { lock.unlock() }
        guard fate == .awaited else { return nil }
        fate = .connecting
        let input = makeInput()
        self.input = input
        return input
    }

    /// A subscriber has its subscription: it is sent what is kept.
    @usableFromInline
    func attached(_ conduit: _ConduitRoot) {
        conduit.attach()
        if !park(conduit) { admit(conduit) }
    }

    /// Upstream has ended.
    ///
    /// - Returns: whether anybody is to hear of it.
    @usableFromInline
    func upstreamEnded() -> Bool {
        let (isAwaited, input) = lock.withLock {
            if fate != .abandoned { fate = .ended }
            return (fate == .ended, self.input.take())
        }
        return withExtendedLifetime(input) { isAwaited }
    }

    /// Sends a subscriber what is kept, while another thread delivers to the others; and leaves it to that one, with what that
    /// has sent meanwhile: a thread that sends without a pause would keep this one here.
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
        if hasEnded, reader.kept.isEmpty {
            // Nobody else knows of it.
            lock.unlock()
            return _ = complete(conduit)
        }
        // From here on requests are noted; those that came before are seen when the conduit is listed.
        conduit.remove(.joining)
        mailbox.insert(conduit)
        // Under the lock: of two values that are sent before anybody knows of the conduit, it would miss the first.
        noteNews()
        lock.unlock()
        drain()
    }

    /// Sends a subscriber that has just been listed what was kept for it while it joined, as far as it has asked for it: the
    /// rest is what any subscriber misses that asks late. For the delivering thread.
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

    /// One subscriber less.
    ///
    /// - Returns: whether it was the last one, and the upstream to cancel then.
    func leaves() -> (isLast: Bool, upstream: _UpstreamNode?) {
        lock.withLock {
            subscribers -= 1
            guard subscribers == 0, fate != .ended else { return (false, nil) }
            fate = .abandoned
            return (true, input.take())
        }
    }

    /// Releases what is kept, if no subscriber that has asked for it is left.
    func emptyIfAbandoned() {
        let old = lock.withLock { fate == .abandoned ? (buffer.takeAll(), postponed) : nil }
        if old != nil { postponed = _Queue() }
        withExtendedLifetime(old) {}
    }
}
