// The lifetime of a connection: from its first subscriber to upstream's end, or to the cancellation of upstream.

extension _ReplayCore {
    /// The meaning of a subscriber's cancellation.
    enum Departure {
        /// There are other subscribers, or upstream has ended.
        case early
        /// The connection is over. Its upstream is to be cancelled.
        case last(upstream: _UpstreamNode?)
        /// Upstream goes on until the timer is due, which is to be started.
        case absence(_TimerSlot)
    }

    /// Counts a subscriber that is about to join.
    ///
    /// - Returns: `false` if the connection has been given up.
    @usableFromInline
    func retain() -> Bool {
        lock.withLock {
            if fate != .abandoned { subscribers += 1 }
            return fate != .abandoned
        }
    }

    /// Makes the subscriber of upstream, if the caller is to start upstream.
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

    /// Counts a subscriber that leaves. Upstream isn't given time if it hasn't been started.
    func leave() -> Departure {
        lock.lock()
        defer { lock.unlock() }
        subscribers -= 1
        guard subscribers == 0, fate != .ended else { return .early }
        if fate == .connecting, policy.stopLater != nil {
            let timer = _TimerSlot()
            absence = timer
            return .absence(timer)
        }
        fate = .abandoned
        return .last(upstream: input.take())
    }

    /// Starts the timer of an absence.
    func wait(_ timer: _TimerSlot) {
        timer.start {
            policy.stopLater!({ [self] in
                if timer.stop() { stop(after: timer) }
            })
        }
    }

    /// Stops the timer of an absence after a subscriber has come.
    func endAbsence() {
        let timer = lock.withLock { absence.take() }
        _ = timer?.stop()
    }

    /// Cancels upstream, unless the absence has ended in time.
    private func stop(after timer: _TimerSlot) {
        lock.lock()
        guard absence === timer, subscribers == 0, fate == .connecting else { return lock.unlock() }
        fate = .abandoned
        let upstream = input.take()
        lock.unlock()
        upstream?.cancelUpstream()
        let conduit = _ConduitRoot(self, self, [], retires: false) { _, _ in }
        _ = conduit.end()
        releaseValues(with: conduit)
    }

    /// Has the delivering thread update a conduit that is over, and then release the kept values.
    func releaseValues(with conduit: _ConduitRoot) {
        enqueue(conduit)
        drain()
    }

    /// Releases the kept values if the last subscriber has cancelled. For the delivering thread.
    func emptyIfAbandoned() {
        let old = lock.withLock { fate == .abandoned ? (buffer.takeAll(), postponed) : nil }
        if old != nil { postponed = _Queue() }
        withExtendedLifetime(old) {}
    }

    /// Notes that upstream has ended.
    ///
    /// - Returns: whether the end is to be sent.
    @usableFromInline
    func upstreamEnded(hasFailed: Bool) -> Bool {
        let expiry = policy.expiry?(hasFailed)
        let (isAwaited, input, timer) = lock.withLock {
            if fate != .abandoned { (fate, self.expiry) = (.ended, expiry) }
            return (fate == .ended, self.input.take(), absence.take())
        }
        _ = timer?.stop()
        return withExtendedLifetime(input) { isAwaited }
    }

    /// A Boolean value that indicates whether the connection has ended, and late subscribers don't get its values any more.
    var hasExpired: Bool { lock.withLock { expiry }?() == true }
}
