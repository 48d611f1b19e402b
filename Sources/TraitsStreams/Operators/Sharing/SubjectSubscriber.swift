extension Publisher {
    /// Attaches a subject, which sends on the events of this publisher.
    ///
    /// ```swift
    /// let subject = PassthroughSubject<Int, Never>()
    /// let cancellable = [1, 2].publisher.subscribe(subject)
    /// ```
    ///
    /// - Demand: up to the subject: a current-value subject asks for everything immediately, a passthrough subject
    ///   when it has a subscriber that asks.
    /// - Cancellation: ends the connection only; the subject lives on.
    /// - Lifetime: the connection doesn't keep the subject. When the subject is released, the connection is cancelled.
    ///
    /// - Parameter subject: receives the subscription, the values and the completion.
    /// - Returns: the connection, which ends when it is cancelled or released.
    @inlinable
    public func subscribe<S: Subject>(_ subject: S) -> AnyCancellable
    where S.Output == Output, S.Failure == Failure {
        let node = SubjectSubscriber(subject)
        subscribe(node)
        return AnyCancellable(node)
    }
}

/// The subscriber that feeds a subject. Named as in Combine, where a mirror shows the name.
@usableFromInline
final class SubjectSubscriber<S: Subject>: _UpstreamNode, _OperatorNode, _NodeSubscriber {
    @usableFromInline typealias Input = S.Output
    @usableFromInline typealias Failure = S.Failure
    @usableFromInline typealias _Drops = _Yes

    /// Never written after the start, so no lock guards it. As in Combine, a connection doesn't keep its subject: a subject
    /// without subscribers or owners is released, and cancels the connection.
    @usableFromInline weak var subject: S?

    /// The decision whether an end is still sent, once the connection has been abandoned. Under `lock`.
    private var ends: (() -> Bool)?
    /// The number of values that have been dropped since. Under `lock`.
    private var unheard = 0

    @inlinable
    init(_ subject: S) {
        self.subject = subject
        super.init(_handled(by: SubjectSubscriber<S>.self))
    }

    @usableFromInline override var description: String { "Subject" }

    @usableFromInline override var customMirror: Mirror {
        let status = status
        let subject = isOver ? nil : self.subject
        let children: [Mirror.Child] = [
            ("downstreamSubject", subject as Any), ("upstreamSubscription", status.subscription as Any),
            ("subject", subject as Any),
        ]
        return Mirror(self, children: children, ancestorRepresentation: .suppressed)
    }

    @inlinable @inline(__always)
    static var acceptsZeroDemand: Bool { true }

    @inlinable
    func requested(_ demand: Subscribers.Demand) { requestUpstream(demand) }

    @inlinable
    func cancelled() { cancelUpstream() }

    @inlinable
    func _receive(node: _Node) {
        if connect(node) { subject?.send(subscription: self) }
    }

    @inlinable
    func receive(_ input: Input) -> Subscribers.Demand {
        if isConnected { subject?.send(input) } else { drop() }
        return .none
    }

    @inlinable
    func receive(completion: Subscribers.Completion<Failure>) {
        if disconnect() || endsAbandoned() { subject?.send(completion: completion) }
    }
}

// MARK: - Without subscribers

extension SubjectSubscriber: _Abandonable {
    /// The number of values after which work without subscribers is taken for endless.
    private static var patience: Int { 1000 }

    func abandon(ends: @escaping () -> Bool) -> Bool {
        guard endUpstream() else { return false }
        lock.withLock { self.ends = ends }
        return true
    }

    /// A value has come after the connection was over.
    @usableFromInline @inline(never)
    func drop() {
        let isEndless = lock.withLock {
            if ends == nil { return false }
            unheard += 1
            return unheard == Self.patience
        }
        if isEndless { cancelUpstream() }
    }

    /// Upstream has completed without subscribers.
    ///
    /// - Returns: A Boolean value that indicates whether later subscribers receive the completion.
    @usableFromInline @inline(never)
    func endsAbandoned() -> Bool {
        // An end before the subscription closes nothing: the subject still waits for a subscription.
        guard let ends = lock.withLock({ self.ends.take() }) else { return false }
        return closeEnded() && ends()
    }
}
