/// What was measured, beside the limits.
struct Report {
    private(set) var lines: [String] = []
    private(set) var faults: [String] = []
    private var rows: Set<String> = []

    init(_ meter: NativeMeter, _ counts: [Int: [Key: Double]]?, _ limits: Limits) {
        for (key, few) in meter.few.sorted(by: { $0.key < $1.key }) {
            let many = meter.many[key] ?? few
            let limit = limits.limit(key)
            let instructions = counts?[Costs.few]?[key]
            let ofMany = counts?[Costs.many]?[key]
            rows.insert(key.row)
            let number = instructions.map { String(Int($0)) } ?? "-"
            let line =
                "\(key.row) \(key.phase): \(number) instructions (\(Int(limit.instructions))), "
                + "\(rounded(few.allocations)) allocations (\(limit.allocations)); "
                + "of many \(ofMany.map { String(Int($0)) } ?? "-"), \(rounded(many.allocations)), "
                + "\(rounded(meter.growth(key))) times the time"
            lines.append(line)
            var faults: [String] = []
            if let instructions, instructions > limit.instructions { faults.append("instructions") }
            if few.allocations > limit.allocations { faults.append("allocations") }
            if many.allocations > max(few.allocations * 2, few.allocations + 2) {
                faults.append("allocations grow")
            }
            if meter.grows(key) { faults.append("the time grows") }
            if let instructions, let ofMany,
                ofMany > max(instructions * Limits.growthOfInstructions, instructions + 1000)
            {
                faults.append("instructions grow")
            }
            if !faults.isEmpty { self.faults.append("\(line): TOO MUCH: \(faults.joined(separator: ", "))") }
        }
    }

    var passed: Bool { faults.isEmpty && !lines.isEmpty }

    /// - Parameter all: whether to show all phases, and not only faults.
    func text(all: Bool) -> String {
        ((all ? lines : []) + faults + ["\(rows.count) rows, \(lines.count) costs, \(faults.count) too high"])
            .joined(separator: "\n")
    }

    private func rounded(_ number: Double) -> String { String((number * 10).rounded() / 10) }
}
