import AllocationCounter
import Foundation

/// The tables of the documentation: what several runs of all workloads have in common, and how far they are apart.
struct Spread {
    var runs: Int
    /// Of each workload in each run.
    var repetitions: Int

    /// Measures workloads, and writes a table in Markdown.
    func table(_ workloads: [Workload]) throws -> String {
        let before = Self.load()
        let stopwatch = Stopwatch(repetitions: repetitions)
        let all = (0..<runs).map { _ in stopwatch.measure(workloads) }
        let after = Self.load()
        let valgrind = find("valgrind")
        var lines = [
            "| | streams, ns | by hand, ns | ratio | target | instructions | by hand | allocations | by hand |",
            "| --- | --: | --: | --: | --: | --: | --: | --: | --: |",
        ]
        for (index, workload) in workloads.enumerated() {
            let runs = all.map { $0[index] }
            let ratios = runs.map(\.ratio)
            let instructions = try valgrind.flatMap { try Gates.instructions(of: workload, valgrind: $0) }
            let byHand = try valgrind.flatMap {
                try Gates.instructions(of: workload, isByHand: true, valgrind: $0)
            }
            let cells = [
                workload.name, format(median(runs.map(\.stream.nanoseconds))),
                format(median(runs.map(\.byHand.nanoseconds))),
                "\(format(median(ratios))) (\(format(ratios.min()))–\(format(ratios.max())))",
                workload.target.description, format(instructions), format(byHand),
                format(runs[0].stream.allocations), format(runs[0].byHand.allocations),
            ]
            lines.append("| \(cells.joined(separator: " | ")) |")
        }
        lines += [
            "",
            "\(runs) runs of \(repetitions) repetitions on \(ProcessInfo.processInfo.activeProcessorCount) processors; "
                + "load before \(before), after \(after). In parentheses the lowest and the highest of the runs' ratios.",
        ]
        return lines.joined(separator: "\n")
    }

    /// How many threads wanted a processor in the last minute.
    static func load() -> String {
        var averages = [0.0, 0.0, 0.0]
        return getloadavg(&averages, 3) > 0 ? format(averages[0]) : "unknown"
    }
}
