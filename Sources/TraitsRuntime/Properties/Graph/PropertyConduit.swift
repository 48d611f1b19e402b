import Synchronization

/// The connection of one subscriber to a property, with its mailbox.
///
/// A value that all observers of the property are ready for comes without the mailbox, see ``_PropertyChannel``. Any other
/// publication puts the value into the mailbox if there is demand for it; if there is none, the subscriber gets the current
/// value when it asks again. The thread that has changed the property drains the mailbox; if two do so at the same time,
/// the first delivers all. So values to one subscriber come one at a time and in order, and no thread waits for a
/// subscriber. The thread that asks for the first values delivers them, whichever thread has put them there, so the current
/// one comes inside that call.
///
/// `lock` guards all but the demand and `setIndex`, its place among the observers, which the property's `own` guards.
@usableFromInline
class _PropertyConduit<Value>: _ListedNode, _ConduitNode {
    @usableFromInline typealias Send = (_PropertyConduit<Value>, Value) -> Void

    /// Sends a value to the subscriber, unless that has cancelled.
    @usableFromInline let send: Send
    /// Drains the mailbox, unless a thread is doing so.
    @usableFromInline let deliver: _PropertyDelivery.Call
    /// The observed property, and the mutable property if its own publisher was subscribed to; held until the connection
    /// ends.
    @usableFromInline @exclusivity(unchecked) final var property: Property<Value>?
    @usableFromInline @exclusivity(unchecked) final var source: MutableProperty<Value>?
    @usableFromInline @exclusivity(unchecked) final var mailbox = _Queue<Value>()
    /// Indicates whether the subscriber has missed a value, and none was put into the mailbox since.
    @usableFromInline @exclusivity(unchecked) final var hasMissed: Bool
    @usableFromInline @exclusivity(unchecked) final var hasFinished = false
    /// Indicates whether the subscriber has its subscription.
    @usableFromInline @exclusivity(unchecked) final var isAttached = false
    @usableFromInline @exclusivity(unchecked) final var isDelivering = false
    /// Indicates whether the thread that asked first has begun to deliver.
    @usableFromInline @exclusivity(unchecked) final var isOpen = false

    @inlinable
    init(
        _ property: Property<Value>, _ source: MutableProperty<Value>?, sendsCurrent: Bool,
        _ handler: @escaping Handler, _ send: @escaping Send, _ deliver: @escaping _PropertyDelivery.Call
    ) {
        self.property = property
        self.source = source
        self.send = send
        self.deliver = deliver
        hasMissed = sendsCurrent
        super.init(handler)
    }

    @usableFromInline override var description: String { "Property" }

    /// Puts a value into the mailbox. Under the property's `own`.
    @inlinable
    final func offer(_ value: Value) {
        lock.lock()
        if takeDemand() {
            mailbox.push(value)
            hasMissed = false
        } else {
            hasMissed = true
        }
        lock.unlock()
    }

    /// Notes that the property will not change any more. Under the property's `own`.
    @inlinable
    final func finish() { lock.withLock { hasFinished = true } }

    /// Indicates whether the subscriber takes all values and has received all of them so far. Under the property's `own`.
    @inlinable
    final var isIdle: Bool {
        lock.withLock {
            isAttached && hasUnlimitedDemand && !isDelivering && !hasMissed && !hasFinished && mailbox.isEmpty
        }
    }

    /// Notes whether the subscriber is being called by a thread that comes back to the mailbox.
    @inlinable
    final func isBeingCalled(_ isDelivering: Bool) { lock.withLock { self.isDelivering = isDelivering } }

    /// Enters the list of observers; from then on no value is missed.
    @inlinable
    final func attach(to node: _ValueNode<Value>) {
        node.withPublication {
            if node.isFinished.load(ordering: .acquiring) { hasFinished = true } else { node.add(self) }
        }
    }

    /// Puts the current value into the mailbox if the subscriber has missed it and there is demand.
    @inlinable
    final func fetchMissed() {
        lock.lock()
        let property = hasMissed ? self.property : nil
        lock.unlock()
        guard let property else { return }
        let node = property.node
        node.withPublication {
            lock.lock()
            if hasMissed && takeDemand() {
                hasMissed = false
                mailbox.push(node.visible)
            }
            lock.unlock()
        }
    }

    /// Ends the connection.
    ///
    /// - Returns: whether this call ended it.
    @usableFromInline
    final func close() -> Bool {
        guard end() else { return false }
        lock.lock()
        let (property, source) = (self.property.take(), self.source.take())
        let mailbox = self.mailbox
        self.mailbox = _Queue()
        lock.unlock()
        property?.node.remove(self)
        return withExtendedLifetime((property, source, mailbox)) { true }
    }
}

/// The connection with the subscriber's type.
@usableFromInline
final class _PropertyObserver<Downstream: Subscriber>: _PropertyConduit<Downstream.Input>, _OperatorNode
where Downstream.Failure == Never {
    @usableFromInline let downstream: Downstream

    @inlinable
    init(
        _ property: Property<Downstream.Input>, _ source: MutableProperty<Downstream.Input>?,
        _ downstream: Downstream, sendsCurrent: Bool
    ) {
        self.downstream = downstream
        super.init(
            property, source, sendsCurrent: sendsCurrent, _handled(by: _PropertyObserver<Downstream>.self),
            { _unsafeUncheckedDowncast($0, to: _PropertyObserver<Downstream>.self).pass($1) },
            { _unsafeUncheckedDowncast($0, to: _PropertyObserver<Downstream>.self).drain() })
    }

    /// Connects a subscriber to a property, and delivers the values that have come until then.
    @inlinable
    static func attach(
        _ downstream: Downstream, to property: Property<Downstream.Input>,
        of source: MutableProperty<Downstream.Input>?, sendsCurrent: Bool
    ) {
        let me = _PropertyObserver(property, source, downstream, sendsCurrent: sendsCurrent)
        me.attach(to: property.node)
        downstream._receive(node: me)
        me.lock.withLock { me.isAttached = true }
        me.drain()
    }

    @inlinable
    func requested(_ demand: Subscribers.Demand) {
        guard addDemand(demand) >= 0 else { return }
        fetchMissed()
        drain(isAsked: true)
    }

    @inlinable
    func cancelled() {
        if close() { downstream._release() }
    }

    /// Sends a value that does not come from the mailbox. Demand is unlimited then.
    @inlinable @inline(__always)
    func pass(_ value: Downstream.Input) {
        if !isOver { _ = downstream.receive(value) }
    }

    /// Delivers the values in the mailbox, unless another thread does so, or the thread that asked for them has yet to
    /// begin.
    @inlinable
    func drain(isAsked: Bool = false) {
        lock.lock()
        if isAsked { isOpen = true }
        if isDelivering || !isOpen && !mailbox.isEmpty { return lock.unlock() }
        isDelivering = true
        while !isOver {
            if let value = mailbox.pop() {
                lock.unlocked(consume value) { value in
                    let more = downstream.receive(value)
                    if more > .none && addDemand(more) >= 0 { fetchMissed() }
                }
            } else if hasFinished && isAttached && !hasMissed {
                // The thread that ends the connection completes it; a cancellation may be faster.
                let isOurs = end()
                lock.unlocked((property.take(), source.take())) { _ in
                    if isOurs { downstream.receive(completion: .finished) }
                }
            } else {
                break
            }
        }
        isDelivering = false
        lock.unlock()
    }
}

extension _ValueNode {
    /// Runs a body while neither the graph nor the node by itself publishes a value.
    @inlinable
    final func withPublication(_ body: () -> Void) {
        graph.publication.lock()
        own.enterSoon()
        body()
        own.exitOutermost()
        graph.publication.unlock()
    }

    /// Adds an observer. Under ``withPublication(_:)``.
    @inlinable
    final func add(_ conduit: _PropertyConduit<Value>) {
        // Set once: a thread that tells observers reads it without a lock.
        if channel == nil { channel = _PropertyChannel() }
        channel!.add(conduit)
        isPlain = false
    }

    /// Takes an observer out of the list.
    @usableFromInline
    final func remove(_ conduit: _PropertyConduit<Value>) {
        withPublication {
            guard let channel else { return }
            channel.remove(conduit)
            if channel.observers.isEmpty { isPlain = canBePlain }
        }
    }
}
