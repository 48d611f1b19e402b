import Synchronization

/// The engine of both subjects.
///
/// One thread at a time delivers: the one that holds `delivery`. The list of conduits, `holes`, `hasDead`,
/// `ended` and `nesting` are its own. A delivery borrows list entries without counting references, so entries are
/// removed only when no delivery is on the stack: nested calls mark them dead and the outermost exit reclaims them.
///
/// A thread that subscribes, requests or cancels while another one delivers puts the conduit into the *mailbox* and
/// goes on; the delivering thread drains the mailbox before it leaves. A conduit is in there at most once, and one that
/// is cancelled before it was listed is taken out, so the mailbox can't outgrow the number of live conduits.
///
/// What is stored here and has to be destroyed is of no type that depends on `Output` or `Failure`: a generic class looks
/// up the metadata of each such type when an object of it goes, half of what it costs to make and release a subject.
@usableFromInline
final class _SubjectCore<Output, Failure: Error> {
    @usableFromInline typealias Conduit = _Conduit<Output, Failure>
    /// A conduit, by its base class.
    @usableFromInline typealias Entry = Unmanaged<_Node>?

    /// Whether there is a current value, and new subscribers get it.
    @usableFromInline let replays: Bool
    /// Whether a value becomes the current one only after all subscribers have had it, as with `@Published`.
    @usableFromInline let storesLast: Bool

    @usableFromInline let delivery = _DeliveryLock()
    @usableFromInline @exclusivity(unchecked) var list: UnsafeMutablePointer<Entry>
    @usableFromInline @exclusivity(unchecked) var capacity = 1
    @usableFromInline @exclusivity(unchecked) var count = 0
    /// How many entries of the list are empty.
    @usableFromInline @exclusivity(unchecked) var holes = 0
    /// Whether the list may hold conduits that are over.
    @usableFromInline @exclusivity(unchecked) var hasDead = false
    /// Made when a subscriber sends from inside a delivery.
    @usableFromInline @exclusivity(unchecked) var nesting: Nesting?
    /// Whether all is over, for all threads.
    @usableFromInline let isEnded = Atomic<Bool>(false)
    /// The failure that ended it, in a cell.
    @usableFromInline @exclusivity(unchecked) var failure: AnyObject?

    @usableFromInline let hasNews = Atomic<Bool>(false)
    @usableFromInline let mailboxLock = _Lock()
    @usableFromInline @exclusivity(unchecked) var mailbox: ContiguousArray<Conduit?> = []
    @usableFromInline @exclusivity(unchecked) var mailboxHoles = 0

    /// The current value, if it is a small trivial one: read without a lock.
    @usableFromInline let bits = Atomic<UInt64>(0)
    /// Changes with the current value, by two; odd while a small one is replaced.
    @usableFromInline let version = Atomic<Int>(0)
    @usableFromInline let valueLock = _Lock()
    /// The current value of any other kind.
    @usableFromInline @exclusivity(unchecked) var current: UnsafeMutablePointer<Output>?

    /// Whether any subscriber has ever asked for values; upstreams are asked then.
    @usableFromInline let isDemanded = Atomic<Bool>(false)
    /// Under `mailboxLock`.
    @usableFromInline @exclusivity(unchecked) var upstreams: [any Subscription] = []
    /// Those that are getting their subscription from a subject with a current value; under `mailboxLock`.
    @usableFromInline @exclusivity(unchecked) var joiners: UnsafeMutablePointer<_Joiner>?
    /// How many upstreams there are when those that are over are looked for.
    @usableFromInline @exclusivity(unchecked) var upstreamsLimit = 4

    @inlinable
    init(current: Output?, storesLast: Bool = false) {
        replays = current != nil
        self.storesLast = storesLast
        list = .allocate(capacity: 1)
        guard let current else { return }
        if !_isSmall(Output.self) {
            self.current = .allocate(capacity: 1)
            self.current?.initialize(to: current)
        } else {
            store(current)
        }
    }

    @inlinable
    deinit {
        for index in 0..<count { list[index]?.release() }
        list.deallocate()
        if let current {
            current.deinitialize(count: 1)
            current.deallocate()
        }
        for upstream in upstreams { upstream.cancel() }
    }
}

// MARK: - Sending

extension _SubjectCore {
    /// Whether all is over; for the delivering thread.
    @inlinable @inline(__always)
    var hasEnded: Bool { isEnded.load(ordering: .relaxed) }

    /// How all ended, once it has.
    @inlinable
    var completion: Subscribers.Completion<Failure> {
        failure.map { .failure(unsafeDowncast($0, to: _Cell<Failure>.self).value) } ?? .finished
    }

    /// Sends a value.
    ///
    /// - Parameters:
    ///   - keeps: whether there is a current value, which this one takes the place of.
    ///   - alsoAfterEnd: whether it does so too when all is over and nobody is sent anything.
    @inlinable @inline(__always)
    func send(_ value: Output, keeps: Bool, alsoAfterEnd: Bool = false) {
        let isNested = delivery.enter()
        if isNested && isTooDeep() {
            if keeps && (!hasEnded || alsoAfterEnd) { store(value) }
            return postpone(.value(value))
        }
        if hasNews.load(ordering: .acquiring) { takeMailbox() }
        if !hasEnded {
            if keeps && !storesLast { store(value) }
            deliver(value, keeps: keeps)
            if keeps && storesLast { store(value) }
        } else if keeps && alsoAfterEnd {
            store(value)
        }
        leave(isNested)
    }

    @inlinable @inline(__always)
    func deliver(_ value: Output, keeps: Bool) {
        let end = count  // who subscribes during the delivery gets no part of it
        var index = 0
        while index < end {
            list[index]?._withUnsafeGuaranteedRef { node in
                let conduit = unsafeDowncast(node, to: Conduit.self)
                if conduit.hasUnlimitedDemand {
                    // It has asked on another thread, which is about to find out what it has missed.
                    if keeps && conduit.state.contains(.missed) { conduit.remove(.missed) }
                    _ = conduit.onValue(conduit, value)
                } else {
                    sendLimited(value, to: conduit)
                }
            }
            index &+= 1
        }
    }

    @inlinable @inline(never)
    func sendLimited(_ value: Output, to conduit: Conduit) {
        if !conduit.takeDemand() {
            guard replays else { return }
            conduit.insert(.missed)
            // A request that came in between didn't see that there is something it has missed.
            guard conduit.demandCount > 0, conduit.takeDemand() else { return }
        }
        if replays { conduit.remove(.missed) }
        conduit.send(value)
    }

    @inlinable
    func finish(_ completion: Subscribers.Completion<Failure>) {
        let isNested = delivery.enter()
        if isNested && isTooDeep() { return postpone(.completion(completion)) }
        if hasNews.load(ordering: .acquiring) { takeMailbox() }
        if !hasEnded { end(completion) }
        leave(isNested)
    }

    @inlinable
    func end(_ completion: Subscribers.Completion<Failure>) {
        if case .failure(let error) = completion { failure = _Cell(error) }
        isEnded.store(true, ordering: .sequentiallyConsistent)
        let end = count
        var index = 0
        while index < end {
            list[index]?._withUnsafeGuaranteedRef {
                complete(unsafeDowncast($0, to: Conduit.self), completion)
            }
            index &+= 1
        }
        if replays { completeJoiners(completion) }
    }

    /// Completes a subscriber that has its subscription, or is getting it on this thread; any other is completed when
    /// it has it.
    @inlinable
    func complete(_ conduit: Conduit, _ completion: Subscribers.Completion<Failure>) {
        guard conduit.isAttached || conduit.delivery.isInside, conduit.end() else { return }
        hasDead = true
        conduit.onEnd(conduit, completion)
    }

    @inlinable @inline(__always)
    func leave(_ isNested: Bool) {
        if isNested { leaveNested() } else { leaveOutermost() }
    }

    @inlinable @inline(__always)
    func leaveOutermost() {
        if hasDead { reclaim() }
        delivery.exitOutermost()
        if hasNews.load(ordering: .sequentiallyConsistent) { drain() }
    }
}

// MARK: - Subscribers come and go

extension _SubjectCore {
    /// - Parameter owner: lives at least as long as the subscription.
    // Inlined, so that the subscriber is moved into its conduit: a copy would count references.
    @inlinable @inline(__always)
    func attach<S: Subscriber>(_ subscriber: __owned S, keeping owner: AnyObject)
    where S.Input == Output, S.Failure == Failure {
        start(_SubscriberConduit(self, owner, subscriber))
    }

    @inlinable @inline(never)
    func start<S: Subscriber>(_ conduit: _SubscriberConduit<S>)
    where S.Input == Output, S.Failure == Failure {
        if let completion = enlist(conduit) { return refuse(conduit.subscriber, completion) }
        if S._isUnlimited && !replays {
            // It asks for everything in there, or cancels.
            conduit.subscriber._receive(node: conduit)
        } else {
            conduit.delivery.enter()
            if replays {
                whileJoining(conduit) { conduit.subscriber._receive(node: conduit) }
            } else {
                conduit.subscriber._receive(node: conduit)
            }
            conduit.delivery.exit()
            if !S._isUnlimited { attached(conduit) }
            if conduit.state.contains(.joining) { join(conduit) }
        }
    }

    /// - Returns: the completion, if all is over.
    @inlinable
    func enlist(_ conduit: Conduit) -> Subscribers.Completion<Failure>? {
        // It is listed once it is known whether the current value can be sent inside the call that subscribes.
        if replays { conduit.state = conduit.state.union(.joining) }  // nobody else has seen it yet
        if let isNested = delivery.tryEnter() {
            let hasEnded = hasEnded
            if !hasEnded && !replays {
                conduit.state = conduit.state.union(.listed)
                append(conduit)
            }
            leave(isNested)
            return hasEnded ? completion : nil
        }
        if !replays { enqueue(conduit) }
        return nil
    }

    @inlinable
    func refuse<S: Subscriber>(_ subscriber: S, _ completion: Subscribers.Completion<Failure>)
    where S.Failure == Failure {
        subscriber._receive(node: _EmptyNode.shared)
        subscriber.receive(completion: completion)
    }

    /// The subscriber has its subscription. If the subject ended meanwhile, `finish` left it out.
    @inlinable
    func attached(_ conduit: Conduit) {
        conduit.attach()
        completeIfEnded(conduit)
    }

    @inlinable @inline(__always)
    func completeIfEnded(_ conduit: Conduit) {
        if isEnded.load(ordering: .sequentiallyConsistent) && !conduit.isOver
            && !conduit.state.contains(.joining)
        {
            enqueue(conduit)
            drain()
        }
    }

    /// A subscriber that has missed the current value has asked for it.
    @inlinable
    func wanted(_ conduit: Conduit) {
        if conduit.stateInOrder.contains(.joining) { return wantedByJoining(conduit) }
        if let isNested = delivery.tryEnter() {
            update(conduit)
            leave(isNested)
        } else {
            enqueue(conduit)
            drain()
        }
    }

    @inlinable
    func cancelled(_ conduit: Conduit) {
        if replays && conduit.stateInOrder.contains(.joining) { return }  // who joins sees it
        if let isNested = delivery.tryEnter() {
            // Another thread may be enqueueing it at this moment: the thread that drains the mailbox finds it dead.
            if hasNews.load(ordering: .acquiring) { dequeue(conduit) }
            if conduit.listIndex >= 0 {
                if isNested { hasDead = true } else { remove(conduit) }
            } else {
                conduit.retire()
            }
            leave(isNested)
        } else if !conduit.stateInOrder.contains(.listed) && dequeue(conduit) {
            conduit.retire()
        } else {
            enqueue(conduit)
            drain()
        }
    }

    /// Takes an upstream subscription.
    @inlinable
    func adopt(_ subscription: any Subscription) {
        mailboxLock.lock()
        let ended = upstreams.count < upstreamsLimit ? [] : takeEndedUpstreams()
        upstreams.append(subscription)
        let ask = replays || isDemanded.load(ordering: .relaxed)
        mailboxLock.unlock()
        withExtendedLifetime(ended) {}
        if ask { subscription.request(.unlimited) }
    }

    /// Releases the upstreams that are over, each time their number has doubled: a subject that is connected
    /// to one after another would gather them. For the owner of `mailboxLock`.
    @usableFromInline
    func takeEndedUpstreams() -> [any Subscription] {
        let all = upstreams
        upstreams.removeAll { ($0 as? _UpstreamNode)?.isOver == true }
        upstreamsLimit = max(4, upstreams.count * 2)
        return all
    }

    /// A subscriber has asked for values for the first time.
    @inlinable
    func demanded() {
        mailboxLock.lock()
        let isFirst = !isDemanded.exchange(true, ordering: .relaxed)
        let subscriptions = isFirst && !replays ? upstreams : []
        mailboxLock.unlock()
        for subscription in subscriptions { subscription.request(.unlimited) }
    }
}
