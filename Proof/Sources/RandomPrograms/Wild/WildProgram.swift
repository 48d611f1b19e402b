import Dispatch
import Foundation
import Synchronization
import TraitsRuntime

/// A program on real queues and three threads, whose closures and released values send, set, subscribe and cancel: none may hang,
/// deliver after an end or unasked, keep a value, or leave properties that are bound together with different values.
///
/// What threads do with a seed's program differs from run to run.
public enum WildProgram {
    /// Carries out the programs of some seeds, one after the other, since they count all values that are alive.
    ///
    /// - Returns: One text for the first program that breaks a rule, or a fault if the programs have done too little.
    public static func faults(of seeds: Range<UInt64>) -> [String] {
        let watch = WildWatch()
        var subscriptions = 0, values = 0
        for seed in seeds {
            autoreleasepool {
                let (subscribed, delivered) = run(seed, watch)
                subscriptions += subscribed
                values += delivered
            }
            let notes = watch.takeNotes()
            if !notes.isEmpty { return [notes.joined(separator: "\n")] }
        }
        let isEnough = subscriptions > seeds.count && values > seeds.count
        return isEnough
            ? [] : ["\(seeds.count) programs made \(subscriptions) subscriptions and sent \(values) values"]
    }

    private static func run(_ seed: UInt64, _ watch: WildWatch) -> (subscriptions: Int, values: Int) {
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
    private static func runThreads(_ seed: UInt64, _ watch: WildWatch) -> (subscriptions: Int, values: Int) {
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
