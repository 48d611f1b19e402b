import TraitsRuntime

// Checks the history of a subscriber against the row.
extension RowRace {
    /// Judges the history of one taker.
    ///
    /// - Parameter isTimely: Indicates whether all synchronous events come from the thread that subscribes.
    func judge<P: Publisher>(_ taker: RaceTaker<P>, isTimely: Bool, _ inputs: [RaceInput]) {
        let subscriber = taker.subscriber
        let sent = inputs.map(\.shapes)
        let keepsTime = taker.taker.path.keepsTime && subscriber.asksAtOnce
        let taken = plan.isTimed || subscriber.asksLate ? sent.map(delayed) : sent
        if inputs.allSatisfy(\.isUsedOnceByEach),
            !row.predicts(histories(taker, isTimely: isTimely && keepsTime), for: taken)
        {
            let predicted = row.predicted(of: LawRow.situations(taken)) ?? "nothing"
            breaches.note(
                .promise,
                "\(text(of: subscriber)) is not what the row predicts of \(marbles(of: taken)), which is \(predicted)"
            )
        }
        // A late subscriber misses a part of a stream, and a part need not keep the promise.
        guard inputs.allSatisfy(\.keepsPromises) else { return }
        if let trait = row.brokenTrait(histories(taker, isTimely: keepsTime), for: sent) {
            breaches.note(.promise, "\(text(of: subscriber)) of \(marbles(of: sent)) breaks \(trait)")
        }
        for trait in row.derivedTraits(for: sent) { held[trait.name, default: []].insert(taker.taker.words) }
    }

    /// Returns the shapes with a later beginning too. If time passes inside of the call that subscribes, synchronous events
    /// come later for an operator of time. Values that weren't asked for at first come later from each input that isn't asked
    /// for everything, such as the newest of `switchToLatest`.
    private func delayed(_ shapes: Set<HistoryShape>) -> Set<HistoryShape> {
        shapes.union(shapes.map(\.atAnotherTime))
    }

    /// Returns the histories that a subscriber may have had, or may have had if it had not cancelled.
    ///
    /// - Parameter isTimely: Indicates whether all synchronous events come from the thread that subscribes.
    private func histories<P: Publisher>(_ taker: RaceTaker<P>, isTimely: Bool) -> Set<HistoryShape> {
        let (subscriber, shape) = (taker.subscriber, taker.subscriber.shape)
        // An event that another thread sends may come inside of the call by chance, or just after it has returned.
        var isTimely = isTimely && !shape.isImmediate
        // An end from another thread comes before a value that hasn't been asked for, and may be on its way while that is asked
        // for.
        let isOvertaken = shape.values == 0 && shape.ending != .silent && subscriber.asksLate
        if isOvertaken, plan.isTimed || !plan.isAtOnce { isTimely = false }
        let times: Set = isTimely ? [shape] : [shape, shape.atAnotherTime]
        // A failure comes before values that wait for demand.
        let mayWait = subscriber.letsValuesWait || taker.taker.path == .taking(.values)
        let isIncomplete = shape.ending == .failed && mayWait
        guard subscriber.isCut || isIncomplete else { return times }
        // No value has come: a synchronous value may be missing because there was no time for it.
        if shape.values == 0, !subscriber.hasSeenWhatComesAtOnce { isTimely = false }
        let continued =
            isIncomplete ? shape.continued(to: row.limit, [.failed]) : shape.continued(to: row.limit)
        return times.union(isTimely ? continued.filter { !$0.isImmediate } : continued)
    }

    private func text<Output, Failure>(of subscriber: RaceSubscriber<Output, Failure>) -> String {
        subscriber.isCut ? "the beginning \(subscriber.shape)" : "\(subscriber.shape)"
    }
}

/// Returns the shapes that each input may have sent, in words.
private func marbles(of inputs: [Set<HistoryShape>]) -> String {
    inputs.map { $0.map(\.description).sorted().joined(separator: " or ") }.joined(separator: ", ")
}
