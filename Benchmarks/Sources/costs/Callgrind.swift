import Foundation

/// Runs this program under callgrind, and reads what it has counted.
struct Callgrind {
    let tool: URL

    /// - Returns: `nil` if valgrind isn't installed.
    init?() {
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        let paths = folders.map { URL(filePath: String($0)).appending(path: "valgrind") }
        guard let tool = paths.first(where: { FileManager.default.isExecutableFile(atPath: $0.path) }) else {
            return nil
        }
        self.tool = tool
    }

    /// Counts the instructions of rows, or of all rows.
    ///
    /// - Returns: instructions for one, for each size.
    func count(_ sizes: [Int], of rows: [String]) throws -> [Int: [Key: Double]] {
        let folder = FileManager.default.temporaryDirectory.appending(path: "costs-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let process = Process()
        process.executableURL = tool
        process.arguments =
            [
                "--tool=callgrind", "--quiet", "--collect-atstart=no",
                "--callgrind-out-file=\(folder.appending(path: "out").path)",
                CommandLine.arguments[0], "--under-callgrind",
                sizes.map(String.init).joined(separator: ","),
            ] + rows
        // Sets and dictionaries count the same in each run.
        process.environment = ProcessInfo.processInfo.environment.merging(["SWIFT_DETERMINISTIC_HASHING": "1"]
        ) { $1 }
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw CostError("callgrind ended with status \(process.terminationStatus)")
        }
        var counts: [Int: [Key: Double]] = [:]
        for file in try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil) {
            guard let (key, size, cost) = try read(file) else { continue }
            counts[size, default: [:]][key, default: cost] = min(cost, counts[size]?[key] ?? cost)
        }
        return counts
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

/// An error with a text for the terminal.
struct CostError: Error, CustomStringConvertible {
    let description: String

    init(_ text: String) { description = text }
}
