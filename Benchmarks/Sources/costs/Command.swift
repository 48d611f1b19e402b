import Foundation

/// `costs [--update] [--many] [ROW…]`: see README.md.
@main
enum Command {
    static func main() {
        var arguments = Array(CommandLine.arguments.dropFirst())
        if arguments.first == "--under-callgrind" {
            let sizes = arguments[1].split(separator: ",").compactMap { Int($0) }
            return Costs(CallgrindMeter(sizes: sizes), rows: Array(arguments[2...])).run()
        }
        let options = Set(arguments.filter { $0.hasPrefix("--") })
        arguments.removeAll(where: options.contains)
        do {
            guard options.isSubset(of: ["--update", "--many"]) else {
                throw Failure("use costs [--update] [--many] [ROW…]")
            }
            let updates = options.contains("--update"), many = options.contains("--many")
            if try !run(arguments, updates: updates, many: many) { exit(1) }
        } catch {
            print("error: \(error)")
            exit(1)
        }
    }

    /// - Returns: whether all costs are within their limits.
    private static func run(_ rows: [String], updates: Bool, many: Bool) throws -> Bool {
        let file = try packageFolder().appending(path: "costs.txt")
        let meter = NativeMeter()
        Costs(meter, rows: rows).run()
        meter.meterAgain()
        let limits = try Limits(file)
        var counts: [Int: [Key: Double]]?
        if let callgrind = Callgrind() {
            counts = try callgrind.count(many ? [Costs.few, Costs.many] : [Costs.few], of: rows)
            if !updates { try callgrind.countAgain(&counts![Costs.few, default: [:]], above: limits) }
        } else {
            print("valgrind is not installed: instructions are SKIPPED")
        }
        if updates {
            guard let few = counts?[Costs.few] else { throw Failure("--update needs valgrind") }
            try Limits.write(few, meter.few, keeping: rows.isEmpty ? nil : Limits(file), to: file)
            return true
        }
        let report = Report(meter, counts, limits)
        print(report.text(all: !rows.isEmpty))
        return report.passed
    }
}
