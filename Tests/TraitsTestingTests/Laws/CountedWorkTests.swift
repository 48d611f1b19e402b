import Testing
import TraitsRuntime
import TraitsTesting

/// Sources whose subscribers never meet: only a count tells whether they share their work.
@Suite struct CountedWorkTests {
    private final class Door {
        var openCount = 0
    }

    private func row(_ rules: String, _ sharing: LawSharing, images: String = "o|") -> LawRow {
        LawRow(
            "Shop.Opened", rules: rules, file: "Shop.traits", line: 7, traits: [], limit: 2,
            bound: LawBound(values: 2), inputs: "", names: [], types: [], images: [images], predictions: "0",
            digits: 1, isTight: true, sharing: sharing, exempt: [])
    }

    /// Opens a door for each subscriber, inside of the call that subscribes.
    private func opened(_ scheduler: TestScheduler) -> Deferred<Just<Int>> {
        let door = Door()
        scheduler.countWork { door.openCount }
        return Deferred {
            door.openCount += 1
            return Just(1)
        }
    }

    @Test func workThatIsDoneAgainIsFound() throws {
        let row = row("o|", .once)
        row.sample("opened(scheduler)") { opened($0) }
        let faults = row.run()
        #expect(faults.count == 1, "\(faults)")
        let fault = try #require(faults.first)
        #expect(fault.contains("work is done again for a subscriber that comes beside another"), "\(fault)")
        #expect(fault.contains("one that comes inside of an event"), "\(fault)")
    }

    @Test func workThatIsSharedKeepsTheLaw() {
        let row = row("o|, |", .once, images: "o| |")
        row.sample("opened(scheduler).share()") { opened($0).share() }
        #expect(row.run() == [])
    }

    @Test func aSourceWithoutWorkKeepsTheLaw() {
        let row = row("o|", .once)
        row.sample("Just(1)") { scheduler in
            scheduler.countWork { 0 }
            return Just(1)
        }
        #expect(row.run() == [])
    }

    @Test func aRowThatIsNotSharedMayWorkForEach() {
        let row = row("o|", .each)
        row.sample("opened(scheduler)") { opened($0) }
        #expect(row.run() == [])
    }

    /// Without a count both look alike, so the law asks nothing.
    @Test func withoutACountNothingIsTold() {
        for sharing in [LawSharing.once, .each] {
            let row = row("o|", sharing)
            row.sample("Just(1)") { _ in Just(1) }
            #expect(row.run() == [])
        }
    }
}
