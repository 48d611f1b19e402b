/// Where a thread waits that brings the end of an input while another thread is giving downstream its subscription.
///
/// The end is to arrive where the input sends it, and calls to one subscriber don't overlap. The wait lasts until the
/// subscriber has asked for something, has cancelled or has returned from `receive(subscription:)`, whichever comes first.
/// It is short and rare, so all nodes share one gate.
@usableFromInline
enum _StartGate {
    // Safe to share: it is made to be.
    private nonisolated(unsafe) static let parking = _Parking()

    /// Waits until a condition holds, which is looked at whenever the gate opens.
    static func wait(until holds: () -> Bool) {
        parking.lock()
        while !holds() { parking.sleep() }
        parking.unlock()
    }

    /// Lets all threads that wait look again.
    @usableFromInline
    static func open() {
        parking.lock()
        parking.wakeAll()
        parking.unlock()
    }
}
