import TraitsRuntime

/// `share`, and `multicast` with `autoconnect`: one subscription to upstream for all subscribers, made when the first
/// one has come, and cancelled when the last one has. If the last one leaves while it is being made, upstream may end until
/// it has been made, and what has ended isn't started again.
///
/// With `share`, each connection has a subject of its own, which asks upstream when one of its subscribers has asked.
///
/// With `autoconnect`, the subject stays the same, and asks the next upstream as soon as it comes if any subscriber ever
/// asked. A subscriber that arrives while the connection is being made makes another one. When the first
/// has been made, it replaces that, and counts as one subscriber.
final class ModelShared {
    private let upstream: Model
    private var subject = ModelSubject()
    private var subscribers = 0
    private let isAutoconnect: Bool
    private var connection: Connection?
    private var isMade = false

    init(_ upstream: Model, isAutoconnect: Bool) {
        self.upstream = upstream
        self.isAutoconnect = isAutoconnect
    }

    var model: Model { Model { self.add($0) } }

    private func add(_ subscriber: any ModelSubscriber) {
        subscribers += 1
        let inner = Inner(subscriber, countsAfterEnd: isAutoconnect)
        inner.onCancel = { [self] in
            if self.connection == nil { return }
            subscribers -= 1
            if subscribers > 0 { return }
            guard let old = self.connection else { return }
            self.connection = nil
            let ends = { [self] in
                guard self.connection == nil else { return false }
                (self.connection, self.subscribers, self.isMade) = (old, 1, true)
                return true
            }
            if isMade || !old.abandon(ends: ends) { old.cancel() }
        }
        let isAwaited = self.connection != nil && (isMade || !isAutoconnect)
        if !isAwaited && !isAutoconnect { subject = ModelSubject() }
        let connection = isAwaited ? nil : Connection(subject)
        if connection != nil {
            self.connection = connection
            isMade = false
        }
        subject.model.subscribe(inner)
        guard let connection else { return }
        // Whoever has cancelled by now has it made all the same, and let go of.
        upstream.subscribe(connection)
        if connection.isAbandoned { return connection.cancel() }
        guard !connection.isCancelled else { return }
        if self.connection === connection {
            isMade = true
        } else if isAutoconnect {
            isMade = true
            subscribers = 1
            self.connection?.cancel()
            self.connection = connection
        }
    }

    private final class Inner: ModelNode {
        var onCancel: () -> Void = {}
        /// Indicates whether a subscriber that has been sent the end, and cancels nevertheless, goes as well.
        let countsAfterEnd: Bool
        private var hasCancelled = false

        init(_ downstream: any ModelSubscriber, countsAfterEnd: Bool) {
            self.countsAfterEnd = countsAfterEnd
            super.init(downstream)
        }

        override func cancel() {
            if hasCancelled || isOver && !countsAfterEnd { return }
            hasCancelled = true
            super.cancel()
            onCancel()
        }
    }
}

/// What hands a publisher's events to a subject: it asks for everything as soon as somebody asks for something.
final class Connection: ModelSubscriber {
    private let subject: ModelSubject
    private var subscription: (any ModelSubscription)?
    private var isOver = false
    private(set) var isCancelled = false
    /// Decides whether an end is still sent, once nobody listens.
    private var ends: (() -> Bool)?

    var isAbandoned: Bool { ends != nil }

    init(_ subject: ModelSubject) { self.subject = subject }

    func begin(_ subscription: any ModelSubscription) {
        if isOver { return subscription.cancel() }
        self.subscription = subscription
        if subject.hasDemand { subscription.request(.unlimited) }
        subject.onDemand = { [self] in self.subscription?.request(.unlimited) }
    }

    func value(_ value: Int) -> Demand {
        if !isOver && !isAbandoned { subject.send(value) }
        return .none
    }

    func end(_ fault: Fault?) {
        if isOver { return }
        isOver = true
        subscription = nil
        if ends?() ?? true { subject.end(fault) }
    }

    /// - Returns: `false` if there is no upstream to wait for.
    func abandon(ends: @escaping () -> Bool) -> Bool {
        if isOver || subscription == nil { return false }
        self.ends = ends
        return true
    }

    func cancel() {
        isCancelled = true
        if isOver { return }
        isOver = true
        subscription?.cancel()
        subscription = nil
    }
}
