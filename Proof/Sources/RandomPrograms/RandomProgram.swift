import TraitsRuntime
@_spi(Proof) import TraitsTesting
import TraitsTracing

/// Programs of several operators that a seed makes.
///
/// Each is carried out in several ways, which must agree. A program that fails is shrunk, and printed as a test.
public enum RandomProgram {
    /// Carries out programs beside the reference, in virtual time.
    ///
    /// - Returns: One text for each program that fails.
    public static func faults(of seeds: Range<UInt64>) -> [String] {
        seeds.compactMap { seed in
            var generator = ProgramGenerator(seed: seed)
            return fault(of: generator.program(), seed)
        }
    }

    /// Carries out programs whose closures act, and checks the promises of their types.
    ///
    /// - Returns: One text for each program that fails.
    public static func faultsOfPromises(_ seeds: Range<UInt64>) -> [String] {
        seeds.compactMap { seed in
            var generator = ProgramGenerator(seed: seed, takesAll: true)
            return fault(of: generator.promiseProgram(), seed)
        }
    }

    /// Carries out programs on several threads, and checks that one thread could have done the same in some order.
    ///
    /// - Returns: One text for each program that fails.
    public static func faultsOfThreads(_ seeds: Range<UInt64>) -> [String] {
        seeds.compactMap { seed in
            var generator = ProgramGenerator(seed: seed)
            let program = generator.racedProgram()
            guard let allowed = program.sequentialHistories(),
                let disagreement = program.racedDisagreement(allowed)
            else { return nil }
            return "seed \(seed): \(program.shrunkDisagreement() ?? disagreement)"
        }
    }

    /// Returns the fault of a program, shrunk, and printed as a test.
    static func fault(of program: Program, _ seed: UInt64, isTraced: Bool = false) -> String? {
        guard var disagreement = program.disagreement(isTraced: isTraced) else { return nil }
        // The last one seen is kept, since one that depends on chance may not come again.
        let shrunk = program.shrunk {
            guard let smaller = $0.disagreement(isTraced: isTraced) else { return false }
            disagreement = smaller
            return true
        }
        let file = disagreement.writeTrace(named: "program-\(seed)").map { "trace: \($0)\n" } ?? ""
        return
            "seed \(seed): \(disagreement)\n\(file)\(shrunk.test(named: "seed\(seed)", why: disagreement.reason))"
    }
}

extension Disagreement {
    /// Writes what each path saw as a trace, one event a tick, if the environment asks for traces of failures.
    fileprivate func writeTrace(named name: String) -> String? {
        FailureTrace.write(name) { trace in
            for (path, events) in histories {
                let kinds = events.enumerated().map { number, event -> (ticks: Int, kind: TraceEvent.Kind) in
                    (number, .value(event, outstanding: .unlimited))
                }
                trace.add(path, publisher: "Program", kinds)
            }
        }
    }
}
