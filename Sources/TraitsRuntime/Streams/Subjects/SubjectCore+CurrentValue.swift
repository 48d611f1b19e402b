// The current value of a subject, and how those get it who come late.

import Synchronization

extension _SubjectCore {
    @inlinable @inline(__always)
    func store(_ value: Output) {
        let number = version.load(ordering: .relaxed)
        if _isSmall(Output.self) {
            version.store(number &+ 1, ordering: .releasing)
            bits.store(_bits(of: value), ordering: .releasing)
            version.store(number &+ 2, ordering: .releasing)
        } else {
            valueLock.lock()
            let old = current.unsafelyUnwrapped.move()
            current.unsafelyUnwrapped.initialize(to: value)
            version.store(number &+ 2, ordering: .relaxed)
            valueLock.unlock()
            withExtendedLifetime(old) {}
        }
    }

    @inlinable @inline(__always)
    func load() -> Output {
        _isSmall(Output.self)
            ? _value(of: bits.load(ordering: .acquiring), as: Output.self)
            : valueLock.withLock { current.unsafelyUnwrapped.pointee }
    }

    /// The current value and its version, on a thread that doesn't deliver.
    @inlinable
    func loadVersion() -> (value: Output, version: Int) {
        if !_isSmall(Output.self) {
            valueLock.lock()
            defer { valueLock.unlock() }
            return (current.unsafelyUnwrapped.pointee, version.load(ordering: .relaxed))
        }
        while true {
            let before = version.load(ordering: .acquiring)
            let value = bits.load(ordering: .acquiring)
            // Otherwise another thread is between two stores.
            if before & 1 == 0 && version.load(ordering: .acquiring) == before {
                return (_value(of: value, as: Output.self), before)
            }
        }
    }
}

// MARK: - Subscribers that have missed it

extension _SubjectCore {
    @inlinable
    func sendMissed(to conduit: Conduit) {
        guard conduit.state.contains(.missed), conduit.takeDemand() else { return }
        conduit.remove(.missed)
        conduit.send(load())
    }

    /// Calls what gives a subscriber its subscription. It isn't listed yet; who ends all from in there ends it too.
    @inlinable
    func whileJoining(_ conduit: Conduit, _ body: () -> Void) {
        var joiner = _Joiner(node: .passUnretained(conduit))
        withUnsafeMutablePointer(to: &joiner) { joiner in
            mailboxLock.lock()
            joiner.pointee.next = joiners
            joiners = joiner
            mailboxLock.unlock()
            body()
            mailboxLock.lock()
            remove(joiner)
            mailboxLock.unlock()
        }
    }

    /// For the owner of `mailboxLock`. Others may have come since, on other threads, and stay for longer.
    @inlinable
    func remove(_ joiner: UnsafeMutablePointer<_Joiner>) {
        if joiners == joiner {
            joiners = joiner.pointee.next
            return
        }
        var other = joiners
        while let one = other, one.pointee.next != joiner { other = one.pointee.next }
        other?.pointee.next = joiner.pointee.next
    }

    /// Completes those who are getting their subscription on this thread; any other is completed when it has it.
    @inlinable
    func completeJoiners(_ completion: Subscribers.Completion<Failure>) {
        while let conduit = nextJoiner() { complete(conduit, completion) }
    }

    @inlinable
    func nextJoiner() -> Conduit? {
        mailboxLock.lock()
        defer { mailboxLock.unlock() }
        var next = joiners
        while let joiner = next {
            let conduit = unsafeDowncast(joiner.pointee.node.takeUnretainedValue(), to: Conduit.self)
            if conduit.delivery.isInside && !conduit.isOver { return conduit }
            next = joiner.pointee.next
        }
        return nil
    }

    /// A subscriber that is getting its subscription has asked for the current value: it is sent inside of that, unless
    /// another thread delivers to the others, or it is not the thread that subscribes that asks. Then `join` looks again.
    @inlinable
    func wantedByJoining(_ conduit: Conduit) {
        guard conduit.delivery.isInside, let isNested = delivery.tryEnter() else { return }
        conduit.remove(.joining)
        update(conduit)
        leave(isNested)
    }

    /// Sends a subscriber the current value inside the call that subscribes, while another thread delivers to the others;
    /// and leaves it to that one. Until then nobody else sends it anything.
    @inlinable @inline(never)
    func join(_ conduit: Conduit) {
        while !conduit.isOver {
            conduit.remove(.missed)
            if conduit.takeDemand() {
                let (value, version) = loadVersion()
                conduit.seen = version
                conduit.send(value)
                break
            }
            conduit.insert(.missed)
            if conduit.demandCount <= 0 { break }  // otherwise a request came in between
        }
        conduit.remove(.joining)
        enqueue(conduit)
        drain()
    }
}

/// A subscriber that is getting its subscription, on the stack of the thread that gives it.
@frozen @usableFromInline
struct _Joiner {
    @usableFromInline let node: Unmanaged<_Node>
    @usableFromInline var next: UnsafeMutablePointer<_Joiner>?

    @inlinable
    init(node: Unmanaged<_Node>) { self.node = node }
}
