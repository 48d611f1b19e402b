import TraitsRuntime

/// `share`, and `multicast` with `autoconnect`: one subscription to upstream for all subscribers, made when the first
/// one has come, and cancelled when the last one has. The subject in between stays the same.
final class ModelShared {
    private let upstream: Model
    private let subject = ModelSubject()
    private var subscribers = 0
    private var connection: Connection?

    init(_ upstream: Model) { self.upstream = upstream }

    var model: Model { Model { self.add($0) } }

    private func add(_ subscriber: any ModelSubscriber) {
        subscribers += 1
        let inner = Inner(subscriber)
        inner.onCancel = { [self] in
            subscribers -= 1
            if subscribers > 0 { return }
            let old = self.connection
            self.connection = nil
            old?.cancel()
        }
        let isFirst = subscribers == 1
        subject.model.subscribe(inner)
        guard isFirst else { return }
        // Whoever has cancelled by now has it made all the same, and let go of.
        let connection = Connection(subject)
        if subscribers == 0 { connection.cancel() } else { self.connection = connection }
        upstream.subscribe(connection)
    }

    private final class Inner: ModelNode {
        var onCancel: () -> Void = {}

        override func cancel() {
            if isOver { return }
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
        if isOver { return }
        isOver = true
        subscription?.cancel()
        subscription = nil
    }
}
