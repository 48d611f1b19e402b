/// The rules that are proposed for a row, in the words of the table, the shortest first.
struct RuleCandidates {
    /// How the inputs may become one stream; empty for one input that is taken as it comes.
    private let combiners: [String]

    init(inputs: Int, isRepeated: Bool) {
        let joints = Behaviour.Joint.allCases.map(\.rawValue)
        combiners =
            switch inputs {
            case 1 where !isRepeated: ["", "retry", "retry or later"]
            case 2:
                joints + ["fallback"] + ["flatten", "switch", "rescue"].flatMap { [$0, "\($0) or x"] }
            default: joints
            }
    }

    /// What may become of values, finishes and failures; of each kind one.
    private static let events = [
        [
            "o => o or nothing", "o => nothing", "o => o|", "o => o or x", "o => o or nothing or x",
            "o => nothing or o|", "o => o or |", "o => o or | or x", "o => nothing or o| or x", "o => oo",
            "o => x",
        ],
        ["| => o|", "o-| => o|", "-| => o|", "-| => x", "| => x"],
        ["x => |", "x => o|", "x => | or x", "x => nothing"],
    ]
    /// What else a row may say about events; one of it.
    private static let words = [
        "later", "cut => |", "cut => x", "cut => | or x", "cut later => |", "cut later => x", "grouped",
        "grouped by time", "grouped by signal", "held", "waits", "joins late", "replays", "joins now",
    ]

    /// The most clauses of a rule that is tried, beside the one on how inputs are combined.
    static let mostClauses = 3

    /// All rules of so many clauses.
    func rules(clauses: Int) -> [String] {
        var lists: [[String]] = [[]]
        for kind in Self.events + [Self.words] {
            lists += lists.filter { $0.count < clauses }.flatMap { list in kind.map { list + [$0] } }
        }
        let exact = lists.filter { $0.count == clauses }
        return combiners.flatMap { combiner in
            exact.map { list in
                let words = (combiner.isEmpty ? [] : [combiner]) + list
                return words.isEmpty ? "passes" : words.joined(separator: "   ")
            }
        }
    }
}
