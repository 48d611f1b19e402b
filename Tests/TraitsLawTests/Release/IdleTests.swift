import Testing
import TraitsRuntime
import TraitsTesting

/// The events after which a stream is left idle.
enum IdleScript: CaseIterable, Sendable {
    /// Values of both sources.
    case values
    /// The same, and then the end of the first source.
    case valuesAndUpstreamsEnd
    /// The same, and then the end of the second source.
    case valuesAndOthersEnd
}

extension ValueCase {
    static func kept<P: Publisher>(
        after script: IdleScript, _ demand: DemandPolicy, _ build: (ValueStage) -> P
    ) -> [String]? {
        let stage = ValueStage()
        let keeper = leaveIdle(stage, build(stage), script, demand)
        let kept = stage.leaks.alive.map(\.name)
        defer { keeper.subscription?.cancel() }
        return withExtendedLifetime(stage) { keeper.isOver ? nil : kept }
    }

    /// A function of its own, at whose return its references have gone.
    @inline(never)
    private static func leaveIdle<P: Publisher>(
        _ stage: ValueStage, _ publisher: consuming P, _ script: IdleScript, _ demand: DemandPolicy
    ) -> Keeper<P.Output, P.Failure> {
        let keeper = Keeper<P.Output, P.Failure>(demand, .cancel)
        publisher.subscribe(keeper)
        stage.scheduler.advance(by: 1)
        stage.play()
        stage.scheduler.advance(by: 50)
        switch script {
        case .values: break
        case .valuesAndUpstreamsEnd: stage.upstream.send(completion: .finished)
        case .valuesAndOthersEnd: stage.other.send(completion: .finished)
        }
        stage.scheduler.advance(by: 50)
        return keeper
    }
}

/// While a stream waits, its operator keeps the values that its meaning needs, and no others.
@Suite("Values kept while idle")
struct IdleTests {
    @Test(arguments: ValueCase.all)
    func anIdleOperatorKeepsWhatItNeeds(entry: ValueCase) {
        for demand in [DemandPolicy.unlimited, .replenished(1)] {
            for script in IdleScript.allCases {
                guard let kept = entry.kept(after: script, demand) else { continue }
                let needed = Self.needed(by: entry.testDescription, demand)
                #expect(kept.sorted() == needed, "\(script), \(demand)")
            }
        }
    }

    /// The values that an operator needs after three values of each source.
    private static func needed(by operation: String, _ demand: DemandPolicy) -> [String] {
        switch operation {
        case "Publishers.Zip" where demand == .unlimited: ["value 3 of 0"]
        case "Publishers.Zip3", "Publishers.Zip4":
            // An input that is asked for one value at a time has missed the third one of upstream.
            demand == .unlimited ? ["value 3 of 0", "value 3 of 1"] : ["value 3 of 1"]
        default: needed[operation] ?? []
        }
    }

    private static let newest = ["value 3 of 0"]
    private static let newestOfEach = ["value 3 of 0", "value 3 of 1"]
    private static let all = ["value 1 of 0", "value 2 of 0", "value 3 of 0"]

    private static let needed = [
        // The value that the next one is compared or combined with.
        "Publishers.Scan": newest, "Publishers.TryScan": newest,
        "Publishers.RemoveDuplicates": newest, "Publishers.TryRemoveDuplicates": newest,
        "Publishers.CombineLatest": newestOfEach, "Publishers.CombineLatest3": newestOfEach,
        "Publishers.CombineLatest4": newestOfEach,
        // The result so far. `reduce` shows its initial result in a mirror, as in Combine.
        "Publishers.Last": newest, "Publishers.LastWhere": newest, "Publishers.TryLastWhere": newest,
        "Publishers.Comparison": newest, "Publishers.TryComparison": ["value 1 of 0"],
        "Publishers.Reduce": ["value"] + newest, "Publishers.TryReduce": ["value"] + newest,
        "Publishers.Collect": all, "Publishers.CollectByCount": newest,
        "Publishers.CollectByCount, never full": all,
        // The values for later subscribers.
        "MorePublishers.ShareReplay": ["value 2 of 0", "value 3 of 0"],
        // The values that the operator was made with.
        "Publishers.Contains": ["value"], "Publishers.Concatenate, of values": ["value"],
    ]
}
