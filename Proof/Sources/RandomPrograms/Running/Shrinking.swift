@_spi(Proof) import TraitsTesting

extension Program {
    /// The smallest program to be found that fails as well, by leaving things out and making numbers smaller for as
    /// long as that succeeds.
    func shrunk(_ fails: (Program) -> Bool) -> Program {
        var best = self
        while let smaller = best.simplifications.first(where: fails) { best = smaller }
        return best
    }

    /// Programs that are a little smaller, those first that leave most out.
    private var simplifications: [Program] {
        var programs: [Program] = []
        for pipeline in pipeline.simplifications { programs.append(with { $0.pipeline = pipeline }) }
        for index in reactions.indices {
            programs.append(with { $0.reactions.remove(at: index) })
            for acts in Self.shortened(reactions[index].acts) {
                programs.append(with { $0.reactions[index].acts = acts })
            }
            if reactions[index].value > 1 { programs.append(with { $0.reactions[index].value -= 1 }) }
            if reactions[index].subscriber > 0 {
                programs.append(with { $0.reactions[index].subscriber -= 1 })
            }
        }
        for acts in Self.shortened(acts) { programs.append(with { $0.acts = acts }) }
        if let demand, demand > 0 { programs.append(with { $0.demand = demand - 1 }) }
        if returns != 0 { programs.append(with { $0.returns = 0 }) }
        if scheduling != .inOrder { programs.append(with { $0.scheduling = .inOrder }) }
        if settles { programs.append(with { $0.settles = false }) }
        return programs
    }

    private func with(_ change: (inout Program) -> Void) -> Program {
        var program = self
        change(&program)
        return program
    }

    static func shortened(_ acts: [Act]) -> [[Act]] {
        var lists: [[Act]] = []
        for index in acts.indices {
            var shorter = acts
            shorter.remove(at: index)
            lists.append(shorter)
        }
        for index in acts.indices {
            for act in acts[index].simplifications {
                var simpler = acts
                simpler[index] = act
                lists.append(simpler)
            }
        }
        return lists
    }
}

extension Program.Act {
    fileprivate var simplifications: [Program.Act] {
        switch self {
        case .send(let value, let subject): value > 0 ? [.send(value - 1, to: subject)] : []
        case .request(let demand, let subscriber): demand > 1 ? [.request(demand - 1, by: subscriber)] : []
        case .pass(let ticks): ticks > 0 ? [.pass(ticks - 1)] : []
        case .cancel, .finish, .fail, .subscribe: []
        }
    }
}

extension Pipeline {
    /// Pipelines that are a little smaller, those first that leave most out.
    var simplifications: [Pipeline] {
        var pipelines = inputs
        for (index, input) in inputs.enumerated() {
            for simpler in input.simplifications {
                var copy = self
                copy.inputs[index] = simpler
                pipelines.append(copy)
            }
        }
        for index in deeds.indices {
            var copy = self
            copy.deeds.remove(at: index)
            pipelines.append(copy)
            for acts in Program.shortened(deeds[index].acts) where !acts.isEmpty {
                copy = self
                copy.deeds[index].acts = acts
                pipelines.append(copy)
            }
            if deeds[index].call > 1 {
                copy = self
                copy.deeds[index].call -= 1
                pipelines.append(copy)
            }
        }
        for (index, limit) in operation.limits.enumerated() where numbers[index] > limit.lowerBound {
            var copy = self
            copy.numbers[index] -= 1
            pipelines.append(copy)
        }
        if operation.isSource && name != "just" && name != "empty" {
            for name in [Pipeline("empty"), Pipeline("just", 1)] {
                var copy = name
                copy.deeds = deeds.filter { $0.place != .closure }
                pipelines.append(copy)
            }
        }
        return pipelines
    }
}
