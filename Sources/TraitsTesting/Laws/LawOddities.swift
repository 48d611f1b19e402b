/// The histories seen in a run where a closure acted, the scheduler was odd or demand came late.
struct LawOddities: Hashable, Sendable {
    /// The shapes that ended, for each combination of shapes of the inputs.
    private(set) var ended: [[HistoryShape]: Set<HistoryShape>] = [:]
    /// The subscriber that saw an event after the end, for each combination of shapes of the inputs that showed it.
    private(set) var overtaken: [[HistoryShape]: String] = [:]

    mutating func note(_ inputs: [HistoryShape], _ log: some LawOddLog) {
        if log.shape.ending != .silent { ended[inputs, default: []].insert(log.shape) }
        if log.breaches.contains(where: { $0.law == .end }) {
            overtaken[inputs] = "\(log.name): \(log.marbles)"
        }
    }

    mutating func merge(_ other: LawOddities) {
        ended.merge(other.ended) { $0.union($1) }
        overtaken.merge(other.overtaken) { first, _ in first }
    }
}

/// The parts of a log that ``LawOddities`` notes, independent of the types of its events.
protocol LawOddLog {
    var name: String { get }
    var shape: HistoryShape { get }
    var marbles: String { get }
    var breaches: [(law: Law, detail: String)] { get }
}

extension LawLog: LawOddLog {}

extension LawRow {
    /// Returns the traits of the row that these observations contradict. The time of the first event isn't judged.
    ///
    /// - Parameters:
    ///   - oddities: The histories that were seen.
    ///   - inputsPromise: Indicates whether inputs keep the traits that a conformance may require of them.
    func brokenPromises(_ oddities: LawOddities, inputsPromise: Bool) -> [String] {
        conformances.flatMap { trait, conditions -> [String] in
            if !inputsPromise, conditions.contains(where: { !$0.isEmpty }) { return [] }
            func applies(_ inputs: [HistoryShape]) -> Bool {
                zip(inputs, conditions).allSatisfy { input, traits in traits.allSatisfy { $0.allows(input) } }
            }
            let broken = Self.sorted(oddities.ended).lazy.filter { applies($0.0) }.compactMap {
                inputs, outputs in
                outputs.first { !trait.allows($0) && !trait.allows($0.atAnotherTime) }.map {
                    "\(trait.name) doesn't hold where a closure acts, the scheduler is odd or demand comes late: "
                        + "\(Self.text(inputs))\($0)"
                }
            }.first
            let late = oddities.overtaken.first { applies($0.key) }.map {
                "\(trait.name) doesn't hold where a closure acts, since something comes after the end: \($0.value)"
            }
            return [broken, late].compactMap { $0 }
        }
    }
}
