import Dispatch
import Foundation
import Synchronization
import Testing
import TraitsRuntime

/// Random programs on real queues and three threads at a time, whose closures and released values send, set, subscribe and
/// cancel: none hangs, delivers after an end or unasked, keeps a value, or leaves properties that are bound together with
/// different values.
///
/// `TRAITS_WILD_PROGRAMS=1000000` sets how many are tried, `TRAITS_WILD_SEED=7` the first seed. What threads do with a seed's
/// program differs from run to run.
@Suite("Wild programs", .serialized)
struct WildProgramTests {
    private static let environment = ProcessInfo.processInfo.environment
    private static let count = environment["TRAITS_WILD_PROGRAMS"].flatMap { UInt64($0) } ?? 2_000
    private static let firstSeed = environment["TRAITS_WILD_SEED"].flatMap { UInt64($0) } ?? 1

    @Test func noneHangsOrBreaksARule() throws {
        let watch = WildWatch()
        var subscriptions = 0, values = 0
        let start = ContinuousClock.now
        for seed in Self.firstSeed..<Self.firstSeed + Self.count {
            autoreleasepool {
                let (subscribed, delivered) = run(seed, watch)
                subscriptions += subscribed
                values += delivered
            }
            let notes = watch.takeNotes()
            try #require(notes.isEmpty, "\(notes.joined(separator: "\n"))")
        }
        #expect(subscriptions > Int(Self.count) && values > Int(Self.count))
        if Self.environment["TRAITS_WILD_PROGRAMS"] != nil {
            print(
                "\(Self.count) wild programs: \(subscriptions) subscriptions, \(values) values, \(start.duration(to: .now))"
            )
        }
    }

    private func run(_ seed: UInt64, _ watch: WildWatch) -> (subscriptions: Int, values: Int) {
        let counts = runThreads(seed, watch)
        // What is on its way may hold values, and lead to more of it.
        // A timer may be late on a busy machine: the limit is for a value that is kept for ever.
        let limit = ContinuousClock.now + .seconds(60)
        while WildToken.alive.load(ordering: .relaxed) > 0, ContinuousClock.now < limit { watch.drain() }
        let alive = WildToken.alive.load(ordering: .relaxed)
        if alive > 0 { watch.note("\(alive) values are kept", seed) }
        return counts
    }

    /// Makes a world, and releases it.
    private func runThreads(_ seed: UInt64, _ watch: WildWatch) -> (subscriptions: Int, values: Int) {
        let world = WildWorld(seed: seed, watch: watch)
        let hasEnded = watch.run(
            within: .seconds(60),
            (0..<3).map { thread in
                {
                    for step in 0..<8 { world.act(WildChoice(seed, "thread \(thread), step \(step)")) }
                }
            })
        // What hangs can't be ended, and queues would wait for it.
        guard hasEnded else { fatalError("seed \(seed): a thread hangs") }
        world.end()
        watch.drain()
        if let disagreement = world.group.disagreement { watch.note(disagreement, seed) }
        world.end()
        return (
            world.subscriptionCount.load(ordering: .relaxed), world.valueCount.load(ordering: .relaxed)
        )
    }
}

#if !canImport(Darwin)
    private func autoreleasepool(_ body: () -> Void) { body() }
#endif
