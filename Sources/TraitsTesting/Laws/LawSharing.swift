import TraitsRuntime

/// How the subscribers of a publisher share its inputs.
public enum LawSharing: Hashable, Sendable {
    /// Nothing is known.
    case any
    /// One subscription to each input serves all of them, and from the moment when two are there they see the same.
    case once
    /// Each of them subscribes to the inputs for itself. Two that come together see the same.
    case each
    /// The inputs are shared before anyone subscribes, as properties are. Two that come together see the same.
    case below
}

/// What a run with several subscribers shows of what they share.
struct LawMeetings {
    let sharing: LawSharing
    /// For each subscriber how many events each of those that were there had when it had come.
    private(set) var counts: [[Int]] = []
    /// Whether one that came while others were there has subscribed to an input again.
    private(set) var hasSubscribedAgain = false
    /// How often each input had been subscribed to when nobody was there.
    private var beginnings: [Int] = []
    /// How often the first subscriber is subscribed to each input: more than once where it stands for several.
    private var portions: [Int] = []

    init(_ sharing: LawSharing) { self.sharing = sharing }

    /// An input, as a subscriber finds and leaves it.
    struct Input {
        let name: String
        let before: Int
        let after: Int
        let active: Int
    }

    /// Somebody has subscribed.
    ///
    /// - Parameters:
    ///   - inputs: What this did to the inputs.
    ///   - hasCompany: Whether others are there, who have not had the end.
    ///   - events: How many events each subscriber has had, this one last.
    /// - Returns: What is wrong.
    mutating func note(_ inputs: [Input], hasCompany: Bool, events: [Int]) -> [String] {
        counts.append(events)
        if !hasCompany { beginnings = inputs.map(\.before) }
        if portions.isEmpty { portions = inputs.map { max($0.active, 1) } }
        return inputs.enumerated().compactMap { number, input in
            let isNew = input.after > input.before
            // Or it does so later, which shows when the next one comes.
            if hasCompany && isNew || input.active > portions[number] { hasSubscribedAgain = true }
            switch sharing {
            case .any: return nil
            case .once:
                let isBegun = input.before > beginnings[number]
                if hasCompany && isNew && isBegun || input.active > portions[number] {
                    return "\(input.name) is subscribed to again for another subscriber"
                }
            case .below:
                if isNew { return "\(input.name) is subscribed to by a subscriber" }
            case .each:
                if input.active > portions[number] * events.count {
                    return "\(input.name) has \(input.active) subscriptions for \(events.count) subscribers"
                }
            }
            return nil
        }
    }

    /// The pairs of subscribers of which both see the same from the moment when the later one is there.
    var pairs: [(Int, Int)] {
        switch sharing {
        case .any: []
        case .each, .below: counts.count > 1 ? [(0, 1)] : []
        case .once: counts.indices.flatMap { later in (0..<later).map { ($0, later) } }
        }
    }
}

extension LawRunner {
    /// Those that subscribe to the same thing see the same, from the moment when both are there.
    func judgeSharing(_ run: LawRun<P, InputFailure>) throws(LawViolation) {
        guard !ignored.contains(.sharing) else { return }
        for (first, second) in run.meetings.pairs {
            let (one, other) = (run.logs[first], run.logs[second])
            let counts = run.meetings.counts[second]
            // What comes while one subscribes is for that one alone: the others have had it.
            if !other.isSame(from: counts[second], as: one, from: counts[first]) {
                throw run.violation(.sharing, "\(one.name), sees \(one.marbles)", other)
            }
        }
    }
}

extension LawLog {
    /// Whether two subscribers see the same at the same time, from an event of each on.
    func isSame(from start: Int, as other: LawLog, from otherStart: Int) -> Bool {
        let (mine, others) = (timed(from: start), other.timed(from: otherStart))
        return mine.count == others.count && zip(mine, others).allSatisfy(isSame)
    }
}
