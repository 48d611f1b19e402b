import Synchronization

/// A subscription with one upstream subscription.
///
/// `lock` guards `upstream` and each change of the state, but for a completion that comes before the subscription. Upstream is
/// released as soon as the connection is over, which also breaks the reference cycle of a running chain.
open class _UpstreamNode: _Node, _StateNode {
    @usableFromInline typealias State = Connection

    /// The state of the connection to upstream.
    @frozen @usableFromInline
    struct Connection: _WordState {
        @usableFromInline let rawValue: Int

        @inlinable @inline(__always)
        init(rawValue: Int) { self.rawValue = rawValue }

        @inlinable @inline(__always) static var awaiting: Connection { Connection(rawValue: 0) }
        @inlinable @inline(__always) static var connected: Connection { Connection(rawValue: 1) }
        /// The stream has ended, from either side, and downstream hasn't been told yet. Further events of upstream are ignored.
        @inlinable @inline(__always) static var ending: Connection { Connection(rawValue: 3) }
        @inlinable @inline(__always) static var over: Connection { Connection(rawValue: 2) }
    }

    @usableFromInline @exclusivity(unchecked) final var upstream: _Node?

    @usableFromInline
    package override init(_ handler: @escaping Handler) { super.init(handler) }

    /// The node's state, under a more specific name.
    @inlinable
    final var connection: Connection {
        @inline(__always) get { state }
        @inline(__always) set { state = newValue }
    }

    /// Indicates whether there has been neither a subscription nor an end.
    ///
    /// Downstream usually gets this node together with upstream's subscription, so only code that uses the operator's subscriber
    /// as a subscription can cancel earlier. As in Combine, such a cancellation is ignored, and the later subscription is
    /// accepted, unless the operator's ``_EarlyEvents`` stop the program.
    @inlinable @inline(__always)
    package final var isAwaiting: Bool { connection == .awaiting }

    @inlinable @inline(__always)
    package final var isConnected: Bool { connection == .connected }

    @inlinable @inline(__always)
    final var isOver: Bool { connection == .over }

    /// Takes the upstream subscription, or cancels it if there is one already or the connection is over.
    ///
    /// - Returns: whether it was taken.
    @usableFromInline
    package final func connect(_ node: _Node) -> Bool {
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

    /// Ends the connection.
    ///
    /// - Returns: whether there was a connection, and the upstream subscription if this call is the first to take it.
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

    /// Ends the connection after upstream's completion. A completion before the subscription changes nothing.
    ///
    /// - Returns: `false` if there was no connection to end, so that there is nothing to pass on.
    @usableFromInline
    package final func disconnect() -> Bool {
        isConnected && takeUpstream().wasConnected
    }

    /// Ends the connection after upstream's completion, but keeps upstream's subscription until downstream is told.
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

    /// Cancels the upstream subscription that ``endUpstream()`` kept, before downstream is told of the end.
    @usableFromInline
    final func cancelEnded() {
        lock.lock()
        let node = upstream
        upstream = nil
        lock.unlock()
        node?.cancel()
    }

    /// Releases the upstream subscription that ``endUpstream()`` kept, after upstream has completed by itself.
    @usableFromInline
    final func releaseEnded() {
        lock.lock()
        let node = connection == .ending ? upstream : nil
        if node != nil { upstream = nil }
        lock.unlock()
        withExtendedLifetime(node) {}
    }

    /// Completes the end that ``endUpstream()`` began. The caller then tells downstream.
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

    /// Cancels upstream and ends the connection.
    ///
    /// - Returns: `false` if there was no connection.
    @usableFromInline @discardableResult
    package final func cancelUpstream() -> Bool {
        let (wasConnected, node) = takeUpstream()
        node?.cancel()
        return wasConnected
    }

    /// Passes a request to upstream, outside the lock.
    @usableFromInline
    package final func requestUpstream(_ demand: Subscribers.Demand) {
        lock.lock()
        let node = upstream
        lock.unlock()
        node?.request(demand)
    }
}

/// The connection of a subscription to its upstream, as a debugger shows it.
public enum _ConnectionStatus {
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

/// An event that the contract of streams doesn't allow at this moment.
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
    // The text is made here because the call is compiled with each chain of a client.
    @usableFromInline
    final func refuse(_ event: _StrayEvent) -> Never {
        _brokenContract(description, "received \(event.description)")
    }
}

extension _UpstreamNode {
    /// Handles a completion that upstream sends before its subscription.
    ///
    /// - Returns: whether the completion is handled.
    @usableFromInline
    final func takesEarlyCompletion(_ events: _EarlyEvents) -> Bool {
        switch events {
        case .stopTheProgram: refuse(.earlyCompletion)
        case .areIgnored, .valuesPass: return false
        case .completionPasses, .pass:
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
