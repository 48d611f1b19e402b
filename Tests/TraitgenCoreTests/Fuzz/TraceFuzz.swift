@testable import TraitgenCore
@testable import TraitgenVerbs

/// Traces of running programs.
struct TraceFuzz: FuzzKind {
    private static let words = [
        "ph", "name", "id", "ts", "dur", "tid", "args", "parent", "cause", "source", "promise", "history",
        "unchecked",
        "main", "clock", "virtual", "count", "unit", "version", "object", "value", "request", "dropped",
        "buffered",
        "broken", "\"b\"", "\"e\"", "\"n\"", "\"M\"", "\"0x1\"", "\"0xffffffffffffffff\"", "true", "null",
        "{", "}", "[", "]", ",",
        ":", "\\u0000", "\\ud800", "-1", "1e400", "{}]",
    ]

    private let mutator = Mutator(words: TraceFuzz.words.map { Array($0.utf8) })

    init() {}

    func input(_ random: inout SeededNumbers) -> FuzzInput {
        let texts = (0..<2).map { _ in
            Array(RandomTrace.text(seed: Int.random(in: 1...1 << 40, using: &random)).utf8)
        }
        let arguments =
            switch Int.random(in: 0..<8, using: &random) {
            case 0: ["--output", "run.html"]
            case 1..<4: ["--format", "json"]
            default: [String]()
            }
        return FuzzInput(
            files: ["run.json": mutator.mutate(texts[0], with: texts, &random)],
            arguments: ["trace", "run.json"] + arguments, changed: "run.json")
    }
}
