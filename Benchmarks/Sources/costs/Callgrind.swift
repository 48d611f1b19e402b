import Foundation

/// Runs this program under callgrind, and reads what it has counted.
struct Callgrind {
    let tool: URL

    /// - Returns: `nil` if valgrind isn't installed.
    init?() {
        guard let tool = find("valgrind") else { return nil }
        self.tool = tool
    }

    /// Counts the instructions of rows, or of all rows.
    ///
    /// - Returns: instructions for one, for each size.
    func count(_ sizes: [Int], of rows: [String]) throws -> [Int: [Key: Double]] {
        let folder = FileManager.default.temporaryDirectory.appending(path: "costs-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        // Sets and dictionaries count the same in each run.
        setenv("SWIFT_DETERMINISTIC_HASHING", "1", 1)
        unsetenv(Command.allocatorVariable)
        let (status, text) = try run(
            tool,
            [
                "--tool=callgrind", "--quiet", "--collect-atstart=no",
                "--callgrind-out-file=\(folder.appending(path: "out").path)",
                ownExecutable.path, "--under-callgrind", sizes.map(String.init).joined(separator: ","),
            ] + rows)
        guard status == 0 else { throw Failure("callgrind failed:\n\(text)") }
        var counts: [Int: [Key: Double]] = [:]
        for file in try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil) {
            guard let (key, size, cost) = try read(file) else { continue }
            counts[size, default: [:]][key, default: cost] = min(cost, counts[size]?[key] ?? cost)
        }
        return counts
    }

    /// Counts the rows once more that cost too much, each in a process of its own, and keeps the least: where the types of a
    /// process lie decides how long the runtime looks for them.
    func countAgain(_ counts: inout [Key: Double], above limits: Limits) throws {
        let tooHigh = counts.filter { $0.value > limits.limit($0.key).instructions }
        // Three times, since the threads of an operation queue meet in another way each time.
        for row in Set(tooHigh.map(\.key.row)).sorted().flatMap({ [$0, $0, $0] }) {
            for (key, cost) in try count([Costs.few], of: [row])[Costs.few] ?? [:] {
                counts[key] = min(cost, counts[key] ?? cost)
            }
        }
    }

    /// Reads a file of one phase: its name is that of the request that wrote it, and its totals are instructions.
    private func read(_ file: URL) throws -> (key: Key, size: Int, cost: Double)? {
        var name: [Substring] = []
        for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
            if line.hasPrefix("desc: Trigger: Client Request: ") {
                name = line.dropFirst("desc: Trigger: Client Request: ".count).split(separator: "|")
            } else if line.hasPrefix("summary: ") || line.hasPrefix("totals: "), name.count == 4,
                let phase = Phase(rawValue: String(name[1])), let size = Int(name[2]),
                let count = Double(name[3]),
                let total = Double(line.drop { $0 != " " }.dropFirst())
            {
                return (Key(row: String(name[0]), phase: phase), size, total / count)
            }
        }
        return nil
    }
}
