import Foundation
import TraitsStreams

/// A closure that runs at its time, once or repeatedly. The owner of its queue guards it.
final class DueWork: _Due, @unchecked Sendable {
    // Unchecked: the owner of the queue guards the mutable state.

    private(set) var date: Date
    let interval: TimeInterval?

    init(_ date: Date, _ interval: TimeInterval?, _ closure: @escaping @Sendable () -> Void) {
        // A date that is no number would hold up all that comes after it.
        self.date = date.timeIntervalSinceReferenceDate.isNaN ? Date() : date
        self.interval = interval
        super.init(time: Self.time(of: self.date), closure)
    }

    /// The nanoseconds since the reference date, or the nearest number for a date that has none.
    static func time(of date: Date) -> Int {
        let nanoseconds = date.timeIntervalSinceReferenceDate * 1e9
        return Int(exactly: nanoseconds.rounded(.down)) ?? (nanoseconds < 0 ? .min : .max)
    }

    /// Moves repeated work to its next time after now, one of those that are whole intervals from its first time.
    func move(behind now: Date, every interval: TimeInterval) {
        let missed = interval > 0 ? (now.timeIntervalSince(date) / interval).rounded(.down) : 0
        let next = date.addingTimeInterval((missed + 1) * interval)
        date = next > now.addingTimeInterval(1e-6) ? next : now.addingTimeInterval(1e-6)
        time = Self.time(of: date)
    }
}
