// Subscribers come and go: from any thread, without waiting for the one that delivers.

import Synchronization

extension _ReplayCore {
    /// One more subscriber is about to come.
    ///
    /// - Returns: `false` if the connection has been given up.
    @usableFromInline
    func retain() -> Bool {
        lock.withLock {
            if fate != .abandoned { subscribers += 1 }
            return fate != .abandoned
        }
    }

    /// A subscriber has its subscription: it is sent what is kept.
    ///
    /// - Returns: whether the caller is to subscribe to upstream.
    @usableFromInline
    func join(_ node: Node) -> Bool {
        let isFirst = begins()
        if !park(node) { sendKept(to: node) }
        return isFirst
    }

    /// Sends a subscriber what is kept, inside the call that subscribes or that asks for something first.
    private func sendKept(to node: Node) {
        if let isNested = delivery.tryEnter() {
            node.insert(.joined)
            update(node)
            leave(isNested: isNested)
        } else {
            replay(to: node)
            drain()
        }
    }

    /// Whether this thread is the one that is to start upstream.
    private func begins() -> Bool {
        lock.withLock {
            guard fate == .awaited else { return false }
            fate = .connecting
            return true
        }
    }

    /// Sends a subscriber what is kept, while another thread delivers to the others; and leaves it to that one.
    private func replay(to node: Node) {
        lock.lock()
        node.next = max(node.next, buffer.oldest)
        for number in node.next..<buffer.next { node.kept.push(buffer[number]) }
        joining.append(node)
        while node.demandCount > 0, let value = node.kept.pop() {
            lock.unlock()
            if node.takeDemand() {
                node.next += 1
                let more = node.onValue(node, value)
                if more > .none { node.addDemand(more) }
            }
            lock.lock()
        }
        joining.removeAll { $0 === node }
        if let ended, node.kept.isEmpty {
            // Nobody else knows of it.
            lock.unlock()
            if node.end() { complete(node, ended) }
            return
        }
        // From here on requests are noted; those that came before are seen when the node is listed.
        node.insert(.joined)
        let unasked = node.kept
        node.kept = _Queue()
        mailbox.insert(node)
        // Under the lock: of two values that are sent before anybody knows of the node, it would miss the first.
        word.store(1, ordering: .sequentiallyConsistent)
        lock.unlock()
        withExtendedLifetime(unasked) {}
    }

    /// A subscriber has asked for more.
    @usableFromInline
    func wanted(_ node: Node) {
        if unpark(node) { return sendKept(to: node) }
        // Else another thread is sending it what is kept.
        guard node.stateInOrder.contains(.joined) else { return }
        if let isNested = delivery.tryEnter() {
            update(node)
            leave(isNested: isNested)
        } else {
            enqueue(node)
            drain()
        }
    }

    /// A subscriber has cancelled. The last one cancels upstream, and what was kept for others is released.
    @usableFromInline
    func left(_ node: Node) {
        let isLast = lock.withLock {
            subscribers -= 1
            guard subscribers == 0, fate != .ended else { return false }
            fate = .abandoned
            return true
        }
        if isLast { cancelUpstream() }
        if unpark(node), !isLast { return }
        if let isNested = delivery.tryEnter() {
            dequeue(node)
            if node.listIndex >= 0 {
                if isNested { hasDead = true } else { remove(node) }
            }
            if isLast { empty() }
            leave(isNested: isNested)
        } else if isLast || node.stateInOrder.contains(.listed) || !dequeue(node) {
            enqueue(node)
            drain()
        }
    }

    /// Releases what is kept. No subscriber that has asked for it is left.
    private func empty() {
        let old = (lock.withLock { buffer.takeAll() }, postponed)
        postponed = _Queue()
        withExtendedLifetime(old) {}
    }
}

// MARK: - Without demand

extension _ReplayCore {
    /// Leaves a subscriber that has asked for nothing where nobody sends it anything but the end.
    ///
    /// If it were in the list, the delivering thread would send it what it asks for, some time after the request.
    /// Then `zip` and similar operators, which ask when all inputs have subscribed, could not promise a synchronous
    /// value.
    ///
    /// - Returns: `false` if it has asked or gone meanwhile, or if nothing but the end is to come.
    private func park(_ node: Node) -> Bool {
        lock.lock()
        let isDue = node.demandCount != 0 || ended != nil && buffer.oldest == buffer.next
        if !isDue {
            if ended == nil { parked.insert(node) }
            node.insert(.parked)
        }
        lock.unlock()
        if isDue { return false }
        return node.demandCount == 0 || !unpark(node)
    }

    /// - Returns: whether this call is the one that has woken it.
    private func unpark(_ node: Node) -> Bool {
        guard node.stateInOrder.contains(.parked) else { return false }
        return lock.withLock {
            guard node.state.contains(.parked) else { return false }
            node.remove(.parked)
            _ = parked.remove(node)
            return true
        }
    }

    /// All is over: completes the subscribers that have no kept values. The others join when they ask, and are no
    /// longer retained.
    @usableFromInline
    func endParked() {
        let nodes = lock.withLock { parked.removeAll() }
        guard buffer.oldest == buffer.next else { return }
        for case let node? in nodes where unpark(node) {
            node.insert(.joined)
            update(node)
        }
    }
}

// MARK: - The mailbox

extension _ReplayCore {
    private func enqueue(_ node: Node) {
        lock.withLock { mailbox.insert(node) }
        word.store(1, ordering: .sequentiallyConsistent)
    }

    /// Takes a node back, so that the mailbox can't outgrow the number of live nodes. One that is parked isn't in there.
    ///
    /// - Returns: whether it was there.
    @discardableResult
    private func dequeue(_ node: Node) -> Bool {
        lock.withLock { !node.state.contains(.parked) && mailbox.remove(node) }
    }

    /// Takes what is in the mailbox if no other thread will.
    @usableFromInline
    func drain() {
        while hasNews {
            // If another thread delivers, it looks into the mailbox after it has left.
            guard let isNested = delivery.tryEnter() else { return }
            takeMailbox()
            if !isNested { settle() }
            delivery.exit()
            if isNested { return }
        }
    }

    @usableFromInline
    func takeMailbox() {
        lock.lock()
        word.store(0, ordering: .sequentiallyConsistent)
        let nodes = mailbox.removeAll()
        let isAbandoned = fate == .abandoned
        lock.unlock()
        for case let node? in nodes { update(node) }
        if isAbandoned { empty() }
    }

    /// Does what has become due for a node: lists it, and sends it what there is; or removes it.
    private func update(_ node: Node) {
        guard !node.isOver else {
            if node.listIndex >= 0 { hasDead = true }
            return
        }
        if !node.state.contains(.listed) {
            node.insert(.listed)
            if ended == nil {
                node.listIndex = list.count
                list.append(.passRetained(node))
            }
        }
        // A request that came before all this is seen here, one that comes later calls `wanted(_:)`.
        if node.demandCount > 0 || ended != nil { serve(node) }
    }
}

// MARK: - The list, for the thread that delivers

extension _ReplayCore {
    /// Removes a node when no delivery is on the stack. The list is closed up once a quarter is empty, which makes the
    /// cost of a removal constant on average.
    private func remove(_ node: Node) {
        let entry = list[node.listIndex]
        list[node.listIndex] = nil
        node.listIndex = -1
        holes += 1
        if holes * 4 > list.count { closeUp() }
        entry?.release()
    }

    private func closeUp() {
        list.removeAll { $0 == nil }
        for index in list.indices { list[index]?._withUnsafeGuaranteedRef { $0.listIndex = index } }
        holes = 0
    }

    /// Removes all that are over; after the end, all.
    @usableFromInline
    func reclaim() {
        hasDead = false
        var dead: [Unmanaged<Node>] = []
        for index in list.indices {
            guard let entry = list[index] else { continue }
            let isDead = entry._withUnsafeGuaranteedRef { node in
                guard node.isOver || ended != nil else { return false }
                node.listIndex = -1
                return true
            }
            if isDead {
                list[index] = nil
                dead.append(entry)
            }
        }
        closeUp()
        // The list is whole again: what is released here may run code of its own.
        for entry in dead { entry.release() }
    }
}
