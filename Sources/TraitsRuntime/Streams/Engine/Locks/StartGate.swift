/// Where a thread waits that brings the end of an input before downstream has its subscription.
///
/// The end is to arrive where the input sends it, and not where somebody is subscribing. Subscribing is short, and its end
/// is rarely waited for, so all nodes share one gate. A thread that subscribes and waits for the one that waits here
/// would never go on: after a second the end is left to it.
enum _StartGate {
    // Safe to share: it is made to be.
    private nonisolated(unsafe) static let parking = _Parking()

    /// Waits until a condition holds, which is looked at whenever the gate opens.
    static func wait(until holds: () -> Bool) {
        let limit = _Parking.time(afterSeconds: 1)
        parking.lock()
        while !holds(), parking.sleep(until: limit) {}
        parking.unlock()
    }

    /// Lets all that wait look again.
    static func open() {
        parking.lock()
        parking.wakeAll()
        parking.unlock()
    }
}
