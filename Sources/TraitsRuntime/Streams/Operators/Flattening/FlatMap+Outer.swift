import Synchronization

extension Publishers.FlatMap {
    /// The general form: any number of children at the same time, any demand.
    ///
    /// `lock` guards the state; `delivery` serialises the calls to downstream. `word` counts upstream and the
    /// children that still run; `flag` is 1 once all is over.
    ///
    /// A limit on the children is a limit on what is kept: a child counts until its values have left the buffer,
    /// and only then upstream is asked for another.
    @usableFromInline
    final class Outer<Downstream: Subscriber>: _Node, Subscriber
    where Downstream.Input == Output, Downstream.Failure == Failure {
        @usableFromInline typealias Input = Upstream.Output
        @usableFromInline typealias Failure = Upstream.Failure

        @usableFromInline let maxPublishers: Subscribers.Demand
        @usableFromInline let transform: (Upstream.Output) -> NewPublisher
        @usableFromInline let downstream: Downstream
        // Under `lock`.
        @usableFromInline @exclusivity(unchecked) var upstream: _Node?
        @usableFromInline @exclusivity(unchecked) var children = _FlatMapChildren()
        @usableFromInline @exclusivity(unchecked) var demand = Subscribers.Demand.none
        @usableFromInline @exclusivity(unchecked) var buffer = _Queue<(child: Int, value: Output)>()
        @usableFromInline @exclusivity(unchecked) var isDraining = false
        /// For upstream's deliveries alone.
        @usableFromInline @exclusivity(unchecked) var lastNumber = 0

        @inlinable
        init(
            _ downstream: Downstream, _ maxPublishers: Subscribers.Demand,
            _ transform: @escaping (Upstream.Output) -> NewPublisher
        ) {
            self.downstream = downstream
            self.maxPublishers = maxPublishers
            self.transform = transform
            super.init { node, operation in
                let me = unsafeDowncast(node, to: Outer<Downstream>.self)
                switch operation {
                case .request(let demand): me.requested(demand)
                case .cancel: me.stop()
                }
            }
            word.store(1, ordering: .relaxed)
        }

        @usableFromInline override var description: String { "FlatMap" }

        @inlinable @inline(__always)
        var isOver: Bool { flag.load(ordering: .relaxed) != 0 }

        /// Whether a child may be asked for its value without a subscription. The rest of a child that has run in
        /// part bears no limited demand: what stood between may have asked for everything, and kept it.
        @inlinable @inline(__always)
        static var asksChildren: Bool {
            NewPublisher._immediacy == .always || Downstream._isUnlimited && NewPublisher._immediacy != .never
        }

        // MARK: The subscriber of upstream

        @inlinable
        func receive(subscription: any Subscription) { _receive(node: .wrapping(subscription)) }

        @inlinable
        func _receive(node: _Node) {
            lock.lock()
            let isFirst = upstream == nil && flag.load(ordering: .relaxed) == 0
            if isFirst { upstream = node }
            lock.unlock()
            if !isFirst { return node.cancel() }
            if maxPublishers > .none { node.request(maxPublishers) }
        }

        @inlinable
        func receive(_ input: Upstream.Output) -> Subscribers.Demand {
            if isOver { return .none }
            let child = transform(input)
            if Self.asksChildren {
                switch child._immediate() {
                case .value(let value):
                    // It runs until its value has been sent: an end that upstream sends inside waits for that.
                    word.add(1, ordering: .relaxed)
                    sendOnly(value)
                case .empty: requestChild()
                case .failure(let error): end(.failure(error))
                case .then(let rest): start(rest)
                case .no: start(child)
                }
            } else {
                start(child)
            }
            return .none
        }

        @inlinable
        func start<P: Publisher>(_ child: P) where P.Output == Output, P.Failure == Failure {
            word.add(1, ordering: .relaxed)
            lastNumber += 1
            lock.lock()
            children.add(lastNumber)
            lock.unlock()
            child.receive(subscriber: Side(lastNumber, self))
        }

        /// Sends the value of a child that is over with it.
        @inlinable
        func sendOnly(_ value: Output) {
            if Downstream._isUnlimited {
                _ = deliver(value)
                if !oneFinished() { requestChild() }
                return
            }
            lastNumber += 1
            let number = lastNumber
            lock.lock()
            if isOver { return lock.unlock() }
            let isKept = mustWait
            if isKept {
                children.add(number, waiting: 1, isOver: true)
                buffer.push((number, value))
                lock.unlock()
            } else {
                _ = deliverNow(value)
            }
            if !oneFinished() && !isKept { requestChild() }
        }

        /// Asks upstream for another child, if their number is limited.
        @inlinable
        func requestChild() {
            if maxPublishers == .unlimited { return }
            lock.lock()
            let node = upstream
            lock.unlock()
            node?.request(.max(1))
        }

        @inlinable
        func receive(completion: Subscribers.Completion<Upstream.Failure>) {
            lock.lock()
            let node = upstream
            upstream = nil
            lock.unlock()
            withExtendedLifetime(node) {}
            switch completion {
            case .finished: oneFinished()
            case .failure: end(completion)
            }
        }
    }
}

// MARK: - Values

extension Publishers.FlatMap.Outer {
    @inlinable
    func requested(_ more: Subscribers.Demand) {
        precondition(more > .none, "a subscriber must request more than no values")
        lock.lock()
        let freed = add(more)
        lock.unlock()
        drain()
        for node in freed { node.request(.unlimited) }
    }

    /// Adds demand. Under `lock`.
    ///
    /// - Returns: the children that may run freely from now on, and have to be told so.
    @inlinable
    func add(_ more: Subscribers.Demand) -> [_Node] {
        guard more > .none, demand != .unlimited else { return [] }
        demand += more
        return demand == .unlimited ? children.nodes : []
    }

    /// Whether a value has to wait in the buffer. Under `lock`.
    @inlinable @inline(__always)
    var mustWait: Bool { demand == .none || isDraining || !buffer.isEmpty }

    @inlinable @inline(__always)
    func deliver(_ value: Downstream.Input) -> Subscribers.Demand {
        delivery.enter()
        defer { delivery.exit() }
        // Looked at inside: once `close` has been called, nothing but the completion may follow.
        if isOver { return .none }
        return downstream.receive(value)
    }

    /// Sends a value that needn't wait. Takes over the `lock`, and leaves it.
    ///
    /// - Returns: whether the children still have to ask for each value.
    @inlinable
    func deliverNow(_ value: Downstream.Input) -> Bool {
        if demand == .unlimited {
            lock.unlock()
            _ = deliver(value)
            return false
        }
        demand -= 1
        isDraining = true
        lock.unlock()
        let more = deliver(value)
        lock.lock()
        let freed = add(more)
        let isLimited = demand != .unlimited
        isDraining = false
        let isBehind = !buffer.isEmpty
        lock.unlock()
        for node in freed { node.request(.unlimited) }
        if isBehind { drain() } else if word.load(ordering: .acquiring) == 0 { endIfDrained() }
        return isLimited
    }

    /// Sends what was kept, as far as demand goes. One thread at a time does; a request made meanwhile only adds
    /// to the demand.
    @inlinable
    func drain() {
        lock.lock()
        if isDraining { return lock.unlock() }
        isDraining = true
        while demand > .none, !isOver, let (number, value) = buffer.pop() {
            let wasUnlimited = demand == .unlimited
            demand -= 1
            let (node, isGone) = children.release(from: number)
            lock.unlock()
            let more = deliver(value)
            lock.lock()
            let freed = add(more)
            let isLimited = demand != .unlimited
            lock.unlock()
            for node in freed { node.request(.unlimited) }
            if !wasUnlimited && isLimited { node?.request(.max(1)) }
            if isGone { requestChild() }
            lock.lock()
        }
        isDraining = false
        lock.unlock()
        if word.load(ordering: .acquiring) == 0 { endIfDrained() }
    }

    // MARK: Children

    /// - Returns: how many more values the child that sent this one may send.
    @inlinable
    func send(_ value: Downstream.Input, from child: Int) -> Subscribers.Demand {
        if Downstream._isUnlimited {
            _ = deliver(value)
            return .none
        }
        lock.lock()
        if mustWait {
            if !isOver {
                children.keep(from: child)
                buffer.push((child, value))
            }
            lock.unlock()
            return .none
        }
        return deliverNow(value) ? .max(1) : .none
    }

    @inlinable
    func attach(_ node: _Node, _ child: Int) {
        lock.lock()
        let isExpected = !isOver && children.attach(node, to: child)
        let isFree = demand == .unlimited
        lock.unlock()
        if !isExpected { return node.cancel() }
        node.request(Downstream._isUnlimited || isFree ? .unlimited : .max(1))
    }

    @inlinable
    func childCompleted(_ completion: Subscribers.Completion<Downstream.Failure>, _ child: Int) {
        lock.lock()
        let (node, wasRunning, isGone) = children.end(child)
        lock.unlock()
        withExtendedLifetime(node) {}
        guard wasRunning else { return }
        switch completion {
        case .finished:
            // The last end is downstream's: nothing is asked of upstream after it.
            if oneFinished() { return }
            if isGone { requestChild() }
        case .failure:
            end(completion)
        }
    }
}

// MARK: - The end

extension Publishers.FlatMap.Outer {
    /// - Returns: whether that was the end of all.
    @inlinable @discardableResult
    func oneFinished() -> Bool {
        word.subtract(1, ordering: .acquiringAndReleasing).newValue == 0 && endIfDrained()
    }

    @inlinable @discardableResult
    func endIfDrained() -> Bool {
        lock.lock()
        let isDrained = buffer.isEmpty && !isDraining
        lock.unlock()
        guard isDrained && word.load(ordering: .acquiring) == 0 else { return false }
        end(.finished)
        return true
    }

    /// Ends all: what still runs is cancelled, then downstream is told.
    @inlinable
    func end(_ completion: Subscribers.Completion<Downstream.Failure>) {
        guard close() else { return }
        delivery.enter()
        downstream.receive(completion: completion)
        delivery.exit()
    }

    @inlinable
    func stop() {
        if close() { downstream._letGo() }
    }

    /// Cancels the children in the order in which they were started, then upstream.
    ///
    /// - Returns: whether this call is the one that ended it.
    @inlinable
    func close() -> Bool {
        guard flag.exchange(1, ordering: .acquiringAndReleasing) == 0 else { return false }
        lock.lock()
        let nodes = children.nodes
        let up = upstream
        let kept = buffer
        children = _FlatMapChildren()
        upstream = nil
        buffer = _Queue()
        lock.unlock()
        for node in nodes { node.cancel() }
        up?.cancel()
        withExtendedLifetime(kept) {}
        return true
    }
}

// MARK: - The subscriber of one child

extension Publishers.FlatMap {
    @frozen @usableFromInline
    struct Side<Downstream: Subscriber>: Subscriber, _Described
    where Downstream.Input == Output, Downstream.Failure == Failure {
        @usableFromInline typealias Input = NewPublisher.Output
        @usableFromInline typealias Failure = Upstream.Failure

        @usableFromInline let number: Int
        @usableFromInline let outer: Outer<Downstream>

        @inlinable
        init(_ number: Int, _ outer: Outer<Downstream>) {
            self.number = number
            self.outer = outer
        }

        @usableFromInline var description: String { "FlatMap" }

        @inlinable
        var combineIdentifier: CombineIdentifier { CombineIdentifier(outer) }

        @inlinable @inline(__always)
        static var _isUnlimited: Bool { Downstream._isUnlimited }

        @inlinable
        func receive(subscription: any Subscription) { outer.attach(.wrapping(subscription), number) }

        @inlinable
        func _receive(node: _Node) { outer.attach(node, number) }

        @inlinable
        func receive(_ input: NewPublisher.Output) -> Subscribers.Demand { outer.send(input, from: number) }

        @inlinable
        func receive(completion: Subscribers.Completion<Upstream.Failure>) {
            outer.childCompleted(completion, number)
        }
    }
}
