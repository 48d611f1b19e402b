import Foundation

/// A run on disk: one line for a workload, fields set apart by tabs.
enum SavedRun {
    static func write(_ measurements: [Measurement], to path: String) throws {
        let lines = measurements.map { measurement in
            [
                measurement.name, String(measurement.ratio),
                String(measurement.stream.nanoseconds), text(measurement.stream.allocations),
                String(measurement.byHand.nanoseconds), text(measurement.byHand.allocations),
            ].joined(separator: "\t")
        }
        try (lines.joined(separator: "\n") + "\n").write(toFile: path, atomically: true, encoding: .utf8)
    }

    static func read(_ path: String) throws -> [Measurement] {
        guard let text = try? String(contentsOfFile: path, encoding: .utf8) else {
            throw Failure("\(path): no such file, or not a text; `--save FILE` writes one")
        }
        return try text.split(separator: "\n").map { line in
            let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            guard fields.count == 6, let ratio = Double(fields[1]), let stream = Double(fields[2]),
                let byHand = Double(fields[4])
            else { throw Failure("\(path): not a saved run: \(line)") }
            return Measurement(
                name: fields[0],
                stream: Side(nanoseconds: stream, allocations: Double(fields[3])),
                byHand: Side(nanoseconds: byHand, allocations: Double(fields[5])),
                ratio: ratio)
        }
    }

    private static func text(_ number: Double?) -> String { number.map { String($0) } ?? "-" }
}
