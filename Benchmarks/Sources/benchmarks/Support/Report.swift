/// Text in columns: the first to the left, the others to the right.
struct Columns {
    private var rows: [[String]]

    init(_ titles: String...) { self.init(titles) }

    init(_ titles: [String]) { rows = [titles] }

    mutating func add(_ cells: String...) { add(cells) }

    mutating func add(_ cells: [String]) { rows.append(cells) }

    var text: String {
        let widths = rows[0].indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
        return rows.map { row in
            let cells = row.enumerated().map { column, cell in
                let padding = String(repeating: " ", count: widths[column] - cell.count)
                return column == 0 ? cell + padding : padding + cell
            }
            return cells.joined(separator: "  ")
        }.joined(separator: "\n")
    }
}

/// A number with as many decimals as mean something.
func format(_ number: Double?) -> String {
    guard let number else { return "n/a" }
    let factor: Double = number < 10 ? 100 : number < 100 ? 10 : 1
    let rounded = (number * factor).rounded() / factor
    return rounded == rounded.rounded() ? String(Int(rounded)) : String(rounded)
}

extension Workload.Target: CustomStringConvertible {
    var description: String {
        switch self {
        case .ratio(let limit): "≤ \(format(limit)) ×"
        case .nanoseconds(let limit): "< \(format(limit)) ns"
        case .none: ""
        }
    }

    /// A word on whether it was met; empty if there is nothing to meet.
    func verdict(_ measurement: Measurement) -> String {
        if case .none = self { return "" }
        return isMissed(ratio: measurement.ratio, nanoseconds: measurement.stream.nanoseconds)
            ? "MISSED" : "met"
    }
}

/// The table of a run.
func report(_ measurements: [Measurement], of workloads: [Workload]) -> String {
    var columns = Columns(
        "workload", "stream ns", "by hand ns", "ratio", "target", "", "allocations", "by hand")
    for (workload, measurement) in zip(workloads, measurements) {
        columns.add(
            workload.name, format(measurement.stream.nanoseconds), format(measurement.byHand.nanoseconds),
            format(measurement.ratio), workload.target.description, workload.target.verdict(measurement),
            format(measurement.stream.allocations), format(measurement.byHand.allocations))
    }
    return columns.text
}

/// The table of two saved runs.
func comparison(_ old: [Measurement], _ new: [Measurement]) -> String {
    var columns = Columns("workload", "ns", "→", "change", "ratio", "→", "allocations", "→")
    for after in new {
        guard let before = old.first(where: { $0.name == after.name }) else { continue }
        let change = (after.stream.nanoseconds / before.stream.nanoseconds - 1) * 100
        columns.add(
            after.name, format(before.stream.nanoseconds), format(after.stream.nanoseconds),
            (change < 0 ? "−" : "+") + format(abs(change)) + " %", format(before.ratio), format(after.ratio),
            format(before.stream.allocations), format(after.stream.allocations))
    }
    return columns.text
}
