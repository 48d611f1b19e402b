/// What was measured, beside the limits.
struct Report {
    private(set) var lines: [String] = []
    private(set) var faults: [String] = []
    private var rows: Set<String> = []
    /// The growths that `growth.txt` allows, and no row needs.
    private var unneeded: Set<String>

    /// - Parameter isWhole: whether all rows were measured, so that what no row needs is too much.
    init(
        _ meter: NativeMeter, _ counts: [Int: [Key: Double]], _ limits: Limits, growths: [String: Double],
        isWhole: Bool
    ) {
        unneeded = isWhole ? Set(growths.keys) : []
        for (key, allocations) in meter.allocations.sorted(by: { $0.key < $1.key }) {
            rows.insert(key.row)
            let limit = limits.limit(key)
            let instructions = counts.compactMapValues { $0[key] }
            var faults: [String] = []
            if let number = instructions[Costs.few], number > limit.instructions {
                faults.append("instructions")
            }
            if allocations[Costs.few]! > limit.allocations { faults.append("allocations") }
            let name = "\(key.row) | \(key.phase)"
            for (what, costs, allowance) in [
                ("instructions", instructions, Limits.allowance.instructions),
                ("allocations", allocations, Limits.allowance.allocations),
            ] where grows(costs, name, growths, Limits.growth, (allowance, allowance / 10)) {
                faults.append("\(what) grow")
            }
            let limited = "at most \(Int(limit.instructions)), \(limit.allocations)"
            note(
                "\(name): \(listed(instructions)) instructions, \(listed(allocations)) allocations; \(limited)",
                faults)
        }
        for (weight, bytes) in meter.bytes.sorted(by: { $0.key < $1.key }) {
            let name = "\(weight.row) | \(weight.moment)"
            let isForEach = weight.moment.isForEach
            let costs = Dictionary(
                uniqueKeysWithValues: bytes.map { ($0, Double($1) / (isForEach ? Double($0) : 1)) })
            let allowance = Double(isForEach ? Limits.bytes.forEach : Limits.bytes.inAll)
            let isTooMuch = grows(
                costs, name, growths, Limits.bytes.growth, (allowance, isForEach ? allowance / 10 : allowance)
            )
            note("\(name): \(listed(costs)) bytes", isTooMuch ? ["bytes grow"] : [])
        }
        for name in unneeded.sorted() { self.faults.append("growth.txt: \(name): nothing grows there") }
    }

    var passed: Bool { faults.isEmpty && !lines.isEmpty }

    /// - Parameter all: whether to show all phases, and not only faults.
    func text(all: Bool) -> String {
        ((all ? lines : []) + faults + ["\(rows.count) rows, \(lines.count) costs, \(faults.count) too high"])
            .joined(separator: "\n")
    }

    private mutating func note(_ line: String, _ faults: [String]) {
        lines.append(line)
        if !faults.isEmpty { self.faults.append("\(line): TOO MUCH: \(faults.joined(separator: ", "))") }
    }

    /// Returns whether the cost of one of ten times as many is too many times that of one, beside an allowance: one for few, and
    /// one for more. What may grow by `growth.txt` is noted as needed.
    private mutating func grows(
        _ costs: [Int: Double], _ name: String, _ growths: [String: Double], _ usual: Double,
        _ allowance: (first: Double, later: Double)
    ) -> Bool {
        func grows(_ times: Double) -> Bool {
            costs.contains { size, cost in
                guard let ofFewer = costs[size / 10] else { return false }
                return cost > ofFewer * times + (size == Costs.few * 10 ? allowance.first : allowance.later)
            }
        }
        guard grows(usual) else { return false }
        unneeded.remove(name)
        return growths[name].map(grows) ?? true
    }

    private func listed(_ costs: [Int: Double]) -> String {
        if costs.isEmpty { return "-" }
        return costs.sorted { $0.key < $1.key }.map { "\(($0.value * 10).rounded() / 10)" }.joined(
            separator: " → ")
    }
}
