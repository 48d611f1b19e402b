import Synchronization

/// One connection of `share(replay:)`: the subscriber of upstream, and what sends to all subscribers.
///
/// One thread at a time delivers: the one that holds `delivery`. The buffer, the list of nodes, `ended` and `postponed`
/// are its own. Each node has the number of the value that it is sent next; to *serve* it is to send what it has asked for
/// of the values that are kept, and then the end. So a replay, a new value and a late request are one and the same.
///
/// An event that comes from inside a delivery waits for that: all subscribers see all events in one order, and a value
/// that somebody has asked for isn't pushed out of the buffer before it is sent.
///
/// A thread that requests or cancels while another one delivers puts the node into the *mailbox* and goes on, as with a
/// subject. One that joins meanwhile sends its subscriber what is kept itself, so that this has it inside the call that
/// subscribes; what comes until it is done is kept for it. One that has its subscription and has asked for nothing is
/// *parked*: it joins when it asks. `lock` guards the mailbox, `parked`, `joining`, `subscribers` and `fate`, and each change
/// of the buffer and of `ended`.
///
/// No thread waits for the one that starts upstream: a subscriber that arrives meanwhile is listed, and is sent the first
/// value when that comes.
@usableFromInline
final class _ReplayCore<Output, Failure: Error>: _UpstreamNode, _NodeSubscriber, _Described {
    @usableFromInline typealias Input = Output
    @usableFromInline typealias Node = _ReplayNode<Output, Failure>

    @usableFromInline
    enum Event {
        case value(Output)
        case completion(Subscribers.Completion<Failure>)
    }

    /// What has become of the connection.
    @usableFromInline
    enum Fate {
        /// Somebody listens. Upstream is subscribed to when the first one has joined.
        case awaited, connecting
        /// Upstream has ended: a late subscriber gets the values that are kept, and the end.
        case ended
        /// The last subscriber has cancelled.
        case abandoned
    }

    // For the thread that delivers.
    @usableFromInline @exclusivity(unchecked) var buffer: _ReplayBuffer<Output>
    @usableFromInline @exclusivity(unchecked) var ended: Subscribers.Completion<Failure>?
    @usableFromInline @exclusivity(unchecked) var postponed = _Queue<Event>()
    /// The list owns its nodes: entries are removed only when no delivery is on the stack.
    @usableFromInline @exclusivity(unchecked) var list: ContiguousArray<Unmanaged<Node>?> = []
    @usableFromInline @exclusivity(unchecked) var holes = 0
    @usableFromInline @exclusivity(unchecked) var hasDead = false

    // Under `lock`.
    @usableFromInline @exclusivity(unchecked) var fate = Fate.awaited
    @usableFromInline @exclusivity(unchecked) var subscribers = 1
    @exclusivity(unchecked) var mailbox = _IndexedSet<Node>()
    /// Those that are parked, until the end: then their subscribers keep them.
    @exclusivity(unchecked) var parked = _IndexedSet<Node>()
    /// The nodes that threads of their own are sending what is kept.
    @usableFromInline @exclusivity(unchecked) var joining: ContiguousArray<Node> = []

    /// - Parameter capacity: how many values are kept.
    @usableFromInline
    init(capacity: Int) {
        buffer = _ReplayBuffer(capacity: capacity)
        super.init { _, _ in }
    }

    @usableFromInline
    deinit { for entry in list { entry?.release() } }

    @usableFromInline override var description: String { "ShareReplay" }

    /// All is asked of upstream, whatever subscribers ask for.
    @usableFromInline typealias _Unlimited = _Yes

    /// Whether there may be something in the mailbox.
    @inlinable @inline(__always)
    var hasNews: Bool { word.load(ordering: .sequentiallyConsistent) != 0 }
}

// MARK: - What upstream sends

extension _ReplayCore {
    @inlinable
    func _receive(node: _Node) {
        if connect(node) { node.request(.unlimited) }
    }

    @inlinable
    func receive(_ input: Output) -> Subscribers.Demand {
        if isConnected { send(.value(input)) }
        return .none
    }

    @inlinable
    func receive(completion: Subscribers.Completion<Failure>) {
        guard disconnect() else { return }
        let isAwaited = lock.withLock {
            if fate == .abandoned { return false }
            fate = .ended
            return true
        }
        if isAwaited { send(.completion(completion)) }
    }

    @inlinable
    func send(_ event: Event) {
        if delivery.enter() {
            postponed.push(event)
            delivery.exit()  // the delivery that is going on sends it
        } else {
            if hasNews { takeMailbox() }
            deliver(event)
            leave(isNested: false)
        }
    }

    @inlinable
    func deliver(_ event: Event) {
        var released: Output?
        switch event {
        case .value(let value):
            lock.lock()
            released = buffer.append(value)
            for node in joining { node.kept.push(value) }
            lock.unlock()
        case .completion(let completion): lock.withLock { ended = completion }
        }
        let end = list.count  // a subscriber that joins meanwhile is served when it does
        var index = 0
        while index < end {
            let entry = list[index]
            entry?._withUnsafeGuaranteedRef { serve($0) }
            index &+= 1
        }
        // What waits for a request is kept by its subscriber from now on.
        if ended != nil {
            hasDead = true
            endParked()
        }
        withExtendedLifetime(released) {}
    }

    /// Sends a subscriber what there is for it.
    @inlinable
    func serve(_ node: Node) {
        if node.isBeingServed { return }  // whoever does looks again
        node.isBeingServed = true
        while true {
            let number = max(node.next, buffer.oldest)
            guard number < buffer.next else {
                if let ended, node.end() {
                    hasDead = true
                    complete(node, ended)
                }
                break
            }
            guard node.takeDemand() else { break }
            node.next = number &+ 1
            let more = node.onValue(node, buffer[number])
            if more > .none { node.addDemand(more) }
        }
        node.isBeingServed = false
    }

    /// For the caller that has ended the node.
    @inlinable
    func complete(_ node: Node, _ completion: Subscribers.Completion<Failure>) {
        let last = node.takeCore()
        node.onEnd(node, completion)
        withExtendedLifetime(last) {}
    }

    /// Leaves the delivery lock, after what has been postponed.
    @inlinable
    func leave(isNested: Bool) {
        if isNested {
            delivery.exit()
        } else {
            settle()
            delivery.exitOutermost()
            if hasNews { drain() }
        }
    }

    /// Sends what was postponed, and releases the nodes that are over; for the outermost call.
    @inlinable
    func settle() {
        while true {
            while let event = postponed.pop() {
                if hasNews { takeMailbox() }
                deliver(event)
            }
            // What is released may send, and may cancel.
            guard hasDead else { return }
            reclaim()
        }
    }
}
