import TraitgenCore

/// The faults of a library as the text of an issue, for a reader who knows the library and not these tools.
struct IssueText {
    struct Item: Hashable {
        let row: String
        let sample: String
        /// The names of the inputs in the sample.
        let inputs: [String]
        let fault: RowFault
        /// The runs in which it was seen, of all runs; nil if each showed it.
        var seen: (runs: Int, of: Int)? { shown < runs ? (shown, runs) : nil }
        var shown = 1
        var runs = 1
    }

    let module: String
    let items: [Item]

    private var faults: [Item] { items.filter { !$0.fault.isDecision } }
    private var decisions: [Item] { items.filter(\.fault.isDecision) }
    /// All items in the order of their numbers.
    var numbered: [Item] { faults + decisions }

    func number(of item: Item) -> Int? { numbered.firstIndex(of: item).map { $0 + 1 } }

    var text: String {
        guard !items.isEmpty else { return "# \(module): no faults found\n" }
        var lines = [
            "# \(module): \(plural(items.count, "finding")) about operators", "",
        ]
        lines += [
            """
            Each operator was driven with every short history of its inputs, with several demands, several subscribers, \
            cancellations, and under threads. A history is drawn as marbles: `-` is a tick of virtual time, digits are values, `|` \
            is the finish, `x` a failure, `{}` events in one tick, and events before the first `-` come inside the call that \
            subscribes. The tests use the module `TraitsTesting` of trait-streams; each fails until the fault is mended.
            """, "",
        ]
        if !faults.isEmpty {
            lines += ["## Faults", ""]
            lines += faults.flatMap(section)
        }
        if !decisions.isEmpty {
            lines += [
                "## Perhaps meant",
                "",
                "These may be decisions: values that are lost without demand, and what inputs do that send without being asked.",
                "",
            ]
            lines += decisions.flatMap(section)
        }
        return lines.joined(separator: "\n")
    }

    private func section(_ item: Item) -> [String] {
        let body = item.fault.text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        let end = body.firstIndex { $0.isEmpty } ?? body.count
        let summary = item.fault.summary
        let detail =
            summary.hasPrefix(item.fault.title + ": ")
            ? String(summary.dropFirst(item.fault.title.count + 2)) : summary
        let call = FunctionTable.bareCall(of: item.sample)
        var lines = [
            "### \(number(of: item) ?? 0). `\(call)`: \(item.fault.title)", "",
            detail.prefix(1).uppercased() + detail.dropFirst() + ".",
        ]
        if let seen = item.seen { lines += ["", "It was seen in \(seen.runs) of \(seen.of) runs."] }
        let facts = body[..<end].dropFirst().filter { line in
            !["  if it is meant", "  sample: ", "  publisher: ", "  seed: ", "  again: "].contains(
                where: line.hasPrefix)
                && !(line.hasPrefix("  predicted: ") && line.split(separator: " or ").count > 8)
        }.map { $0.replacing("  predicted: ", with: "  expected: ") }
        if !facts.isEmpty { lines += ["", "```"] + facts.map { String($0.dropFirst(2)) } + ["```"] }
        var test = body[end...].dropFirst().map { $0.hasPrefix("    ") ? String($0.dropFirst(4)) : $0 }
        if test.isEmpty, item.fault.isRace { test = Self.raceTest(call, inputs: item.inputs) }
        if !test.isEmpty {
            lines += ["", "```swift"] + test + ["```"]
        }
        return (lines + [""]).map { $0.replacing(item.sample, with: call) }
    }

    /// A test with threads that race, for a fault that virtual time doesn't show.
    private static func raceTest(_ call: String, inputs: [String]) -> [String] {
        guard !inputs.isEmpty, !call.hasWord("scheduler"), !call.hasWord("infallible") else { return [] }
        return [
            "@Test func keepsLawsUnderThreads() throws {",
            "    try Laws.race(inputs: \(inputs.count)) { inputs in",
        ]
            + inputs.enumerated().map { "        let \($1) = inputs[\($0)]" }
            + ["        return \(call)", "    }", "}"]
    }
}

extension IssueText.Item {
    static func == (a: Self, b: Self) -> Bool {
        (a.row, a.sample, a.fault) == (b.row, b.sample, b.fault)
    }

    func hash(into hasher: inout Hasher) { hasher.combine(fault) }
}
