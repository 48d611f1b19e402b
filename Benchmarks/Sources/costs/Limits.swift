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

    /// How often the instructions or allocations for one of ten times as many may be those for one: a logarithm doubles at most.
    static let growth = 2.0

    /// How much they may grow besides: what is made once for all of few.
    static let allowance = (instructions: 1_000.0, allocations: 2.0)

    /// How many bytes for each may come when there are ten times as many, and how many bytes may stay when nothing waits: room of
    /// lists that grow twofold, and what the allocator keeps.
    static let bytes = (growth: 1.5, forEach: 96, inAll: 8_192)

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

    /// How often the cost of one of ten times as many may be that of one, by `growth.txt`: `row | phase | times | why`.
    ///
    /// - Returns: for each phase or moment of a row, in the form `row | phase`.
    static func growths(_ file: URL) throws -> [String: Double] {
        var growths: [String: Double] = [:]
        for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
        where !line.hasPrefix("#") {
            let fields = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            guard fields.count == 4, let times = Double(fields[2]), !fields[3].isEmpty else {
                throw Failure("\(file.path): not a growth: \(line)")
            }
            growths["\(fields[0]) | \(fields[1])"] = times
        }
        return growths
    }

    func limit(_ key: Key) -> Limit { limits[key] ?? Self.ofNewRow(key.phase) }

    /// Writes limits from what was measured, a quarter above it.
    ///
    /// - Parameter others: the limits of the rows that weren't measured.
    static func write(
        _ instructions: [Key: Double], _ allocations: [Key: Double], keeping others: Limits?, to file: URL
    ) throws {
        var limits = others?.limits ?? [:]
        for (key, number) in allocations {
            limits[key] = Limit(
                instructions: ((instructions[key] ?? 0) * slack).rounded(.up) + 1,
                allocations: (number * 10).rounded(.up) / 10 + 0.1)
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
