/// Translates the clauses of a row into its behaviour.
///
/// ``RowChecker`` must have accepted the row; the behaviour of an invalid row is meaningless.
package struct RowTranslation {
    /// The rows of publishers that an input can be fixed to.
    let givens: [String: GivenRow]
    /// The number of values from which on histories aren't told apart.
    let limit: Int

    package init(givens: [String: GivenRow], limit: Int) {
        self.givens = givens
        self.limit = limit
    }

    package func behaviour(of row: Table.RowDeclaration, _ inputs: RowInputs) -> Behaviour {
        if row.kind == .source { return Behaviour(.source(row.histories.shapes(limit: limit))) }
        var behaviour = Behaviour(combination(row, inputs.isRepeated), stages(row))
        behaviour.parameters = inputs.parameters
        for (input, parameter) in zip(inputs.declared, inputs.parameters) {
            guard let given = input.given, let histories = givens[given.value]?.histories else { continue }
            behaviour.given[parameter] = histories.shapes(limit: limit)
        }
        return behaviour
    }

    /// How the row combines its inputs.
    private func combination(_ row: Table.RowDeclaration, _ isRepeated: Bool) -> Behaviour.Combination {
        let none = row.none?.value.shapes(limit: ShapeSet.largestLimit).shapes ?? []
        func joined(_ joint: Behaviour.Joint) -> Behaviour.Combination {
            guard isRepeated else { return .joined(joint) }
            return .repeated(joint, none: none)
        }
        return switch row.combiner?.value ?? .pass {
        case .pass: .pass
        case .anything: .anything
        case .zip: joined(.zip)
        case .latest: joined(.latest)
        case .merge: joined(.merge)
        case .gather: joined(.gather)
        case .concat: joined(.concat)
        case .race: joined(.race)
        case .match: .match
        case .signal: .signal(Signals(row.signals))
        case .fallback: .fallback
        case .rescue: .rescue(mayFail: row.combinerMayFail)
        case .flatten: .flatten
        case .switch: .switch
        case .retry: .retry(mayWait: row.combinerMayWait)
        case .repeat: .repeat(none: none)
        }
    }

    /// The stages that the row's combined events go through.
    private func stages(_ row: Table.RowDeclaration) -> [Stage] {
        let rules = Rules(row.rules)
        var result: [Stage] = []
        var cut = row.cut.isEmpty ? nil : Cut(row.cut.map(\.value), isLater: row.takesTime)
        if row.words[.grouped] != nil {
            result.append(.grouped(Grouped(by: row.words[.later] == nil ? .full : .time)))
        } else if row.words[.held] != nil {
            result.append(.held)
        } else if row.words[.last] != nil {
            result.append(.last)
        } else if row.words[.until] != nil {
            result.append(.opening(Opening(rules: rules, cut: cut)))
            cut = nil
        } else if !rules.reactions.isEmpty {
            result.append(.rules(rules))
        }
        if let cut { result.append(.cut(cut)) }
        if row.words[.later] != nil { result.append(.later) }
        for joining in Joining.allCases where row.words.keys.contains(where: { $0.rawValue == joining.text })
        {
            result.append(.joining(joining))
        }
        return result
    }
}

extension Rules {
    /// Creates the rules of a row. Of two rules for one trigger, the first counts.
    init(_ declared: [Table.Rule]) {
        self.init()
        for rule in declared where reactions[rule.trigger.value] == nil {
            reactions[rule.trigger.value] = rule.alternatives.map(\.value)
        }
    }
}

extension Signals {
    /// Creates the rules of a row. Of two rules for one trigger, the first counts.
    init(_ declared: [Table.SignalRule]) {
        self.init()
        for rule in declared where effects[rule.trigger.value] == nil {
            effects[rule.trigger.value] = rule.alternatives.map(\.value)
        }
    }
}

extension [Marble] {
    /// The histories that any of the lines allows.
    func shapes(limit: Int) -> ShapeSet {
        reduce(into: ShapeSet(limit: limit)) { $0.formUnion($1.shapes(limit: limit)) }
    }
}
