import AllocationCounter
import Foundation
import InstructionCounter

/// Meters the phases of rows and operations, with ever more subscribers or values.
protocol Meter {
    /// Meters a row.
    ///
    /// - Parameter body: Runs all phases with so many subscribers or values.
    func row(_ name: String, _ body: (_ size: Int, _ phases: Phases) -> Void)
}

/// Meters the phases of one run.
protocol Phases {
    /// Meters a phase that does something for so many.
    func meter(_ phase: Phase, _ count: Int, _ body: () -> Void)

    /// Notes how many bytes are in use that weren't at the start of the run.
    func weigh(_ moment: Moment)
}

/// Counts allocations and bytes in use.
final class NativeMeter: Meter {
    let sizes: [Int]
    private(set) var allocations: [Key: [Int: Double]] = [:]
    private(set) var bytes: [Weight: [Int: Int]] = [:]

    init(sizes: [Int]) { self.sizes = sizes }

    func row(_ name: String, _ body: (Int, Phases) -> Void) {
        for size in sizes {
            let run = Run()
            // The first runs also pay for what is made once.
            for _ in 0..<(size == Costs.few ? 50 : 3) {
                run.begin()
                body(size, run)
            }
            for (phase, count) in run.allocations {
                allocations[Key(row: name, phase: phase), default: [:]][size] = count
            }
            for (moment, counts) in run.bytes {
                // Threads of the system allocate and free meanwhile: the middle one of several counts.
                bytes[Weight(row: name, moment: moment), default: [:]][size] =
                    counts.sorted()[counts.count / 2]
            }
        }
    }

    /// Counts the rows that allocate too much three times more, each in a process of its own, and keeps the least: threads of the
    /// system meet in another way each time, and tables of the runtime grow at other moments.
    func countAgain(above limits: Limits) throws {
        let tooHigh = allocations.filter { $0.value[Costs.few]! > limits.limit($0.key).allocations }
        for row in Set(tooHigh.keys.map(\.row)).sorted().flatMap({ [$0, $0, $0] }) {
            let (status, text) = try run(ownExecutable, ["--allocations", row])
            guard status == 0 else { throw Failure("\(row) can't be counted again:\n\(text)") }
            for line in text.split(separator: "\n") {
                let fields = line.split(separator: "|")
                guard fields.count == 3, let phase = Phase(rawValue: String(fields[1])),
                    let count = Double(fields[2])
                else { throw Failure("not a count: \(line)") }
                let key = Key(row: String(fields[0]), phase: phase)
                allocations[key]![Costs.few] = min(count, allocations[key]![Costs.few]!)
            }
        }
    }

    /// The allocations with few of everything, a line for each phase, as ``countAgain(above:)`` reads them.
    var text: String {
        allocations.map { "\($0.key.row)|\($0.key.phase.rawValue)|\($0.value[Costs.few]!)" }
            .joined(separator: "\n")
    }

    /// Keeps the least number of allocations of several runs, and all numbers of bytes.
    private final class Run: Phases {
        var allocations: [Phase: Double] = [:]
        var bytes: [Moment: [Int]] = [:]
        private var before = 0

        func begin() { before = allocation_counter_bytes_in_use() }

        func meter(_ phase: Phase, _ count: Int, _ body: () -> Void) {
            allocation_counter_start()
            body()
            let number = Double(allocation_counter_stop()) / Double(count)
            allocations[phase] = min(number, allocations[phase] ?? .infinity)
        }

        func weigh(_ moment: Moment) {
            let now = allocation_counter_bytes_in_use() - before
            bytes[moment, default: []].append(max(now, 0))
        }
    }
}

/// Has callgrind count instructions, in a process that runs under it. Each phase becomes a file of its own.
struct CallgrindMeter: Meter {
    var sizes: [Int]

    func row(_ name: String, _ body: (Int, Phases) -> Void) {
        // What is made once is left out.
        body(Costs.few, Unmetered())
        // The runtime's tables of types may grow in a run: the least of three counts. One of very many doesn't show it.
        for size in sizes {
            for _ in 0..<(size == sizes.last ? 1 : 3) { body(size, Named(row: name, size: size)) }
        }
    }

    private struct Unmetered: Phases {
        func meter(_ phase: Phase, _ count: Int, _ body: () -> Void) { body() }
        func weigh(_ moment: Moment) {}
    }

    private struct Named: Phases {
        var row: String
        var size: Int

        func meter(_ phase: Phase, _ count: Int, _ body: () -> Void) {
            instruction_counter_start()
            body()
            instruction_counter_stop("\(row)|\(phase.rawValue)|\(size)|\(count)")
        }

        func weigh(_ moment: Moment) {}
    }
}
