import TraitgenCore

/// The findings of a trace, the worst first.
///
/// The page of a trace has the same rules in JavaScript, for traces that are dropped onto it and for programs that run: a
/// test compares the two.
struct TraceFindings {
    private let trace: Trace
    private(set) var all: [TraceFinding] = []
    /// The numbers of silent children of each span, and of children that have sent something.
    private var silentChildren: [Int]
    private var sentChildren: [Int]
    /// The spans that a finding reports as waiting.
    private var waiting: Set<Int> = []

    /// The microseconds from which on a delivery blocks the main thread for too long: one frame at 60 frames a second.
    static let longDelivery = 16_000.0
    /// The microseconds within which the cancellation of a sink is early.
    static let earlyCancellation = 16_000.0
    /// The number of values in a buffer that counts as many; at the end, half of it.
    static let manyValues = 8

    private typealias Text = (message: String, remedy: String, time: Double?, isNote: Bool)

    init(_ trace: Trace) {
        self.trace = trace
        silentChildren = Array(repeating: 0, count: trace.spans.count)
        sentChildren = silentChildren
        for (number, span) in trace.spans.enumerated() {
            guard let owner = span.owner else { continue }
            if isSilent(number) { silentChildren[owner] += 1 }
            if span.values > 0 { sentChildren[owner] += 1 }
        }
        all += findFailed()
        findWaits()
        let others = [
            findNotBegun(), findCancelledEarly(), findStopped(), findNeverEnded(),
            findRepeated(), findDropped(), findGrowing(), findSlow(), findBroken(),
            findLost(),
        ]
        all += others.joined()
    }

    private func isOpen(_ number: Int?) -> Bool { number.map { !trace.spans[$0].hasEnded } ?? false }
    private func isSilent(_ number: Int) -> Bool { isOpen(number) && trace.spans[number].values == 0 }
    private func name(_ number: Int) -> String { "`\(trace.spans[number].name)`" }
    private func duration(_ time: Double) -> String { TraceWords.duration(time, unit: trace.unit) }

    // MARK: - Failures and cancellations

    /// Finds failures of outermost streams, which nothing has handled. They are notes: a failure may be expected.
    private func findFailed() -> [TraceFinding] {
        each(.failed) { _, span in
            span.owner == nil && span.end?.failure != nil
        } text: { all in
            let end = trace.spans[all[0]].end
            let failure = end?.failure ?? ""
            return (
                "\(name(all[0])) failed\(TraceWords.times(all.count))\(failure.isEmpty ? "" : ": \(failure)")",
                "handle it with `catch`, `retry` or `replaceError(with:)`, or in the completion of `sink`",
                end?.time, true
            )
        }
    }

    /// Finds sinks whose cancellable went before a value came.
    private func findCancelledEarly() -> [TraceFinding] {
        each(.cancelledEarly) { _, span in
            guard let end = span.end, end.isCancellation, span.isKept else { return false }
            let limit = min(trace.unit ?? Self.earlyCancellation, Self.earlyCancellation)
            return span.owner == nil && span.values == 0 && end.time - span.time < limit
        } text: { all in
            let span = trace.spans[all[0]]
            return (
                "\(name(all[0])) was cancelled \(duration(max((span.end?.time ?? 0) - span.time, 0))) after its beginning"
                    + "\(TraceWords.times(all.count)), before its first value",
                "keep its cancellable: `store(in:)` a set that lives as long as the values are needed",
                span.end?.time, false
            )
        }
    }

    // MARK: - Streams that don't begin, and streams that stop

    /// The reason for which a stream has sent nothing, and what to write, if the trace knows.
    private func trouble(of number: Int) -> (reason: String, remedy: String)? {
        let span = trace.spans[number]
        if span.missed > 0 {
            return (
                "\(plural(span.missed, "value")) \(span.missed == 1 ? "was" : "were") sent while nobody was subscribed",
                "subscribe first, or keep the latest value: `CurrentValueSubject`, `share(replay: 1)`"
            )
        }
        switch span.start {
        case .connect:
            return (
                "\(name(number)) sends values only after `connect()`",
                "call `connect()`, or put `autoconnect()` behind the publisher"
            )
        case .runLoop:
            return (
                "\(name(number)) has a timer, which fires only where its run loop runs",
                "run the run loop, or use `AnyPublisher.interval(_:scheduler:)` of `TraitsExtras` on a queue"
            )
        case nil: return nil
        }
    }

    private func isLeft(_ number: Int) -> Bool {
        isOpen(number) && !isOpen(trace.spans[number].owner) && !waiting.contains(number)
    }

    /// Finds silent streams whose reason the trace knows.
    private func findNotBegun() -> [TraceFinding] {
        [(TraceFinding.Kind.missedValues, true), (.notStarted, false)].flatMap { kind, isMissed in
            each(kind) { number, span in
                isLeft(number) && span.values == 0 && (span.missed > 0) == isMissed
                    && (isMissed || span.start != nil)
            } text: { all in
                let (reason, remedy) = trouble(of: all[0]) ?? ("", "")
                let message = "\(name(all[0])) has sent nothing\(TraceWords.times(all.count)): \(reason)"
                return (message, remedy, nil, false)
            }
        }
    }

    /// Indicates whether values came regularly and then no more, for ten times the longest time between two of them.
    private func isStopped(_ number: Int) -> Bool {
        let beat = trace.spans[number].beat
        return isOpen(number) && beat.isRegular && trace.length - beat.last >= 10 * beat.longest
    }

    /// Finds the innermost streams that stopped.
    private func findStopped() -> [TraceFinding] {
        each(.stopped) { number, span in
            isStopped(number) && !span.children.contains(where: isStopped)
        } text: { all in
            let span = trace.spans[all[0]]
            return (
                "\(name(all[0])) stopped\(TraceWords.times(all.count)): \(plural(span.values, "value")), at most "
                    + "\(duration(span.beat.longest)) apart, and none since \(duration(span.beat.last))",
                "look at its source: was it released, does its thread wait, or is its demand used up?",
                span.beat.last, false
            )
        }
    }

    // MARK: - Waits

    private struct Wait: Hashable {
        let message: String
        let source: String
    }

    /// Finds the outermost streams that wait, with the innermost streams that they wait for.
    private mutating func findWaits() {
        var found: [Wait: (first: Int, isAsked: Bool, cause: Int?, count: Int)] = [:]
        var order: [Wait] = []
        for (number, span) in trace.spans.enumerated() where waits(number) {
            var above = span.owner
            while let next = above, isSilent(next), !waits(next) { above = trace.spans[next].owner }
            if let above, isSilent(above) { continue }
            let leaves = silentLeaves(below: number)
            let names = TraceWords.distinct(leaves.map { trace.spans[$0].name })
            let isAsked = leaves.contains { trace.spans[$0].requests > 0 }
            let verb =
                isAsked
                ? "\(names.count > 1 ? "have" : "has") sent nothing"
                : "\(names.count > 1 ? "were" : "was") asked for no value"
            let wait = Wait(
                message: "\(name(number)) waits for \(TraceWords.list(names)), which \(verb)",
                source: span.source)
            if found[wait] == nil { order.append(wait) }
            let cause = isAsked ? leaves.first { trouble(of: $0) != nil } : nil
            found[wait, default: (number, isAsked, cause, 0)].count += 1
            waiting.insert(number)
        }
        for wait in order {
            guard let (first, isAsked, cause, count) = found[wait] else { continue }
            let trouble = cause.flatMap(trouble)
            all.append(
                finding(
                    .waits, first,
                    (
                        wait.message + TraceWords.times(count) + (trouble.map { ": \($0.reason)" } ?? ""),
                        trouble?.remedy
                            ?? (isAsked
                                ? "send it a value, or give it a first one with `prepend(…)`"
                                : "its subscriber has to request values"),
                        nil, false
                    )))
        }
    }

    /// Indicates whether a stream and one of its children have sent nothing. Inside another open stream, a further child must
    /// have sent something.
    private func waits(_ number: Int) -> Bool {
        isSilent(number) && silentChildren[number] > 0
            && (!isOpen(trace.spans[number].owner) || sentChildren[number] > 0)
    }

    private func silentLeaves(below number: Int) -> [Int] {
        var leaves: [Int] = []
        var open = [number]
        while let next = open.popLast() {
            if silentChildren[next] == 0 {
                leaves.append(next)
            } else {
                open += trace.spans[next].children.reversed().filter(isSilent)
            }
        }
        return leaves
    }

    // MARK: - Never ended

    /// Finds streams that never ended. In a run that was killed, or still goes on, they are only notes.
    private func findNeverEnded() -> [TraceFinding] {
        let isNote = !trace.isComplete
        return each(.neverEnded) { number, span in
            isLeft(number) && !isStopped(number)
                && (span.values > 0 || span.missed == 0 && span.start == nil)
        } text: { all in
            let values = all.reduce(0) { $0 + trace.spans[$1].values }
            return (
                "\(name(all[0])) \(isNote ? "hasn't ended" : "never ended")\(TraceWords.times(all.count)): "
                    + "\(values == 0 ? "no values" : plural(values, "value")) since "
                    + duration(trace.spans[all[0]].time),
                isNote ? "it may still have work to do" : "cancel it, or end it where its work is done", nil,
                isNote
            )
        }
    }

    // MARK: - Subscribed repeatedly

    private func isRepeated(_ group: Int) -> Bool {
        trace.groups[group].most > 1 && trace.spans[trace.groups[group].first].object == nil
    }

    /// The group whose repetition causes the repetition of a group.
    private func cause(_ number: Int) -> Int? {
        let group = trace.groups[number]
        guard group.owners.count == 1, let owner = group.owners[0], owner != number, isRepeated(owner),
            trace.groups[owner].most >= group.most
        else { return nil }
        return owner
    }

    /// Finds repeated subscriptions. A group that is repeated because its owner is repeated is reported with the owner.
    private func findRepeated() -> [TraceFinding] {
        var along: [Int: [String]] = [:]
        var order: [Int] = []
        for number in trace.groups.indices where isRepeated(number) {
            var root = number
            var seen: Set<Int> = [number]
            while let next = cause(root), seen.insert(next).inserted { root = next }
            if along[root] == nil { order.append(root) }
            along[root, default: []] += root == number ? [] : [trace.spans[trace.groups[number].first].name]
        }
        return order.compactMap { number in
            let group = trace.groups[number]
            guard let second = group.second else { return nil }
            let causes = TraceWords.distinct(
                group.owners.compactMap { $0.map { trace.spans[trace.groups[$0].first].name } })
            let others = along[number] ?? []
            let by =
                !group.subscribers.isEmpty
                ? ", by \(TraceWords.list(group.subscribers))"
                : causes.isEmpty ? "" : ", for values of \(TraceWords.list(causes))"
            return finding(
                .subscribedRepeatedly, group.first,
                (
                    "\(name(group.first)) is subscribed to \(plural(group.most, "time")) at the same time"
                        + by + (others.isEmpty ? "" : "; with it \(TraceWords.list(others))"),
                    remedy(
                        ofRepeated: trace.spans[group.first].promise,
                        isMadeByValues: group.subscribers.isEmpty && !causes.isEmpty
                    ),
                    trace.spans[second].time, false
                ))
        }
    }

    /// The advice about `share()`, from the table: it keeps the promises `Maybe` and `Completable`.
    private func remedy(ofRepeated promise: String, isMadeByValues: Bool) -> String {
        if isMadeByValues {
            return
                "share it? `share()` behind the operator that makes it, such as `flatMap`, lets each value make one"
        }
        if promise.contains("Single") {
            return
                "share it? `shareReplay()` does the work once and keeps the promise `Single`, which `share()` loses"
        }
        if promise.contains("Maybe") || promise.contains("Completable") {
            return "share it? `share()` does the work once and keeps the promise `\(promise)`"
        }
        return "share it? `share()` does the work once and promises `Shared`; "
            + "`share(replay: 1)` gives late subscribers the last value"
    }

    // MARK: - Values, time, promises

    private func findDropped() -> [TraceFinding] {
        return each(.droppedValues) { _, span in
            span.dropped > 0
        } text: { all in
            let spans = all.map { trace.spans[$0] }
            let count = spans.reduce(0) { $0 + $1.dropped }
            return (
                "\(name(all[0])) dropped \(plural(count, "value")) for lack of demand",
                "ask for more values at a time, or keep them with `buffer(size:prefetch:whenFull:)`",
                spans.map(\.droppedAt).min(), false
            )
        }
    }

    private func findGrowing() -> [TraceFinding] {
        return each(.growingBuffer) { _, span in
            span.mostKept >= Self.manyValues && span.kept * 2 >= span.mostKept
        } text: { all in
            let kept = all.reduce(0) { max($0, trace.spans[$1].kept) }
            return (
                "the buffer of \(name(all[0])) grows: \(plural(kept, "value")) wait",
                "values arrive faster than they are taken: take fewer with `throttle` or `debounce`, or limit the buffer",
                nil, false
            )
        }
    }

    private func findSlow() -> [TraceFinding] {
        return each(.slowOnMain) { _, span in
            span.slow > 0
        } text: { all in
            let spans = all.map { trace.spans[$0] }
            let count = spans.reduce(0) { $0 + $1.slow }
            return (
                "\(name(all[0])) held the main thread \(plural(count, "time")), for up to "
                    + duration(spans.reduce(0) { max($0, $1.slowest) }),
                "do the work before `receive(on: .mainActor)`, on a queue", spans.map(\.slowAt).min(), false
            )
        }
    }

    private func findBroken() -> [TraceFinding] {
        return each(.brokenPromise) { _, span in
            span.broken != nil
        } text: { all in
            let span = trace.spans[all[0]]
            let (promise, history, time) = span.broken ?? ("", "", 0)
            return (
                "\(name(all[0])) broke its promise `\(promise)`: \(history)",
                span.isUnchecked
                    ? "an `unchecked…` operator made the promise, and nothing checks it: `check\(promise)()` would"
                    : "what made the promise has a fault", time, false
            )
        }
    }

    private func findLost() -> [TraceFinding] {
        guard trace.lost > 0 else { return [] }
        return [
            TraceFinding(
                kind: .lostEvents, isNote: true, time: trace.lostAt,
                message:
                    "\(plural(trace.lost, "event")) lost: they came faster than they could be taken, "
                    + "or long before the page was opened",
                remedy: "trace fewer streams: `TRAITS_TRACE_NAMES` chooses them")
        ]
    }

    // MARK: - One finding a line

    /// One finding for the streams of one name and line.
    private func each(
        _ kind: TraceFinding.Kind, where isFound: (Int, Trace.Span) -> Bool, text: ([Int]) -> Text
    ) -> [TraceFinding] {
        var found: [Int: [Int]] = [:]
        var order: [Int] = []
        for (number, span) in trace.spans.enumerated() where isFound(number, span) {
            if found[span.group] == nil { order.append(span.group) }
            found[span.group, default: []].append(number)
        }
        return order.map { group in
            let numbers = found[group] ?? []
            return finding(kind, numbers[0], text(numbers))
        }
    }

    private func finding(_ kind: TraceFinding.Kind, _ number: Int, _ text: Text) -> TraceFinding {
        let span = trace.spans[number]
        return TraceFinding(
            kind: kind, isNote: text.isNote, name: span.name, source: span.source,
            time: text.time ?? span.time,
            message: text.message, remedy: text.remedy)
    }
}
