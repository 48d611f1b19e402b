import TraitsRuntime

/// The way in which the subscribers of a publisher share its inputs.
public enum LawSharing: String, Hashable, Sendable, CaseIterable {
    /// Nothing is known.
    case any
    /// One subscription to each input serves all subscribers. From the moment when two are there they see the same events.
    case once
    /// Each subscriber causes its own subscriptions to the inputs. Two subscribers that come together see the same events.
    case each
    /// The inputs are shared before anyone subscribes, as properties are. Two subscribers that come together see the same
    /// events.
    case below
}

/// The evidence about sharing that a run with several subscribers gives.
struct LawMeetings {
    let sharing: LawSharing
    /// The ways of sharing that the run has refuted.
    private(set) var refuted: Set<LawSharing> = []
    /// Indicates whether two subscribers were there at the same time. Only then they can share anything.
    private(set) var haveMet = false
    /// For each subscriber, the number of events that each subscriber had received when it arrived, its own last.
    private(set) var counts: [[Int]] = []
    /// The number of subscriptions that each input had received when the last subscriber without company arrived.
    private var beginnings: [Int] = []
    /// The number of active subscriptions to each input for the first subscriber: more than one if it stands for several.
    private var portions: [Int] = []

    init(_ sharing: LawSharing) { self.sharing = sharing }

    /// The subscriptions to an input before and after a subscriber arrives.
    struct Input {
        let name: String
        let before: Int
        let after: Int
        let active: Int
    }

    /// Notes that a subscriber has arrived.
    ///
    /// - Parameters:
    ///   - inputs: The subscriptions to each input, before and after.
    ///   - hasCompany: Indicates whether there are other subscribers that have not received the end.
    ///   - events: The number of events that each subscriber has received, the new subscriber last.
    /// - Returns: The faults that contradict the declared sharing.
    mutating func note(_ inputs: [Input], hasCompany: Bool, events: [Int]) -> [String] {
        counts.append(events)
        if hasCompany { haveMet = true }
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

    /// Notes the work that has begun for a subscriber that came beside another.
    ///
    /// - Returns: The fault that contradicts the declared sharing.
    mutating func note(work: Int) -> String? {
        haveMet = true
        if work == 0 { return nil }
        refuted.insert(.once)
        return sharing == .once ? "work is done again for a subscriber that comes beside another" : nil
    }

    /// Returns the fault in the subscriptions to an input if subscribers share in this way, or nil if there is none.
    private func fault(
        of number: Int, _ input: Input, if sharing: LawSharing, _ hasCompany: Bool
    ) -> String? {
        let isNew = input.after > input.before
        switch sharing {
        case .any: return nil
        case .once:
            let isBegun = input.before > beginnings[number]
            // The input may also be subscribed to later; that shows when the next subscriber arrives.
            guard hasCompany && isNew && isBegun || input.active > portions[number] else { return nil }
            return "\(input.name) is subscribed to again for another subscriber"
        case .below: return isNew ? "\(input.name) is subscribed to by a subscriber" : nil
        case .each:
            guard input.active > portions[number] * counts.count else { return nil }
            return "\(input.name) has \(input.active) subscriptions for \(counts.count) subscribers"
        }
    }

    /// Compares the subscribers that see the same events if the declared sharing is true.
    ///
    /// - Parameter isSame: Returns whether an earlier and a later subscriber see the same events once the later one is there.
    /// - Returns: Two subscribers that should see the same events and don't.
    mutating func compare(isSame: (_ first: Int, _ second: Int) -> Bool) -> (first: Int, second: Int)? {
        var fault: (first: Int, second: Int)?
        for second in counts.indices {
            for first in 0..<second where !isSame(first, second) {
                refuted.insert(.once)
                if sharing == .once, fault == nil { fault = (first, second) }
                guard second == 1 else { continue }
                // The first two subscribers come together.
                refuted.formUnion([.each, .below])
                if sharing == .each || sharing == .below { fault = (first, second) }
            }
        }
        return fault
    }
}

extension LawRunner {
    /// Checks that subscribers to the same source see the same events, from the moment when both are there.
    func judgeSharing(_ run: LawRun<P, InputFailure>) {
        guard !ignored.contains(.sharing) else { return }
        let counts = run.meetings.counts
        let different = run.meetings.compare { first, second in
            // Events that come during a subscription are for the new subscriber alone: the others have received them.
            run.logs[second].isSame(
                from: counts[second][second], as: run.logs[first], from: counts[second][first])
        }
        guard let different else { return }
        let (one, other) = (run.logs[different.first], run.logs[different.second])
        run.note(.sharing, "\(one.name), sees \(one.marbles)", other)
    }
}

extension LawLog {
    /// Returns whether two subscribers see the same events at the same times, from a given event of each on.
    func isSame(from start: Int, as other: LawLog, from otherStart: Int) -> Bool {
        let (mine, others) = (timed(from: start), other.timed(from: otherStart))
        return mine.count == others.count && zip(mine, others).allSatisfy(isSame)
    }
}
