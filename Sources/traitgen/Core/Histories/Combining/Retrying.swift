/// The possible streams of an input that is subscribed to again when it fails.
///
/// A publisher that fails at each attempt repeats for ever. The subscriber sees the earlier events and then silence, or
/// values that never stop.
struct Retrying {
    let space: TimedSpace
    /// A Boolean value that indicates whether the next attempt may come later, or never.
    let mayWait: Bool

    /// A history that never ends: the numbers of values before its repeating part, and the nature of that part.
    struct Endless: Hashable {
        var early: Int
        var late: Int
        /// A Boolean value that indicates whether the history repeats later, and not inside the call that subscribes.
        var isLate: Bool
        /// A Boolean value that indicates whether the repeating part has values; otherwise the subscriber sees nothing
        /// of it.
        var hasValues: Bool
    }

    /// The values that the subscriber has seen before an attempt.
    private struct Attempt: Hashable {
        var early: Int
        var late: Int
        var isLate: Bool
    }

    func histories(of input: TimedSet) -> (finite: TimedSet, endless: Set<Endless>) {
        var ways: [TimedHistory] = []
        input.forEach { ways.append(space.histories[$0]) }
        // In a history that comes later only the number of values matters, not which of them came immediately.
        var lateWays: [TimedHistory] = []
        for var way in ways {
            (way.late, way.early, way.endsEarly) = (min(way.values, space.most), 0, false)
            if !lateWays.contains(way) { lateWays.append(way) }
        }
        var result = TimedSet()
        var endless: Set<Endless> = []
        var seen: Set<Attempt> = []
        var open = [Attempt(early: 0, late: 0, isLate: false)]
        while let attempt = open.popLast() {
            guard seen.insert(attempt).inserted else { continue }
            var failures = TimedSet()
            // Indicates whether an attempt may fail in the same half of time, with values and without.
            var goesRound = (withValues: false, silently: false)
            for way in attempt.isLate ? lateWays : ways {
                let after = after(attempt, way)
                result.insert(after)
                guard way.end == .failed else { continue }
                failures.insert(after)
                guard attempt.isLate != way.endsEarly else { continue }
                if way.values > 0 { goesRound.withValues = true } else { goesRound.silently = true }
            }
            for (goes, hasValues) in [(goesRound.withValues, true), (goesRound.silently, false)] where goes {
                endless.insert(
                    Endless(
                        early: attempt.early, late: attempt.late, isLate: attempt.isLate, hasValues: hasValues
                    ))
            }
            failures.forEach {
                let history = space.histories[$0]
                let (early, late) = (history.early, history.late)
                open.append(Attempt(early: early, late: late, isLate: !history.endsEarly))
                guard mayWait else { return }
                endless.insert(Endless(early: early, late: late, isLate: true, hasValues: false))
                open.append(Attempt(early: early, late: late, isLate: true))
            }
        }
        return (result, endless)
    }

    private func after(_ attempt: Attempt, _ way: TimedHistory) -> Int {
        guard attempt.isLate else {
            return space.number(attempt.early + way.early, way.late, way.end, way.endsEarly)
        }
        return space.number(attempt.early, attempt.late + way.values, way.end, false)
    }
}
