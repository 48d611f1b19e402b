/// Where a thread waits that brings the end of an input while another thread is giving downstream its subscription.
///
/// The end is to arrive where the input sends it, and calls to one subscriber don't overlap. The wait lasts until the
/// subscriber has asked for something, has cancelled or has returned from `receive(subscription:)`, whichever comes first.
/// It is short and rare, so all nodes share one gate.
@usableFromInline
enum _StartGate {
    /// Waits for a thread until a condition holds, which is looked at whenever the gate opens.
    ///
    /// - Returns: whether this thread has become a guest of the other one in place of that; see ``_Waits``. It has to
    ///   ``leave()`` then.
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
                    _Waits.visits.append(_Visit(guest: me, host: thread, lock: nil, depth: 0))
                    return true
                }
            }
            waiter.sleep()
        }
    }

    /// A guest has done what it came for.
    @usableFromInline
    static func leave() {
        _Waits.mutex.lock()
        let me = _threadIdentity()
        _Waits.endVisit(at: _Waits.visits.lastIndex { $0.guest == me && $0.lock == nil }!)
        _Waits.mutex.unlock()
    }

    /// Lets all threads that wait look again.
    @usableFromInline
    static func open() {
        _Waits.mutex.lock()
        _Waits.wakeAllAtGates()
        _Waits.mutex.unlock()
    }
}
