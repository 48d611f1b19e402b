import Synchronization

// What happens to properties on threads that don't wait for the baton is left as mail. Whoever holds the baton
// takes the mail before passing it on, and looks again after it has; so either the one who left mail gets the
// baton, or another thread does the work.

extension _PropertyGraph {
    /// Nobody holds a derived property any more: nothing can read or observe its node.
    @usableFromInline
    func release(_ node: _GraphNode) {
        mailLock.lock()
        released.append(node)
        mailLock.unlock()
        hasMail.store(true, ordering: .sequentiallyConsistent)
        service()
    }

    /// Nobody can change a source any more.
    @usableFromInline
    func end(_ node: _GraphNode) {
        mailLock.lock()
        ending.append(node)
        mailLock.unlock()
        hasMail.store(true, ordering: .sequentiallyConsistent)
        service()
    }

    /// Takes objects that go away when the baton has been passed on: they may run code of their own.
    @usableFromInline
    func discard(_ object: AnyObject) {
        mailLock.lock()
        garbage.append(object)
        hasGarbage.store(true, ordering: .sequentiallyConsistent)
        mailLock.unlock()
    }

    /// For the holder of the baton.
    func takeMail() {
        mailLock.lock()
        hasMail.store(false, ordering: .sequentiallyConsistent)
        let released = released
        let ending = ending
        self.released = []
        self.ending = []
        mailLock.unlock()
        for node in ending {
            noteEnd(node)
            settle()
        }
        for node in released { disconnectAll(node) }
        mailLock.lock()
        for node in released { garbage.append(node) }
        for node in ending { garbage.append(node) }
        hasGarbage.store(true, ordering: .sequentiallyConsistent)
        mailLock.unlock()
    }

    /// Takes the mail and releases garbage, if no other thread will.
    ///
    /// A property that goes away releases its upstream, which may go away too, and so on: that leaves new mail,
    /// and the loop here takes it. No stack grows with the length of a chain.
    @usableFromInline @inline(never)
    func service() {
        let me = _threadIdentity()
        // The holder of the baton takes the mail when it leaves.
        if owner.load(ordering: .relaxed) == me { return }
        while true {
            var worked = false
            if hasMail.load(ordering: .sequentiallyConsistent), baton.tryLock() {
                owner.store(me, ordering: .relaxed)
                passOn()
                worked = true
            }
            // If the sweeper is this thread, further out, or another one, its loop takes this garbage too.
            if hasGarbage.load(ordering: .sequentiallyConsistent),
                sweeper.compareExchange(expected: 0, desired: me, ordering: .sequentiallyConsistent).exchanged
            {
                sweep()
                sweeper.store(0, ordering: .sequentiallyConsistent)
                worked = true
            }
            if !worked { return }
        }
    }

    private func sweep() {
        mailLock.lock()
        hasGarbage.store(false, ordering: .sequentiallyConsistent)
        var objects = garbage
        garbage = []
        mailLock.unlock()
        objects.removeAll()
    }
}
