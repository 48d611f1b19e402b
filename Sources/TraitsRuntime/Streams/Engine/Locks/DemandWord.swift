import Synchronization

extension Atomic where Value == Int {
    /// Adds demand to a word that counts it, with `Int.max` for no limit. A negative number means that all is over, and
    /// stays.
    ///
    /// - Returns: what the word held before.
    @inlinable @discardableResult
    borrowing func _add(_ demand: Subscribers.Demand) -> Int {
        var old = load(ordering: .relaxed)
        while old >= 0 && old != .max {
            let new: Int
            if demand == .unlimited {
                new = .max
            } else {
                let (sum, overflow) = old.addingReportingOverflow(Int(demand.rawValue))
                new = overflow ? .max : sum
            }
            let (stored, now) = weakCompareExchange(
                expected: old, desired: new, ordering: .sequentiallyConsistent)
            if stored { return old }
            old = now
        }
        return old
    }

    /// Takes one from a word that counts demand.
    ///
    /// - Returns: whether there was one to take.
    @inlinable
    borrowing func _takeOne() -> Bool {
        var old = load(ordering: .relaxed)
        while old > 0 {
            if old == .max { return true }
            let (stored, now) = weakCompareExchange(
                expected: old, desired: old &- 1, ordering: .acquiringAndReleasing)
            if stored { return true }
            old = now
        }
        return false
    }
}
