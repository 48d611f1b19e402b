import TraitsRuntime
@_spi(Samples) import TraitsTesting

// The floors that look at what an optimised client releases, and when.

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

extension Floor {
    static let values = Floor(
        name: "values", summary: "operators keep no value too long, and values may act at their release"
    ) { request, report in
        report.run("values", request.selected(ValueCase.everywhere, \.row), \.testDescription, \.faults)
        report.run(
            "values", request.selected(ValueCase.all + ValueCase.extras, \.row), \.testDescription,
            \.faultsWhileIdle)
        report.run("values", ValueCase.missing(from: request.types), { $0 }) { ["\($0) takes no part"] }
    }

    static let closures = Floor(
        name: "closures", summary: "closures live as long as their stream, and may act"
    ) { request, report in
        report.run("closures", request.selected(ClosureCase.all, \.row), \.testDescription, \.faults)
        let missing = ClosureCase.missing(from: request.types) { LawTable.row($0).sampleTexts }
        report.run("closures", missing, { $0 }) { ["\($0) takes no part"] }
        if request.rows == nil { report.run("closures", ActingClosure.all, \.name, \.faults) }
    }
}
