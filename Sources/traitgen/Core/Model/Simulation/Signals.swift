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

/// What a history becomes beside signals.
///
/// What the second input sends immediately comes before all that the first one sends; what comes later comes in any order.
final class SignalImages {
    private let signals: Signals
    private let space: TimedSpace
    @exclusivity(unchecked) private var starts: [TimedHistory: Start] = [:]
    @exclusivity(unchecked) private var rests: [Rest: UInt64] = [:]

    /// What the immediate signals leave to the first input, and what ends there.
    private struct Start {
        var open: Set<Beginning>
        var ended = TimedSet()
    }

    private struct Beginning: Hashable {
        var gate: Signals.Gate
        var sawSignal = false
        var values = 0
    }

    /// What is still to come later, from the first input and from the second.
    private struct Rest: Hashable {
        var gate: Signals.Gate
        var sawSignal: Bool
        var values: Int
        var end: Shape.End
        var signals: Int
        var lastSignal: Shape.End
    }

    init(_ signals: Signals, in space: TimedSpace) {
        self.signals = signals
        self.space = space
    }

    func histories(_ left: TimedHistory, _ right: TimedHistory) -> TimedSet {
        let start = start(right)
        var result = start.ended
        for beginning in start.open {
            var gate = beginning.gate
            var early = beginning.values
            for _ in 0..<left.early {
                let passing = gate.passing
                gate = passing.next
                if passing.passes { early += 1 }
            }
            if left.endsEarly {
                result.insert(space.number(early, 0, left.end, true))
                continue
            }
            let rest = Rest(
                gate: gate, sawSignal: beginning.sawSignal, values: left.late, end: left.end,
                signals: right.late,
                lastSignal: right.endsEarly ? .silent : right.end)
            var bits = later(rest)
            while bits != 0 {
                let bit = bits.trailingZeroBitCount
                bits &= bits &- 1
                let end = Shape.End(rawValue: UInt8(bit % 3)) ?? .silent
                result.insert(space.number(early, bit / 3, end, false))
            }
        }
        return result
    }

    // MARK: - Immediately

    private func start(_ right: TimedHistory) -> Start {
        var key = right
        key.late = 0
        if !key.endsEarly { key.end = .silent }
        if let known = starts[key] { return known }
        var result = Start(open: [Beginning(gate: signals.start)])
        for _ in 0..<right.early { signal(.value, &result) }
        if let end = key.end.event { signal(end, &result) }
        starts[key] = result
        return result
    }

    private func signal(_ event: Event, _ start: inout Start) {
        var next: Set<Beginning> = []
        for beginning in start.open {
            for effect in signals.effects(of: event, afterValue: beginning.sawSignal) {
                var after = beginning
                after.sawSignal = beginning.sawSignal || event == .value
                after.gate = effect.gate ?? beginning.gate
                if let end = effect.event?.end {
                    start.ended.insert(space.number(after.values, 0, end, true))
                    continue
                }
                if effect.event == .value { after.values = min(after.values + 1, space.most) }
                next.insert(after)
            }
        }
        start.open = next
    }

    // MARK: - Later

    /// What may come of the rest, a bit for each number of values and each end.
    private func later(_ rest: Rest) -> UInt64 {
        if let known = rests[rest] { return known }
        var result: UInt64 = 0
        if rest.values > 0 {
            let passing = rest.gate.passing
            var next = rest
            next.values -= 1
            next.gate = passing.next
            let rest = later(next)
            result |= passing.passes ? afterValue(rest) : rest
        } else if rest.end != .silent {
            result |= Self.bit(0, rest.end)
        }
        if let event = rest.signals > 0 ? .value : rest.lastSignal.event {
            result |= signal(event, rest)
        } else if rest.values == 0 && rest.end == .silent {
            result |= Self.bit(0, .silent)
        }
        rests[rest] = result
        return result
    }

    private func signal(_ event: Event, _ rest: Rest) -> UInt64 {
        var next = rest
        if event == .value { next.signals -= 1 } else { next.lastSignal = .silent }
        next.sawSignal = rest.sawSignal || event == .value
        var result: UInt64 = 0
        for effect in signals.effects(of: event, afterValue: rest.sawSignal) {
            next.gate = effect.gate ?? rest.gate
            if let end = effect.event?.end {
                result |= Self.bit(0, end)
            } else {
                let rest = later(next)
                result |= effect.event == .value ? afterValue(rest) : rest
            }
        }
        return result
    }

    private static func bit(_ values: Int, _ end: Shape.End) -> UInt64 {
        1 << UInt64(3 * values + Int(end.rawValue))
    }

    /// One value more before all that is in the bits.
    private func afterValue(_ bits: UInt64) -> UInt64 {
        let all = (Self.bit(space.most, .failed) << 1) &- 1
        let top = 7 * Self.bit(space.most, .silent)
        return ((bits << 3) | (bits & top)) & all
    }
}

extension Event {
    /// How it ends a history; nil where it doesn't.
    fileprivate var end: Shape.End? {
        switch self {
        case .finish: .finished
        case .failure: .failed
        case .value: nil
        }
    }
}

extension Shape.End {
    /// The event that is this end.
    fileprivate var event: Event? {
        switch self {
        case .silent: nil
        case .finished: .finish
        case .failed: .failure
        }
    }
}
