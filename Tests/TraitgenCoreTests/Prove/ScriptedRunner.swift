import Synchronization

@testable import TraitgenVerbs

/// Programs that print what a test says. Each run passes a second.
final class ScriptedRunner: ProgramRunner {
    /// Answers a run: the lines that it prints, and its status; a nil status stands for a program that was killed.
    typealias Answer =
        @Sendable (_ words: [String], _ environment: [String: String]) -> (
            lines: [String], status: Int32?
        )

    private let answer: Answer
    private let log = Mutex<[[String]]>([])

    init(_ answer: @escaping Answer) { self.answer = answer }

    /// The words of all runs.
    var runs: [[String]] { log.withLock { $0 } }
    var program: String { "/streams/.build/debug/traitgen" }
    var seconds: Double { Double(runs.count) }

    func run(
        _ words: [String], in folder: String, environment: [String: String], silence: Int, limit: Int,
        line: (String) -> Void
    ) -> Int32? {
        log.withLock { $0.append(words) }
        let (lines, status) = answer(words, environment)
        lines.forEach(line)
        return status
    }
}

/// Texts of faults as the law kit prints them.
enum FaultText {
    static let demand = """
        Tables/App.traits:5: Publishers.Twice   anything
        Tables/App.traits:5: never more values come than were demanded: a value came that was not demanded
          upstream: 0
          observed: --00
          predicted: o> or o|
          subscriber: the first, no demand at first
          sample: upstream.twice()
          if it is meant to do this, paste below the row: exempt demand because "…"

            @Test func sendsNoMoreThanIsDemanded() throws {
                #expect(recorder.breaches == [])
            }
        """
    static let release = """
        Tables/Laws.traits:5: Functions.Until (First, Second)   anything
        Tables/Laws.traits:5: upstream is released: first is still subscribed to
          if it is meant to do this, paste below the row: exempt release because "…"
        """
    static let stop = """
        Tables/App.traits:5: Publishers.Twice   anything
        Tables/App.traits:5: every run returns: the program stops with SIGILL
          upstream: 2
          observed: >
          subscriber: the first, unlimited demand
          sample: upstream.twice()
        """
    static let race = """
        Tables/App.traits:5: Publishers.Twice   anything
        a subscriber is called by one thread at a time: two calls overlap
          publisher: upstream.twice()
          inputs: a promise that is kept
          taken by: a subscriber
          seed: 3
          again: TRAITS_RACE_SEED=3 TRAITS_LAWS_ROWS=Publishers.Twice swift test --filter rowUnderThreads
          if it is meant to do this, paste below the row: exempt serial because "…"

            @Test func keepsItsLawsUnderThreads() throws {
                try Laws.race(inputs: 1) { inputs in
                    let upstream = inputs[0]
                    let publisher = upstream.twice()
                    return publisher
                }
            }
        """
    static let unseen = """
        Tables/App.traits:5: Publishers.Twice   o => oo
        no sample shows these histories, which the row predicts; add samples that show them, or, if none can, paste this below the row:
            unseen o> => oo|,
                o| => x
                because "…"
        """
    static let needless = """
        Tables/App.traits:5: Publishers.Twice   anything
        `unseen` is not needed: the samples show every history that the row predicts
        """
    static let rule = """
        Tables/App.traits:5: Publishers.Twice   o => o
        Tables/App.traits:5: each history is one that is promised: what the row predicts
          upstream: 0
          observed: 00
        """

    /// The lines that the program of the rows prints.
    static func lines(_ faults: [String]) -> [String] {
        faults.flatMap {
            ["traitgen-fault"] + $0.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        }
            + ["traitgen-end"]
    }
}
