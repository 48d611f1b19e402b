import Synchronization

/// The audience of one connection of a publisher that replays, with the values that are kept.
///
/// `share(replay:)`, `share(replay:stopTimeout:scheduler:)`, `shareReplay()` and `cache(for:scheduler:)` differ in their
/// `_ReplayPolicy`.
///
/// In addition to the state of `_Audience`, the delivering thread owns the buffer and `postponed`. Each subscriber has the
/// number of its next value. To *serve* a subscriber is to send it the kept values, as far as it has asked for them, and then
/// the end. So a replay, a new value and a late request are handled alike.
///
/// An event that comes from inside a delivery waits for that delivery. So all subscribers see all events in one order, and a
/// value that a subscriber has asked for isn't pushed out of the buffer before it is sent.
///
/// A thread that joins while another one delivers sends the kept values to its subscriber itself, inside the call that
/// subscribes. Values that come meanwhile are kept for the subscriber. `lock` guards `joining`, the state of the connection
/// and each change of the buffer, too.
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
        /// The end, with the failure in a cell.
        case end(AnyObject?)
        /// A value and the end after it. No event comes between them.
        case outcome(Output)
    }

    /// The state of the connection.
    @usableFromInline
    enum Fate {
        /// There are subscribers, or the last of them has just left. Upstream is subscribed to when the first of them has joined.
        case awaited, connecting
        /// Upstream has ended: a late subscriber gets the values that are kept, and the end.
        case ended
        /// The last subscriber has cancelled.
        case abandoned
    }

    @usableFromInline let policy: _ReplayPolicy

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
    /// The timer that cancels upstream, while there are no subscribers and the policy grants some time.
    @exclusivity(unchecked) var absence: _TimerSlot?
    /// Tells whether the values have expired, if upstream has ended and the policy limits the time.
    @exclusivity(unchecked) var expiry: (() -> Bool)?

    @usableFromInline
    init(_ policy: _ReplayPolicy) {
        self.policy = policy
        // During its delivery each value is kept.
        buffer = _ReplayBuffer(capacity: max(1, policy.replay))
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

    override func cancelled(_ conduit: _ConduitRoot) {
        let departure = leave()
        if case .last(let upstream) = departure { upstream?.cancelUpstream() }
        if unpark(conduit) { conduit.retire() } else { super.cancelled(conduit) }
        switch departure {
        case .early: break
        case .last: releaseValues(with: conduit)
        case .absence(let timer): wait(timer)
        }
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
