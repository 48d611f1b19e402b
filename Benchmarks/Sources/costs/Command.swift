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
        countWhatIsKept()
        if arguments.first == "--allocations" {
            let meter = NativeMeter(sizes: [Costs.few])
            Costs(meter, rows: Array(arguments.dropFirst())).run()
            return print(meter.text)
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

    static let allocatorVariable = "GLIBC_TUNABLES"

    /// Runs the program again, with an allocator that keeps no freed blocks for the thread: they would count as used.
    private static func countWhatIsKept() {
        #if os(Linux)
            guard getenv(allocatorVariable) == nil else { return }
            setenv(allocatorVariable, "glibc.malloc.tcache_count=0", 1)
            execv("/proc/self/exe", CommandLine.unsafeArgv)
        #endif
    }

    /// - Returns: whether all costs are within their limits.
    private static func run(_ rows: [String], updates: Bool, many: Bool) throws -> Bool {
        let folder = try packageFolder()
        let file = folder.appending(path: "costs.txt")
        let sizes = many ? Costs.sizes + [Costs.many] : Costs.sizes
        let meter = NativeMeter(sizes: sizes)
        Costs(meter, rows: rows).run()
        let limits = try Limits(file)
        if !updates { try meter.countAgain(above: limits) }
        var counts: [Int: [Key: Double]] = [:]
        if let callgrind = Callgrind() {
            // Instructions of a thousand of everything take too long for each run.
            counts = try callgrind.count(many ? sizes : Array(sizes.dropLast()), of: rows)
            if !updates { try callgrind.countAgain(&counts[Costs.few, default: [:]], above: limits) }
        } else {
            print("valgrind is not installed: instructions are SKIPPED")
        }
        if updates {
            guard let few = counts[Costs.few] else { throw Failure("--update needs valgrind") }
            let allocations = meter.allocations.mapValues { $0[Costs.few]! }
            try Limits.write(few, allocations, keeping: rows.isEmpty ? nil : Limits(file), to: file)
            return true
        }
        let growths = try Limits.growths(folder.appending(path: "growth.txt"))
        let report = Report(
            meter, counts, limits, growths: growths, isWhole: rows.isEmpty && many && !counts.isEmpty)
        print(report.text(all: !rows.isEmpty))
        return report.passed
    }
}
