/// Replacements for events, which may depend on whether a value came before: `o => o or nothing`, `-| => x`.
public struct Rules: Hashable, Sendable {
    /// The condition for a rule: whether a value came before.
    public enum Context: UInt8, Hashable, Sendable, CaseIterable {
        /// With or without an earlier value.
        case any
        /// Before any value: `-|`.
        case beforeValue
        /// After a value: `o-|`.
        case afterValue
    }

    /// The left side of a rule.
    public struct Trigger: Hashable, Sendable {
        /// The condition about earlier values.
        public var context: Context
        /// The event that the rule is about.
        public var event: Event

        /// Creates a trigger.
        public init(_ context: Context, _ event: Event) {
            self.context = context
            self.event = event
        }

        /// The trigger as the table writes it.
        package var text: String {
            switch context {
            case .any: event.mark
            case .beforeValue: "-" + event.mark
            case .afterValue: "o-" + event.mark
            }
        }
    }

    /// One alternative on the right side of a rule.
    public enum Reaction: Hashable, Sendable {
        /// A list of events, in order; the empty list is `nothing`.
        case events([Event])
        /// The program stops: no history goes on from here.
        case traps

        /// The reaction as the table writes it.
        package var text: String {
            switch self {
            case .traps: "traps"
            case .events(let events): events.isEmpty ? "nothing" : events.map(\.mark).joined()
            }
        }
    }

    /// The rules by their left sides; an event without a rule passes.
    public var reactions: [Trigger: [Reaction]]

    /// Creates rules; without any, all events pass.
    public init(_ reactions: [Trigger: [Reaction]] = [:]) { self.reactions = reactions }

    /// The rule for an event; a rule for the specific context precedes a rule for any context.
    func reactions(to event: Event, afterValue: Bool) -> [Reaction] {
        reactions[.init(afterValue ? .afterValue : .beforeValue, event)]
            ?? reactions[.init(.any, event)] ?? [.events([event])]
    }
}

/// The state indicates whether a value came before.
extension Rules: StageAutomaton {
    func step(_ state: Int, _ event: TimedEvent) -> [StageStep] {
        let next = event.event == .value ? 1 : state
        return reactions(to: event.event, afterValue: state == 1).compactMap { reaction in
            guard case .events(let events) = reaction else { return nil }
            return StageStep(next, events.map { TimedEvent($0, isLate: event.isLate) })
        }
    }
}
