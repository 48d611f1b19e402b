/// The combined streams of two histories. Further inputs are folded in one by one.
///
/// A history is split by the moment when the call that subscribes returns. The events of each half come in any order,
/// and the ``Combiner`` gives the consequences of each. Its memory at the end of the first half is the start of the
/// second half.
final class PairImages {
    let combination: Behaviour.Combination
    let space: TimedSpace
    private let early: HalfRuns
    private let late: HalfRuns
    private let memories: CombinerStates
    private let start: Int

    init(_ combination: Behaviour.Combination, in space: TimedSpace) {
        self.combination = combination
        self.space = space
        let combiner = Combiner(combination, most: space.most)
        memories = CombinerStates(combiner)
        start = memories.number(combiner.start(2))
        late = HalfRuns(memories, mayFailAfter: combination == .joined(.zip), signalsFirst: false)
        early =
            combiner.hasSignals ? HalfRuns(memories, mayFailAfter: false, signalsFirst: true) : late
    }

    /// The possible outputs for two histories.
    func histories(_ left: TimedHistory, _ right: TimedHistory) -> TimedSet {
        var result = TimedSet()
        let first = HalfRuns.Source(earlyOf: right)
        let (restOfLeft, restOfRight) = (HalfRuns.Source(lateOf: left), HalfRuns.Source(lateOf: right))
        let begun = early.runs(start, HalfRuns.Source(earlyOf: left), first)
        // Plain loops: they run for each pair of histories, and the generator is built without optimisation.
        var one = 0
        while one < begun.count {
            let run = begun[one]
            one += 1
            if run.target.isEnd {
                var then = run.target.failsThen ? TimedHistory.Then.early : .never
                if run.target == .finished, early.mayFailAfter, restOfLeft.fails || restOfRight.fails {
                    then = .late
                }
                insert(run.values, 1, run.target.end, isEarly: true, then, &result)
                continue
            }
            var rest = restOfRight
            if memories.secondWaits(run.target.memory) {
                // The second input's immediate events come when it is subscribed to.
                rest.values = min(rest.values + first.values, space.most)
                rest.ends |= first.ends
            }
            let ended = late.runs(run.target.memory, restOfLeft, rest)
            var other = 0
            while other < ended.count {
                let (target, values) = (ended[other].target, ended[other].values)
                other += 1
                let then = target.failsThen ? TimedHistory.Then.late : .never
                insert(run.values, values, target.end, isEarly: false, then, &result)
            }
        }
        return result
    }

    private func insert(
        _ early: UInt64, _ late: UInt64, _ end: Shape.End, isEarly: Bool, _ then: TimedHistory.Then,
        _ result: inout TimedSet
    ) {
        var first = early
        while first != 0 {
            var second = late
            while second != 0 {
                result.insert(
                    space.number(
                        first.trailingZeroBitCount, second.trailingZeroBitCount, end, isEarly, then))
                second &= second &- 1
            }
            first &= first &- 1
        }
    }
}
