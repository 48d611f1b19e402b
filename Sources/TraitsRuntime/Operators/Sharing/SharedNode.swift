/// Counts the subscribers of a shared connection: made for the first, cancelled after the last.
@usableFromInline
final class _SharedConnection {
    private let lock = _Lock()
    // All under `lock`.
    private var count = 0
    private var isConnecting = false
    private var connection: (any Cancellable)?

    /// The publisher that shares, for mirrors.
    @usableFromInline weak var owner: AnyObject?

    @usableFromInline
    init() {}

    /// A subscriber comes.
    ///
    /// - Returns: whether the caller is to ``connect(_:)`` when it has attached the subscriber.
    @usableFromInline
    func retain() -> Bool {
        lock.withLock {
            count += 1
            guard connection == nil && !isConnecting else { return false }
            isConnecting = true
            return true
        }
    }

    /// Connects, unless all subscribers have gone meanwhile. Subscribers may come and go during the call.
    @usableFromInline
    func connect(_ body: () -> any Cancellable) {
        let isWanted = lock.withLock {
            if count == 0 { isConnecting = false }
            return count != 0
        }
        guard isWanted else { return }
        let made = body()
        let isStillWanted = lock.withLock {
            isConnecting = false
            if count != 0 { connection = made }
            return count != 0
        }
        if !isStillWanted { made.cancel() }
    }

    /// A subscriber goes.
    @usableFromInline
    func release() {
        let last: (any Cancellable)? = lock.withLock {
            count -= 1
            guard count == 0 else { return nil }
            let last = connection
            connection = nil
            return last
        }
        last?.cancel()
    }
}

/// One subscriber of a shared connection: events pass through, a cancellation is counted first.
@usableFromInline
final class _SharedNode<Downstream: Subscriber>: _UpstreamNode, Subscriber {
    @usableFromInline typealias Input = Downstream.Input
    @usableFromInline typealias Failure = Downstream.Failure

    @usableFromInline let downstream: Downstream
    @usableFromInline let connection: _SharedConnection
    @usableFromInline let name: String?

    /// - Parameter name: how the subscription prints; as upstream's if `nil`.
    @inlinable
    init(_ downstream: Downstream, _ connection: _SharedConnection, name: String?) {
        self.downstream = downstream
        self.connection = connection
        self.name = name
        super.init { node, operation in
            let me = unsafeDowncast(node, to: _SharedNode<Downstream>.self)
            switch operation {
            case .request(let demand): me.requestUpstream(demand)
            case .cancel:
                let (wasConnected, upstream) = me.takeUpstream()
                if wasConnected { me.connection.release() }
                upstream?.cancel()
                me.downstream._letGo()
            }
        }
    }

    @usableFromInline override var description: String {
        name ?? lock.withLock { upstream }?.description ?? "Autoconnect"
    }

    @inlinable @inline(__always)
    static var _isUnlimited: Bool { Downstream._isUnlimited }

    @inlinable
    func receive(subscription: any Subscription) { _receive(node: .wrapping(subscription)) }

    @inlinable
    func _receive(node: _Node) {
        if connect(node) { downstream._receive(node: self) }
    }

    @inlinable
    func receive(_ input: Input) -> Subscribers.Demand { isConnected ? downstream.receive(input) : .none }

    @inlinable
    func receive(completion: Subscribers.Completion<Failure>) {
        if disconnect() { downstream.receive(completion: completion) }
    }
}
