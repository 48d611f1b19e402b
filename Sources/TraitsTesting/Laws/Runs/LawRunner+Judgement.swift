import TraitsRuntime

extension LawRunner {
    /// Checks a run against the laws, and against the histories of other runs of its situation.
    func judge(_ run: LawRun<P, InputFailure>, _ known: Known) {
        for log in run.logs {
            run.progress.report.arrivals.formUnion(log.arrivals)
            for breach in log.breaches where !ignored.contains(breach.law) && !mayHold(breach.law, run) {
                if run.pattern.isUnasked, breach.law == .demand { continue }
                run.note(breach.law, breach.detail, log)
            }
        }
        judgeSharing(run)
        run.progress.report.refuted.formUnion(run.meetings.refuted)
        if run.meetings.haveMet { run.progress.report.haveMet = true }
        guard let log = run.logs.first else { return }
        let shapes = run.situation.scripts.map(\.shape)
        switch run.pattern {
        case .unlimited, .crowd:
            for log in run.logs {
                run.progress.report.observed[shapes, default: []].insert(log.shape)
                if run.pattern == .unlimited, run.progress.report.examples[shapes]?[log.shape] == nil {
                    run.progress.report.examples[shapes, default: [:]][log.shape] = run.example(log)
                }
                judgePromise(run, log, [shapes])
                judgeTraits(run, log, shapes, .usual)
            }
        case .sink:
            run.progress.report.observed[shapes, default: []].insert(log.shape)
            judgePromise(run, log, [shapes])
            judgeTraits(run, log, shapes, .usual)
            compare(run, log, with: known.logs[.unlimited], .sink)
        case .oneAtATime:
            compare(run, log, with: known.logs[.unlimited], .patience)
        case .exactly:
            judgeCompletion(run, log, known.logs[.unlimited])
        case .hot:
            let known = run.shapesSeen().filter { shapes in
                zip(inputs.promises, shapes).allSatisfy { $0.allows($1) }
            }
            if known.count == 1 {
                run.progress.report.observed[known[0], default: []].insert(log.shape)
                judgeTraits(run, log, known[0], .usual)
                if let taker = run.pattern.taker(ignoring: ignored) {
                    run.progress.report.takers[known[0], default: []].insert(taker)
                }
            }
            if !known.isEmpty { judgePromise(run, log, known) }
        case .late(let inputs):
            judgeWhole(run, log, run.situation.shapes(late: inputs))
        case .unasked(waits: false): judgeWhole(run, log, shapes)
        case .unasked(waits: true):
            judgePart(run, log, shapes)
            judgeSurplus(run, log)
        case .taker(let taker, _) where taker.path == .taking(.values):
            // The loop asks for one value at a time, so it is compared with a subscriber that does the same.
            compare(run, log, with: known.logs[.afterwards], .path)
        case .noneThenSome, .afterwards, .answersLate:
            judgeWaiting(run, log, known.logs[.unlimited])
            judgeLateDemand(run, log, shapes)
            judgeTraits(run, log, shapes, .odd)
        case .cancelAtFirstValue, .cancel:
            judgeBeginning(run, log, shapes, known.logs[.unlimited])
        case .taker(let taker, _) where taker.cancellationTick != nil:
            judgeBeginning(run, log, shapes, known.logs[.unlimited])
        case .taker(let taker, _):
            let same: LawPattern =
                switch taker.conduct {
                case .asksForOne: .oneAtATime
                case .asksLast: .noneThenSome
                default: .unlimited
                }
            compare(run, log, with: known.logs[same], .path)
        case .order:
            judgePromise(run, log, [shapes])
            judgeOrder(run, log, shapes, known.logs[.unlimited])
        case .acting, .manner:
            for log in run.logs {
                judgePart(run, log, shapes)
                judgeTraits(run, log, shapes, run.inputsSendInside ? .nested : .odd)
            }
        case .cancelAtSubscription:
            break
        }
    }

    /// Checks a history against the promise and the traits, for inputs with these shapes.
    private func judgeWhole(_ run: LawRun<P, InputFailure>, _ log: Log, _ shapes: [HistoryShape]) {
        if !ignored.contains(.promise), !wholePromise.allows(log.shape, inputs: shapes) {
            run.note(.promise, wholePromise.description, log)
        }
    }

    /// Checks a history against the traits that the row derives or claims.
    private func judgeTraits(
        _ run: LawRun<P, InputFailure>, _ log: Log, _ shapes: [HistoryShape], _ setting: LawSetting
    ) {
        for (trait, conditions) in conformances {
            if setting == .nested, conditions.contains(where: { !$0.isEmpty }) { continue }
            let applies = zip(shapes, conditions).allSatisfy { shape, traits in
                traits.allSatisfy { $0.allows(shape) }
            }
            guard applies, let fault = fault(of: log, trait, setting) else { continue }
            run.note(trait: trait.name + fault, "\(trait.name) doesn't hold\(fault)", log)
        }
    }

    /// Returns the circumstances in which a history breaks a trait; nil if it keeps the trait.
    private func fault(of log: Log, _ trait: LawTrait, _ setting: LawSetting) -> String? {
        if setting == .usual { return trait.allows(log.shape) ? nil : "" }
        if log.breaches.contains(where: { $0.law == .end }) {
            return " where a closure acts, since something comes after the end"
        }
        // The time of the first event isn't judged, nor a history that may go on.
        let isKept = trait.allows(log.shape) || trait.allows(log.shape.atAnotherTime)
        return isKept || log.shape.ending == .silent
            ? nil : " where a closure acts, the scheduler is odd or demand comes late"
    }

    /// Checks that no more values come unasked than inputs have sent unasked. A stage may pass such a value on, as Combine's
    /// do.
    private func judgeSurplus(_ run: LawRun<P, InputFailure>, _ log: Log) {
        let (excess, unasked) = (log.breaches.count { $0.law == .demand }, run.unaskedCount)
        guard !ignored.contains(.demand), excess > unasked else { return }
        run.note(
            .demand, "\(excess) values came that were not demanded, and inputs sent \(unasked) such", log)
    }

    /// The closure of a stage without memory, such as `map`, may delay a value while it lets the stream end. The row's
    /// check finds out if this breaks a trait.
    private func mayHold(_ law: Law, _ run: LawRun<P, InputFailure>) -> Bool {
        if case .acting = run.pattern { law == .end } else { false }
    }

    /// The number of values that all inputs send together, and two more that an operator may add.
    var mostValues: Int { bound.values * max(inputs.promises.count, 1) + 2 }

    /// Checks that the history is a part of an allowed history: inputs may have been cancelled before their end, and an end may
    /// have come before values.
    private func judgePart(
        _ run: LawRun<P, InputFailure>, _ log: Log, _ shapes: [HistoryShape]
    ) {
        let shape = log.shape
        let situations = shapes.reduce(into: [[]]) { all, shape in
            all = all.flatMap { [$0 + [shape], $0 + [shape.atAnotherTime]] }
        }
        let endings: [HistoryShape.Ending] =
            shape.ending == .silent ? [.silent, .finished, .failed] : [shape.ending]
        judgePromise(run, log, situations, of: shape.continued(to: mostValues, endings))
    }

    private func judgePromise(
        _ run: LawRun<P, InputFailure>, _ log: Log, _ situations: [[HistoryShape]],
        of histories: Set<HistoryShape>? = nil
    ) {
        guard !ignored.contains(.promise) else { return }
        let histories = histories ?? [log.shape]
        let isKept = situations.contains { inputs in
            histories.contains { promise.allows($0, inputs: inputs) }
        }
        if !isKept {
            run.note(.promise, promise.description, log)
        }
    }

    /// Checks that a subscriber that asks later gets the values later, as from inputs that send later, and all of them unless a
    /// failure comes before some.
    private func judgeLateDemand(
        _ run: LawRun<P, InputFailure>, _ log: Log, _ shapes: [HistoryShape]
    ) {
        if ignored.contains(.patience) { return judgePart(run, log, shapes) }
        let shape = log.shape
        let situations = shapes.reduce(into: [[]]) { all, shape in
            all = all.flatMap { [$0 + [shape], $0 + [shape.atAnotherTime]] }
        }
        judgePromise(
            run, log, situations,
            of: shape.ending == .failed
                ? shape.continued(to: mostValues, [.failed]) : [shape, shape.atAnotherTime])
    }

    /// Checks that a subscriber that asks for as many values as come gets the end with them, unless an input still has an event
    /// to send, which may be the missing end.
    private func judgeCompletion(_ run: LawRun<P, InputFailure>, _ log: Log, _ unlimited: Log?) {
        if log.shape.ending != .silent { return compare(run, log, with: unlimited, .patience) }
        guard ignored.isDisjoint(with: [.patience, .completion]), !run.leavesInputs, let unlimited else {
            return
        }
        run.note(.completion, "asked for together it is \(unlimited.marbles)", log, unlimited: unlimited)
    }

    /// Checks that values that have waited for demand come in the order in which they would have come synchronously.
    private func judgeWaiting(_ run: LawRun<P, InputFailure>, _ log: Log, _ unlimited: Log?) {
        guard !ignored.contains(.order), run.situation.scripts.count == 1, let unlimited,
            let expected = unlimited.numbers, isRising(expected),
            let seen = log.numbers, !isRising(seen),
            // The values of an input that is subscribed to twice may be interleaved.
            Set(seen).count == seen.count
        else { return }
        run.note(.order, "asked for together it is \(unlimited.marbles)", log, unlimited: unlimited)
    }

    /// Checks that a subscriber that cancels sees the beginning of a history.
    private func judgeBeginning(
        _ run: LawRun<P, InputFailure>, _ log: Log, _ shapes: [HistoryShape], _ unlimited: Log?
    ) {
        let shape = log.shape
        // The usual case, which costs nothing: that history has been judged.
        if let whole = unlimited?.shape, shape.values <= whole.values,
            [.silent, whole.ending].contains(shape.ending)
        {
            return
        }
        judgePromise(
            run, log, [shapes],
            of: shape.ending == .silent
                ? shape.continued(to: mostValues) : [shape, shape.atAnotherTime])
    }

    private func compare(
        _ run: LawRun<P, InputFailure>, _ log: Log, with unlimited: Log?, _ law: Law
    ) {
        guard let unlimited, !ignored.contains(law) else { return }
        let isSame: Bool
        if case .taker(let taker, _) = run.pattern {
            isSame = log.isSame(as: unlimited, outcomeAlone: taker.path.takesOutcomeAlone)
        } else {
            isSame = log.isSame(as: unlimited)
        }
        if !isSame {
            let way =
                switch run.pattern {
                case .sink, .oneAtATime: "asked for together it is"
                case .taker(let taker, _) where taker.path == .taking(.values):
                    "a subscriber that asks when it is done with the last value sees"
                case .taker(.oneAtATime, _), .taker(.noneThenSome, _):
                    "of inputs that don't answer, the same subscriber sees"
                case .taker: "a subscriber that asks for all sees"
                default: "asked for together it is"
                }
            run.note(law, "\(way) \(unlimited.marbles)", log, unlimited: unlimited)
        }
    }

    // MARK: - Order

    /// Checks that values come in the order in which the input sent them. If the promise allows no loss, or if values come in
    /// groups, no value may be lost.
    private func judgeOrder(
        _ run: LawRun<P, InputFailure>, _ log: Log, _ shapes: [HistoryShape], _ ordered: Log?
    ) {
        guard !ignored.contains(.order), run.situation.scripts.count == 1, let ordered,
            let expected = ordered.numbers, let seen = log.numbers, isRising(expected)
        else { return }
        if !isRising(seen) {
            run.note(.order, "in order it is \(ordered.marbles)", log, unlimited: ordered)
        }
        let isGrouped = P.Output.self == [Int].self && ordered.shape.ending == .finished
        if isGrouped || keepsAll(shapes, ordered.shape),
            seen != expected || log.shape.ending != ordered.shape.ending
        {
            run.note(.order, "nothing is lost in \(ordered.marbles)", log, unlimited: ordered)
        }
    }

    private func isRising(_ numbers: [Int]) -> Bool {
        zip(numbers, numbers.dropFirst()).allSatisfy { $0 < $1 }
    }

    /// Returns whether the promise allows no other number of values, and no other end.
    private func keepsAll(_ inputs: [HistoryShape], _ output: HistoryShape) -> Bool {
        for shape in HistoryShape.nothing.continued(to: bound.values + 1)
        where shape.values != output.values || shape.ending != output.ending {
            if promise.allows(shape, inputs: inputs) { return false }
        }
        return true
    }
}

extension LawLog {
    /// The numbers that came, alone or in groups; nil if any other value came.
    var numbers: [Int]? {
        var numbers: [Int] = []
        for case .value(let value) in events.map({ $0.signal }) {
            switch value {
            case let number as Int: numbers.append(number)
            case let group as [Int]: numbers += group
            default: return nil
            }
        }
        return numbers
    }
}
