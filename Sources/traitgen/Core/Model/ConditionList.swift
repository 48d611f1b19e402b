/// Writes choices for inputs as conditions on parameters, in the order in which they are preferred.
struct ConditionList {
    private let search: ConditionSearch
    private let order: TraitOrder
    private let trait: Int
    /// The number of traits, which stands for no condition where conditions are ordered.
    private let traitCount: Int

    init(_ search: ConditionSearch, _ order: TraitOrder, trait: Int, of traitCount: Int) {
        self.search = search
        self.order = order
        self.trait = trait
        self.traitCount = traitCount
    }

    func weakest(_ found: ConditionSearch.Result) -> Deriver.Weakest {
        let most = Deriver.mostConditions
        var result = Deriver.Weakest(hasMore: found.hasMore)
        if found.assignments.isEmpty { return result }
        var wide: [Condition] = []
        var narrow: [Condition] = []
        let uniform = Condition(search.choices.map { _ in TraitSet([trait]) })
        for assignment in found.assignments {
            let sets = assignment.enumerated().map { search.choices[$0].all[$1].sets }
            wide += written(assignment, most) { search.choices[$0].all[$1].sets }
            let narrower = assignment.enumerated().map { search.choices[$0].all[$1].narrower }
            if narrower.contains(where: { !$0.isEmpty }) {
                narrow += written(assignment, most) {
                    search.choices[$0].all[$1].sets + search.choices[$0].all[$1].narrower
                }
            }
            // However many others there are, the most natural one is among them.
            if !sets.isEmpty, zip(sets, narrower).allSatisfy({ ($0 + $1).contains(TraitSet([trait])) }) {
                narrow.append(uniform)
            }
        }
        let isWide = Set(wide)
        wide = sorted(wide)
        narrow = sorted(narrow.filter { !isWide.contains($0) })
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

    /// The conditions for an assignment and for those that differ from it in the order of like parameters: the first
    /// ones, and one more than asked for where there are more.
    private func written(
        _ assignment: ConditionSearch.Assignment, _ most: Int, _ sets: (Int, Int) -> [TraitSet]
    ) -> [Condition] {
        if assignment.count == 1 {
            // Most rows have one, and the generator runs unoptimised.
            let options = sets(0, assignment[0]).map { (set: $0, key: key($0)) }
            return options.sorted { precedes($0.key, $1.key) }.prefix(most + 1).map { Condition([$0.set]) }
        }
        /// For each kind of parameter the choices that are left, each with its number.
        var left: [Int: [Int: Int]] = [:]
        for (parameter, choice) in assignment.enumerated() {
            left[search.kinds[parameter], default: [:]][choice, default: 0] += 1
        }
        var result: [Condition] = []
        func write(_ parameters: [TraitSet]) {
            guard result.count <= most else { return }
            let parameter = parameters.count
            guard parameter < assignment.count else { return result.append(Condition(parameters)) }
            let kind = search.kinds[parameter]
            let options = (left[kind] ?? [:]).filter { $0.value > 0 }.keys.flatMap { choice in
                sets(parameter, choice).map { (choice: choice, set: $0) }
            }.sorted { precedes(key($0.set), key($1.set)) }
            for option in options {
                left[kind]?[option.choice]? -= 1
                write(parameters + [option.set])
                left[kind]?[option.choice]? += 1
            }
        }
        write([])
        return result
    }

    private func key(_ set: TraitSet) -> [Int] { set.isEmpty ? [traitCount] : set.numbers }

    /// Several traits of one input are named after all single ones.
    private func precedes(_ left: [Int], _ right: [Int]) -> Bool {
        guard left.count == right.count else { return left.count < right.count }
        var index = 0
        while index < left.count {
            if left[index] != right[index] { return left[index] < right[index] }
            index += 1
        }
        return false
    }

    private func sorted(_ conditions: [Condition]) -> [Condition] {
        conditions.map { condition -> (condition: Condition, key: [Int]) in
            (condition, condition.parameters.flatMap(key))
        }.sorted { precedes($0.key, $1.key) }.map(\.condition)
    }
}
