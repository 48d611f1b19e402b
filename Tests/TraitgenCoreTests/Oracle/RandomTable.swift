@testable import TraitgenCore
@testable import TraitgenVerbs

/// A small table that follows from a seed: up to four traits and one row.
struct RandomTable {
    private static let collecting = ["grouped", "held", "last"]

    private var random: SeededNumbers
    private(set) var text = ""

    init(seed: UInt64) {
        random = SeededNumbers(seed: seed)
        let count = pick([1, 2, 2, 3])
        let inputs = pick([1, 1, 1, 1, 2, 2, 2, 2, 2, 3])
        let isRepeated = inputs == 1 && oneIn(4)
        // The more inputs, the fewer values are told apart, or the slow search takes for ever.
        let most = inputs == 3 || isRepeated ? 0 : inputs == 2 ? 1 : 2
        for number in 0..<count { text += trait(number, most) }
        text += inputs == 1 ? oneInput(isRepeated) : severalInputs(inputs)
        text += "\n"
    }

    private mutating func pick<Element>(_ elements: [Element]) -> Element {
        elements[Int(random.next() % UInt64(elements.count))]
    }

    private mutating func oneIn(_ count: UInt64) -> Bool { random.next() % count == 0 }

    private mutating func trait(_ number: Int, _ most: Int) -> String {
        var lines: [String] = []
        for _ in 0..<(1 + pick([0, 1, 2, 3])) {
            let values = String(repeating: "o", count: pick(Array(0...most)))
            let start = pick(["", "--"])
            let more = oneIn(3) ? "o*" : ""
            let line = start + values + more + pick(["-->", "|-->", "x-->", "- - ->"])
            // A bare dash and `- - -` are one thing.
            if !lines.contains(line), !line.hasPrefix("- - ->"), line != "---->" { lines.append(line) }
        }
        if lines.isEmpty { lines = ["--|-->"] }
        return "trait T\(number)Publisher {\n" + lines.map { "    \($0)\n" }.joined() + "}\n"
    }

    private mutating func oneInput(_ isRepeated: Bool) -> String {
        let combiner =
            isRepeated
            ? pick(["zip", "latest", "merge", "merge   x last", "| => next", "race"])
            : pick([
                "", "", "", "x => again or x", "x => again or later or x", "| => again or |",
                "| => again or |   none => -->",
            ])
        // The publishers that come again are part of the slow machine, and groups would be too much of it.
        let stages = stages(
            combiner.contains("again")
                ? Self.collecting.filter { !$0.hasPrefix("grouped") } : Self.collecting)
        let clauses = [combiner, stages].filter { !$0.isEmpty }
        return "operator X\(isRepeated ? " (A...)" : "")   "
            + (clauses.isEmpty ? "passes" : clauses.joined(separator: "   "))
    }

    private mutating func severalInputs(_ count: Int) -> String {
        var names = Array(["A", "B", "C"][..<count])
        if oneIn(6) { names[count - 1] = "A" }
        let joints = ["zip", "latest", "merge", "merge   x last", "| => next", "race"]
        let pairs = [
            "zip   x last", "-| => next", "x => next", "x => next or x", "flatten", "switch", signals(),
            signals(),
            signals(),
        ]
        let combiner = pick(count == 2 ? joints + pairs : joints)
        return "operator X (\(names.joined(separator: ", ")))   \(combiner)   \(stages(Self.collecting))"
    }

    private mutating func signals() -> String {
        var rules: [String] = []
        // A signal opens a gate, or sends a group.
        let gates = oneIn(4) ? ["grouped"] : ["opens", "opens", "opens once"]
        for (event, contexts) in [
            ("o", ["o", "o", "-o", "o-o"]), ("|", ["|", "-|", "o-|"]), ("x", ["x", "-x", "o-x"]),
        ]
        where event == "o" || oneIn(3) {
            var effects = [pick(gates + ["nothing", "o", "|", "x"])]
            let other = pick(gates + ["nothing", "o", "|", "x"])
            if oneIn(4), !effects.contains(other) { effects.append(other) }
            rules.append("signal \(pick(contexts)) => \(effects.joined(separator: " or "))")
        }
        return rules.joined(separator: "   ")
    }

    private mutating func stages(_ collecting: [String]) -> String {
        var clauses: [String] = []
        let collects = !collecting.isEmpty && oneIn(5)
        if collects { clauses.append(pick(collecting)) }
        var hasRules = false
        for (event, contexts) in [
            ("o", ["o", "-o", "o-o"]), ("|", ["|", "-|", "o-|"]), ("x", ["x", "-x", "o-x"]),
        ]
        where !collects && oneIn(4) {
            hasRules = true
            let outcomes = ["nothing", "o", "o|", "|", "x", "oo", "ox", "traps"].filter {
                $0 != event || oneIn(2)
            }
            var reactions = [pick(outcomes)]
            let other = pick(outcomes)
            if oneIn(2), !reactions.contains(other) { reactions.append(other) }
            clauses.append("\(pick(contexts)) => \(reactions.joined(separator: " or "))")
        }
        let hasCut = oneIn(6)
        if hasCut { clauses.append("cut => \(pick(["|", "x", "| or x"]))") }
        if (hasCut || hasRules) && !collects && oneIn(4) { clauses.append("until o") }
        if oneIn(8) { clauses.append("later") }
        if oneIn(6) { clauses.append(pick(["joins late", "joins now"])) }
        return clauses.joined(separator: "   ")
    }
}

/// Numbers that look random and are the same for a seed on every machine.
struct SeededNumbers: RandomNumberGenerator {
    private var state: UInt64

    /// Seeds that follow one another begin far apart: what follows from one is no part of what follows from the next.
    init(seed: UInt64) { state = Self.mixed(seed) }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        return Self.mixed(state)
    }

    private static func mixed(_ number: UInt64) -> UInt64 {
        var mixed = number
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
