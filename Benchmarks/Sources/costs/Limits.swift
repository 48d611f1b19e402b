import Foundation

/// The most that each phase of each row may cost, in `costs.txt`: `row | phase | instructions | allocations`.
///
/// A row without a line is new, and has the limits that are the same for all rows.
struct Limits {
    /// What one may cost.
    struct Limit {
        var instructions: Double
        var allocations: Double
    }

    /// Room for what differs between versions of the compiler and the C library, and from run to run: the addresses of types
    /// decide where the runtime's tables keep them, which is a tenth of the few instructions for one of ten.
    static let slack = 1.25

    /// The limit of a new row: nine of ten rows stay below it.
    static func ofNewRow(_ phase: Phase) -> Limit {
        switch phase {
        case .subscribe: Limit(instructions: 12_000, allocations: 16)
        case .deliver, .value, .keep: Limit(instructions: 4_000, allocations: 4)
        case .leave, .end: Limit(instructions: 8_000, allocations: 4)
        }
    }

    /// What the time for one of many may be of the time for one of few. What is linear needs up to ten times as much, as more
    /// memory is slower; what grows with the square needs a thousand times as much.
    static let growth = 30.0

    /// The same for instructions, which aren't disturbed by anything: a logarithm grows fourfold.
    static let growthOfInstructions = 5.0

    private(set) var limits: [Key: Limit] = [:]

    init(_ file: URL) throws {
        guard let text = try? String(contentsOf: file, encoding: .utf8) else { return }
        for line in text.split(separator: "\n") where !line.hasPrefix("#") {
            let fields = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            guard fields.count == 4, let phase = Phase(rawValue: fields[1]),
                let instructions = Double(fields[2]),
                let allocations = Double(fields[3])
            else { throw Failure("\(file.path): not a limit: \(line)") }
            limits[Key(row: fields[0], phase: phase)] = Limit(
                instructions: instructions, allocations: allocations)
        }
    }

    func limit(_ key: Key) -> Limit { limits[key] ?? Self.ofNewRow(key.phase) }

    /// Writes limits from what was measured, a quarter above it.
    ///
    /// - Parameter others: the limits of the rows that weren't measured.
    static func write(
        _ instructions: [Key: Double], _ costs: [Key: Cost], keeping others: Limits?, to file: URL
    ) throws {
        var limits = others?.limits ?? [:]
        for (key, cost) in costs {
            limits[key] = Limit(
                instructions: ((instructions[key] ?? 0) * slack).rounded(.up) + 1,
                allocations: (cost.allocations * 10).rounded(.up) / 10 + 0.1)
        }
        var lines = [
            "# Most instructions and most allocations for one, with few of them: see README.md.",
            "# row | phase | instructions | allocations",
        ]
        for (key, limit) in limits.sorted(by: { $0.key < $1.key }) {
            let allocations = limit.allocations.formatted(.number.precision(.fractionLength(1)))
            lines.append("\(key.row) | \(key.phase) | \(Int(limit.instructions)) | \(allocations)")
        }
        try (lines.joined(separator: "\n") + "\n").write(to: file, atomically: true, encoding: .utf8)
    }
}
