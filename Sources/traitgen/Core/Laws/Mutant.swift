/// One small change of what a row says.
struct Mutant {
    let name: String
    let behaviour: Behaviour

    /// All small changes of a row: an alternative dropped or added, a rule removed or moved to another moment, a word
    /// said or not said, another way to combine, a history more or less.
    static func all(of original: Behaviour) -> [Mutant] {
        var result: [Mutant] = []
        func add(_ name: String, _ change: (inout Behaviour) -> Void) {
            var behaviour = original
            change(&behaviour)
            if behaviour != original { result.append(Mutant(name: name, behaviour: behaviour)) }
        }
        if let histories = original.histories {
            for shape in ShapeSet.all(limit: histories.limit).shapes {
                var one = ShapeSet(limit: histories.limit)
                one.insert(shape)
                let has = histories.contains(shape)
                add("\(has ? "without" : "with") the history \(shape.marbles)") {
                    $0.histories = has ? histories.subtracting(one) : histories.union(one)
                }
            }
            return result
        }
        for event in [Behaviour.Event.value, .finish, .failure] {
            for context in Behaviour.Context.allCases {
                let trigger = Behaviour.Trigger(context, event)
                guard let reactions = original.rules[trigger] else { continue }
                add("without the rule for \(text(trigger))") { $0.rules[trigger] = nil }
                for reaction in reactions where reactions.count > 1 {
                    add("\(text(trigger)) doesn't become \(text(reaction))") {
                        $0.rules[trigger]?.removeAll { $0 == reaction }
                    }
                }
                for other in Behaviour.Context.allCases where original.rules[.init(other, event)] == nil {
                    add("\(text(trigger)) is \(text(.init(other, event)))") {
                        $0.rules[trigger] = nil
                        $0.rules[.init(other, event)] = reactions
                    }
                }
            }
            // Also where there is no rule: then the event passes, and may become something else besides.
            let triggers = original.rules.keys.filter { $0.event == event }
            for trigger in (triggers.isEmpty ? [.init(.any, event)] : triggers).sorted(by: inOrder)
            where !original.isGrouped && !original.isHeld {
                let reactions = original.rules[trigger] ?? [.events([event])]
                for more in outcomes where !reactions.contains(more) {
                    add("\(text(trigger)) becomes \(text(more)) as well") {
                        $0.rules[trigger] = reactions + [more]
                    }
                }
            }
        }
        add(original.isLater ? "without `later`" : "with `later`") { $0.isLater.toggle() }
        add(original.waits ? "without `waits`" : "with `waits`") { $0.waits.toggle() }
        // These contradict each other.
        if !original.replays && !original.joinsNow {
            add(original.joinsLate ? "without `joins late`" : "with `joins late`") { $0.joinsLate.toggle() }
        }
        if !original.joinsLate && !original.joinsNow {
            add(original.replays ? "without `replays`" : "with `replays`") { $0.replays.toggle() }
        }
        if !original.joinsLate && !original.replays {
            add(original.joinsNow ? "without `joins now`" : "with `joins now`") { $0.joinsNow.toggle() }
        }
        if original.combiner == .retry {
            add(
                original.combinerMayWait
                    ? "the next attempt comes at once" : "the next attempt may come later"
            ) {
                $0.combinerMayWait.toggle()
            }
        }
        if !original.none.isEmpty { add("without the rule for none") { $0.none = [] } }
        if original.rules.isEmpty {
            add(original.isGrouped ? "without `grouped`" : "with `grouped`") {
                $0.isGrouped.toggle()
                $0.groupsByTime = false
                $0.isHeld = false
            }
            add(original.isHeld ? "without `held`" : "with `held`") {
                $0.isHeld.toggle()
                $0.isGrouped = false
                $0.groupsByTime = false
            }
        }
        if !original.rules.isEmpty || !original.cut.isEmpty {
            add(original.opens ? "without `opens`" : "with `opens`") { $0.opens.toggle() }
        }
        if original.isGrouped { add("groups go by time or not") { $0.groupsByTime.toggle() } }
        for event in [Behaviour.Event.finish, .failure] {
            let has = original.cut.contains(event)
            add("\(has ? "without" : "with") the cut \(text(event))") {
                $0.cut =
                    has
                    ? $0.cut.filter { $0 != event } : ($0.cut + [event]).sorted { $0.rawValue < $1.rawValue }
            }
        }
        if !original.cut.isEmpty { add("the cut may come later alone, or not") { $0.cutIsLater.toggle() } }
        let inputs = original.parameters.count
        for combiner in Behaviour.Combiner.allCases where combiner != original.combiner {
            let fits: Bool =
                switch combiner {
                case .pass, .retry: inputs == 1 && !original.isRepeated
                case .flatten, .switch, .rescue, .fallback: inputs == 2 && !original.isRepeated
                case .anything: true
                default: inputs > 1 || original.isRepeated
                }
            if fits {
                add("`\(combiner.rawValue)` in place of `\(original.combiner.rawValue)`") {
                    $0.combiner = combiner
                    $0.combinerMayFail = false
                    $0.combinerMayWait = false
                }
            }
        }
        if [.flatten, .switch, .rescue].contains(original.combiner) {
            add(original.combinerMayFail ? "making the next never fails" : "making the next may fail") {
                $0.combinerMayFail.toggle()
            }
        }
        return result
    }

    private static let outcomes: [Behaviour.Reaction] = [
        .events([]), .events([.value]), .events([.value, .finish]), .events([.finish]), .events([.failure]),
        .events([.value, .value]),
    ]

    private static func inOrder(_ left: Behaviour.Trigger, _ right: Behaviour.Trigger) -> Bool {
        (left.event.rawValue, left.context.rawValue) < (right.event.rawValue, right.context.rawValue)
    }

    private static func text(_ event: Behaviour.Event) -> String {
        switch event {
        case .value: "o"
        case .finish: "|"
        case .failure: "x"
        }
    }

    private static func text(_ trigger: Behaviour.Trigger) -> String {
        switch trigger.context {
        case .any: text(trigger.event)
        case .beforeValue: "-" + text(trigger.event)
        case .afterValue: "o-" + text(trigger.event)
        }
    }

    private static func text(_ reaction: Behaviour.Reaction) -> String {
        switch reaction {
        case .traps: "traps"
        case .events(let events): events.isEmpty ? "nothing" : events.map(text).joined()
        }
    }
}
