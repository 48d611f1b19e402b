import TraitsRuntime

/// The limits of the histories that the law kit tries.
public struct LawBound: Hashable, Sendable {
    /// The largest number of values in a script.
    public var values: Int
    /// The number of ticks after the subscription at which events may happen.
    public var laterTicks: Int
    /// The number of ticks that pass after the last event of a script before silence counts as silence.
    public var settling: Int
    /// The plans with which the scripts are tried. Short ones take a tenth of the time, or less.
    public var plans: LawPlans

    /// Creates a bound.
    public init(values: Int, laterTicks: Int = 2, settling: Int = 16, plans: LawPlans = .all) {
        self.values = values
        self.laterTicks = laterTicks
        self.settling = settling
        self.plans = plans
    }

    /// Returns the default bound for a publisher with this number of inputs: three values for one input, two for each of
    /// several, at the subscription and at two later ticks.
    public static func standard(inputs: Int) -> LawBound {
        LawBound(values: inputs > 1 ? 2 : 3)
    }
}

/// The values that inputs send. The first case tells from which input each value came and when; the others are for publishers
/// that look at the values.
enum LawValues: Hashable {
    case distinct
    case repeated
    case negative
    case mixed

    static let others = [LawValues.repeated, .negative, .mixed]

    func value(_ ordinal: Int, of input: Int) -> Int {
        switch self {
        case .distinct: input * 4 + ordinal
        case .repeated: 1
        case .negative: -1 - ordinal
        case .mixed: ordinal % 2 == 0 ? 9 : -1
        }
    }
}

/// The events of one input. Slots stand for ticks: slot zero is the subscription.
struct LawScript: Hashable {
    var values: [Int] = []
    var ending = HistoryShape.Ending.silent
    var endSlot = 0

    /// The shape of the history that a subscriber of the input sees.
    var shape: HistoryShape {
        HistoryShape(
            isImmediate: values.first.map { $0 == 0 } ?? (ending != .silent && endSlot == 0),
            values: values.count, ending: ending)
    }

    /// The size by which scripts are sorted: the number of events counts first, then how early they are.
    var size: Int {
        (values.count + (ending == .silent ? 0 : 1)) * 16 + values.reduce(0, +)
            + (ending == .silent ? 0 : endSlot)
    }

    var hasLaterEvents: Bool { laterCount > 0 }

    /// The number of events after the subscription.
    var laterCount: Int {
        values.count { $0 > 0 } + (ending != .silent && endSlot > 0 ? 1 : 0)
    }

    /// Returns all scripts within a bound, the short scripts first.
    static func all(_ bound: LawBound, canFail: Bool) -> [LawScript] {
        var prefixes: [[Int]] = [[]]
        var longest = prefixes
        for _ in 0..<bound.values {
            longest = longest.flatMap { slots in
                ((slots.last ?? 0)...bound.laterTicks).map { slots + [$0] }
            }
            prefixes += longest
        }
        let scripts = prefixes.flatMap { slots in
            [LawScript(values: slots)]
                + ((slots.last ?? 0)...bound.laterTicks).flatMap { slot in
                    (canFail ? [.finished, .failed] : [HistoryShape.Ending.finished])
                        .map { LawScript(values: slots, ending: $0, endSlot: slot) }
                }
        }
        return scripts.sorted { $0.size < $1.size }
    }
}

/// The scripts of all inputs in one run, with the times of their events.
struct LawSituation {
    var scripts: [LawScript]
    /// The tick of each slot, for each input.
    var ticks: [[Int]]
    /// Indicates whether events of two inputs at one tick are ordered by the order in which the inputs are subscribed to.
    var isTied: Bool
    /// Indicates whether later events come one at a time, the first of each input before the second of any, whatever their
    /// slots are.
    var takesTurns = false
    /// The ticks of the later events of the first input, whatever their slots are; empty if slots decide.
    var turns: [Int] = []
    /// Indicates whether the situation is about the order of events alone: demand and cancellation make no difference to that.
    var isOrderAlone = false
    /// Indicates whether the last input begins when the others have had their first turn.
    var lastWaits = false
    /// The kind of values that are sent.
    var values = LawValues.distinct

    var size: Int { scripts.reduce(0) { $0 + $1.size } }

    /// The tick after which nothing happens any more.
    var duration: Int {
        if takesTurns {
            let turns = (scripts.map(\.laterCount).max() ?? 0) + (lastWaits ? 1 : 0)
            return turns * scripts.count + scripts.count - 1
        }
        // If an event of one input makes another input begin, the script of that input begins at that tick.
        let later = scripts.first?.laterCount ?? 0
        let first = turns.isEmpty ? ticks.first?.last ?? 0 : later > 0 ? turns[later - 1] : 0
        return isOrderAlone ? first + (ticks.last?.last ?? 0) : ticks.compactMap { $0.last }.max() ?? 0
    }

    private func tick(of input: Int, slot: Int, turn: Int) -> Int {
        if slot == 0 { return 0 }
        if !turns.isEmpty && input == 0 { return turns[turn - 1] }
        guard takesTurns else { return ticks[input][slot] }
        let delay = lastWaits && input == scripts.count - 1 ? 1 : 0
        return (turn + delay) * scripts.count + input
    }

    func signals<Failure: Error>(of input: Int, failure: Failure?) -> [TimedSignal<Int, Failure>] {
        let script = scripts[input]
        let early = script.values.count { $0 == 0 }
        var signals = script.values.enumerated().map { ordinal, slot in
            TimedSignal<Int, Failure>(
                VirtualTime(ticks: tick(of: input, slot: slot, turn: ordinal - early + 1)),
                .value(values.value(ordinal, of: input)))
        }
        let end = VirtualTime(
            ticks: tick(of: input, slot: script.endSlot, turn: script.values.count - early + 1))
        switch (script.ending, failure) {
        case (.finished, _): signals.append(TimedSignal(end, .completion(.finished)))
        case (.failed, let failure?): signals.append(TimedSignal(end, .completion(.failure(failure))))
        default: break
        }
        return signals
    }

    /// Returns the shape that a subscriber sees if it arrives after these ticks and the input doesn't wait for it: the
    /// remaining events, and a synchronous end if the end is past.
    func shape<Failure: Error>(of input: Int, after tick: Int, failure: Failure?) -> HistoryShape {
        let signals = signals(of: input, failure: failure)
        var shape = HistoryShape(isImmediate: false, values: 0, ending: scripts[input].ending)
        shape.values = signals.count { signal in
            if case .value = signal.signal { signal.time.ticks > tick } else { false }
        }
        if shape.ending != .silent, let end = signals.last, end.time.ticks <= tick {
            shape.isImmediate = true
        }
        return shape
    }

    /// Returns the shapes that inputs have if the subscriptions of some come when the call that subscribes has returned.
    func shapes(late: Set<Int>) -> [HistoryShape] {
        scripts.enumerated().map { input, script in
            script.shape.isImmediate && late.contains(input) ? script.shape.atAnotherTime : script.shape
        }
    }

    /// Returns all situations of the inputs within a bound, the small situations first.
    static func all(_ inputs: LawInputs, _ bound: LawBound, canFail: Bool) -> [LawSituation] {
        let scripts = LawScript.all(bound, canFail: canFail)
        let choices = inputs.promises.map { promise in scripts.filter { promise.allows($0.shape) } }
        let combinations = choices.reduce(into: [[LawScript]()]) { all, choice in
            all = all.flatMap { scripts in choice.map { scripts + [$0] } }
        }
        let situations = combinations.flatMap(interleavings(bound))
        // Sizes are counted once: there are many situations.
        return situations.map { (key: $0.size * 2 + ($0.isTied ? 0 : 1), situation: $0) }
            .sorted { $0.key < $1.key }.map(\.situation)
    }

    /// Returns situations in which later events of different inputs happen at the same ticks, or one before the other, or the
    /// other way round, or in turns, or in which all events of the others come between two events of the first.
    private static func interleavings(_ bound: LawBound) -> ([LawScript]) -> [LawSituation] {
        { scripts in
            let slots = 0...bound.laterTicks
            guard scripts.count > 1 else {
                return [
                    LawSituation(scripts: scripts, ticks: scripts.map { _ in Array(slots) }, isTied: true)
                ]
            }
            let step = scripts.count
            func situation(isTied: Bool = false, _ tick: (_ input: Int, _ slot: Int) -> Int) -> LawSituation {
                let ticks = scripts.indices.map { input in slots.map { $0 == 0 ? 0 : tick(input, $0) } }
                return LawSituation(scripts: scripts, ticks: ticks, isTied: isTied)
            }
            var situations = [situation(isTied: true) { _, slot in slot * step }]
            guard scripts.count(where: \.hasLaterEvents) > 1 else { return situations }
            situations += [
                situation { input, slot in slot * step + input },
                situation { input, slot in slot * step + step - 1 - input },
            ]
            if scripts.count > 2 {
                var turns = situation { _, slot in slot }
                turns.takesTurns = true
                situations.append(turns)
                turns.lastWaits = true
                situations.append(turns)
            } else {
                for last in [6, 9] {
                    var between = situation { input, slot in
                        input > 0 ? slot * step : slot == 1 ? 3 : last + slot - 2
                    }
                    between.isOrderAlone = true
                    situations.append(between)
                }
                // The last choice is for an input that makes another begin: that sends one value, then two, then the first
                // input has its third turn.
                for turns in [[3, 6, 9, 12], [6, 12, 18, 24], [3, 6, 12, 18]]
                where turns[2] != 12 || scripts[0].laterCount > 2 {
                    var spread = situation { _, slot in slot * step }
                    spread.turns = turns
                    spread.isOrderAlone = true
                    situations.append(spread)
                }
            }
            return situations
        }
    }
}
