/// The observations of a check so far. They outlive a run that stops.
///
/// One thread at a time touches it: a thread that stops doesn't go on.
final class LawProgress: @unchecked Sendable {
    /// Indicates whether the check ends at the first violation.
    let stopsAtFirst: Bool
    var report = LawReport()
    /// The first, and so shortest, violation of each law, in the order in which they were found.
    private(set) var violations: [LawViolation] = []
    /// The first violation of each trait of a row.
    private(set) var traitViolations: [String: LawViolation] = [:]
    /// The number of the situation that is being tried.
    var situation = 0
    /// The patterns of this situation in which a run has stopped.
    private(set) var stopped: Set<LawPattern> = []
    /// The run that is under way, as a violation with a law and a detail; nil between runs.
    var current: (pattern: LawPattern, violation: (Law, String) -> LawViolation)?
    /// The number of runs that have stopped.
    private(set) var stops = 0
    let steps: Steps
    /// The behaviours of the inputs so far.
    var behaviours = LawBehaviours()

    init(stopsAtFirst: Bool, _ steps: Steps = Steps()) {
        (self.stopsAtFirst, self.steps) = (stopsAtFirst, steps)
    }

    /// Indicates whether the rest of the check is left out.
    var isOver: Bool { stopsAtFirst && !violations.isEmpty || isCut }

    /// The number of runs that may stop. Each leaves a thread behind.
    private var mostStops: Int { 100 }

    /// Indicates whether situations are left out because too many runs have stopped, or one hangs.
    var isCut: Bool { stops >= mostStops || steps.isGivenUp }

    func isBroken(_ law: Law) -> Bool { violations.contains { $0.law == law } }

    /// Notes a violation, unless a shorter one of the same law is known.
    func note(_ law: Law, _ violation: () -> LawViolation) {
        if !isBroken(law) { violations.append(violation()) }
    }

    /// Notes a history that breaks a trait, unless a shorter one is known.
    func note(trait: String, _ violation: () -> LawViolation) {
        if traitViolations[trait] == nil { traitViolations[trait] = violation() }
    }

    /// Goes on to the next situation.
    func finishSituation() {
        situation += 1
        stopped = []
    }

    /// Notes that the run that was under way has stopped.
    func noteStop(_ reason: String) {
        stops += 1
        // Nothing was under way if making the situations has stopped.
        guard let current else { return situation = .max }
        stopped.insert(current.pattern)
        note(current.pattern.isUnasked ? .surplus : .stop) { current.violation(.stop, reason) }
        self.current = nil
    }
}
