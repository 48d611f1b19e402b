/// Reads the rules that subscribe to another publisher, or to the same one again.
extension RowParser {
    /// One alternative on the right side of a rule.
    enum Outcome: Hashable {
        case reaction(Behaviour.Reaction)
        /// The next input takes over.
        case next
        /// The same input is subscribed to again.
        case again
        /// It is subscribed to later, or never.
        case later
    }

    /// A rule with `next` or `again`, and the way of combining inputs that it stands for.
    private struct Continuation {
        let combiner: Behaviour.Combiner
        let trigger: Behaviour.Trigger
        let outcomes: Set<Outcome>
        let text: String
        var mayFail = false
        var mayWait = false
    }

    private static let continuations: [Continuation] = {
        let fails = Outcome.reaction(.events([.failure]))
        return [
            Continuation(
                combiner: .concat, trigger: .init(.any, .finish), outcomes: [.next], text: "| => next"),
            Continuation(
                combiner: .fallback, trigger: .init(.beforeValue, .finish), outcomes: [.next],
                text: "-| => next"),
            Continuation(
                combiner: .rescue, trigger: .init(.any, .failure), outcomes: [.next], text: "x => next"),
            Continuation(
                combiner: .rescue, trigger: .init(.any, .failure), outcomes: [.next, fails],
                text: "x => next or x", mayFail: true),
            Continuation(
                combiner: .retry, trigger: .init(.any, .failure), outcomes: [.again, fails],
                text: "x => again or x"),
            Continuation(
                combiner: .retry, trigger: .init(.any, .failure), outcomes: [.again, .later, fails],
                text: "x => again or later or x", mayWait: true),
            Continuation(
                combiner: .repeat, trigger: .init(.any, .finish),
                outcomes: [.again, .reaction(.events([.finish]))], text: "| => again or |"),
        ]
    }()

    mutating func parseOutcome(_ token: Token) throws(Diagnostic) -> Outcome {
        switch token.kind == .run ? token.text : "" {
        case "next": .next
        case "again": .again
        case "later": .later
        default: .reaction(try parseReaction(token))
        }
    }

    /// Adds a rule with `next` or `again`.
    mutating func sayNext(
        _ trigger: Located<Behaviour.Trigger>, _ outcomes: [Located<Outcome>], _ text: String
    ) throws(Diagnostic) {
        let said = Set(outcomes.map(\.value))
        let found = Self.continuations.first { $0.trigger == trigger.value && $0.outcomes == said }
        guard let found else {
            let all = Self.continuations.map { "`\($0.text)`" }
            throw Diagnostic(
                .expected, at: trigger.location, "no rule reads `\(text)`",
                help:
                    "the rules with `next` and `again` are \(all.dropLast().joined(separator: ", ")) and \(all.last ?? "")"
            )
        }
        try sayCombiner(Located(found.combiner, trigger.location))
        row.combinerMayFail = found.mayFail
        row.combinerMayWait = found.mayWait
    }

    /// Reads `x last`, behind `x`.
    mutating func parseFailsLast(_ failure: Token) throws(Diagnostic) {
        try reader.next()
        try sayOnce("x last", failure)
        row.failsLast = failure.location
        row.clauses.append("x last")
    }

    /// Chooses the combiner in which failures come last.
    mutating func letFailuresComeLast() throws(Diagnostic) {
        guard let location = row.failsLast else { return }
        switch row.combiner?.value {
        case .merge: row.combiner?.value = .gather
        case .zip: row.combiner?.value = .match
        default:
            throw Diagnostic(
                .contradictoryRules, at: location, "`x last` is for rows that say `merge` or `zip`",
                help: "it makes a failure wait for the inputs' common end")
        }
    }
}
