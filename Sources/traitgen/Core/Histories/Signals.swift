/// The effects of a second input's events that are signals and no part of the stream: `signal o => opens`.
///
/// The second input is subscribed to first, with unlimited demand, unless its signals send groups.
public struct Signals: Hashable, Sendable {
    /// One alternative on the right side of a rule about signals.
    public enum Effect: Hashable, Sendable {
        /// Nothing happens.
        case nothing
        /// An event is sent.
        case sends(Event)
        /// From then on the values of the first input pass.
        case opens
        /// The next value of the first input passes, and no more.
        case opensOnce
        /// The values of the first input that wait are sent as one value.
        case group

        /// The effect as the table writes it.
        package var text: String {
            switch self {
            case .nothing: "nothing"
            case .sends(let event): event.mark
            case .opens: "opens"
            case .opensOnce: "opens once"
            case .group: "grouped"
            }
        }

        /// The event that the effect sends, if any.
        var event: Event? {
            switch self {
            case .sends(let event): event
            case .group: .value
            case .nothing, .opens, .opensOnce: nil
            }
        }

        /// The state of the gate afterwards; nil if it doesn't change.
        var gate: Gate? {
            switch self {
            case .nothing, .sends: nil
            case .opens: .open
            case .opensOnce: .ajar
            case .group: .empty
            }
        }
    }

    /// The gate for the values of the first input.
    enum Gate: Int, Hashable {
        case closed
        /// Only the next value passes.
        case ajar
        case open
        /// Values wait for a signal that sends them as a group, and none has come.
        case empty
        /// Values wait for a signal that sends them as a group.
        case filled

        /// The possible consequences of a value: whether an event is sent, and the state of the gate afterwards.
        var passing: [(passes: Bool, next: Gate)] {
            switch self {
            case .closed: [(false, .closed)]
            case .ajar: [(true, .closed)]
            case .open: [(true, .open)]
            // The value may fill a group.
            case .empty, .filled: [(false, .filled), (true, .empty)]
            }
        }
    }

    /// The effects of signals that have a rule; a trigger's context is about earlier signals.
    public var effects: [Rules.Trigger: [Effect]]

    /// Creates rules about signals. Without a rule, values and a finish do nothing, and a failure is sent on.
    public init(_ effects: [Rules.Trigger: [Effect]] = [:]) { self.effects = effects }

    /// The rule for a signal; a rule for the specific context precedes a rule for any context.
    package func effects(of event: Event, afterValue: Bool) -> [Effect] {
        effects[.init(afterValue ? .afterValue : .beforeValue, event)] ?? effects[.init(.any, event)]
            ?? [event == .failure ? .sends(.failure) : .nothing]
    }

    /// A Boolean value that indicates whether signals send groups. Values and signals then come in any order.
    var areGroups: Bool { effects.values.contains { $0.contains(.group) } }

    /// The state of the gate before any signal.
    var start: Gate {
        areGroups ? .empty : effects.values.contains { $0.contains { $0.gate != nil } } ? .closed : .open
    }

    /// Indicates whether a signal can make the row send an event, if the second input has one of these histories.
    func canSend(_ histories: ShapeSet) -> Bool {
        let shapes = histories.shapes
        return Event.allCases.contains { event in
            guard shapes.contains(where: { event == .value ? $0.values > 0 : $0.end.event == event }) else {
                return false
            }
            return [false, true].contains { afterValue in
                effects(of: event, afterValue: afterValue).contains { $0.event != nil }
            }
        }
    }
}
