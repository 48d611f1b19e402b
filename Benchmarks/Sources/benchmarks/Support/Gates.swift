import Foundation

/// Limits for what doesn't depend on the machine's load: instructions and allocations for one operation.
///
/// `gates.txt` holds one line for each workload: name, most instructions, most allocations. Instructions are
/// counted by callgrind; the difference of a long and a short run leaves out what is paid once. In place of a number of
/// instructions, a line may name another workload and how many more are allowed: `values of a chain + 0`.
struct Gates {
    var file: URL

    /// Room for what differs between versions of the compiler and the C library.
    static let slack = 1.10

    struct Limit {
        var instructions: Double?
        /// The workload that the instructions come on top of.
        var base: String?
        var allocations: Double
        /// What the file says of instructions.
        var text: String
    }

    func limits() throws -> [String: Limit] {
        var limits: [String: Limit] = [:]
        for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
            if line.hasPrefix("#") { continue }
            let fields = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            guard fields.count == 3, let allocations = Double(fields[2]) else {
                throw Failure("\(file.path): not a limit: \(line)")
            }
            var limit = Limit(instructions: Double(fields[1]), allocations: allocations, text: fields[1])
            if let match = fields[1].wholeMatch(of: #/(.+) \+ (\d+)/#) {
                (limit.base, limit.instructions) = (String(match.1), Double(match.2))
            }
            limits[fields[0]] = limit
        }
        return limits
    }

    /// Measures workloads and compares them with the limits.
    ///
    /// - Returns: whether all stayed below.
    func check(_ chosen: [Workload]) throws -> Bool {
        let limits = try limits()
        var columns = Columns("workload", "instructions", "limit", "allocations", "limit", "")
        var passed = true
        let valgrind = find("valgrind")
        if valgrind == nil { print("valgrind is not installed: instructions are SKIPPED\n") }
        for workload in chosen {
            guard let limit = limits[workload.name] else {
                throw Failure("\(file.path) has no line for \(workload.name)")
            }
            let instructions = try valgrind.flatMap { try Self.instructions(of: workload, valgrind: $0) }
            var allocated = allocations(workload, workload.stream)
            // Threads that happen to miss each other allocate more: the least of three runs counts.
            for _ in 0..<2 where !workload.isDeterministic && Self.exceeds(allocated, limit.allocations) {
                allocated = allocations(workload, workload.stream).map { min($0, allocated ?? $0) }
            }
            var most = limit.instructions
            if let name = limit.base, let valgrind {
                guard let base = workloads.first(where: { $0.name == name }) else {
                    throw Failure("\(file.path): there is no workload \(name)")
                }
                most = try Self.instructions(of: base, valgrind: valgrind).map { $0 + (most ?? 0) }
            }
            let isTooSlow = Self.exceeds(instructions, most)
            let isTooGreedy = Self.exceeds(allocated, limit.allocations)
            if isTooSlow || isTooGreedy { passed = false }
            columns.add(
                workload.name, format(instructions), format(most), format(allocated),
                format(limit.allocations), isTooSlow || isTooGreedy ? "TOO MUCH" : "ok")
        }
        print(columns.text)
        return passed
    }

    /// Writes new limits from what is measured now.
    func update(_ workloads: [Workload]) throws {
        guard let valgrind = find("valgrind") else { throw Failure("valgrind is not installed") }
        let limits = (try? limits()) ?? [:]
        var lines = [
            "# Most instructions and most allocations for one operation: see README.md.",
            "# workload | instructions | allocations",
        ]
        for workload in workloads {
            let instructions = try Self.instructions(of: workload, valgrind: valgrind)
            let number = instructions.map { String(Int(($0 * Self.slack).rounded(.up)) + 1) } ?? "-"
            let known = limits[workload.name]
            let limit = known?.base == nil ? number : known?.text ?? number
            // A tenth of an allocation is what a growing array costs now and then.
            let allocations = allocations(workload, workload.stream).map { ($0 * 10).rounded() / 10 } ?? 0
            lines.append("\(workload.name) | \(limit) | \(format(allocations + 0.1))")
        }
        try (lines.joined(separator: "\n") + "\n").write(to: file, atomically: true, encoding: .utf8)
    }

    private static func exceeds(_ measured: Double?, _ limit: Double?) -> Bool {
        guard let measured, let limit else { return false }
        return measured > limit
    }

    /// - Returns: `nil` where the count differs from run to run.
    static func instructions(of workload: Workload, isByHand: Bool = false, valgrind: URL) throws -> Double? {
        guard workload.isDeterministic else { return nil }
        func count(_ operations: Int) throws -> Double {
            try instructions(
                ["run-once", workload.name, String(operations)] + (isByHand ? ["--by-hand"] : []),
                valgrind: valgrind)
        }
        let few = 2000
        return try (count(few * 5) - count(few)) / Double(few * 4)
    }

    /// How many instructions this program executes with some arguments.
    static func instructions(_ arguments: [String], valgrind: URL) throws -> Double {
        let (status, text) = try run(
            valgrind,
            ["--tool=callgrind", "--callgrind-out-file=/dev/null", ownExecutable.path] + arguments)
        guard status == 0,
            let line = text.split(separator: "\n").last(where: { $0.contains("Collected") }),
            let number = line.split(separator: " ").last.flatMap({ Double($0) })
        else { throw Failure("callgrind failed:\n\(text)") }
        return number
    }
}
