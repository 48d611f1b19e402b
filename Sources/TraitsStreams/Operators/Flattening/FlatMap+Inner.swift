extension Publishers.FlatMap {
    /// The subscriber and subscription for any number of children at the same time, and any demand. `delivery` serialises the
    /// calls to downstream.
    @usableFromInline
    final class Inner<Downstream: Subscriber>: _FlatMapNode, _OperatorNode, _NodeSubscriber, _SharedEndNode
    where Downstream.Input == Output, Downstream.Failure == Failure {
        @usableFromInline typealias Buffer = _Cell<_Queue<(child: Int, value: Output)>>

        @usableFromInline let downstream: Downstream
        /// Released at the end, and under `lock`, if downstream may keep this node.
        @usableFromInline @exclusivity(unchecked) var transform: ((Upstream.Output) -> NewPublisher)?
        /// For upstream's deliveries alone.
        @usableFromInline @exclusivity(unchecked) var hasStarted = false

        @inlinable init(
            _ downstream: Downstream, _ limit: Subscribers.Demand,
            _ transform: @escaping (Upstream.Output) -> NewPublisher
        ) {
            (self.downstream, self.transform) = (downstream, transform)
            super.init(limit, _handled(by: Inner<Downstream>.self))
        }

        /// A Boolean value that indicates whether there is at most one child, and no demand is counted. Then there is no limit.
        @inlinable @inline(__always)
        static var isSingle: Bool { Upstream._atMostOne && Downstream._asksForAll }

        /// A Boolean value that indicates whether the only child sends at most one value. Its end then follows its value, so no
        /// delivery lock is needed.
        @inlinable @inline(__always)
        static var sendsStraight: Bool { isSingle && NewPublisher._atMostOne }

        @usableFromInline typealias _Unlimited = _Depends
        /// Upstream is released when it has ended, and when all is over.
        @usableFromInline typealias _Drops = _Yes
        @inlinable @inline(__always) static var _isUnlimited: Bool { isSingle }

        /// A Boolean value that indicates whether a child may be asked for its value without a subscription. The rest of a
        /// child that has run in part bears no limited demand: an operator between may have asked for everything, and kept it.
        @inlinable @inline(__always) static var asksChildren: Bool {
            NewPublisher._answering == .always || Downstream._asksForAll && NewPublisher._answering != .never
        }

        // MARK: From upstream

        @inlinable func _receive(node: _Node) { connect(node) }

        @inlinable func receive(_ input: Upstream.Output) -> Subscribers.Demand {
            if isOver || Self.isSingle && hasStarted { return .none }
            hasStarted = true
            // Another thread may release the closure if downstream may keep this node.
            guard
                let transform = Downstream._drops ? transform.unsafelyUnwrapped : lock.withLock({ transform })
            else { return .none }
            let child = transform(input)
            switch Self.asksChildren ? child._ask() : .no {
            case .no: start(child)
            case .then(let rest): start(rest)
            case .empty: requestChild()
            case .failure(let error): end(.failure(error))
            case .value(let value): sendOnly(value)
            }
            return .none
        }

        @inlinable func receive(completion: Subscribers.Completion<Upstream.Failure>) {
            releaseUpstream()
            if case .failure = completion { end(completion) } else { oneFinished() }
        }

        // MARK: From the children

        @inlinable func start<P: Publisher>(_ child: P) where P.Output == Output, P.Failure == Failure {
            child.subscribe(Child(self, addChild(isOnly: Self.isSingle)))
        }

        /// Sends the only value of a child, which then is over. The child runs until then: an end that upstream sends inside
        /// waits for it.
        @inlinable func sendOnly(_ value: Output) {
            if Downstream._asksForAll {
                oneStarts()
                _ = deliver(value)
                if !oneFinished() && !Self.isSingle { requestChild() }
            } else {
                let child = addChild(isOnly: false)
                _ = send(value, from: child)
                ended(.finished, child)
            }
        }

        /// - Returns: how many more values the child that sent this one may send.
        @inlinable func send(_ value: Output, from child: Int) -> Subscribers.Demand {
            if Downstream._asksForAll { return deliver(value) }
            lock.lock()
            let thread = _threadIdentity()
            let (isIdle, isInside) =
                switch sending {
                case .nothing: (true, false)
                case .own(let sender): (sender == thread, sender == thread)
                case .waiting: (false, false)
                }
            if demand == .none || !isIdle || waiting > 0 {
                if !isOver { keep(value, from: child) }
                let owed = owed(by: thread)
                lock.unlock()
                return owed
            }
            if demand == .unlimited {
                let owed = owed(by: thread)
                lock.unlock()
                _ = deliver(value)
                return owed
            }
            sending = .own(thread)
            let wasAsked = sendCounted(value)
            let isFree = demand == .unlimited
            if isInside {
                lock.unlock()
            } else {
                sending = .waiting(thread)
                drain(for: isFree && !wasAsked ? child : 0)
            }
            return isFree ? .unlimited : .max(1)
        }

        @inlinable func ended(_ completion: Subscribers.Completion<Failure>, _ child: Int) {
            let (wasRunning, isGone) = end(child)
            guard wasRunning else { return }
            if case .failure = completion { return end(completion) }
            // The last end ends downstream: upstream isn't asked for more after it.
            if !oneFinished() && isGone { requestChild() }
        }

        // MARK: To downstream

        @inlinable @inline(__always) func deliver(_ value: Output) -> Subscribers.Demand {
            if Self.sendsStraight { return isOver ? .none : downstream.receive(value) }
            delivery.enter()
            // Looked at inside: once `close` has been called, nothing but the completion may follow.
            let more = isOver ? .none : downstream.receive(value)
            delivery.exit()
            if isOverInOrder { lookForEnd() }
            return more
        }

        @usableFromInline func sendEnd(_ ending: AnyObject) {
            if isAbandoned { return }
            downstream.receive(
                completion: unsafeDowncast(ending, to: _Cell<Subscribers.Completion<Failure>>.self).value)
        }

        /// Under `lock`.
        @inlinable func keep(_ value: Output, from child: Int) {
            let queue = buffer.map { _unsafeUncheckedDowncast($0, to: Buffer.self) } ?? Buffer(_Queue())
            queue.value.push((child, value))
            buffer = queue
            addWaiting(from: child)
        }

        /// Sends a value that there is demand for. Under `lock`, but for the call.
        ///
        /// - Returns: whether downstream asked for everything inside. The child of this value then has to be asked by a
        ///   request: a current value that it has missed inside isn't sent for the demand that its value returns.
        @inlinable func sendCounted(_ value: Output) -> Bool {
            demand -= 1
            lock.unlock()
            let more = deliver(value)
            lock.lock()
            let wasAsked = demand == .unlimited
            add(more)
            return wasAsked
        }

        /// Sends the kept values, as far as demand goes. One thread at a time drains; a request made meanwhile only adds to the
        /// demand. Takes over the lock, and leaves it.
        ///
        /// - Parameter sender: the child whose value has led here, if the demand that its value returns lets it run freely.
        @inlinable func drain(for sender: Int = 0) {
            while let (child, value) = takeWaiting() {
                sendWaiting(consume value, of: child)
                lock.lock()
            }
            if endDraining(for: sender) { end(.finished) }
        }

        /// Takes the oldest value that waits, if there is demand for it. Under `lock`; nothing is kept of the buffer.
        @inlinable func takeWaiting() -> (child: Int, value: Output)? {
            guard demand > .none, waiting > 0, let buffer else { return nil }
            return _unsafeUncheckedDowncast(buffer, to: Buffer.self).value.pop()
        }

        /// Sends a value that has waited. Takes over the lock, and leaves it: the value and its child are released outside.
        @inlinable func sendWaiting(_ value: consuming Output, of child: Int) {
            let (node, isGone) = removeWaiting(from: child)
            demand -= 1
            lock.unlock()
            let more = deliver(value)
            lock.lock()
            add(more)
            let owed = demand == .unlimited ? owed(by: sending.thread) : .max(1)
            lock.unlock()
            if owed > .none { node?.request(owed) }
            if isGone { requestChild() }
        }

        /// - Returns: whether the stream has ended.
        @inlinable @discardableResult func oneFinished() -> Bool {
            guard oneEnds(), Downstream._asksForAll || isDone else { return false }
            end(.finished)
            return true
        }

        /// Ends the stream: cancels upstream and the running children, then tells downstream.
        @inlinable func end(_ completion: Subscribers.Completion<Failure>) {
            guard close() else { return }
            releaseTransform()
            if Self.sendsStraight { return downstream.receive(completion: completion) }
            leaveEnd(_Cell(completion))
        }

        // MARK: From downstream

        @inlinable func requested(_ more: Subscribers.Demand) {
            if Downstream._asksForAll { return }
            lock.lock()
            add(more)
            let thread = _threadIdentity()
            switch sending.thread {
            case 0:
                sending = .waiting(thread)
                drain()
            case thread: lock.unlock()
            // The draining thread may take its time, and children send meanwhile.
            default: free(by: thread)
            }
        }

        @inlinable func cancelled() {
            _ = close()
            noteAbandonment()
            releaseTransform()
            downstream._release()
        }

        @inlinable @inline(__always) func releaseTransform() {
            if !Downstream._drops { extendLifetime(lock.withLock { transform.take() }) }
        }
    }

    /// The subscriber of one child.
    @frozen @usableFromInline
    struct Child<Downstream: Subscriber>: _InputSubscriber, _DemandPassing
    where Downstream.Input == Output, Downstream.Failure == Failure {
        @usableFromInline let node: Inner<Downstream>
        @usableFromInline let number: Int

        @inlinable
        init(_ node: Inner<Downstream>, _ number: Int) { (self.node, self.number) = (node, number) }

        @inlinable func _receive(node child: _Node) {
            node.connect(child, of: number, isUnlimited: Downstream._asksForAll)
        }

        @usableFromInline var customMirror: Mirror {
            Mirror(self, children: ["parentSubscription": combineIdentifier])
        }

        @inlinable func receive(_ input: Output) -> Subscribers.Demand { node.send(input, from: number) }

        @inlinable
        func receive(completion: Subscribers.Completion<Failure>) { node.ended(completion, number) }
    }
}
