import TraitsRuntime

// What a subscriber has seen, checked against the row.
extension RowRace {
    /// - Parameter isTimely: Whether all synchronous events come from the thread that subscribes.
    func judge<P: Publisher>(_ taker: RaceTaker<P>, isTimely: Bool, _ inputs: [RaceInput]) {
        let subscriber = taker.subscriber
        let sent = inputs.map(\.shapes)
        let keepsTime = taker.path.keepsTime && subscriber.asksAtOnce
        if inputs.allSatisfy(\.isUsedOnceByEach),
            !row.predicts(
                histories(taker, isTimely: isTimely && keepsTime),
                for: isTimed || subscriber.asksLate ? sent.map(delayed) : sent)
        {
            breaches.note(
                .promise, "\(text(of: subscriber)) is not what the row predicts of \(marbles(of: sent))")
        }
        // A late subscriber misses a part of a stream, and a part keeps no promise.
        guard inputs.allSatisfy(\.keepsPromises) else { return }
        if let trait = row.brokenTrait(histories(taker, isTimely: keepsTime), for: sent) {
            breaches.note(.promise, "\(text(of: subscriber)) of \(marbles(of: sent)) breaks \(trait)")
        }
        for trait in row.derivedTraits(for: sent) { held[trait.name, default: []].insert(taker.words) }
    }

    /// Where time passes inside of the call that subscribes, synchronous events come later for an operator of time;
    /// and what was not asked for at first comes later from each input that isn't asked for everything, as the newest
    /// of `switchToLatest`.
    private func delayed(_ shapes: Set<HistoryShape>) -> Set<HistoryShape> {
        shapes.union(shapes.map(\.atAnotherTime))
    }

    /// What the history of a subscriber may have been, or have become if it had not cancelled.
    ///
    /// - Parameter isTimely: Whether all synchronous events come from the thread that subscribes.
    private func histories<P: Publisher>(_ taker: RaceTaker<P>, isTimely: Bool) -> Set<HistoryShape> {
        let (subscriber, shape) = (taker.subscriber, taker.subscriber.shape)
        // What another thread sends comes inside of the call by chance, or when that has just returned.
        var isTimely = isTimely && !shape.isImmediate
        // The end that another thread brings overtakes a value that hasn't been asked for, and may be on its way while it is.
        let isOvertaken = shape.values == 0 && shape.ending != .silent && subscriber.asksLate
        if isOvertaken, isTimed || !behaviours.allSatisfy(\.isAtOnce) { isTimely = false }
        let times: Set = isTimely ? [shape] : [shape, shape.atAnotherTime]
        // A failure overtakes what waits to be asked for.
        let isIncomplete = shape.ending == .failed && (subscriber.letsValuesWait || taker.path == .values)
        guard subscriber.isCut || isIncomplete else { return times }
        // Nothing has come: something may have had to come synchronously, and there was no time for that.
        if shape.values == 0, !subscriber.hasSeenWhatComesAtOnce { isTimely = false }
        let continued =
            isIncomplete ? shape.continued(to: row.limit, [.failed]) : shape.continued(to: row.limit)
        return times.union(isTimely ? continued.filter { !$0.isImmediate } : continued)
    }

    private func text<Output, Failure>(of subscriber: RaceSubscriber<Output, Failure>) -> String {
        subscriber.isCut ? "the beginning \(subscriber.shape)" : "\(subscriber.shape)"
    }
}

/// What each input may have sent.
private func marbles(of inputs: [Set<HistoryShape>]) -> String {
    inputs.map { $0.map(\.description).sorted().joined(separator: " or ") }.joined(separator: ", ")
}
