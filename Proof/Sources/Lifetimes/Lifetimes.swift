import TraitsRuntime
@_spi(Samples) import TraitsTesting

// What an optimised client releases, and when. A module of its own is compiled beside the others.

/// In place of the measurements of `HeapTests`, which `swift test` runs.
enum HeapUse {
    func growth<P: Publisher>(rounds: Int, _ build: (ValueStage) -> P) -> Int { 0 }
}

extension ValueCase {
    /// The faults of an operator that keeps a value too long, or releases it too early.
    var faults: [String] {
        let demands: [DemandPolicy] = [.unlimited, .replenished(1), .atOnce(1)]
        var faults: [String] = []
        for end in Ending.allCases where end != .fail || !trapsFailures {
            for demand in demands {
                for name in held(after: end, demand) {
                    faults.append("\(testDescription), \(end), \(demand): \(name) is kept")
                }
            }
            for reader in ValueReader.allCases {
                faults += breaches(reader, end).map { "\(testDescription), \(reader), \(end): \($0)" }
            }
        }
        return faults
    }

    /// The faults of an operator that keeps more, or less, than its meaning needs while it waits.
    var faultsWhileIdle: [String] {
        var faults: [String] = []
        for demand in [DemandPolicy.unlimited, .replenished(1)] {
            for script in IdleScript.allCases {
                guard let kept = kept(after: script, demand)?.sorted(), kept != needed(demand) else {
                    continue
                }
                faults.append(
                    "\(testDescription), \(script), \(demand): keeps \(kept), and needs \(needed(demand))")
            }
        }
        return faults
    }
}

extension ClosureCase {
    /// The faults of an operator that releases its closure too early, or too late.
    var faults: [String] {
        var faults: [String] = []
        for start in starts {
            for reader in ClosureReader.allCases where reader != .holder || !isKeptBySubscription {
                for script in ClosureScript.allCases {
                    let breaches = breaches(start, reader, script)
                    faults += breaches.map { "\(testDescription), \(start), \(reader), \(script): \($0)" }
                }
            }
        }
        return faults
    }
}

// MARK: - What the program asks for

/// A check of what an operator, or a closure of it, keeps.
public struct Lifetime: Sendable {
    /// The row of the tables; nil for what belongs to no row.
    public let row: String?
    public let name: String
    /// Runs the check, and returns what is wrong.
    public let faults: @Sendable () -> [String]

    /// Operators keep no value too long, and values may act at their release.
    public static let values = ValueCase.everywhere.map { entry in
        Lifetime(row: entry.row, name: entry.testDescription) { entry.faults }
    }

    /// Operators keep while they wait what their meaning needs.
    public static let idle = (ValueCase.all + ValueCase.extras).map { entry in
        Lifetime(row: entry.row, name: entry.testDescription) { entry.faultsWhileIdle }
    }

    /// Closures live as long as their stream.
    public static let closures = ClosureCase.all.map { entry in
        Lifetime(row: entry.row, name: entry.testDescription) { entry.faults }
    }

    /// Closures may act.
    public static let acting = ActingClosure.all.map { entry in
        Lifetime(row: nil, name: entry.name) { entry.faults }
    }

    /// Returns the rows that take no part in ``values``, and have no reason.
    public static func rowsWithoutValues(_ rows: [String]) -> [String] { ValueCase.missing(from: rows) }

    /// Returns the rows that have a closure in a sample, take no part in ``closures``, and have no reason.
    public static func rowsWithoutClosures(_ rows: [String], _ samples: (String) -> [String]) -> [String] {
        ClosureCase.missing(from: rows, samples)
    }
}
