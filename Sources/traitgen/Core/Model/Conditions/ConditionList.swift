/// Writes choices for inputs as conditions on parameters, in the order in which they are preferred.
struct ConditionList {
    private let search: ConditionSearch
    private let order: TraitOrder
    private let trait: Int

    init(_ search: ConditionSearch, _ order: TraitOrder, trait: Int) {
        self.search = search
        self.order = order
        self.trait = trait
    }

    func weakest(_ found: ConditionSearch.Result) -> Deriver.Weakest {
        let most = Deriver.mostConditions
        var result = Deriver.Weakest(hasMore: found.hasMore)
        if found.assignments.isEmpty { return result }
        var wide: [Condition] = []
        var narrow: [Condition] = []
        let uniform = Condition(search.choices.map { _ in TraitSet([trait]) })
        for assignment in found.assignments {
            wide += written(assignment, most, withNarrower: false)
            let asked = assignment.enumerated().map { search.choices[$0].all[$1] }
            if asked.contains(where: { !$0.narrower.isEmpty }) {
                narrow += written(assignment, most, withNarrower: true)
            }
            // The most natural condition is always listed, however many others there are.
            if !asked.isEmpty,
                asked.allSatisfy({
                    $0.sets.contains(TraitSet([trait])) || $0.narrower.contains(TraitSet([trait]))
                })
            {
                narrow.append(uniform)
            }
        }
        let isWide = Set(wide)
        wide = Self.sorted(wide)
        narrow = Self.sorted(narrow.filter { !isWide.contains($0) })
        var all: [Condition] = []
        var seen: Set<Condition> = []
        for condition in (narrow.filter { $0 == uniform } + wide + narrow)
        where seen.insert(condition).inserted {
            all.append(condition)
        }
        if all.count > most { result.hasMore = true }
        let conditions = order.weakest(of: Array(all.prefix(most)))
        result.conditions = conditions.filter { $0 == uniform } + conditions.filter { $0 != uniform }
        return result
    }

    /// The ways to write the choices for parameters of one kind.
    private struct Options {
        /// The choices, and the number of times that each is still to be written.
        var choices: [Int] = []
        var left: [Int] = []
        /// The traits that express a choice, with the choice's place in the list, in the order of names.
        var sets: [(place: Int, set: TraitSet)] = []
    }

    /// The first conditions for an assignment, and for assignments that differ from it in the order of like parameters. If
    /// there are more conditions than asked for, one more is returned.
    private func written(
        _ assignment: ConditionSearch.Assignment, _ most: Int, withNarrower: Bool
    ) -> [Condition] {
        func sets(_ parameter: Int, _ choice: Int) -> [TraitSet] {
            let asked = search.choices[parameter].all[choice]
            return withNarrower ? asked.sets + asked.narrower : asked.sets
        }
        if assignment.count == 1 {
            // Most rows have one parameter, and the generator runs unoptimised.
            return sets(0, assignment[0]).sorted(by: Self.precedes).prefix(most + 1).map { Condition([$0]) }
        }
        /// The options for each kind of parameter, by the number of the kind's first parameter.
        var options = assignment.map { _ in Options() }
        for (parameter, choice) in assignment.enumerated() {
            let kind = search.kinds[parameter]
            if let place = options[kind].choices.firstIndex(of: choice) {
                options[kind].left[place] += 1
                continue
            }
            let place = options[kind].choices.count
            options[kind].choices.append(choice)
            options[kind].left.append(1)
            options[kind].sets += sets(parameter, choice).map { (place, $0) }
        }
        for kind in options.indices { options[kind].sets.sort { Self.precedes($0.set, $1.set) } }
        var result: [Condition] = []
        var parameters = assignment.map { _ in TraitSet() }
        func write(_ parameter: Int) {
            guard parameter < assignment.count else { return result.append(Condition(parameters)) }
            let kind = search.kinds[parameter]
            for (place, set) in options[kind].sets where options[kind].left[place] > 0 {
                guard result.count <= most else { return }
                options[kind].left[place] -= 1
                parameters[parameter] = set
                write(parameter + 1)
                options[kind].left[place] += 1
            }
        }
        write(0)
        return result
    }

    // MARK: - The order of names

    /// Orders the traits of one input: single traits first, then several together, then none.
    private static func precedes(_ left: TraitSet, _ right: TraitSet) -> Bool {
        let (leftCount, rightCount) = (max(left.count, 1), max(right.count, 1))
        guard leftCount == rightCount else { return leftCount < rightCount }
        if left.isEmpty || right.isEmpty { return !left.isEmpty && right.isEmpty }
        return left.hasSmallestDifference(from: right)
    }

    /// Sorts conditions by their number of traits, then as if the traits of all parameters were written in one row.
    private static func sorted(_ conditions: [Condition]) -> [Condition] {
        // Separate steps with a type compile faster than one expression.
        let counted: [(count: Int, condition: Condition)] = conditions.map { (count($0), $0) }
        let sorted = counted.sorted { left, right in
            if left.count != right.count { return left.count < right.count }
            return precedes(left.condition, right.condition)
        }
        return sorted.map(\.condition)
    }

    private static func precedes(_ left: Condition, _ right: Condition) -> Bool {
        var parameter = 0
        while parameter < left.parameters.count {
            let (one, other) = (left.parameters[parameter], right.parameters[parameter])
            parameter += 1
            guard one != other else { continue }
            if one.isEmpty || other.isEmpty { return other.isEmpty }
            if one.count == other.count { return one.hasSmallestDifference(from: other) }
            return row(left).lexicographicallyPrecedes(row(right))
        }
        return false
    }

    private static func count(_ condition: Condition) -> Int {
        var count = 0
        for set in condition.parameters { count += max(set.count, 1) }
        return count
    }

    /// The traits of all parameters; a parameter without traits comes after every trait.
    private static func row(_ condition: Condition) -> [Int] {
        condition.parameters.flatMap { $0.isEmpty ? [.max] : $0.numbers }
    }
}
