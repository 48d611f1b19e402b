import Synchronization

/// The machine of `zip` and `combineLatest`: one node for all sides, whose values it keeps in ``_Slots``.
///
/// All state belongs to the delivery lock, but for the demand, which is `word`. A value that arrives while a
/// row is being sent on the same thread is only put down; the outermost call sends what comes of it when
/// downstream has returned. So the stack doesn't grow with re-entrant values, and rows can't overtake each
/// other. Completions take the same way, also those that come before downstream has its subscription.
///
/// Demand: what downstream requests is requested of every side, and what it returns from a row counts for
/// every side too. The side whose value made the row gets its part as its own return value.
///
/// Sides are cancelled, and downstream told of the end, after the delivery lock has been left.
@usableFromInline
final class _RowNode<Slots: _Slots, Downstream: Subscriber>: _SidesNode
where Downstream.Input == Slots.Row.Values {
    /// Downstream if it asks for everything: a constant, which costs no reference counting to call.
    @usableFromInline let direct: Downstream?
    /// Downstream if it doesn't; released at the end, since such a subscriber may keep this node for longer.
    @usableFromInline @exclusivity(unchecked) var limited: Downstream?

    @usableFromInline @exclusivity(unchecked) var slots = Slots()
    /// One bit for each side that has finished, and ``more``: one test for each value covers both.
    @usableFromInline @exclusivity(unchecked) var state: UInt8 = 0
    @usableFromInline @exclusivity(unchecked) var failure: Downstream.Failure?
    /// The side whose value is being handled, and what downstream has requested meanwhile.
    @usableFromInline @exclusivity(unchecked) var sender = _SidesNode.noSide
    @usableFromInline @exclusivity(unchecked) var requestedInside = Subscribers.Demand.none

    @inlinable
    init(_ downstream: Downstream) {
        direct = Downstream._isUnlimited ? downstream : nil
        limited = Downstream._isUnlimited ? nil : downstream
        super.init(Slots.Row.count) { node, operation in
            let me = unsafeDowncast(node, to: _RowNode<Slots, Downstream>.self)
            switch operation {
            case .request(let demand): me.requested(demand)
            case .cancel: me.cancelled()
            }
        }
    }

    @usableFromInline override var description: String { Slots.name }

    /// The bit of `state` that tells that rows may be waiting, which this thread or the next one inside sends.
    @usableFromInline static var more: UInt8 { @inlinable @inline(__always) get { 0x80 } }

    /// The bits of the sides that have finished.
    @inlinable @inline(__always)
    var finished: UInt8 { state & ~Self.more }

    @inlinable @inline(__always)
    func side<Place: _Place>(_ place: Place.Type) -> _RowSide<Place, Slots, Downstream>
    where Place.Row == Slots.Row {
        _RowSide(node: self)
    }

    /// Hands downstream its subscription. Called when all sides have been subscribed to.
    @inlinable
    func start() {
        delivery.enter()
        let hasEnded = failure != nil || slots.isSpent(finished)
        delivery.exit()
        // Downstream can't be told yet, but needs no side to run for it.
        if hasEnded { cancelSides() }
        let downstream = direct ?? limited
        downstream?._receive(node: self)
        attach()
        delivery.enter()
        deliverRest()
    }

    // MARK: From upstream

    @inlinable
    func receive<Place: _Place>(_ value: Place.Value, at place: Place.Type) -> Subscribers.Demand
    where Place.Row == Slots.Row {
        if isOver { return .none }  // and so waits for nobody
        let isNested = delivery.enter()
        // The usual case of a downstream that wants everything: nothing is to be counted, and as no row
        // waits, the value makes the next row or none.
        if Downstream._isUnlimited && !isNested && isRunning && state & (Self.more | Place.bit) == 0 {
            if let row = Place.offer(value, to: &slots) {
                _ = direct.unsafelyUnwrapped.receive(row)
                if state != 0 { return deliver(for: Place.index) }
            }
            delivery.exitOutermost()
            if isOver { releaseIfIdle() }
            return .none
        }
        return put(value, at: place, isNested: isNested)
    }

    /// Puts a value down, sends what there is to send unless a call further out does, and leaves the delivery
    /// lock.
    @inlinable @inline(never)
    func put<Place: _Place>(_ value: Place.Value, at place: Place.Type, isNested: Bool) -> Subscribers.Demand
    where Place.Row == Slots.Row {
        // Neither may have been so before the wait.
        if !isOver && finished & Place.bit == 0 {
            Place.put(value, in: &slots)
            slots.settle { Downstream._isUnlimited || word._takeOne() }
            state |= Self.more
        }
        if isNested {
            delivery.exit()
            return .none
        }
        return deliver(for: Place.index)
    }

    @inlinable
    func receive<Place: _Place>(
        completion: Subscribers.Completion<Downstream.Failure>, at place: Place.Type
    ) where Place.Row == Slots.Row {
        guard disconnect(Place.index) else { return }
        let isNested = delivery.enter()
        state |= Place.bit
        if case .failure(let error) = completion, failure == nil { failure = error }
        if isNested { delivery.exit() } else { deliverRest() }
    }

    // MARK: To downstream

    /// Sends all there is to send, and leaves the delivery lock. For the outermost entry alone.
    ///
    /// - Returns: the further demand of the side whose value this is about.
    @inlinable @inline(__always)
    func deliver(for side: Int) -> Subscribers.Demand {
        var more = Subscribers.Demand.none
        var total = Subscribers.Demand.none
        if Downstream._isUnlimited {
            while isRunning, let row = slots.next({ true }) {
                _ = direct.unsafelyUnwrapped.receive(row)
            }
            if isRunning { state &= ~Self.more }
        } else {
            sender = side
            while isRunning, let row = slots.next({ word._takeOne() }) {
                let demand = limited?.receive(row) ?? .none
                if demand > .none {
                    word._add(demand)
                    more += demand
                }
            }
            total = more + requestedInside
            requestedInside = .none
            sender = Self.noSide
        }
        if finished != 0 && endIfSpent() { return .none }
        if isOver { release() }
        delivery.exit()
        if !Downstream._isUnlimited {
            if more > .none { requestSides(more, except: side) }
            if Slots.keepsRows { readMail { deliverRest() } }
        }
        if isOver {
            releaseIfIdle()  // a cancellation that came while this thread was leaving
            return .none
        }
        return total
    }

    @inlinable @inline(never)
    func deliverRest() { _ = deliver(for: Self.noSide) }

    /// Ends all if that is due, and leaves the delivery lock.
    @inlinable
    func endIfSpent() -> Bool {
        guard isRunning, failure != nil || slots.isSpent(finished), close() else { return false }
        let completion: Subscribers.Completion<Downstream.Failure> = failure.map { .failure($0) } ?? .finished
        let downstream = direct ?? limited
        release()
        delivery.exit()
        cancelSides()
        // Nobody sends any more: to be the one that has closed the node is enough.
        downstream?.receive(completion: completion)
        return true
    }

    /// Releases what is kept. For the owner of the delivery lock, once all is over.
    @inlinable
    func release() {
        slots = Slots()
        failure = nil
        limited = nil
    }

    @inlinable
    func releaseIfIdle() {
        guard let isNested = delivery.tryEnter() else { return }
        if !isNested { release() }
        delivery.exit()
    }

    // MARK: From downstream

    @inlinable
    func requested(_ demand: Subscribers.Demand) {
        precondition(demand > .none, "a subscriber must request more than no values")
        if isOver { return }
        attach()
        if Downstream._isUnlimited { return requestSides(demand, except: Self.noSide) }
        word._add(demand)
        guard delivery.isInside else {
            requestSides(demand, except: Self.noSide)
            // Values in excess of the demand may have made rows that wait for it.
            if Slots.keepsRows { leaveMail { deliverRest() } }
            return
        }
        if sender != Self.noSide { requestedInside += demand }
        requestSides(demand, except: sender)
    }

    @inlinable
    func cancelled() {
        guard close() else { return }
        cancelSides()
        releaseIfIdle()
    }
}

/// One side's subscriber.
@frozen @usableFromInline
struct _RowSide<Place: _Place, Slots: _Slots, Downstream: Subscriber>: Subscriber, _Described
where Place.Row == Slots.Row, Downstream.Input == Slots.Row.Values {
    @usableFromInline typealias Input = Place.Value
    @usableFromInline typealias Failure = Downstream.Failure

    @usableFromInline let node: _RowNode<Slots, Downstream>

    @inlinable @inline(__always)
    init(node: _RowNode<Slots, Downstream>) { self.node = node }

    @usableFromInline var description: String { Slots.name }

    @inlinable
    var combineIdentifier: CombineIdentifier { CombineIdentifier(node) }

    @inlinable @inline(__always)
    static var _dropsSubscription: Bool { true }

    @inlinable
    func receive(subscription: any Subscription) { _receive(node: .wrapping(subscription)) }

    @inlinable
    func _receive(node subscription: _Node) { node.connect(subscription, Place.index) }

    @inlinable @inline(__always)
    func receive(_ input: Place.Value) -> Subscribers.Demand { node.receive(input, at: Place.self) }

    @inlinable
    func receive(completion: Subscribers.Completion<Downstream.Failure>) {
        node.receive(completion: completion, at: Place.self)
    }
}
