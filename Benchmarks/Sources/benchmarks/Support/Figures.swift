import Foundation

/// The tables of README.md that `report --write` writes. Each stands between two comments, `<!-- figures: NAME -->` and
/// `<!-- end -->`.
enum Figures: String, CaseIterable {
    /// Times and ratios of streams, beside code by hand.
    case report
    /// Instructions of what traits bring, beside plain publishers.
    case traits

    static func file() throws -> URL { try packageFolder().appending(path: "README.md") }

    /// The figure of a missed target says so.
    static let missed = " **missed**"

    /// The workloads of the table.
    var workloads: [Workload] {
        let traits = Set(traitOperators.map(\.name))
        return benchmarks.workloads.filter { traits.contains($0.name) == (self == .traits) }
    }

    // MARK: Writing

    /// Puts a table in the place of the old one.
    func write(_ table: String) throws {
        let file = try Self.file()
        let text = try String(contentsOf: file, encoding: .utf8)
        let place = try place(in: text)
        try text.replacingCharacters(in: place, with: "\n\n\(table)\n\n")
            .write(to: file, atomically: true, encoding: .utf8)
    }

    private func place(in text: String) throws -> Range<String.Index> {
        guard let start = text.range(of: "<!-- figures: \(rawValue) -->"),
            let end = text.range(of: "<!-- end -->", range: start.upperBound..<text.endIndex)
        else { throw Failure("README.md has no place for the figures of `\(rawValue)`") }
        return start.upperBound..<end.lowerBound
    }

    /// Counts the instructions of what traits bring, and writes a table in Markdown.
    static func tableOfTraits() throws -> String {
        guard let valgrind = find("valgrind") else { throw Failure("valgrind is not installed") }
        var lines = ["| | with the trait | plain | ratio |", "| --- | --: | --: | --: |"]
        for workload in Figures.traits.workloads {
            let counts = try [false, true].map {
                try Gates.instructions(of: workload, isByHand: $0, valgrind: valgrind) ?? .nan
            }
            let ratio = counts[0] / counts[1]
            let mark = workload.target.isMissed(ratio: ratio, nanoseconds: 0) ? missed : ""
            lines.append(
                "| \(workload.name) | \(format(counts[0].rounded())) | \(format(counts[1].rounded())) "
                    + "| \(format(ratio))\(mark) |")
        }
        return lines.joined(separator: "\n")
    }

    // MARK: Checking

    /// What is wrong with the tables of README.md: rows of no workload, targets that aren't those of the workloads, missed
    /// targets that aren't marked, ratios that don't follow from their numbers, and instructions above the limit of the gates.
    static func faults() throws -> [String] {
        let text = try String(contentsOf: file(), encoding: .utf8)
        let limits = try Gates(file: try packageFolder().appending(path: "gates.txt")).limits()
        return try allCases.flatMap { try $0.faults(in: text, limits) }
    }

    private func faults(in text: String, _ limits: [String: Gates.Limit]) throws -> [String] {
        var faults: [String] = []
        let lines = text[try place(in: text)].split(separator: "\n").filter { $0.hasPrefix("| ") }.dropFirst(
            2)
        for line in lines {
            let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            func complain(_ fault: String) { faults.append("README.md: \(cells.first ?? ""): \(fault)") }
            func number(_ cell: Int) -> Double {
                cells.indices.contains(cell)
                    ? Double(
                        cells[cell].prefix { $0.isNumber || $0 == "." || $0 == "," }.filter { $0 != "," })
                        ?? .nan : .nan
            }
            guard let workload = workloads.first(where: { $0.name == cells.first }) else {
                complain("there is no workload of that name")
                continue
            }
            let (ratio, isMarked) = (number(3), line.contains(Self.missed))
            if workload.target.isMissed(ratio: ratio, nanoseconds: number(1)) != isMarked {
                complain(isMarked ? "the target is met" : "the target is missed, and the row doesn't say so")
            }
            if self == .report, !cells[4].hasPrefix(workload.target.description) {
                complain("the target is \(workload.target.description)")
            }
            let quotient = number(1) / number(2)
            if self == .traits, abs(ratio - quotient) > max(0.01, quotient * 0.05) {
                complain("the ratio isn't that of the numbers")
            }
            let instructions = number(self == .report ? 7 : 1)
            if let limit = limits[workload.name], limit.base == nil, let most = limit.instructions,
                instructions > most
            {
                complain("gates.txt allows \(format(most)) instructions")
            }
        }
        if lines.isEmpty { faults.append("README.md: the table of `\(rawValue)` is empty") }
        return faults
    }
}

extension Workload.Target {
    /// Indicates whether a figure misses the target.
    func isMissed(ratio: Double, nanoseconds: Double) -> Bool {
        switch self {
        case .ratio(let limit): ratio > limit
        case .nanoseconds(let limit): nanoseconds >= limit
        case .none: false
        }
    }
}
