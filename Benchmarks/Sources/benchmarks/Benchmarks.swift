import Foundation

@main
struct Benchmarks {
    static let usage = """
        benchmarks [--filter TEXT] [--repetitions N] [--save FILE]   times of all workloads
        benchmarks --list                                            their names
        benchmarks compare OLD NEW                                   two saved runs
        benchmarks gates [--filter TEXT] [--update]                  instructions and allocations
        benchmarks slope [--filter TEXT]                             instructions where sizes double
        benchmarks generate [--traitgen PROGRAM] [--rows N]          the generator on large tables
        benchmarks tests                                             `swift test` of a fresh clone
        benchmarks report [--filter TEXT] [--runs N] [--instructions] a table like that of README.md
        benchmarks report --write [--runs N]                         the tables of README.md
        benchmarks figures                                           faults in the tables of README.md
        benchmarks memory                                            bytes of idle subscriptions
        benchmarks programs [--filter TEXT]                          whole programs: latency and memory
        benchmarks run-once NAME COUNT [--by-hand]                   one side of a workload, for profilers
        benchmarks run-program NAME [--by-hand]                      one side of a program
        """

    static func main() {
        do {
            exit(try run(Array(CommandLine.arguments.dropFirst())) ? 0 : 1)
        } catch let failure as Failure {
            FileHandle.standardError.write(Data("\(failure)\n".utf8))
            exit(2)
        } catch {
            FileHandle.standardError.write(Data("\(error)\n".utf8))
            exit(2)
        }
    }

    static func run(_ arguments: [String]) throws -> Bool {
        var options = Options(arguments)
        let filter = try options.value("--filter")
        let chosen = workloads.filter { filter.map($0.name.contains) ?? true }
        switch options.command {
        case nil where options.flag("--list"):
            try options.finish()
            for workload in chosen { print(workload.name) }
        case nil:
            let number = try options.value("--repetitions") ?? "15"
            guard let repetitions = Int(number), repetitions > 0 else {
                throw Failure("--repetitions wants a number from 1 on, not \(number)")
            }
            let stopwatch = Stopwatch(repetitions: repetitions)
            let file = try options.value("--save")
            try options.finish()
            if chosen.isEmpty { throw Failure("no workload has a name that contains \(filter ?? "")") }
            let measurements = stopwatch.measure(chosen)
            print(report(measurements, of: chosen))
            if let file { try SavedRun.write(measurements, to: file) }
        case "compare":
            let (old, new) = (try options.argument("OLD"), try options.argument("NEW"))
            try options.finish()
            print(comparison(try SavedRun.read(old), try SavedRun.read(new)))
        case "gates":
            let isUpdate = options.flag("--update")
            try options.finish()
            let gates = Gates(file: try packageFolder().appendingPathComponent("gates.txt"))
            if isUpdate { try gates.update(workloads) } else { return try gates.check(chosen) }
        case "slope":
            try options.finish()
            return try Slope.check(slopes.filter { filter.map($0.name.contains) ?? true })
        case "run-slope":
            let name = try options.argument("NAME")
            guard let slope = slopes.first(where: { $0.name == name }) else {
                throw Failure("there is no slope \(name)")
            }
            guard let size = Int(try options.argument("SIZE")) else { throw Failure(usage) }
            try options.finish()
            use(slope.run(size))
        case "generate":
            let traitgen = try options.value("--traitgen")
            let rows = try options.value("--rows")
            try options.finish()
            if let rows, Generation.limits[Int(rows) ?? 0] == nil {
                throw Failure("--rows wants one of \(Generation.sizes)")
            }
            try Generation.run(traitgen: traitgen, rows: rows.flatMap { Int($0) })
        case "tests":
            try options.finish()
            try TestTimes.run()
        case "report":
            let number = try options.value("--runs") ?? "10"
            guard let runs = Int(number), runs > 0 else {
                throw Failure("--runs wants a number from 1 on, not \(number)")
            }
            let countsInstructions = options.flag("--instructions")
            let writes = options.flag("--write")
            try options.finish()
            if writes {
                if filter != nil { throw Failure("--write takes all workloads") }
                let spread = Spread(runs: runs, repetitions: 3, countsInstructions: true)
                try Figures.report.write(try spread.table(Figures.report.workloads))
                try Figures.traits.write(try Figures.tableOfTraits())
            } else {
                let spread = Spread(runs: runs, repetitions: 3, countsInstructions: countsInstructions)
                print(try spread.table(chosen))
            }
        case "figures":
            try options.finish()
            let faults = try Figures.faults()
            for fault in faults { print(fault) }
            return faults.isEmpty
        case "memory":
            try options.finish()
            print(try IdleMemory.table())
        case "programs":
            try options.finish()
            return try ProgramRun.run(programs.filter { filter.map($0.name.contains) ?? true })
        case "run-program":
            let isByHand = options.flag("--by-hand")
            let name = try options.argument("NAME")
            guard let program = programs.first(where: { $0.name == name }) else {
                throw Failure("there is no program \(name)")
            }
            try options.finish()
            try ProgramRun.runSide(program, isByHand: isByHand)
        case "run-once":
            let isByHand = options.flag("--by-hand")
            let name = try options.argument("NAME")
            guard let workload = workloads.first(where: { $0.name == name }) else {
                throw Failure("there is no workload \(name)")
            }
            guard let count = Int(try options.argument("COUNT")) else { throw Failure(usage) }
            try options.finish()
            use(isByHand ? workload.byHand(count) : workload.stream(count))
        default:
            throw Failure(usage)
        }
        return true
    }
}

/// The words of a command line.
struct Options {
    /// The first word, unless it is an option.
    let command: String?
    private var words: [String]

    init(_ words: [String]) {
        let isCommand = words.first.map { !$0.hasPrefix("-") } ?? false
        command = isCommand ? words[0] : nil
        self.words = isCommand ? Array(words.dropFirst()) : words
    }

    mutating func flag(_ name: String) -> Bool {
        guard let index = words.firstIndex(of: name) else { return false }
        words.remove(at: index)
        return true
    }

    mutating func value(_ name: String) throws -> String? {
        guard let index = words.firstIndex(of: name) else { return nil }
        guard index + 1 < words.count else { throw Failure("\(name) wants a value\n\(Benchmarks.usage)") }
        let value = words[index + 1]
        words.removeSubrange(index...index + 1)
        return value
    }

    mutating func argument(_ name: String) throws -> String {
        guard !words.isEmpty else { throw Failure("\(name) is missing\n\(Benchmarks.usage)") }
        return words.removeFirst()
    }

    func finish() throws {
        guard words.isEmpty else { throw Failure("unknown: \(words[0])\n\(Benchmarks.usage)") }
    }
}
