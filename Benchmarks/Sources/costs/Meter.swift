import AllocationCounter
import Foundation
import InstructionCounter

/// Meters the phases of rows, with few subscribers or values and with many.
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
}

/// Counts allocations, and takes the time, which is used for growth alone.
final class NativeMeter: Meter {
    private(set) var few: [Key: Cost] = [:]
    private(set) var many: [Key: Cost] = [:]

    func row(_ name: String, _ body: (Int, Phases) -> Void) {
        let (few, many) = (Run(), Run())
        for _ in 0..<50 { body(Costs.few, few) }
        for _ in 0..<3 { body(Costs.many, many) }
        for (phase, cost) in few.costs { self.few[Key(row: name, phase: phase)].keepLeast(cost) }
        for (phase, cost) in many.costs { self.many[Key(row: name, phase: phase)].keepLeast(cost) }
    }

    /// Meters the rows again whose time grows too much: another program of the machine may have taken the time of one of them.
    func meterAgain() {
        for _ in 0..<4 {
            let grown = Set(few.keys.filter { grows($0) }.map(\.row))
            if !grown.isEmpty { Costs(self, rows: grown.sorted()).run() }
        }
    }

    /// How often the time for one of few goes into the time for one of many.
    func growth(_ key: Key) -> Double { (many[key]?.nanoseconds ?? 0) / few[key]!.nanoseconds }

    /// Indicates whether the time grows faster than memory gets slower.
    func grows(_ key: Key) -> Bool {
        growth(key) > Limits.growth && (many[key]?.nanoseconds ?? 0) > 1000
    }

    /// Keeps the least of several runs: the first one also pays for what is made once.
    private final class Run: Phases {
        var costs: [Phase: Cost] = [:]

        func meter(_ phase: Phase, _ count: Int, _ body: () -> Void) {
            let start = DispatchTime.now()
            allocation_counter_start()
            body()
            let allocations = Double(allocation_counter_stop()) / Double(count)
            let time = Double(DispatchTime.now().uptimeNanoseconds - start.uptimeNanoseconds) / Double(count)
            costs[phase].keepLeast(Cost(allocations: allocations, nanoseconds: time))
        }
    }
}

/// Has callgrind count instructions, in a process that runs under it. Each phase becomes a file of its own.
struct CallgrindMeter: Meter {
    var sizes: [Int]

    func row(_ name: String, _ body: (Int, Phases) -> Void) {
        // What is made once is left out.
        body(Costs.few, Unmetered())
        // The runtime's tables of types may grow in a run: the least of three counts.
        for size in sizes {
            for _ in 0..<(size == Costs.few ? 3 : 1) { body(size, Named(row: name, size: size)) }
        }
    }

    private struct Unmetered: Phases {
        func meter(_ phase: Phase, _ count: Int, _ body: () -> Void) { body() }
    }

    private struct Named: Phases {
        var row: String
        var size: Int

        func meter(_ phase: Phase, _ count: Int, _ body: () -> Void) {
            instruction_counter_start()
            body()
            instruction_counter_stop("\(row)|\(phase.rawValue)|\(size)|\(count)")
        }
    }
}
