/// What the events of a second input do, where these are signals and no part of the stream: `signal o => opens`.
///
/// The second input is subscribed to first, and asked for everything.
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

        /// The effect as the table writes it.
        var text: String {
            switch self {
            case .nothing: "nothing"
            case .sends(let event): event.mark
            case .opens: "opens"
            case .opensOnce: "opens once"
            }
        }

        /// What it sends.
        var event: Event? {
            if case .sends(let event) = self { event } else { nil }
        }

        /// Where the gate is after it; nil where it stays as it is.
        var gate: Gate? {
            switch self {
            case .nothing, .sends: nil
            case .opens: .open
            case .opensOnce: .ajar
            }
        }
    }

    /// Which values of the first input pass.
    enum Gate: Int, Hashable {
        case closed
        /// The next one alone.
        case ajar
        case open

        /// Whether a value passes, and where the gate is after it.
        var passing: (passes: Bool, next: Gate) {
            switch self {
            case .closed: (false, .closed)
            case .ajar: (true, .closed)
            case .open: (true, .open)
            }
        }
    }

    /// What signals do that have a rule; a trigger's context is about signals.
    public var effects: [Rules.Trigger: [Effect]]

    /// Creates rules about signals; without any, values and a finish do nothing, and a failure fails all.
    public init(_ effects: [Rules.Trigger: [Effect]] = [:]) { self.effects = effects }

    /// The rule for a signal; the one for its own context before the one for any.
    func effects(of event: Event, afterValue: Bool) -> [Effect] {
        effects[.init(afterValue ? .afterValue : .beforeValue, event)] ?? effects[.init(.any, event)]
            ?? [event == .failure ? .sends(.failure) : .nothing]
    }

    /// Where the gate is before any signal.
    var start: Gate { effects.values.contains { $0.contains { $0.gate != nil } } ? .closed : .open }

    /// Whether a signal can make the row send something, where the second input does what a set allows.
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
