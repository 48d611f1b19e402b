import TraitsRuntime

/// How much the law kit tries.
public struct LawBound: Hashable, Sendable {
    /// The largest number of values in a script.
    public var values: Int
    /// The number of ticks after the subscription at which something may happen.
    public var laterTicks: Int
    /// How many ticks are let pass after the last event of a script before silence counts as silence.
    public var settling: Int

    /// Creates a bound.
    public init(values: Int, laterTicks: Int = 2, settling: Int = 16) {
        self.values = values
        self.laterTicks = laterTicks
        self.settling = settling
    }

    /// What is tried for a publisher with so many inputs, unless a test says otherwise: three values for
    /// one input, two for each of several, at the subscription and at two later ticks.
    public static func standard(inputs: Int) -> LawBound {
        LawBound(values: inputs > 1 ? 2 : 3)
    }
}

/// What one input does. Slots stand for ticks: slot zero is the subscription.
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

    /// How much happens: few events are short, and among those the early ones.
    var size: Int {
        (values.count + (ending == .silent ? 0 : 1)) * 16 + values.reduce(0, +)
            + (ending == .silent ? 0 : endSlot)
    }

    var hasLaterEvents: Bool { (values.last ?? 0) > 0 || (ending != .silent && endSlot > 0) }

    /// All scripts within a bound, the short ones first.
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

/// What all inputs do in one run.
struct LawSituation {
    var scripts: [LawScript]
    /// The tick of each slot, for each input.
    var ticks: [[Int]]
    /// The ties of two inputs are broken by the order in which they are subscribed to.
    var isTied: Bool

    var size: Int { scripts.reduce(0) { $0 + $1.size } }

    /// The tick after which nothing happens any more.
    var duration: Int { ticks.compactMap(\.last).max() ?? 0 }

    func signals<Failure: Error>(of input: Int, failure: Failure?) -> [TimedSignal<Int, Failure>] {
        let script = scripts[input]
        var signals = script.values.enumerated().map { ordinal, slot in
            TimedSignal<Int, Failure>(
                VirtualTime(ticks: ticks[input][slot]), .value(input * 4 + ordinal))
        }
        let end = VirtualTime(ticks: ticks[input][script.endSlot])
        switch (script.ending, failure) {
        case (.finished, _): signals.append(TimedSignal(end, .completion(.finished)))
        case (.failed, let failure?): signals.append(TimedSignal(end, .completion(.failure(failure))))
        default: break
        }
        return signals
    }

    /// All situations of the inputs within a bound, the small ones first.
    static func all(_ inputs: LawInputs, _ bound: LawBound, canFail: Bool) -> [LawSituation] {
        let scripts = LawScript.all(bound, canFail: canFail)
        let choices = inputs.promises.map { promise in scripts.filter { promise.allows($0.shape) } }
        let combinations = choices.reduce(into: [[LawScript]()]) { all, choice in
            all = all.flatMap { scripts in choice.map { scripts + [$0] } }
        }
        return combinations.flatMap(interleavings(bound)).sorted {
            ($0.size, $0.isTied ? 0 : 1) < ($1.size, $1.isTied ? 0 : 1)
        }
    }

    /// Later events of different inputs happen at the same ticks, or one before the other, or the other
    /// way round.
    private static func interleavings(_ bound: LawBound) -> ([LawScript]) -> [LawSituation] {
        { scripts in
            let slots = 0...bound.laterTicks
            guard scripts.count > 1 else {
                return [
                    LawSituation(scripts: scripts, ticks: scripts.map { _ in Array(slots) }, isTied: true)
                ]
            }
            let step = scripts.count
            func ticks(_ offset: (Int) -> Int) -> [[Int]] {
                scripts.indices.map { input in slots.map { $0 == 0 ? 0 : $0 * step + offset(input) } }
            }
            var situations = [LawSituation(scripts: scripts, ticks: ticks { _ in 0 }, isTied: true)]
            if scripts.count(where: \.hasLaterEvents) > 1 {
                situations += [
                    LawSituation(scripts: scripts, ticks: ticks { $0 }, isTied: false),
                    LawSituation(scripts: scripts, ticks: ticks { step - 1 - $0 }, isTied: false),
                ]
            }
            return situations
        }
    }
}
