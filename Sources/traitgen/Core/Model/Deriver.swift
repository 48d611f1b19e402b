/// Finds the weakest conditions under which a row keeps a trait.
///
/// A condition gives each of the row's parameters some traits, or none. Of all conditions whose image lies inside the trait,
/// the weakest are kept; if several can't be compared ("A or B"), all of them.
final class Deriver {
    /// The weakest conditions for one trait.
    struct Weakest {
        /// The conditions in a fixed order: first the trait itself for every parameter, last conditions with narrower traits,
        /// and otherwise conditions on earlier parameters first.
        var conditions: [Condition] = []
        /// Indicates whether there are more conditions than are listed.
        var hasMore = false
    }

    let finder: ImageFinder
    let languages: [ShapeSet]
    let order: TraitOrder
    private let budget: Int
    private var choices: [ChoicesKey: TraitChoices] = [:]
    private let rooms: RoomTables
    private var searches: [SearchKey: ConditionSearch] = [:]

    /// The largest number of conditions that are listed.
    static let mostConditions = 64

    /// The work that a row may take: some hundred times the work of the largest row of the package.
    static let budget = 1_000_000

    private enum ChoicesKey: Hashable {
        case given(ShapeSet)
        case any(bound: Int?, visible: [Int])
    }

    /// A question to a search.
    struct Question: Hashable {
        var language: ShapeSet
        var trait: Int
    }

    private struct SearchKey: Hashable {
        var behaviour: Behaviour
        var bounds: [Int?]
        var visible: [Int]
    }

    init(finder: ImageFinder, languages: [ShapeSet], order: TraitOrder, budget: Int = Deriver.budget) {
        self.finder = finder
        rooms = RoomTables(finder)
        self.languages = languages
        self.order = order
        self.budget = budget
    }

    /// Finds the weakest conditions that keep the row's histories inside `language`.
    ///
    /// - Parameters:
    ///   - bounds: for each parameter, the trait that its own bound requires.
    ///   - trait: the number of the trait, which decides only the order.
    ///   - visible: the numbers of the traits that conditions may use.
    func weakest(
        _ behaviour: Behaviour, bounds: [Int?], inside language: ShapeSet, trait: Int, visible: [Int]
    ) throws(ConditionSearch.TooLong) -> Weakest {
        let search = search(behaviour, bounds, visible)
        let question = Question(language: language, trait: trait)
        if let known = search.answers[question] { return known }
        let found = try search.widest(inside: language)
        let answer = ConditionList(search, order, trait: trait).weakest(found)
        search.answers[question] = answer
        return answer
    }

    /// Indicates whether a condition is among the weakest that keep the row's histories inside `language`.
    func isWeakest(_ condition: Condition, _ behaviour: Behaviour, bounds: [Int?], inside language: ShapeSet)
        -> Bool
    {
        holds(condition, behaviour, bounds, language)
            && !order.weaker(than: condition).contains { holds($0, behaviour, bounds, language) }
    }

    private func holds(
        _ condition: Condition, _ behaviour: Behaviour, _ bounds: [Int?], _ language: ShapeSet
    ) -> Bool {
        let inputs = behaviour.parameters.map { parameter in
            behaviour.given[parameter]
                ?? (condition.parameters[parameter].numbers + (bounds[parameter].map { [$0] } ?? []))
                .reduce(ShapeSet.all(limit: finder.limit)) { $0.intersection(languages[$1]) }
        }
        return finder.image(of: behaviour, inputs: inputs).isSubset(of: language)
    }

    private func search(_ behaviour: Behaviour, _ bounds: [Int?], _ visible: [Int]) -> ConditionSearch {
        let key = SearchKey(behaviour: behaviour, bounds: bounds, visible: visible)
        if let known = searches[key] { return known }
        let isSource = if case .source = behaviour.combination { true } else { false }
        let parameters = isSource ? 0 : (behaviour.parameters.max() ?? -1) + 1
        let lists = (0..<parameters).map { parameter in
            // An input that is always the same publisher can't be asked for traits.
            choices(
                behaviour.given[parameter].map { .given($0) }
                    ?? .any(bound: bounds[parameter], visible: visible))
        }
        let found = ConditionSearch(behaviour, lists, finder, rooms, budget: budget)
        searches[key] = found
        return found
    }

    private func choices(_ key: ChoicesKey) -> TraitChoices {
        if let known = choices[key] { return known }
        let found =
            switch key {
            case .given(let shapes): TraitChoices(given: shapes, in: finder.space)
            case .any(let bound, let visible):
                TraitChoices(
                    visible, languages: languages, bound: bound.map { languages[$0] }, order: order,
                    in: finder.space)
            }
        choices[key] = found
        return found
    }
}
