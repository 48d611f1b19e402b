import Synchronization

/// The audience of one connection of `share(replay:)`, with the values that are kept.
///
/// In addition to the state of `_Audience`, the delivering thread owns the buffer and `postponed`. Each subscriber has the
/// number of its next value. To *serve* a subscriber is to send it the kept values, as far as it has asked for them, and then
/// the end. So a replay, a new value and a late request are handled alike.
///
/// An event that comes from inside a delivery waits for that delivery. So all subscribers see all events in one order, and a
/// value that a subscriber has asked for isn't pushed out of the buffer before it is sent.
///
/// A thread that joins while another one delivers sends the kept values to its subscriber itself, inside the call that
/// subscribes. Values that come meanwhile are kept for the subscriber. `lock` guards `joining`, `subscribers`, `fate` and
/// `input` too, and each change of the buffer.
///
/// No thread waits while another thread starts upstream: a subscriber that arrives meanwhile is listed, and is sent the first
/// value when it comes.
@usableFromInline
final class _ReplayCore<Output>: _Audience {
    @usableFromInline typealias Conduit = _Conduit<Output>
    @usableFromInline typealias Reader = _ReplayReader<Output>

    @usableFromInline
    enum Event {
        case value(Output)
        /// With the failure, in a cell.
        case end(AnyObject?)
    }

    /// The state of the connection.
    @usableFromInline
    enum Fate {
        /// There are subscribers. Upstream is subscribed to when the first of them has joined.
        case awaited, connecting
        /// Upstream has ended: a late subscriber gets the values that are kept, and the end.
        case ended
        /// The last subscriber has cancelled.
        case abandoned
    }

    // For the thread that delivers.
    @usableFromInline @exclusivity(unchecked) var buffer: _ReplayBuffer<Output>
    @usableFromInline @exclusivity(unchecked) var postponed = _Queue<Event>()

    // Under `lock`.
    @usableFromInline @exclusivity(unchecked) var fate = Fate.awaited
    @usableFromInline @exclusivity(unchecked) var subscribers = 1
    /// The readers that other threads are sending the kept values.
    @usableFromInline @exclusivity(unchecked) var joining: ContiguousArray<Reader> = []
    /// The subscriber of upstream, until that is over; each keeps the other.
    @usableFromInline @exclusivity(unchecked) var input: _UpstreamNode?

    /// - Parameter capacity: the number of values that are kept.
    @usableFromInline
    init(capacity: Int) {
        buffer = _ReplayBuffer(capacity: capacity)
        super.init(.replay)
    }

    override var hasKeptValues: Bool { buffer.oldest != buffer.next }

    override func update(_ conduit: _ConduitRoot) {
        guard !conduit.isOver else {
            if conduit.listIndex >= 0 { unsettle(conduit) } else { retire(conduit) }
            return emptyIfAbandoned()
        }
        if !conduit.state.contains(.listed) {
            conduit.insert(.listed)
            if !hasEnded { append(conduit) }
            let conduit = unsafeDowncast(conduit, to: Conduit.self)
            sendKept(to: conduit, reader(of: conduit))
        }
        // An earlier request is seen here; a later request calls `requested(_:)`.
        if conduit.demandCount > 0 || hasEnded { serve(conduit) }
    }

    override func requested(_ conduit: _ConduitRoot) {
        if unpark(conduit) { return admit(conduit) }
        // Otherwise another thread is sending it the kept values.
        if !conduit.stateInOrder.contains(.joining) { updateSoon(conduit) }
    }

    override func join(_ conduit: _ConduitRoot) { replay(to: conduit) }

    /// The last subscriber cancels upstream, and the delivering thread releases the kept values.
    override func cancelled(_ conduit: _ConduitRoot) {
        let (isLast, upstream) = leaves()
        upstream?.cancelUpstream()
        if unpark(conduit) { conduit.retire() } else { super.cancelled(conduit) }
        guard isLast else { return }
        enqueue(conduit)
        drain()
    }

    /// Sends the postponed events, and removes the conduits that are over. After the end it removes all conduits, since their
    /// subscribers keep the values that wait for a request.
    @usableFromInline
    override func settle() {
        // An object that is released may send, and may cancel.
        while isUnsettled {
            isUnsettled = false
            while let event = postponed.pop() {
                if hasNews { takeMailbox() }
                deliver(event)
            }
            if hasEnded { reclaimAll() } else { reclaim() }
        }
    }
}

/// The progress of a subscriber of `share(replay:)`.
@usableFromInline
final class _ReplayReader<Output> {
    // For the thread that delivers.
    /// The number of the value that is sent next.
    @usableFromInline @exclusivity(unchecked) var next = 0
    /// A Boolean value that indicates whether a call to the subscriber is on the stack.
    @usableFromInline @exclusivity(unchecked) var isBeingServed = false
    /// The values that the joining thread sends to the subscriber; under the core's lock. The delivering thread sends the rest.
    @usableFromInline @exclusivity(unchecked) var kept = _Queue<Output>()

    @inlinable
    init() {}
}

// MARK: - Sending

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
        case .value(let value):
            lock.lock()
            released = buffer.append(value)
            for reader in joining { reader.kept.push(value) }
            lock.unlock()
        case .end(let failure): lock.withLock { noteEnd(with: failure) }
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
