import TraitsRuntime

/// How the subscribers of a publisher share its inputs.
public enum LawSharing: String, Hashable, Sendable, CaseIterable {
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
    /// What the run shows not to be so.
    private(set) var refuted: Set<LawSharing> = []
    /// For each subscriber how many events each of those that were there had when it had come.
    private(set) var counts: [[Int]] = []
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
    ///   - hasCompany: Whether other subscribers are there that have not had the end.
    ///   - events: How many events each subscriber has had, this one last.
    /// - Returns: What is wrong.
    mutating func note(_ inputs: [Input], hasCompany: Bool, events: [Int]) -> [String] {
        counts.append(events)
        if !hasCompany { beginnings = inputs.map(\.before) }
        if portions.isEmpty { portions = inputs.map { max($0.active, 1) } }
        var faults: [String] = []
        for (number, input) in inputs.enumerated() {
            for word in LawSharing.allCases {
                guard let fault = fault(of: number, input, if: word, hasCompany) else { continue }
                refuted.insert(word)
                if word == sharing { faults.append(fault) }
            }
        }
        return faults
    }

    /// What is wrong with the subscriptions to an input if this is what subscribers share.
    private func fault(
        of number: Int, _ input: Input, if sharing: LawSharing, _ hasCompany: Bool
    ) -> String? {
        let isNew = input.after > input.before
        switch sharing {
        case .any: return nil
        case .once:
            let isBegun = input.before > beginnings[number]
            // Or it does so later, which shows when the next one comes.
            guard hasCompany && isNew && isBegun || input.active > portions[number] else { return nil }
            return "\(input.name) is subscribed to again for another subscriber"
        case .below: return isNew ? "\(input.name) is subscribed to by a subscriber" : nil
        case .each:
            guard input.active > portions[number] * counts.count else { return nil }
            return "\(input.name) has \(input.active) subscriptions for \(counts.count) subscribers"
        }
    }

    /// Compares subscribers that see the same if they share what is said.
    ///
    /// - Parameter isSame: Whether an earlier one and a later one do, from the moment when the later one is there.
    /// - Returns: Two that don't.
    mutating func compare(isSame: (_ first: Int, _ second: Int) -> Bool) -> (first: Int, second: Int)? {
        var fault: (first: Int, second: Int)?
        for second in counts.indices {
            for first in 0..<second where !isSame(first, second) {
                refuted.insert(.once)
                if sharing == .once, fault == nil { fault = (first, second) }
                guard second == 1 else { continue }
                // These come together.
                refuted.formUnion([.each, .below])
                if sharing == .each || sharing == .below { fault = (first, second) }
            }
        }
        return fault
    }
}

extension LawRunner {
    /// Those that subscribe to the same thing see the same, from the moment when both are there.
    func judgeSharing(_ run: LawRun<P, InputFailure>) throws(LawViolation) {
        guard !ignored.contains(.sharing) else { return }
        let counts = run.meetings.counts
        let different = run.meetings.compare { first, second in
            // What comes while one subscribes is for that one alone: the others have had it.
            run.logs[second].isSame(
                from: counts[second][second], as: run.logs[first], from: counts[second][first])
        }
        guard let different else { return }
        let (one, other) = (run.logs[different.first], run.logs[different.second])
        throw run.violation(.sharing, "\(one.name), sees \(one.marbles)", other)
    }
}

extension LawLog {
    /// Whether two subscribers see the same at the same time, from an event of each on.
    func isSame(from start: Int, as other: LawLog, from otherStart: Int) -> Bool {
        let (mine, others) = (timed(from: start), other.timed(from: otherStart))
        return mine.count == others.count && zip(mine, others).allSatisfy(isSame)
    }
}
