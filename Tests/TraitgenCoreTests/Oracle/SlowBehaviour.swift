@testable import TraitgenCore
@testable import TraitgenVerbs

/// What a row says about events, word by word, as ``SlowSimulation`` takes it.
struct SlowBehaviour {
    var combiner: Behaviour.Combiner
    var combinerMayFail = false
    var combinerMayWait = false
    var rules: [Rules.Trigger: [Rules.Reaction]] = [:]
    var signals: [Rules.Trigger: [Signals.Effect]] = [:]
    var isGrouped = false
    var groupsByTime = false
    var isHeld = false
    var keepsNewest = false
    var opens = false
    var cut: [Event] = []
    var cutIsLater = false
    var isLater = false
    var joinsLate = false
    var joinsNow = false

    init(_ behaviour: Behaviour) {
        combiner = behaviour.combiner
        switch behaviour.combination {
        case .rescue(let mayFail): combinerMayFail = mayFail
        case .signal(let signals): self.signals = signals.effects
        case .retry(let mayWait): combinerMayWait = mayWait
        default: break
        }
        for stage in behaviour.stages { add(stage) }
    }

    private mutating func add(_ stage: Stage) {
        switch stage {
        case .rules(let rules): self.rules = rules.reactions
        case .grouped(let grouped):
            isGrouped = true
            groupsByTime = grouped.release == .time
        case .held: isHeld = true
        case .last: keepsNewest = true
        case .opening(let opening):
            opens = true
            rules = opening.rules.reactions
            if let cut = opening.cut { add(.cut(cut)) }
        case .cut(let cut):
            self.cut = cut.events
            cutIsLater = cut.isLater
        case .later: isLater = true
        case .joining(let joining):
            joinsLate = joining == .late
            joinsNow = joining == .now
        }
    }
}

extension SlowBehaviour {
    /// The largest number of values of an input: more give nothing that counts differently.
    func mostValues(limit: Int) -> Int {
        // Any number of full groups below the limit comes of fewer than twice as many values. Otherwise a value may be
        // dropped and another one missed.
        isGrouped ? max(2 * limit, limit + 2) : limit + 2
    }

    /// The histories a set stands for.
    func histories(of set: ShapeSet) -> [History] {
        set.shapes.flatMap { shape in
            (shape.values...(shape.values == set.limit ? mostValues(limit: set.limit) : shape.values)).map {
                History(isImmediate: shape.first == .immediate, values: $0, end: shape.end)
            }
        }
    }
}
