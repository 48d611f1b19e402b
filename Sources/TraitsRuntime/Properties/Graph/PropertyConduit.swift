import Synchronization

/// An observer as the graph sees it.
@usableFromInline
class _PropertyConduitBase: _Node {
    @usableFromInline typealias Deliver = (_PropertyConduitBase) -> Void

    /// Empties the mailbox, unless that is being done.
    @usableFromInline let deliver: Deliver

    @inlinable
    init(_ thunk: @escaping Thunk, _ deliver: @escaping Deliver) {
        self.deliver = deliver
        super.init(thunk)
    }
}

/// The connection of one subscriber to a property, with its mailbox.
///
/// A publication puts a value into the mailbox if there is demand for it; if there is none, the subscriber gets
/// the then current value once it asks again. Whoever finds mail empties the box: if two threads do so at the
/// same time, the first takes all. So values to one subscriber come one at a time and in order, and no thread waits for a subscriber.
///
/// `word` is the demand: `Int.max` for no limit, -1 once it is over. `lock` guards the rest, but for `index`.
@usableFromInline
class _PropertyConduit<Value>: _PropertyConduitBase {
    /// Where it stands in the list of observers; guarded by the graph's `publication`.
    @usableFromInline @exclusivity(unchecked) final var index = -1
    /// What is observed, and whose publisher was subscribed to: alive as long as it is.
    @usableFromInline @exclusivity(unchecked) final var property: Property<Value>?
    @usableFromInline @exclusivity(unchecked) final var source: MutableProperty<Value>?
    @usableFromInline @exclusivity(unchecked) final var mail = _Queue<Value>()
    /// There is a value that the subscriber has not had, and none was put into the mailbox since.
    @usableFromInline @exclusivity(unchecked) final var hasMissed: Bool
    @usableFromInline @exclusivity(unchecked) final var hasFinished = false
    /// The subscriber has its subscription.
    @usableFromInline @exclusivity(unchecked) final var isIntroduced = false
    @usableFromInline @exclusivity(unchecked) final var isDelivering = false

    @inlinable
    init(
        _ property: Property<Value>, _ source: MutableProperty<Value>?, sendsCurrent: Bool,
        _ thunk: @escaping Thunk, _ deliver: @escaping Deliver
    ) {
        self.property = property
        self.source = source
        hasMissed = sendsCurrent
        super.init(thunk, deliver)
    }

    @usableFromInline override var description: String { "Property" }

    /// Puts a value into the mailbox. Under the graph's `publication`.
    @inlinable
    final func offer(_ value: Value) {
        lock.lock()
        if word._takeOne() {
            mail.push(value)
            hasMissed = false
        } else {
            hasMissed = true
        }
        lock.unlock()
    }

    /// The property will not change any more. Under the graph's `publication`.
    @inlinable
    final func finish() { lock.withLock { hasFinished = true } }

    /// Enters the list of observers; from then on no value is missed.
    @inlinable
    final func attach(to node: _ValueNode<Value>) {
        node.graph.publication.lock()
        if node.isFinished.load(ordering: .acquiring) {
            hasFinished = true
        } else {
            index = node.observers.count
            node.observers.append(self)
        }
        node.graph.publication.unlock()
    }

    @inlinable
    final func requested(_ demand: Subscribers.Demand) {
        precondition(demand > .none, "a subscriber must request more than no values")
        guard add(demand) else { return }
        fetchMissed()
        deliver(self)
    }

    /// - Returns: `false` if it is over.
    @inlinable
    final func add(_ demand: Subscribers.Demand) -> Bool {
        var old = word.load(ordering: .relaxed)
        while old >= 0 && old != .max {
            var new = Int.max
            if demand != .unlimited {
                let (sum, overflow) = old.addingReportingOverflow(Int(demand.rawValue))
                if !overflow { new = sum }
            }
            let (stored, now) = word.weakCompareExchange(
                expected: old, desired: new, ordering: .acquiringAndReleasing)
            if stored { return true }
            old = now
        }
        return old >= 0
    }

    /// There may be demand again: puts the current value into the mailbox if it was missed.
    @inlinable
    final func fetchMissed() {
        lock.lock()
        let property = hasMissed ? self.property : nil
        lock.unlock()
        guard let property else { return }
        let graph = property.node.graph
        graph.publication.lock()
        lock.lock()
        if hasMissed && word._takeOne() {
            hasMissed = false
            mail.push(property.node.visible)
        }
        lock.unlock()
        graph.publication.unlock()
    }

    @usableFromInline
    final func cancelled() {
        guard word.exchange(-1, ordering: .acquiringAndReleasing) >= 0 else { return }
        lock.lock()
        let (property, source) = (self.property.take(), self.source.take())
        let mail = self.mail
        self.mail = _Queue()
        lock.unlock()
        property?.node.remove(self)
        deliver(self)  // lets go of the subscriber, now or where it is being called
        withExtendedLifetime((property, source, mail)) {}
    }
}

/// The connection with the subscriber's type.
@usableFromInline
final class _PropertyObserver<S: Subscriber>: _PropertyConduit<S.Input> where S.Failure == Never {
    @usableFromInline @exclusivity(unchecked) var subscriber: S?

    @inlinable
    init(
        _ property: Property<S.Input>, _ source: MutableProperty<S.Input>?, _ subscriber: S,
        sendsCurrent: Bool
    ) {
        self.subscriber = subscriber
        super.init(
            property, source, sendsCurrent: sendsCurrent,
            { node, operation in
                let me = unsafeDowncast(node, to: _PropertyObserver<S>.self)
                switch operation {
                case .request(let demand): me.requested(demand)
                case .cancel: me.cancelled()
                }
            },
            { unsafeDowncast($0, to: _PropertyObserver<S>.self).empty() })
    }

    /// Subscribes.
    @inlinable
    static func attach(
        _ subscriber: S, to property: Property<S.Input>, of source: MutableProperty<S.Input>?,
        sendsCurrent: Bool
    ) {
        let me = _PropertyObserver(property, source, subscriber, sendsCurrent: sendsCurrent)
        me.attach(to: property.node)
        subscriber._receive(node: me)
        me.lock.withLock { me.isIntroduced = true }
        me.deliver(me)
    }

    @inlinable
    func empty() {
        lock.lock()
        if isDelivering { return lock.unlock() }
        isDelivering = true
        while let subscriber, word.load(ordering: .acquiring) >= 0 {
            if let value = mail.pop() {
                lock.unlock()
                let more = subscriber.receive(value)
                if more > .none && add(more) { fetchMissed() }
                lock.lock()
            } else if hasFinished && isIntroduced && !hasMissed {
                // Whoever ends the connection has the right to complete it; a cancellation may be faster.
                let isOurs = word.exchange(-1, ordering: .acquiringAndReleasing) >= 0
                let (property, source) = (self.property.take(), self.source.take())
                lock.unlock()
                if isOurs { subscriber.receive(completion: .finished) }
                withExtendedLifetime((property, source)) {}
                lock.lock()
            } else {
                break
            }
        }
        isDelivering = false
        var gone: S?
        if word.load(ordering: .acquiring) < 0 {
            gone = subscriber
            subscriber = nil
        }
        lock.unlock()
        withExtendedLifetime(gone) {}
    }
}

extension _ValueNode {
    /// Takes an observer out of the list, and closes the list up once half of it is empty: constant time on
    /// average, and the order stays.
    @usableFromInline
    final func remove(_ conduit: _PropertyConduit<Value>) {
        graph.publication.lock()
        let index = conduit.index
        if index >= 0 {
            conduit.index = -1
            observers[index] = nil
            holes += 1
            if holes * 2 > observers.count {
                observers.removeAll { $0 == nil }
                for (index, conduit) in observers.enumerated() { conduit!.index = index }
                holes = 0
            }
        }
        graph.publication.unlock()
    }
}
