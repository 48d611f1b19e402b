/// The gate at which a thread with the end of an input waits while another thread gives downstream its subscription.
///
/// The end must arrive on the thread on which the input sends it, and calls to one subscriber must not overlap. The wait
/// lasts until the subscriber has asked for something, has cancelled or has returned from `receive(subscription:)`,
/// whichever comes first. It is short and rare, so all nodes share one gate.
@usableFromInline
enum _StartGate {
    /// Waits for a thread until a condition holds, which is checked whenever the gate opens.
    ///
    /// - Returns: whether this thread has instead become a guest of the other thread; see ``_Waits``. If so, it has to call
    ///   ``leave()``.
    static func wait(for thread: UInt, until holds: () -> Bool) -> Bool {
        _Waits.mutex.lock()
        defer { _Waits.mutex.unlock() }
        let me = _threadIdentity()
        let waiter = _Waits.begin(me, for: .thread(thread), isReluctant: true)
        defer { _Waits.end(waiter) }
        while true {
            if !_Waits.isHost(me) {
                if holds() { return false }
                if _Waits.opensCircle(waiter) {
                    _Waits.visits.append(_Visit(guest: me, host: thread, lock: nil, depth: 0, bits: 0))
                    return true
                }
            }
            waiter.sleep()
        }
    }

    /// Ends the visit of this thread, which is a guest.
    @usableFromInline
    static func leave() {
        _Waits.mutex.lock()
        let me = _threadIdentity()
        _Waits.endVisit(at: _Waits.visits.lastIndex { $0.guest == me && $0.lock == nil }!)
        _Waits.mutex.unlock()
    }

    /// Has all waiting threads check their conditions again.
    @usableFromInline
    static func open() {
        _Waits.mutex.lock()
        _Waits.wakeAllAtGates()
        _Waits.mutex.unlock()
    }
}
