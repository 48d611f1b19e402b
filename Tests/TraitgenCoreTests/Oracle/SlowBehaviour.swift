@testable import TraitgenCore

/// What a row says about events, word by word, as ``SlowSimulation`` takes it.
struct SlowBehaviour {
    var combiner: Behaviour.Combiner
    var combinerMayFail = false
    var combinerMayWait = false
    var rules: [Rules.Trigger: [Rules.Reaction]] = [:]
    var isGrouped = false
    var groupsByTime = false
    var isHeld = false
    var opens = false
    var cut: [Event] = []
    var cutIsLater = false
    var isLater = false
    var waits = false
    var joinsLate = false
    var replays = false
    var joinsNow = false

    init(_ behaviour: Behaviour) {
        combiner = behaviour.combiner
        switch behaviour.combination {
        case .flatten(let mayFail), .switch(let mayFail), .rescue(let mayFail): combinerMayFail = mayFail
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
            groupsByTime = grouped.byTime
        case .held: isHeld = true
        case .opening(let opening):
            opens = true
            rules = opening.rules.reactions
            if let cut = opening.cut { add(.cut(cut)) }
        case .cut(let cut):
            self.cut = cut.events
            cutIsLater = cut.isLater
        case .waits: waits = true
        case .later: isLater = true
        case .joining(let joining):
            joinsLate = joining == .late
            joinsNow = joining == .now
            replays = joining == .replays
        }
    }
}
