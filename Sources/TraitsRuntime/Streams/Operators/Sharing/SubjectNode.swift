extension Publisher {
    /// Attaches a subject, which sends on what this publisher sends.
    ///
    /// ```swift
    /// let subject = PassthroughSubject<Int, Never>()
    /// let cancellable = [1, 2].publisher.subscribe(subject)
    /// ```
    ///
    /// - Demand: up to the subject: a current-value subject asks for everything at once, a passthrough
    ///   subject when it has a subscriber that asks.
    /// - Cancellation: ends the connection only; the subject lives on.
    ///
    /// - Parameter subject: receives the subscription, the values and the completion.
    /// - Returns: the connection, which ends when it is cancelled or released.
    @inlinable
    public func subscribe<S: Subject>(_ subject: S) -> AnyCancellable
    where S.Output == Output, S.Failure == Failure {
        let node = _SubjectNode(subject)
        subscribe(node)
        return AnyCancellable(node)
    }
}

/// The subscriber that feeds a subject.
@usableFromInline
final class _SubjectNode<S: Subject>: _UpstreamNode, _OperatorNode, _NodeSubscriber {
    @usableFromInline typealias Input = S.Output
    @usableFromInline typealias Failure = S.Failure

    /// Under `lock`; released at the end, since the connection may be kept for longer.
    @usableFromInline @exclusivity(unchecked) var subject: S?

    @inlinable
    init(_ subject: S) {
        self.subject = subject
        super.init(_handled(by: _SubjectNode<S>.self))
    }

    @usableFromInline override var description: String { "Subject" }

    @usableFromInline override var customMirror: Mirror {
        let status = status
        let subject = lock.withLock { self.subject }
        let children: [Mirror.Child] = [
            ("downstreamSubject", subject as Any), ("upstreamSubscription", status.subscription as Any),
            ("subject", subject as Any),
        ]
        return Mirror(self, children: children)
    }

    @inlinable @inline(__always)
    static var acceptsZeroDemand: Bool { true }

    @inlinable
    func requested(_ demand: Subscribers.Demand) { requestUpstream(demand) }

    @inlinable
    func cancelled() {
        cancelUpstream()
        releaseSubject()
    }

    @inlinable
    func _receive(node: _Node) {
        if connect(node) { lock.withLock { subject }?.send(subscription: self) }
    }

    @inlinable
    func receive(_ input: Input) -> Subscribers.Demand {
        if isConnected { lock.withLock { subject }?.send(input) }
        return .none
    }

    @inlinable
    func receive(completion: Subscribers.Completion<Failure>) {
        guard disconnect() else { return }
        releaseSubject()?.send(completion: completion)
    }

    @usableFromInline @discardableResult
    func releaseSubject() -> S? {
        lock.withLock {
            let subject = subject
            self.subject = nil
            return subject
        }
    }
}
