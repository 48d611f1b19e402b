import TraitsRuntime

/// `share`, and `multicast` with `autoconnect`: one subscription to upstream for all subscribers, made when the first
/// one has come, and cancelled when the last one has.
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
            let old = self.connection
            self.connection = nil
            old?.cancel()
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
        guard isAutoconnect, !connection.isCancelled else { return }
        isMade = true
        if self.connection !== connection {
            subscribers = 1
            self.connection?.cancel()
            self.connection = connection
        }
    }

    private final class Inner: ModelNode {
        var onCancel: () -> Void = {}
        /// Whether a subscriber that has been sent the end, and cancels nevertheless, goes as well.
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

    init(_ subject: ModelSubject) { self.subject = subject }

    func begin(_ subscription: any ModelSubscription) {
        if isOver { return subscription.cancel() }
        self.subscription = subscription
        if subject.hasDemand { subscription.request(.unlimited) }
        subject.onDemand = { [self] in self.subscription?.request(.unlimited) }
    }

    func value(_ value: Int) -> Demand {
        if !isOver { subject.send(value) }
        return .none
    }

    func end(_ fault: Fault?) {
        if isOver { return }
        isOver = true
        subscription = nil
        subject.end(fault)
    }

    func cancel() {
        isCancelled = true
        if isOver { return }
        isOver = true
        subscription?.cancel()
        subscription = nil
    }
}
