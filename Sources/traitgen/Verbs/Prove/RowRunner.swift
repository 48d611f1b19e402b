import TraitgenCore

/// Runs one row of a library, each time in a process of its own, so that no trap and no deadlock ends more than that.
struct RowRunner {
    let runner: any ProgramRunner
    /// The path of the program.
    let program: String
    let folder: String
    /// The seconds that one call may take before it counts as stuck.
    let patience: Int
    /// The number of equal verdicts in a row that make a verdict steady, and the number of runs after which none is.
    var equalRuns = 3
    var mostRuns = 8

    /// A row's faults, each with the number of runs that showed it.
    struct Verdict {
        var faults: [(fault: RowFault, shown: Int)] = []
        /// The number of runs under threads.
        var races = 0
        /// Indicates whether the last verdicts were equal.
        var isSteady = true
    }

    /// Checks a row in virtual time once, and under threads until the verdict is steady.
    ///
    /// - Parameters:
    ///   - record: The file that the observations are written to.
    ///   - isFirst: Indicates whether the row will be run again anyway, so that no race is needed.
    func verdict(of row: String, record: String, isFirst: Bool = false) -> Verdict {
        var verdict = Verdict()
        let first = run("run", row, ["TRAITS_LAWS_RECORD": record])
        verdict.faults = first.map { ($0, 1) }
        // Under threads the same hangs and traps would come again, and take longer.
        if first.contains(where: {
            $0.kind == .cut || $0.isOfPublisher && $0.title.hasPrefix("every run returns")
        }) {
            return verdict
        }
        var last: Set<String>?
        let (wanted, most) = isFirst ? (0, 0) : (equalRuns, mostRuns)
        var equal = 0
        while verdict.races < most, equal < wanted {
            let faults = run("race", row, [:])
            verdict.races += 1
            let laws = Set(faults.compactMap(\.law))
            equal = laws == last ? equal + 1 : 1
            last = laws
            for fault in faults {
                if let index = verdict.faults.firstIndex(where: { $0.fault.law == fault.law }) {
                    verdict.faults[index].shown += 1
                } else {
                    verdict.faults.append((fault, 1))
                }
            }
        }
        verdict.isSteady = equal >= wanted
        return verdict
    }

    /// A trap ends the program immediately, without a backtrace: threads that were given up would hold that up.
    private var settings: [String: String] {
        ["TRAITS_LAWS_PATIENCE": String(patience), "SWIFT_BACKTRACE": "enable=no"]
    }

    /// Runs the program once, and reads the faults that it prints.
    private func run(_ word: String, _ row: String, _ environment: [String: String]) -> [RowFault] {
        var faults: [[String]] = []
        var isOver = false
        var tail: [String] = []
        let status = runner.run(
            [program, word, row], in: folder,
            environment: environment.merging(settings) { $1 },
            silence: max(300, 6 * patience), limit: 600
        ) { line in
            switch line {
            case "traitgen-fault": faults.append([])
            case "traitgen-end": isOver = true
            case _ where faults.isEmpty || isOver: tail = tail.suffix(4) + [line]
            default: faults[faults.count - 1].append(line)
            }
        }
        let isRace = word == "race"
        var found = faults.map { RowFault($0.joined(separator: "\n"), isRace: isRace) }
        if !isOver { found.append(RowFault(Self.end(status, tail).joined(separator: "\n"), isRace: isRace)) }
        return found
    }

    /// The lines of a fault that has ended the program, or has kept it from ending.
    private static func end(_ status: Int32?, _ tail: [String]) -> [String] {
        let end =
            switch status {
            case nil: "the program comes to no end"
            case .some(let status) where status < 0: "the program stops with signal \(-status)"
            case .some(let status): "the program ends with status \(status)"
            }
        let reason = tail.last { $0.contains("Fatal error") }.map { ": \($0)" } ?? ""
        return ["", "every run returns: \(end), on a thread that the operator has begun\(reason)"]
    }
}
