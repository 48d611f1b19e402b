/// What two histories become together: a fold over two is what any number becomes.
///
/// Each function follows from the order in which the events of both can come. Immediate events come before those that
/// come later; within each half, those of two inputs come in any order.
struct Pairs {
    /// What a pair of inputs is combined by.
    enum Kind: Hashable {
        case joint(Behaviour.Joint)
        case match
        case signal(Signals)
        case fallback
        case rescue(mayFail: Bool)
    }

    let kind: Kind
    let space: TimedSpace
    /// What signals do; nil for another kind.
    private let signalled: SignalImages?

    init(kind: Kind, space: TimedSpace) {
        self.kind = kind
        self.space = space
        if case .signal(let signals) = kind {
            signalled = SignalImages(signals, in: space)
        } else {
            signalled = nil
        }
    }

    /// The histories of the output of two.
    func histories(_ left: TimedHistory, _ right: TimedHistory) -> TimedSet {
        if let signalled { return signalled.histories(left, right) }
        var result = TimedSet()
        switch kind {
        case .joint(.merge): merge(left, right, &result)
        case .joint(.gather): gather(left, right, &result)
        case .joint(.zip) where isUnbounded(left) || isUnbounded(right),
            .match where isUnbounded(left) || isUnbounded(right):
            zipAny(left, right, &result)
        case .joint(.zip): zip(left, right, &result)
        case .match: match(left, right, &result)
        case .signal: break
        case .joint(.latest): latest(left, right, &result)
        case .joint(.race): race(left, right, &result)
        case .joint(.concat): add(left, then: right, after: .finished, &result)
        case .fallback:
            if left.values > 0 {
                insert(left, &result)
            } else {
                add(left, then: right, after: .finished, &result)
            }
        case .rescue(let mayFail):
            add(left, then: right, after: .failed, &result)
            if mayFail && left.end == .failed { insert(left, &result) }
        }
        return result
    }

    private func insert(_ history: TimedHistory, _ result: inout TimedSet) {
        result.insert(space.number(history))
    }

    private func insert(
        _ early: ClosedRange<Int>, _ late: ClosedRange<Int>, _ end: Shape.End, endsEarly: Bool,
        _ result: inout TimedSet
    ) {
        var first = early.lowerBound
        while first <= early.upperBound {
            var second = late.lowerBound
            while second <= late.upperBound {
                result.insert(space.number(first, second, end, endsEarly))
                second += 1
            }
            first += 1
        }
    }

    // MARK: - One after the other

    private func add(
        _ left: TimedHistory, then right: TimedHistory, after end: Shape.End, _ result: inout TimedSet
    ) {
        guard left.end == end else { return insert(left, &result) }
        if left.endsEarly {
            result.insert(
                space.number(left.early + right.early, right.late, right.end, right.endsEarly))
        } else {
            result.insert(space.number(left.early, left.late + right.values, right.end, false))
        }
    }

    /// The one that sends anything first goes on alone.
    private func race(_ left: TimedHistory, _ right: TimedHistory, _ result: inout TimedSet) {
        let isEarly = left.beginsEarly || right.beginsEarly
        let leftCan = isEarly ? left.beginsEarly : left.hasEvents
        let rightCan = isEarly ? right.beginsEarly : right.hasEvents
        if leftCan || !rightCan { insert(left, &result) }
        if rightCan { insert(right, &result) }
    }

    // MARK: - Beside each other

    private func merge(_ left: TimedHistory, _ right: TimedHistory, _ result: inout TimedSet) {
        let early = left.early + right.early
        if fails(left, early: true) {
            insert(left.early...early, 0...0, .failed, endsEarly: true, &result)
        }
        if fails(right, early: true) {
            insert(right.early...early, 0...0, .failed, endsEarly: true, &result)
        }
        guard !fails(left, early: true) && !fails(right, early: true) else { return }
        let late = left.late + right.late
        if left.end == .failed { insert(early...early, left.late...late, .failed, endsEarly: false, &result) }
        if right.end == .failed {
            insert(early...early, right.late...late, .failed, endsEarly: false, &result)
        }
        guard left.end != .failed && right.end != .failed else { return }
        let ends = left.end == .finished && right.end == .finished
        insert(
            early...early, late...late, ends ? .finished : .silent,
            endsEarly: ends && left.endsEarly && right.endsEarly, &result)
    }

    /// The end waits until both have ended, and is a failure if one of them has failed.
    private func gather(_ left: TimedHistory, _ right: TimedHistory, _ result: inout TimedSet) {
        let (early, late) = (left.early + right.early, left.late + right.late)
        let ends = left.end != .silent && right.end != .silent
        let fails = left.end == .failed || right.end == .failed
        insert(
            early...early, late...late, ends ? fails ? .failed : .finished : .silent,
            endsEarly: ends && left.endsEarly && right.endsEarly, &result)
    }

    private func fails(_ history: TimedHistory, early: Bool) -> Bool {
        history.end == .failed && history.endsEarly == early
    }

    private func isUnbounded(_ history: TimedHistory) -> Bool {
        history.early == space.most || history.late == space.most
    }

    /// Pairs all numbers of values for which two histories stand, as far as they matter.
    ///
    /// The largest count stands for itself and all above, and of two such inputs either may have more values. What
    /// matters is how far the early values lie apart, up to one more than the later ones make up for, and which has more
    /// in all.
    private func zipAny(_ left: TimedHistory, _ right: TimedHistory, _ result: inout TimedSet) {
        zipAnyLate(left, right, &result)
        var longer = left
        while left.early == space.most && longer.early <= right.values {
            longer.early += 1
            zipAnyLate(longer, right, &result)
        }
        longer = right
        while right.early == space.most && longer.early <= left.values {
            longer.early += 1
            zipAnyLate(left, longer, &result)
        }
    }

    private func zipAnyLate(_ left: TimedHistory, _ right: TimedHistory, _ result: inout TimedSet) {
        let far = 4 * space.most + 2
        var moreLeft = left
        var moreRight = right
        moreLeft.late = far
        moreRight.late = far
        let isLeft = left.late == space.most
        let isRight = right.late == space.most
        pair(left, right, &result)
        if isLeft { pair(moreLeft, right, &result) }
        if isRight { pair(left, moreRight, &result) }
        if isLeft && isRight { pair(moreLeft, moreRight, &result) }
    }

    private func pair(_ left: TimedHistory, _ right: TimedHistory, _ result: inout TimedSet) {
        if kind == .match { match(left, right, &result) } else { zip(left, right, &result) }
    }

    /// A value of each, as soon as both have one.
    ///
    /// It finishes as soon as an input has finished whose values have all found their partners; where there are more
    /// inputs these have to take the values too, and until then the other one may fail.
    private func zip(_ left: TimedHistory, _ right: TimedHistory, _ result: inout TimedSet) {
        if left.failure == .early { zipEarlyFailure(left, right, &result) }
        if right.failure == .early { zipEarlyFailure(right, left, &result) }
        guard left.failure != .early && right.failure != .early else { return }
        let early = min(left.early, right.early)
        if left.failure == .late { zipLateFailure(left, right, early, &result) }
        if right.failure == .late { zipLateFailure(right, left, early, &result) }
        guard left.failure == .never && right.failure == .never else { return }
        let pairs = min(left.values, right.values)
        let leftIsDry = left.end == .finished && left.values <= right.values
        let rightIsDry = right.end == .finished && right.values <= left.values
        let isEarly =
            (leftIsDry && left.endsEarly && left.values <= right.early)
            || (rightIsDry && right.endsEarly && right.values <= left.early)
        result.insert(
            space.number(early, pairs - early, leftIsDry || rightIsDry ? .finished : .silent, isEarly))
    }

    private func zipEarlyFailure(_ failing: TimedHistory, _ other: TimedHistory, _ result: inout TimedSet) {
        var taken = 0
        while taken <= other.early {
            let isForced = failing.end == .finished && failing.values <= taken
            let isFree = other.endsEarly && other.isDry(at: taken) && other.values <= failing.values
            let pairs = min(failing.values, taken)
            if !isForced { result.insert(space.number(pairs, 0, .failed, true)) }
            if isForced || isFree { result.insert(space.number(pairs, 0, .finished, true, .early)) }
            taken += 1
        }
    }

    private func zipLateFailure(
        _ failing: TimedHistory, _ other: TimedHistory, _ early: Int, _ result: inout TimedSet
    ) {
        var taken = other.early
        while taken <= other.values {
            let pairs = min(failing.values, taken)
            let isDry = failing.end == .finished && failing.values <= taken
            let otherIsDry = other.isDry(at: taken) && other.values <= failing.values
            let isEarly =
                (isDry && failing.endsEarly && failing.values <= other.early)
                || (otherIsDry && other.endsEarly && other.values <= failing.early)
            if !isDry && !(otherIsDry && other.endsEarly) {
                result.insert(space.number(early, pairs - early, .failed, false))
            }
            if isDry || otherIsDry {
                result.insert(space.number(early, pairs - early, .finished, isEarly, .late))
            }
            taken += 1
        }
    }

    // MARK: - A value of each, failures last

    /// It ends as soon as an input has ended whose values have all found their partners, with a failure if one has failed by
    /// then.
    private func match(_ left: TimedHistory, _ right: TimedHistory, _ result: inout TimedSet) {
        let early = min(left.early, right.early)
        let late = min(left.values, right.values) - early
        let leftIsDry = left.end != .silent && left.values <= right.values
        let rightIsDry = right.end != .silent && right.values <= left.values
        if leftIsDry { matchEnd(of: left, beside: right, early, late, &result) }
        if rightIsDry { matchEnd(of: right, beside: left, early, late, &result) }
        if !leftIsDry && !rightIsDry { result.insert(space.number(early, late, .silent, false)) }
    }

    /// What comes where the end of an input that has no more values than the other one ends all.
    private func matchEnd(
        of dry: TimedHistory, beside other: TimedHistory, _ early: Int, _ late: Int,
        _ result: inout TimedSet
    ) {
        let isEarly = dry.endsEarly && dry.values <= other.early
        let otherCanEndFirst = other.end != .silent && (other.endsEarly || !dry.endsEarly)
        let otherEndsFirst = otherCanEndFirst && other.endsEarly && !dry.endsEarly
        var ends: Set<Shape.End> = [dry.end]
        if dry.values == other.values {
            // Had the other one ended before, it would have ended all.
            if otherEndsFirst { return }
        } else if dry.end == .finished, other.end == .failed {
            if otherCanEndFirst { ends.insert(.failed) }
            if otherEndsFirst { ends.remove(.finished) }
        }
        for end in ends { result.insert(space.number(early, late, end, isEarly)) }
    }

    /// Each value after both have one.
    private func latest(_ left: TimedHistory, _ right: TimedHistory, _ result: inout TimedSet) {
        if fails(left, early: true) { latestFailure(left.early, right.early, &result) }
        if fails(right, early: true) { latestFailure(right.early, left.early, &result) }
        guard !fails(left, early: true) && !fails(right, early: true) else { return }
        let early = outputs(left.early, right.early, false, false)
        if left.end == .failed { latestLateFailure(left, right, early, &result) }
        if right.end == .failed { latestLateFailure(right, left, early, &result) }
        guard left.end != .failed && right.end != .failed else { return }
        let ends = left.end == .finished && right.end == .finished
        let late = outputs(left.late, right.late, left.early > 0, right.early > 0)
        insert(
            early, late, ends ? .finished : .silent, endsEarly: ends && left.endsEarly && right.endsEarly,
            &result)
    }

    private func latestLateFailure(
        _ failing: TimedHistory, _ other: TimedHistory, _ early: ClosedRange<Int>, _ result: inout TimedSet
    ) {
        var late = 0
        while late <= other.late {
            let range = outputs(failing.late, late, failing.early > 0, other.early > 0)
            insert(early, range, .failed, endsEarly: false, &result)
            late += 1
        }
    }

    private func latestFailure(_ failing: Int, _ other: Int, _ result: inout TimedSet) {
        for values in 0...other {
            insert(outputs(failing, values, false, false), 0...0, .failed, endsEarly: true, &result)
        }
    }

    /// How many values come out of so many of each, by whether each has had one before.
    private func outputs(_ left: Int, _ right: Int, _ hadLeft: Bool, _ hadRight: Bool) -> ClosedRange<Int> {
        switch (hadLeft, hadRight) {
        case (true, true): return (left + right)...(left + right)
        case (true, false): return right == 0 ? 0...0 : right...(left + right)
        case (false, true): return left == 0 ? 0...0 : left...(left + right)
        case (false, false):
            guard left > 0 && right > 0 else { return 0...0 }
            return min(left, right)...(left + right - 1)
        }
    }
}

extension TimedHistory {
    /// When it fails, by itself or after a finish.
    fileprivate var failure: Then {
        end == .failed ? (endsEarly ? .early : .late) : thenFails
    }

    /// Whether it may have finished when so many of its values have come.
    fileprivate func isDry(at taken: Int) -> Bool { end == .finished && taken == values }
}
