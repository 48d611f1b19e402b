import Synchronization

/// A subscription that stands on one upstream subscription.
///
/// `lock` guards `upstream` and each change of the state. Upstream is released as soon as the connection is over,
/// which also opens the reference cycle of a running chain.
@usableFromInline
class _UpstreamNode: _Node, _StateNode {
    @usableFromInline typealias State = Connection

    /// How the node stands with upstream.
    @frozen @usableFromInline
    struct Connection: _WordState {
        @usableFromInline let rawValue: Int

        @inlinable @inline(__always)
        init(rawValue: Int) { self.rawValue = rawValue }

        @inlinable @inline(__always) static var awaiting: Connection { Connection(rawValue: 0) }
        @inlinable @inline(__always) static var connected: Connection { Connection(rawValue: 1) }
        /// The stream has ended, from either side, and downstream hasn't heard of it: what upstream sends is ignored.
        @inlinable @inline(__always) static var ending: Connection { Connection(rawValue: 3) }
        @inlinable @inline(__always) static var over: Connection { Connection(rawValue: 2) }
    }

    @usableFromInline @exclusivity(unchecked) final var upstream: _Node?

    @usableFromInline
    override init(_ thunk: @escaping Thunk) { super.init(thunk) }

    /// The state under the name that says whose it is.
    @inlinable
    final var connection: Connection {
        @inline(__always) get { state }
        @inline(__always) set { state = newValue }
    }

    /// Whether there has been neither a subscription nor an end.
    ///
    /// Downstream gets this node together with upstream's subscription, so only code that takes the operator's
    /// subscriber for a subscription can cancel earlier. As in Combine, that is not heeded, and the
    /// subscription that comes later is taken.
    @inlinable @inline(__always)
    final var isAwaiting: Bool { connection == .awaiting }

    @inlinable @inline(__always)
    final var isConnected: Bool { connection == .connected }

    @inlinable @inline(__always)
    final var isOver: Bool { connection == .over }

    /// Takes the upstream subscription, or cancels it if there is one already or all is over.
    ///
    /// - Returns: whether it was taken.
    @usableFromInline
    final func connect(_ node: _Node) -> Bool {
        lock.lock()
        guard isAwaiting else {
            lock.unlock()
            node.cancel()
            return false
        }
        upstream = node
        connection = .connected
        lock.unlock()
        return true
    }

    /// Ends the connection and hands out the upstream subscription, if this call is the one that ended it.
    @usableFromInline
    final func takeUpstream() -> (wasConnected: Bool, upstream: _Node?) {
        lock.lock()
        let was = connection
        connection = .over
        let node = upstream
        upstream = nil
        lock.unlock()
        return (was == .connected, node)
    }

    /// Upstream has completed. A completion before the subscription changes nothing.
    ///
    /// - Returns: `false` if there was no connection to end, so that there is nothing to pass on.
    @usableFromInline
    final func disconnect() -> Bool {
        isConnected && takeUpstream().wasConnected
    }

    /// Upstream has completed, and is of use until downstream has heard of it.
    ///
    /// - Returns: `false` if there was no connection to end, so that there is nothing to pass on.
    @usableFromInline
    final func endUpstream() -> Bool {
        lock.withLock {
            let wasConnected = isConnected
            if wasConnected { connection = .ending }
            return wasConnected
        }
    }

    /// Cancels an upstream that was kept by ``endUpstream()``; downstream hasn't heard of the end yet.
    @usableFromInline
    final func cancelEnded() {
        lock.lock()
        let node = upstream
        upstream = nil
        lock.unlock()
        node?.cancel()
    }

    /// An upstream that was kept by ``endUpstream()`` has completed by itself: there is nothing to cancel any more.
    @usableFromInline
    final func releaseEnded() {
        lock.lock()
        let node = connection == .ending ? upstream : nil
        if node != nil { upstream = nil }
        lock.unlock()
        withExtendedLifetime(node) {}
    }

    /// The end that ``endUpstream()`` began is complete, and downstream is told.
    ///
    /// - Returns: `false` if downstream has cancelled meanwhile.
    @usableFromInline
    final func closeEnded() -> Bool {
        lock.lock()
        let (was, node) = (connection, upstream)
        connection = .over
        upstream = nil
        lock.unlock()
        return withExtendedLifetime(node) { was == .ending }
    }

    /// Ends the connection from this side.
    ///
    /// - Returns: `false` if all was over before.
    @usableFromInline @discardableResult
    final func cancelUpstream() -> Bool {
        let (wasConnected, node) = takeUpstream()
        node?.cancel()
        return wasConnected
    }

    /// Passes a request on, outside the lock.
    @usableFromInline
    final func requestUpstream(_ demand: Subscribers.Demand) {
        lock.lock()
        let node = upstream
        lock.unlock()
        node?.request(demand)
    }
}

/// How a subscription stands with its upstream, as a debugger shows it.
@usableFromInline
enum _ConnectionStatus {
    case awaitingSubscription
    case subscribed(any Subscription)
    case terminal

    var isTerminal: Bool { if case .terminal = self { true } else { false } }

    var subscription: (any Subscription)? {
        if case .subscribed(let subscription) = self { subscription } else { nil }
    }
}

extension _UpstreamNode {
    @usableFromInline
    final var status: _ConnectionStatus {
        lock.lock()
        let (connection, node) = (connection, upstream)
        lock.unlock()
        guard let node, connection == .connected else {
            return connection == .awaiting ? .awaitingSubscription : .terminal
        }
        return .subscribed((node as? _ForeignNode)?.subscription ?? node)
    }
}

/// An event where the contract of streams allows none.
@frozen @usableFromInline
enum _StrayEvent {
    case earlyRequest
    case earlyValue
    case earlyCompletion
    case surplusValue

    var description: String {
        switch self {
        case .earlyRequest: "a request before a subscription"
        case .earlyValue: "a value before a subscription"
        case .earlyCompletion: "a completion before a subscription"
        case .surplusValue: "a value that downstream had not asked for"
        }
    }
}

extension _Node {
    /// Stops the program because a publisher that isn't this library's broke the contract of streams.
    // The text is made here and not where this is called, which is compiled with each chain of a client.
    @usableFromInline
    final func refuse(_ event: _StrayEvent) -> Never {
        _brokenContract(description, "received \(event.description)")
    }
}

extension _UpstreamNode {
    /// Upstream completes before there is a subscription.
    ///
    /// - Returns: whether the completion is handled.
    @usableFromInline
    final func takesEarlyCompletion(_ events: _EarlyEvents) -> Bool {
        switch events {
        case .stopTheProgram: refuse(.earlyCompletion)
        case .areIgnored, .valuesPass: return false
        case .pass:
            connection = .connected
            return true
        }
    }
}

/// Stops the program because a publisher broke the contract of streams.
@usableFromInline
func _brokenContract(_ publisher: String, _ what: String) -> Never {
    fatalError("\(publisher): \(what)")
}
