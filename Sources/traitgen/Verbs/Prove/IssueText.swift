import TraitgenCore

/// The faults of a library as the text of an issue, for a reader who knows the library and not these tools.
struct IssueText {
    struct Item {
        let row: String
        let sample: String
        let fault: RowFault
        /// The runs in which it was seen, of all runs; nil if each showed it.
        var seen: (runs: Int, of: Int)? { shown < runs ? (shown, runs) : nil }
        var shown = 1
        var runs = 1
    }

    /// A finding under its number.
    private struct Section {
        /// The title without the number.
        let title: String
        /// The lines below the title.
        let body: [String]
    }

    private let module: String
    private let faults: [Section]
    private let decisions: [Section]

    /// - Parameter earlier: The issue of an earlier proof, whose findings stay, since the table is exempt from them.
    init(module: String, items: [Item], earlier: String = "") {
        self.module = module
        func sections(_ title: String, isDecision: Bool) -> [Section] {
            let new = items.filter { $0.fault.isDecision == isDecision }.map(Self.section)
            let titles = Set(new.map(\.title))
            return Self.sections(of: earlier, under: title).filter { !titles.contains($0.title) } + new
        }
        faults = sections(Self.faultsTitle, isDecision: false)
        decisions = sections(Self.decisionsTitle, isDecision: true)
    }

    private static let (faultsTitle, decisionsTitle) = ("## Faults", "## Perhaps meant")

    /// The titles of all findings in the order of their numbers.
    var titles: [String] { (faults + decisions).map(\.title) }

    var text: String {
        guard !titles.isEmpty else { return "# \(module): no faults found\n" }
        var lines = ["# \(module): \(plural(titles.count, "finding")) about operators", ""]
        lines += [
            """
            Each operator was driven with every short history of its inputs, with several demands, several subscribers, \
            cancellations, and under threads. A history is drawn as marbles: `-` is a tick of virtual time, digits are values, `|` \
            is the finish, `x` a failure, `{}` events in one tick, and events before the first `-` come inside the call that \
            subscribes. The tests use the module `TraitsTesting` of trait-streams; each fails until the fault is mended, \
            under threads perhaps in some runs only.
            """, "",
        ]
        if !faults.isEmpty {
            lines += [Self.faultsTitle, ""] + Self.lines(of: faults, from: 1)
        }
        if !decisions.isEmpty {
            lines += [
                Self.decisionsTitle,
                "",
                """
                These may be decisions: values that are lost without demand, what inputs do that send without being asked, and \
                a scheduler that runs each action twice.
                """,
                "",
            ]
            lines += Self.lines(of: decisions, from: faults.count + 1)
        }
        return lines.joined(separator: "\n")
    }

    private static func lines(of sections: [Section], from first: Int) -> [String] {
        zip(first..., sections).flatMap { ["### \($0). \($1.title)"] + $1.body }
    }

    /// The findings in the text of an issue, under one of its titles.
    private static func sections(of text: String, under title: String) -> [Section] {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        var sections: [Section] = []
        var isInside = false
        for line in lines {
            if line.hasPrefix("# ") || line.hasPrefix("## ") {
                isInside = line == title
            } else if isInside, line.hasPrefix("### "), let number = line.firstRange(of: ". ") {
                sections.append(Section(title: String(line[number.upperBound...]), body: []))
            } else if isInside, let last = sections.popLast() {
                sections.append(Section(title: last.title, body: last.body + [line]))
            }
        }
        return sections
    }

    /// The line without the rest of a history that goes on for hundreds of events.
    private static func shortened(_ line: String) -> String {
        line.count > 160 && !line.contains(" or ") ? line.prefix(120) + "… (\(line.count - 120) more)" : line
    }

    private static func section(_ item: Item) -> Section {
        let body = item.fault.text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        let end = body.firstIndex { $0.isEmpty } ?? body.count
        let summary = item.fault.summary
        let detail =
            summary.hasPrefix(item.fault.title + ": ")
            ? String(summary.dropFirst(item.fault.title.count + 2)) : summary
        let call = FunctionTable.bareCall(of: item.sample)
        var lines = ["", detail.prefix(1).uppercased() + detail.dropFirst() + "."]
        if item.fault.isRace {
            let often = item.seen.map { ", in \($0.runs) of \($0.of) runs" } ?? ""
            lines += ["", "It was seen under threads\(often)."]
        }
        let facts = body[..<end].dropFirst().filter { line in
            !["  if it is meant", "  sample: ", "  publisher: ", "  seed: ", "  again: "].contains(
                where: line.hasPrefix)
                && !(line.hasPrefix("  predicted: ") && line.split(separator: " or ").count > 8)
        }.map { Self.shortened($0.replacing("  predicted: ", with: "  expected: ")) }
        if !facts.isEmpty { lines += ["", "```"] + facts.map { String($0.dropFirst(2)) } + ["```"] }
        let test = body[end...].dropFirst().map { $0.hasPrefix("    ") ? String($0.dropFirst(4)) : $0 }
        if !test.isEmpty {
            lines += ["", "```swift"] + test + ["```"]
        }
        return Section(
            title: "`\(call)`: \(item.fault.title)",
            body: (lines + [""]).map { $0.replacing(item.sample, with: call) })
    }
}
