import Testing
import TraitsTesting

/// While a stream waits, its operator keeps the values that its meaning needs, and no others.
@Suite("Values kept while idle")
struct IdleTests {
    @Test(arguments: ValueCase.all + ValueCase.extras)
    func anIdleOperatorKeepsWhatItNeeds(entry: ValueCase) {
        for demand in [DemandPolicy.unlimited, .replenished(1)] {
            for script in IdleScript.allCases {
                guard let kept = entry.kept(after: script, demand) else { continue }
                #expect(
                    kept.sorted() == entry.needed(demand),
                    "\(script), \(demand): `keeps:` of the case in Lifetimes says what it needs")
            }
        }
    }
}
