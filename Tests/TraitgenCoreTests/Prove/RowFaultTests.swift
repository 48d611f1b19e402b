import Testing

@testable import TraitgenVerbs

/// The texts of faults, and rows in processes of their own.
@Suite struct RowFaultTests {
    @Test func texts_areReadAsWhatHasToBeDone() {
        let demand = RowFault(FaultText.demand, isRace: false)
        #expect(demand.kind == .law(exempt: "demand"))
        #expect(demand.title == "never more values come than were demanded")
        #expect(
            demand.summary == "never more values come than were demanded: a value came that was not demanded")
        #expect(demand.isOfPublisher && !demand.isDecision)
        #expect(RowFault(FaultText.stop, isRace: false).kind == .law(exempt: nil))
        #expect(RowFault(FaultText.race, isRace: true).law == "serial under threads")
        #expect(
            RowFault(FaultText.unseen, isRace: false).kind
                == .unseen(["    unseen o> => oo|,", "        o| => x"]))
        #expect(RowFault(FaultText.needless, isRace: false).kind == .needless)
        let rule = RowFault(FaultText.rule, isRace: false)
        #expect(rule.isAboutRule && !rule.isOfPublisher)
    }

    private func verdict(
        mostRuns: Int = 8, _ answer: @escaping ScriptedRunner.Answer
    ) -> (verdict: RowRunner.Verdict, runs: Int) {
        let runner = ScriptedRunner(answer)
        var row = RowRunner(runner: runner, program: "rows", folder: "/", patience: 5)
        row.mostRuns = mostRuns
        return (row.verdict(of: "Twice", record: "record"), runner.runs.count)
    }

    @Test func equalVerdicts_areSteady() {
        let (verdict, runs) = verdict { words, _ in
            (FaultText.lines(words[1] == "race" ? [FaultText.race] : [FaultText.demand]), 0)
        }
        #expect(verdict.isSteady)
        #expect(verdict.faults.map(\.shown) == [1, 3])
        #expect(runs == 4)
    }

    @Test func changingVerdicts_areUnsteady() {
        let isOdd = Flag()
        let (verdict, _) = verdict { words, _ in
            (FaultText.lines(words[1] == "race" && isOdd.toggle() ? [FaultText.race] : []), 0)
        }
        #expect(!verdict.isSteady)
        #expect(verdict.races == 8)
        #expect(verdict.faults.map(\.shown) == [4])
    }

    @Test func endOfTheProgram_isAFaultOfTheRow() {
        let killed = verdict { _, _ in (["working"], nil) }.verdict
        #expect(killed.faults.map(\.fault.title) == ["every run returns"])
        let (trapped, runs) = verdict { _, _ in (["Main.swift:1: Fatal error: no"], -4) }
        #expect(
            trapped.faults[0].fault.summary.hasSuffix("the operator has begun: Main.swift:1: Fatal error: no")
        )
        #expect(runs == 1)
    }

    @Test func patience_isTheProgramsToo() {
        _ = verdict { _, environment in
            #expect(environment["TRAITS_LAWS_PATIENCE"] == "5")
            return (FaultText.lines([]), 0)
        }
    }
}

/// A Boolean value that runs change.
private final class Flag: @unchecked Sendable {
    // Unchecked: scripted programs run one after the other.
    private var isOn = false

    func toggle() -> Bool {
        isOn.toggle()
        return isOn
    }
}
