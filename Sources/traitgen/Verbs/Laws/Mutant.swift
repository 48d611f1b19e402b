import TraitgenCore

/// A small change of a row's behaviour.
struct Mutant {
    let name: String
    let behaviour: Behaviour

    /// All small changes of a row: an alternative dropped or added, a rule removed or moved to another moment, a stage
    /// inserted or removed, another combiner, a history added or removed.
    static func all(of original: Behaviour) -> [Mutant] {
        var mutants = Mutants(original)
        if case .source(let histories) = original.combination {
            mutants.addHistories(histories)
            return mutants.all
        }
        mutants.addRules()
        mutants.addWords()
        mutants.addGroups()
        mutants.addCuts()
        mutants.addCombinations()
        return mutants.all
    }
}

/// Collects the changes of one row.
private struct Mutants {
    let original: Behaviour
    private(set) var all: [Mutant] = []

    init(_ original: Behaviour) { self.original = original }

    private mutating func add(_ name: String, _ change: (inout Behaviour) -> Void) {
        var behaviour = original
        change(&behaviour)
        if behaviour != original { all.append(Mutant(name: name, behaviour: behaviour)) }
    }

    mutating func addHistories(_ histories: ShapeSet) {
        for shape in ShapeSet.all(limit: histories.limit).shapes {
            let one = ShapeSet(shape, limit: histories.limit)
            let has = histories.contains(shape)
            add("\(has ? "without" : "with") the history \(shape.marbles)") {
                $0.combination = .source(has ? histories.subtracting(one) : histories.union(one))
            }
        }
    }

    // MARK: - Rules

    private static let outcomes: [Rules.Reaction] = [
        .events([]), .events([.value]), .events([.value, .finish]), .events([.finish]), .events([.failure]),
        .events([.value, .value]),
    ]

    mutating func addRules() {
        let rules = original.rules.reactions
        for event in Event.allCases {
            for context in Rules.Context.allCases {
                let trigger = Rules.Trigger(context, event)
                if let reactions = rules[trigger] { addChanges(of: trigger, reactions) }
            }
            // An event without a rule passes; it also gets alternatives.
            let triggers = rules.keys.filter { $0.event == event }
                .sorted { $0.context.rawValue < $1.context.rawValue }
            guard !original.collectsValues else { continue }
            for trigger in triggers.isEmpty ? [.init(.any, event)] : triggers {
                let reactions = rules[trigger] ?? [.events([event])]
                for more in Self.outcomes where !reactions.contains(more) {
                    add("\(trigger.text) becomes \(more.text) as well") {
                        $0.rules.reactions[trigger] = reactions + [more]
                    }
                }
            }
        }
    }

    private mutating func addChanges(of trigger: Rules.Trigger, _ reactions: [Rules.Reaction]) {
        add("without the rule for \(trigger.text)") { $0.rules.reactions[trigger] = nil }
        for reaction in reactions where reactions.count > 1 {
            add("\(trigger.text) doesn't become \(reaction.text)") {
                $0.rules.reactions[trigger]?.removeAll { $0 == reaction }
            }
        }
        for context in Rules.Context.allCases {
            let other = Rules.Trigger(context, trigger.event)
            guard original.rules.reactions[other] == nil else { continue }
            add("\(trigger.text) is \(other.text)") {
                $0.rules.reactions[trigger] = nil
                $0.rules.reactions[other] = reactions
            }
        }
    }

    // MARK: - Stages

    private mutating func toggle(_ stage: Stage, _ word: String) {
        add(original.stages.contains(stage) ? "without `\(word)`" : "with `\(word)`") { $0.toggle(stage) }
    }

    mutating func addWords() {
        toggle(.later, "later")
        for joining in Joining.allCases
        where original.joining == nil || original.joining == joining {
            toggle(.joining(joining), joining.text)
        }
        if case .retry(let mayWait) = original.combination {
            add(mayWait ? "the next attempt comes immediately" : "the next attempt may come later") {
                $0.combination = .retry(mayWait: !mayWait)
            }
        }
        if let none = original.ofNone, !none.isEmpty {
            add("without the rule for none") {
                if case .repeated(let joint, _) = $0.combination {
                    $0.combination = .repeated(joint, none: [])
                } else {
                    $0.combination = .repeat(none: [])
                }
            }
        }
    }

    mutating func addGroups() {
        let grouped = original.grouped
        if original.rules.reactions.isEmpty {
            add(grouped == nil ? "with `grouped`" : "without `grouped`") {
                if let grouped {
                    $0.toggle(.grouped(grouped))
                } else {
                    $0.collect(.grouped(Grouped(by: .full)))
                }
            }
            let isHeld = original.stages.contains(.held)
            add(isHeld ? "without `held`" : "with `held`") {
                if isHeld { $0.toggle(.held) } else { $0.collect(.held) }
            }
            let isLast = original.stages.contains(.last)
            add(isLast ? "without `last`" : "with `last`") {
                if isLast { $0.toggle(.last) } else { $0.collect(.last) }
            }
        }
        if !original.rules.reactions.isEmpty || original.cut != nil {
            add(original.opens ? "without `until o`" : "with `until o`") { $0.opens.toggle() }
        }
        if let grouped {
            let isTimed = grouped.release == .time
            add("a group goes out \(isTimed ? "only when it is full" : "when time has passed, too")") {
                $0.collect(.grouped(Grouped(by: isTimed ? .full : .time)))
            }
        }
    }

    mutating func addCuts() {
        let cut = original.cut
        for event in [Event.finish, .failure] {
            let events = cut?.events ?? []
            let has = events.contains(event)
            add("\(has ? "without" : "with") the cut \(event.mark)") {
                let rest = has ? events.filter { $0 != event } : events + [event]
                $0.cut = rest.isEmpty ? nil : Cut(rest, isLater: cut?.isLater ?? false)
            }
        }
    }

    // MARK: - Combinations

    mutating func addCombinations() {
        let inputs = original.parameters.count
        let isRepeated = if case .repeated = original.combination { true } else { false }
        for combiner in Behaviour.Combiner.allCases where combiner != original.combiner {
            let other: Behaviour.Combination? =
                switch combiner {
                case .pass: inputs == 1 && !isRepeated ? .pass : nil
                case .retry: inputs == 1 && !isRepeated ? .retry(mayWait: false) : nil
                case .repeat: inputs == 1 && !isRepeated ? .repeat(none: []) : nil
                case .flatten: inputs == 2 ? .flatten : nil
                case .switch: inputs == 2 ? .switch : nil
                case .rescue: inputs == 2 ? .rescue(mayFail: false) : nil
                case .match: inputs == 2 ? .match : nil
                case .signal: inputs == 2 ? .signal(Signals([.init(.any, .value): [.opens]])) : nil
                case .fallback: inputs == 2 ? .fallback : nil
                case .anything: .anything
                case .zip, .latest, .merge, .gather, .concat, .race:
                    Behaviour.Joint.allCases.first { $0.combiner == combiner }.flatMap { joint in
                        if case .repeated(_, let none) = original.combination {
                            return .repeated(joint, none: none)
                        }
                        return inputs > 1 ? .joined(joint) : nil
                    }
                }
            if let other {
                add("`\(combiner.rawValue)` in place of `\(original.combiner.rawValue)`") {
                    $0.combination = other
                }
            }
        }
        switch original.combination {
        case .signal(let signals): addSignals(signals)
        case .rescue(let mayFail):
            add(mayFail ? "making the next never fails" : "making the next may fail") {
                $0.combination = .rescue(mayFail: !mayFail)
            }
        default: break
        }
    }
}

extension Mutants {
    private static let effects: [Signals.Effect] = [
        .nothing, .opens, .opensOnce, .group, .sends(.value), .sends(.finish), .sends(.failure),
    ]

    /// Changes a rule about signals: drops it, or adds or removes an alternative.
    fileprivate mutating func addSignals(_ signals: Signals) {
        func change(_ name: String, _ trigger: Rules.Trigger, _ effects: [Signals.Effect]?) {
            add(name) {
                var changed = signals
                changed.effects[trigger] = effects
                $0.combination = .signal(changed)
            }
        }
        for event in Event.allCases {
            let triggers = Rules.Context.allCases.map { Rules.Trigger($0, event) }
            let said = triggers.filter { signals.effects[$0] != nil }
            for trigger in said { change("without the rule for the signal \(trigger.text)", trigger, nil) }
            for trigger in said.isEmpty ? [.init(.any, event)] : said {
                let effects = signals.effects[trigger] ?? signals.effects(of: event, afterValue: false)
                for more in Self.effects where !effects.contains(more) {
                    change(
                        "the signal \(trigger.text) becomes \(more.text) as well", trigger, effects + [more])
                }
                for effect in effects where effects.count > 1 {
                    change(
                        "the signal \(trigger.text) doesn't become \(effect.text)", trigger,
                        effects.filter { $0 != effect })
                }
            }
        }
    }
}

/// The parts of the list of stages that changes are about.
extension Behaviour {
    fileprivate var joining: Joining? {
        for case .joining(let joining) in stages { return joining }
        return nil
    }

    fileprivate var grouped: Grouped? {
        for case .grouped(let grouped) in stages { return grouped }
        return nil
    }

    /// Indicates whether values are grouped or wait, so that rules say nothing about them.
    fileprivate var collectsValues: Bool {
        grouped != nil || stages.contains(.held) || stages.contains(.last)
    }

    fileprivate mutating func toggle(_ stage: Stage) {
        if stages.contains(stage) { replace(stage, by: nil) } else { add(stage) }
    }

    /// Replaces the stage in which values wait, or adds it.
    fileprivate mutating func collect(_ stage: Stage) {
        for old in stages where old.order == stage.order { replace(old, by: nil) }
        add(stage)
    }

    fileprivate var opens: Bool {
        get { stages.contains { if case .opening = $0 { true } else { false } } }
        set {
            guard newValue != opens, !collectsValues else { return }
            let (rules, cut) = (rules, cut)
            for stage in stages where stage.order <= Stage.cut(Cut([], isLater: false)).order {
                replace(stage, by: nil)
            }
            if newValue {
                add(.opening(Opening(rules: rules, cut: cut)))
            } else {
                if !rules.reactions.isEmpty { add(.rules(rules)) }
                if let cut { add(.cut(cut)) }
            }
        }
    }

    fileprivate var rules: Rules {
        get { stages.lazy.compactMap(\.rules).first ?? Rules() }
        set {
            for stage in stages {
                switch stage {
                case .rules: return replace(stage, by: newValue.reactions.isEmpty ? nil : .rules(newValue))
                case .opening(let opening):
                    return replace(stage, by: .opening(Opening(rules: newValue, cut: opening.cut)))
                default: continue
                }
            }
            if !newValue.reactions.isEmpty { add(.rules(newValue)) }
        }
    }

    fileprivate var cut: Cut? {
        get {
            for stage in stages {
                switch stage {
                case .cut(let cut): return cut
                case .opening(let opening): return opening.cut
                default: continue
                }
            }
            return nil
        }
        set {
            for stage in stages {
                switch stage {
                case .cut: return replace(stage, by: newValue.map { .cut($0) })
                case .opening(let opening):
                    return replace(stage, by: .opening(Opening(rules: opening.rules, cut: newValue)))
                default: continue
                }
            }
            if let newValue { add(.cut(newValue)) }
        }
    }
}
