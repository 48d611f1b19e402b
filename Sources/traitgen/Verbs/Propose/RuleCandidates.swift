import TraitgenCore

/// The rules that are proposed for a row, in the words of the table, the shortest first.
///
/// There are thousands of rules, made of some fifty clauses. So each clause is parsed once, in its own row, and a rule is
/// translated from the combined rows of its clauses. Few rules allow the observed histories, and only these are checked.
struct RuleCandidates {
    struct Rule {
        fileprivate let clauses: [String]
        fileprivate let row: Table.RowDeclaration
        fileprivate let inputs: RowInputs
        /// The behaviour of the rule, unless the rule contradicts itself.
        let behaviour: Behaviour

        /// The rule as the table writes it.
        var text: String { clauses.joined(separator: "   ") }
    }

    /// The possible combiners of the inputs; an empty text for one input without a combiner.
    private let combiners: [String]
    /// For each clause, a row that has only this clause.
    private let rows: [String: Table.RowDeclaration]
    /// The checker of rules, which has seen no row.
    private let checker: RowChecker
    private let diagnostics = DiagnosticSink()

    init(for row: Row) {
        combiners = Self.combiners(
            inputs: row.inputs.count, isRepeated: row.inputs.contains(where: \.isRepeated))
        let inputs = row.inputs.map { $0.name + ($0.isRepeated ? "..." : "") }.joined(separator: ", ")
        let clauses = ["passes"] + combiners.filter { !$0.isEmpty } + Self.events.flatMap(\.self) + Self.words
        let lines = clauses.map { "operator Proposed (\(inputs))   \($0)" }
        var loader = TableLoader(
            importer: { _, _ in [] }, samples: { _ in nil }, cache: ModelCache(), diagnostics: diagnostics)
        loader.load(bytes: Array(lines.joined(separator: "\n").utf8), path: "Proposed.traits")
        rows = Dictionary(
            uniqueKeysWithValues: (loader.tables.last?.table.rows ?? []).map {
                ($0.clauses.joined(separator: "   "), $0)
            })
        let traits = TraitCollector.traits(of: loader.tables, diagnostics: diagnostics)
        checker = RowChecker(
            ModelBasis(loader.tables, backend: .traitsRuntime, traits: traits), table: 0, givens: [:],
            seen: [:],
            diagnostics: diagnostics)
    }

    private static func combiners(inputs: Int, isRepeated: Bool) -> [String] {
        let joints = Behaviour.Joint.allCases.map(\.combiner.rawValue)
        return switch inputs {
        case 1 where !isRepeated: ["", "x => again or x", "x => again or later or x", "| => again or |"]
        case 2:
            joints + ["zip   x last", "-| => next", "flatten", "switch", "x => next", "x => next or x"]
                + signals
        default: joints
        }
    }

    /// Every effect of a signal with every effect of the end of the signals. A signal's failure fails the output, and its finish
    /// does nothing, unless a rule says otherwise.
    private static let signals = ["opens", "opens once", "|", "o", "grouped"].flatMap { effect in
        ["", "   signal | => |", "   signal -| => |"].flatMap { finish in
            ["", "   signal x => nothing", "   signal o-x => nothing"].map { failure in
                "signal o => \(effect)\(finish)\(failure)"
            }
        }
    }

    /// Clauses about values, finishes and failures; a rule has at most one of each kind.
    private static let events = [
        [
            "o => o or nothing", "o => nothing", "o => o|", "o => o or x", "o => o or nothing or x",
            "o => nothing or o|", "o => o or |", "o => o or | or x", "o => nothing or o| or x", "o => oo",
            "o => x",
        ],
        ["| => o|", "o-| => o|", "-| => o|", "-| => x", "| => x"],
        ["x => |", "x => o|", "x => | or x", "x => nothing"],
    ]
    /// Other clauses about events; a rule has at most one.
    private static let words = [
        "later", "cut => |", "cut => x", "cut => | or x", "later   cut => |", "later   cut => x", "grouped",
        "later   grouped", "held", "last", "joins late", "joins now",
    ]

    /// The largest number of clauses in a rule, apart from the combiner.
    static let mostClauses = 3

    /// All rules with a number of clauses. Some of them contradict themselves.
    func rules(clauses: Int) -> some Sequence<Rule> {
        var lists: [[String]] = [[]]
        for kind in Self.events + [Self.words] {
            lists += lists.filter { $0.count < clauses }.flatMap { list in kind.map { list + [$0] } }
        }
        let exact = lists.filter { $0.count == clauses }
        return combiners.lazy.flatMap { combiner in
            exact.lazy.map { (combiner.isEmpty ? [] : [combiner]) + $0 }
        }.compactMap(rule)
    }

    private func rule(_ clauses: [String]) -> Rule? {
        let clauses = clauses.isEmpty ? ["passes"] : clauses
        guard var row = rows[clauses[0]] else { return nil }
        for clause in clauses.dropFirst() { rows[clause].map { row.add($0) } }
        let inputs = RowInputs(row)
        let translation = RowTranslation(givens: [:], limit: ShapeSet.largestLimit)
        return Rule(
            clauses: clauses, row: row, inputs: inputs, behaviour: translation.behaviour(of: row, inputs))
    }

    /// Indicates whether a table may have the rule.
    func isRight(_ rule: Rule) -> Bool {
        // Each rule has its own checker, which would otherwise take the next rule for a second row about the type.
        var checker = checker
        return checker.check(rule.row, rule.inputs)
    }
}

extension Table.RowDeclaration {
    /// Adds another row's clauses about events.
    fileprivate mutating func add(_ other: Self) {
        combiner = combiner ?? other.combiner
        rules += other.rules
        signals += other.signals
        words.merge(other.words) { own, _ in own }
        cut += other.cut
    }
}
