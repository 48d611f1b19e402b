/// Finds the weakest choices for a row's inputs that keep the row's histories inside a language.
///
/// The search goes from the last input to the first. From the histories that the whole row may have, it finds for each choice
/// for the last input the histories that all earlier inputs together may have. Of choices that leave the same histories, only
/// the widest counts. So the work grows with the number of inputs, not with a power of it. If the order of inputs makes no
/// difference, they are tried in one order.
final class ConditionSearch {
    /// A choice for each parameter, by its number in ``choices``; no wider choice stays inside the language.
    typealias Assignment = [Int]

    /// The result of a search: assignments up to the order of like parameters.
    struct Result {
        var assignments: [Assignment] = []
        /// Indicates whether there are more assignments than are listed.
        var hasMore = false
    }

    /// Ends a search that takes too long.
    struct TooLong: Error {}

    /// The largest number of assignments that are listed.
    static let mostAssignments = 64

    /// The choices for each parameter.
    let choices: [TraitChoices]
    /// The kind of each parameter. Parameters of one kind are alike: their choices can be exchanged.
    let kinds: [Int]
    /// The conditions found so far, as ``Deriver`` caches them.
    var answers: [Deriver.Question: Deriver.Weakest] = [:]
    private let behaviour: Behaviour
    private let finder: ImageFinder
    private let rooms: RoomTables
    private let steps: [Step]
    private let budget: Int
    private var spent = 0
    private var hasMore = false

    /// Adjacent inputs that are the same parameter.
    private struct Step {
        var parameter: Int
        var count: Int
    }

    init(
        _ behaviour: Behaviour, _ choices: [TraitChoices], _ finder: ImageFinder, _ rooms: RoomTables,
        budget: Int
    ) {
        self.behaviour = behaviour
        self.choices = choices
        self.finder = finder
        self.rooms = rooms
        self.budget = budget
        let isSymmetric = behaviour.isSymmetric
        var steps: [Step] = []
        for parameter in behaviour.parameters {
            let known = steps.indices.first {
                steps[$0].parameter == parameter && (isSymmetric || $0 == steps.count - 1)
            }
            if let known {
                steps[known].count += 1
            } else {
                steps.append(Step(parameter: parameter, count: 1))
            }
        }
        var kinds = Array(choices.indices)
        if isSymmetric {
            for (number, step) in steps.enumerated() {
                let first = steps[..<number].first {
                    $0.count == step.count && choices[$0.parameter] === choices[step.parameter]
                }
                if let first { kinds[step.parameter] = kinds[first.parameter] }
            }
            steps.sort { (kinds[$0.parameter], $0.parameter) < (kinds[$1.parameter], $1.parameter) }
        }
        self.kinds = kinds
        self.steps = steps
    }

    /// The assignments whose image lies inside a language, each as wide as can be.
    func widest(inside language: ShapeSet) throws(TooLong) -> Result {
        hasMore = false
        switch behaviour.combination {
        case .source(let histories): return Result(assignments: histories.isSubset(of: language) ? [[]] : [])
        case .anything:
            let holds = ShapeSet.all(limit: finder.limit).isSubset(of: language)
            return Result(assignments: holds ? [choices.map { _ in 0 }] : [])
        default: break
        }
        guard finder.finish(behaviour, ShapeSet(limit: finder.limit)).isSubset(of: language) else {
            return Result()
        }
        let room = finder.images(behaviour.stages).histories(into: language)
        let found: [Assignment]
        switch behaviour.combination {
        case _ where choices.count == 1: found = alone(room, language)
        case .flatten, .switch: found = try spawned(room)
        case .joined, .rescue, .match, .signal, .fallback:
            found = try folded(behaviour.combination, room)
        default: found = alone(room, language)
        }
        return Result(assignments: found, hasMore: hasMore)
    }

    private func spend(_ work: Int) throws(TooLong) {
        spent += work
        if spent > budget { throw TooLong() }
    }

    /// Indicates whether a choice of a list lies in a choice that was taken.
    private func isInside(_ choice: Int, _ taken: [Int], _ list: TraitChoices) -> Bool {
        // A plain loop: this runs often, and the generator is unoptimised.
        let language = list.languages[choice]
        for one in taken where language.isSubset(of: list.languages[one]) { return true }
        return false
    }

    // MARK: - One parameter

    private func alone(_ room: TimedSet, _ language: ShapeSet) -> [Assignment] {
        let list = choices[0]
        var taken: [Int] = []
        for number in list.all.indices where !isInside(number, taken, list) {
            if keeps(list.all[number], room, language) { taken.append(number) }
        }
        return taken.map { [$0] }
    }

    /// Indicates whether the row's histories stay inside the language if all inputs have one choice.
    private func keeps(_ choice: TraitChoices.Choice, _ room: TimedSet, _ language: ShapeSet) -> Bool {
        if case .pass = behaviour.combination { return choice.histories.isSubset(of: room) }
        let inputs = behaviour.parameters.map { _ in choice.language }
        if case .retry = behaviour.combination {
            return finder.image(of: behaviour, inputs: inputs).isSubset(of: language)
        }
        return finder.combined(behaviour, inputs).isSubset(of: room)
    }

    // MARK: - Inputs beside each other

    /// Choices for all steps up to a certain step, and their image. The last step's image isn't needed and stays empty.
    private struct Head {
        var choices: [Int]
        var image = TimedSet()
    }

    private struct HeadKey: Hashable {
        var step: Int
        var room: TimedSet
        var least: Int
        var fixed: [Int: Int]
    }

    private var heads: [HeadKey: [Head]] = [:]
    private var cutShort: Set<HeadKey> = []

    private func folded(_ combination: Behaviour.Combination, _ room: TimedSet) throws(TooLong)
        -> [Assignment]
    {
        let found = try heads(steps.count - 1, room, least: 0, fixed: [:], combination).map { head in
            var assignment = choices.map { _ in 0 }
            for (number, step) in steps.enumerated() { assignment[step.parameter] = head.choices[number] }
            return assignment
        }
        // A parameter with several steps has been tried with every choice, even if a wider choice would do.
        guard steps.count > choices.count else { return found }
        return found.filter { one in !found.contains { $0 != one && isWider($0, one) } }
    }

    private func isWider(_ wide: Assignment, _ narrow: Assignment) -> Bool {
        choices.indices.allSatisfy { parameter in
            let all = choices[parameter].all
            return all[narrow[parameter]].language.isSubset(of: all[wide[parameter]].language)
        }
    }

    /// The widest choices for all steps up to `step` whose image stays inside `room`.
    private func heads(
        _ step: Int, _ room: TimedSet, least: Int, fixed: [Int: Int], _ combination: Behaviour.Combination
    ) throws(TooLong) -> [Head] {
        let key = HeadKey(step: step, room: room, least: least, fixed: fixed)
        if let known = heads[key] {
            if cutShort.contains(key) { hasMore = true }
            return known
        }
        let parameter = steps[step].parameter
        let list = choices[parameter]
        let table = rooms.table(combination, list)
        try spend(list.all.count)
        var result: [Head] = []
        // All steps of one parameter have the same choice.
        let fixedChoice = fixed[parameter]
        if step == 0 {
            var taken: [Int] = []
            for number in list.all.indices where fixedChoice.map({ $0 == number }) ?? true {
                if fixedChoice == nil && isInside(number, taken, list) { continue }
                var image = list.all[number].histories
                for _ in 1..<steps[0].count { image = table.image(image, number) }
                guard image.isSubset(of: room) else { continue }
                taken.append(number)
                if number >= least { result.append(Head(choices: [number], image: image)) }
            }
        } else {
            result = try longer(step, room, least: least, fixed: fixed, combination, table)
        }
        if result.count > Self.mostAssignments {
            result.removeLast(result.count - Self.mostAssignments)
            cutShort.insert(key)
            hasMore = true
        }
        heads[key] = result
        return result
    }

    private func longer(
        _ step: Int, _ room: TimedSet, least: Int, fixed: [Int: Int], _ combination: Behaviour.Combination,
        _ table: RoomTable
    ) throws(TooLong) -> [Head] {
        let parameter = steps[step].parameter
        let list = choices[parameter]
        let fixedChoice = fixed[parameter]
        var rooms = table.rooms(room)
        for number in rooms.indices {
            for _ in 1..<steps[step].count { rooms[number] = table.room(rooms[number], number) }
        }
        let isLast = step == steps.count - 1
        let isAlike = kinds[steps[step - 1].parameter] == kinds[parameter]
        let comesAgain = steps[..<step].contains { $0.parameter == parameter }
        var result: [Head] = []
        for number in list.all.indices where number >= least && !rooms[number].isEmpty {
            guard fixedChoice.map({ $0 == number }) ?? true else { continue }
            let wider = fixedChoice == nil && !comesAgain ? list.wider[number] : []
            if wider.contains(where: { rooms[$0] == rooms[number] }) { continue }
            var fixed = fixed
            if comesAgain { fixed[parameter] = number }
            let before = try heads(
                step - 1, rooms[number], least: isAlike ? number : 0, fixed: fixed, combination)
            try spend(before.count)
            for head in before {
                // A wider choice that also admits these heads replaces this choice.
                if wider.contains(where: { head.image.isSubset(of: rooms[$0]) }) { continue }
                var next = Head(choices: head.choices + [number])
                if !isLast {
                    next.image = head.image
                    for _ in 0..<steps[step].count { next.image = table.image(next.image, number) }
                }
                result.append(next)
            }
        }
        return result
    }

    // MARK: - Publishers that are made on the way

    private func spawned(_ room: TimedSet) throws(TooLong) -> [Assignment] {
        let outer = choices[0]
        let inner = choices[1]
        /// For each choice for the inner input, the shapes that the outer input may have.
        var rooms: [Int: ShapeSet] = [:]
        /// The shapes that the outer input may have: `fitting` shapes are known, and only the other `possible` shapes are
        /// tried.
        func shapes(_ language: ShapeSet, _ fitting: ShapeSet, _ possible: ShapeSet) -> ShapeSet {
            guard fitting != possible else { return fitting }
            let spawned = finder.spawned(behaviour.combination, inner: language)
            return possible.subtracting(fitting).shapes.reduce(into: fitting) {
                if spawned[$1].isSubset(of: room) { $0.insert($1) }
            }
        }
        let least = inner.all.reduce(ShapeSet.all(limit: finder.limit)) { $0.intersection($1.language) }
        let none = ShapeSet(limit: finder.limit)
        let most = shapes(least, none, outer.all[0].language)
        guard outer.all.contains(where: { $0.language.isSubset(of: most) }) else { return [] }
        var result: [Assignment] = []
        for number in inner.all.indices {
            let wider = inner.wider[number].filter { rooms[$0] != nil }
            // A narrower choice admits no more shapes if a wider choice admits as many as possible.
            if wider.contains(where: { rooms[$0] == most }) { continue }
            try spend(inner.all.count)
            // Shapes that fit beside a wider choice fit beside this choice.
            let fitting = wider.reduce(none) { $0.union(rooms[$1] ?? none) }
            let room = shapes(inner.all[number].language, fitting, most)
            rooms[number] = room
            var taken: [Int] = []
            for choice in outer.all.indices where outer.all[choice].language.isSubset(of: room) {
                if isInside(choice, taken, outer) { continue }
                taken.append(choice)
                let isNarrow = wider.contains {
                    outer.all[choice].language.isSubset(of: rooms[$0] ?? none)
                }
                if !isNarrow { result.append([choice, number]) }
            }
        }
        return result
    }
}
