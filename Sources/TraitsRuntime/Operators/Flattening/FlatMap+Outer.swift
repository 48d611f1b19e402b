import Synchronization

extension Publishers.FlatMap {
    /// The general form: any number of children at the same time, any demand.
    ///
    /// `lock` guards the state; `delivery` serialises the calls to downstream. `word` counts upstream and the
    /// children that still run; `flag` is 1 once all is over.
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
        @usableFromInline @exclusivity(unchecked) var children: [Int: _Node] = [:]
        @usableFromInline @exclusivity(unchecked) var demand = Subscribers.Demand.none
        @usableFromInline @exclusivity(unchecked) var buffer = _Queue<(child: Int, value: Output)>()
        @usableFromInline @exclusivity(unchecked) var isDraining = false
        /// For upstream's deliveries alone.
        @usableFromInline @exclusivity(unchecked) var lastIndex = 0

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

        // MARK: The subscriber of upstream

        @inlinable
        func receive(subscription: any Subscription) { _receive(node: .wrapping(subscription)) }

        @inlinable
        func _receive(node: _Node) {
            lock.lock()
            let isFirst = upstream == nil && flag.load(ordering: .relaxed) == 0
            if isFirst { upstream = node }
            lock.unlock()
            if isFirst { node.request(maxPublishers) } else { node.cancel() }
        }

        @inlinable
        func receive(_ input: Upstream.Output) -> Subscribers.Demand {
            if isOver { return .none }
            var child: NewPublisher? = transform(input)
            var rest: AnyPublisher<Output, Failure>?
            if NewPublisher._immediacy != .never {
                switch child!._immediate() {
                case .value(let value):
                    // A child over at once: it takes no place among the children.
                    _ = send(value, from: 0)
                    return maxPublishers == .unlimited ? .none : .max(1)
                case .empty:
                    return maxPublishers == .unlimited ? .none : .max(1)
                case .failure(let error):
                    end(.failure(error))
                    return .none
                case .then(let remainder):
                    rest = remainder
                    child = nil
                case .no:
                    break
                }
            }
            word.add(1, ordering: .relaxed)
            lastIndex += 1
            let side = Side(lastIndex, self)
            child?.receive(subscriber: side)
            rest?.receive(subscriber: side)
            return .none
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

        // MARK: The end

        @inlinable
        func oneFinished() {
            if word.subtract(1, ordering: .acquiringAndReleasing).newValue == 0 { endIfDrained() }
        }

        @inlinable
        func endIfDrained() {
            lock.lock()
            let isDrained = buffer.isEmpty && !isDraining
            lock.unlock()
            if isDrained && word.load(ordering: .acquiring) == 0 { end(.finished) }
        }

        /// Ends all: whatever still runs is cancelled, then downstream is told.
        @inlinable
        func end(_ completion: Subscribers.Completion<Failure>) {
            guard close() else { return }
            delivery.enter()
            downstream.receive(completion: completion)
            delivery.exit()
        }

        @inlinable
        func stop() {
            if close() { downstream._letGo() }
        }

        /// - Returns: whether this call is the one that ended it.
        @inlinable
        func close() -> Bool {
            guard flag.exchange(1, ordering: .acquiringAndReleasing) == 0 else { return false }
            lock.lock()
            let nodes = children
            let up = upstream
            children = [:]
            upstream = nil
            let kept = buffer
            buffer = _Queue()
            lock.unlock()
            up?.cancel()
            for node in nodes.values { node.cancel() }
            withExtendedLifetime(kept) {}
            return true
        }

        // MARK: Values

        @inlinable
        func requested(_ more: Subscribers.Demand) {
            precondition(more > .none, "a subscriber must request more than no values")
            lock.lock()
            let wasUnlimited = demand == .unlimited
            demand += more
            // From now on children run freely; the ones that wait for permission get it.
            let free = demand == .unlimited && !wasUnlimited ? Array(children.values) : []
            lock.unlock()
            drain()
            for node in free { node.request(.unlimited) }
        }

        /// Sends what was kept, as far as demand goes. One thread at a time does; a request made meanwhile
        /// only adds to the demand.
        @inlinable
        func drain() {
            lock.lock()
            if isDraining { return lock.unlock() }
            isDraining = true
            while demand > .none, !isOver, let (child, value) = buffer.pop() {
                demand -= 1
                let node = demand == .unlimited ? nil : children[child]
                lock.unlock()
                let more = deliver(value)
                node?.request(.max(1))
                lock.lock()
                demand += more
            }
            isDraining = false
            lock.unlock()
            if word.load(ordering: .acquiring) == 0 { endIfDrained() }
        }

        @inlinable @inline(__always)
        func deliver(_ value: Output) -> Subscribers.Demand {
            delivery.enter()
            defer { delivery.exit() }
            // Looked at inside: once `close` has been called, nothing but the completion may follow.
            if isOver { return .none }
            return downstream.receive(value)
        }

        /// - Returns: how many more values the child that sent this one may send.
        @inlinable
        func send(_ value: Output, from child: Int) -> Subscribers.Demand {
            if Downstream._isUnlimited {
                _ = deliver(value)
                return .none
            }
            lock.lock()
            if demand == .unlimited && buffer.isEmpty && !isDraining {
                lock.unlock()
                _ = deliver(value)
                return .none
            }
            if demand == .none || isDraining || !buffer.isEmpty {
                buffer.push((child, value))
                lock.unlock()
                return .none
            }
            demand -= 1
            isDraining = true
            lock.unlock()
            let more = deliver(value)
            lock.lock()
            demand += more
            isDraining = false
            let isBehind = !buffer.isEmpty
            lock.unlock()
            if isBehind { drain() } else if word.load(ordering: .acquiring) == 0 { endIfDrained() }
            return .max(1)
        }

        // MARK: Children

        @inlinable
        func attach(_ node: _Node, _ child: Int) {
            lock.lock()
            let isOver = flag.load(ordering: .relaxed) != 0
            if !isOver { children[child] = node }
            let isFree = demand == .unlimited
            lock.unlock()
            if isOver { return node.cancel() }
            node.request(Downstream._isUnlimited || isFree ? .unlimited : .max(1))
        }

        @inlinable
        func childCompleted(_ completion: Subscribers.Completion<Failure>, _ child: Int) {
            lock.lock()
            let node = children.removeValue(forKey: child)
            let up = upstream
            lock.unlock()
            withExtendedLifetime(node) {}
            switch completion {
            case .finished:
                if maxPublishers != .unlimited { up?.request(.max(1)) }
                oneFinished()
            case .failure:
                end(completion)
            }
        }
    }

    /// The subscriber of one child.
    @frozen @usableFromInline
    struct Side<Downstream: Subscriber>: Subscriber, _Described
    where Downstream.Input == Output, Downstream.Failure == Failure {
        @usableFromInline typealias Input = NewPublisher.Output
        @usableFromInline typealias Failure = Upstream.Failure

        @usableFromInline let index: Int
        @usableFromInline let outer: Outer<Downstream>

        @inlinable
        init(_ index: Int, _ outer: Outer<Downstream>) {
            self.index = index
            self.outer = outer
        }

        @usableFromInline var description: String { "FlatMap" }

        @inlinable
        var combineIdentifier: CombineIdentifier { CombineIdentifier(outer) }

        @inlinable @inline(__always)
        static var _isUnlimited: Bool { Downstream._isUnlimited }

        @inlinable
        func receive(subscription: any Subscription) { outer.attach(.wrapping(subscription), index) }

        @inlinable
        func _receive(node: _Node) { outer.attach(node, index) }

        @inlinable
        func receive(_ input: NewPublisher.Output) -> Subscribers.Demand { outer.send(input, from: index) }

        @inlinable
        func receive(completion: Subscribers.Completion<Upstream.Failure>) {
            outer.childCompleted(completion, index)
        }
    }
}
