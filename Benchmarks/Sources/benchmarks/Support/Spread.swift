import AllocationCounter
import Foundation

/// The tables of the documentation: what several runs of all workloads have in common, and how far they are apart.
struct Spread {
    var runs: Int
    /// Of each workload in each run.
    var repetitions: Int
    /// Indicates whether instructions are counted as well, which takes longer than all runs.
    var countsInstructions: Bool

    /// Measures workloads, and writes a table in Markdown.
    func table(_ workloads: [Workload]) throws -> String {
        let before = Self.load()
        let stopwatch = Stopwatch(repetitions: repetitions)
        let all = (0..<runs).map { _ in stopwatch.measure(workloads) }
        let after = Self.load()
        let valgrind = countsInstructions ? find("valgrind") : nil
        var titles = ["", "streams, ns", "by hand, ns", "ratio", "target", "allocations", "by hand"]
        if valgrind != nil { titles += ["instructions", "by hand"] }
        var lines = [Self.row(titles), Self.row(["---"] + titles.dropFirst().map { _ in "--:" })]
        for (index, workload) in workloads.enumerated() {
            let runs = all.map { $0[index] }
            let ratios = runs.map(\.ratio)
            var cells = [
                workload.name, format(median(runs.map(\.stream.nanoseconds))),
                format(median(runs.map(\.byHand.nanoseconds))),
                "\(format(median(ratios))) (\(format(ratios.min()))–\(format(ratios.max())))",
                workload.target.description
                    + (workload.target.isMissed(
                        ratio: median(ratios), nanoseconds: median(runs.map(\.stream.nanoseconds)))
                        ? Figures.missed : ""),
                format(runs[0].stream.allocations),
                format(runs[0].byHand.allocations),
            ]
            if let valgrind {
                cells += try [false, true].map {
                    format(try Gates.instructions(of: workload, isByHand: $0, valgrind: valgrind))
                }
            }
            lines.append(Self.row(cells))
        }
        lines += [
            "",
            "\(runs) runs of \(repetitions) repetitions on \(ProcessInfo.processInfo.activeProcessorCount) processors; "
                + "load before \(before), after \(after). In parentheses the lowest and the highest of the runs' ratios.",
        ]
        return lines.joined(separator: "\n")
    }

    private static func row(_ cells: [String]) -> String { "| \(cells.joined(separator: " | ")) |" }

    /// How many threads wanted a processor in the last minute.
    static func load() -> String {
        var averages = [0.0, 0.0, 0.0]
        return getloadavg(&averages, 3) > 0 ? format(averages[0]) : "unknown"
    }
}
