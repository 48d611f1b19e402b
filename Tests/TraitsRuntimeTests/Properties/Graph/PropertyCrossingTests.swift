import Synchronization
import Testing
@testable import TraitsRuntime

@testable import TraitsTesting

/// Two graphs, and two threads that each change one of them. In the middle of its change, in a closure, each thread does
/// something with the other graph, while the other thread is in its closure too.
@Suite("Closures of two changes use each other's graph", .serialized, .limited)
struct PropertyCrossingTests {
    private final class Side: Sendable {
        let source = MutableProperty(1)
        let doubled: Property<Int>
        let plain = MutableProperty(0)

        init() { doubled = source.property.map { $0 * 2 } }
    }

    /// Something that a closure of one side does with the other side.
    enum Use: CaseIterable, Sendable {
        case derive, follow, set, modify, transact, bind, release, end
    }

    @Test(arguments: Use.allCases, Use.allCases) func neitherWaitsForTheOther(_ first: Use, _ second: Use) {
        for seed in Laws.seeds(1...10) {
            _ = seed
            let sides = [Side(), Side()]
            // In one lane the two changes take turns.
            if sides[0].source.property.node.lane == sides[1].source.property.node.lane { continue }
            let uses = [first, second]
            // Two threads are in their closures when both have come.
            let inside = Atomic<Int>(0)
            let kept = Locked<[any Sendable]>([])
            let inner = sides.map { side in side.doubled.map { $0 + 1 } }
            let made = Locked<[[Property<Int>]]>([[], []])
            let tops: [Property<Int>] = (0..<2).map { index in
                let other = sides[1 - index], use = uses[index]
                return sides[index].source.property.flatMap { value -> Property<Int> in
                    guard value == 2 else { return Property(value) }
                    inside.add(1, ordering: .sequentiallyConsistent)
                    // Another test's thread that takes all lanes keeps the second thread outside.
                    var patience = 100_000
                    while inside.load(ordering: .sequentiallyConsistent) < 2, patience > 0 { patience -= 1 }
                    switch use {
                    case .derive:
                        let sum = other.doubled.combineLatest(inner[1 - index]) { $1 - $0 }
                        made.withLock { $0[index].append(sum) }
                        return Property(value)
                    case .follow: return inner[1 - index]
                    case .set: other.plain.value += 1
                    case .modify: other.plain.modify { $0 += 1 }
                    case .transact:
                        Properties.transaction {
                            other.plain.value += 1
                            sides[index].plain.value += 1
                        }
                    case .bind:
                        let binding = other.plain.bind(to: other.doubled)
                        kept.withLock { $0.append(binding) }
                    case .release: _ = other.doubled.map { $0 }
                    case .end: _ = MutableProperty(1)
                    }
                    return Property(value)
                }
            }
            let seen = (0..<2).map { index in
                tops[index].combineLatest(sides[index].source.property) { ($0, $1) }.allValues.record()
            }
            onThreads([{ sides[0].source.value = 2 }, { sides[1].source.value = 2 }])
            for index in 0..<2 {
                let follows = uses[index] == .follow
                #expect(tops[index].value == (follows ? 5 : 2))
                #expect(seen[index].values.last?.0 == (follows ? 5 : 2))
                // Never the new value of the source and the old one of what follows it.
                #expect(seen[index].values.allSatisfy { $0.1 == 1 ? $0.0 == 1 : $0.0 != 1 })
                #expect(made.withLock { $0[index] }.allSatisfy { $0.value == 1 })
            }
            // All is as connected as if one thread had done it.
            for side in sides { side.source.value = 3 }
            for index in 0..<2 {
                #expect(sides[index].doubled.value == 6)
                #expect(tops[index].value == 3)
                #expect(made.withLock { $0[index] }.allSatisfy { $0.value == 1 })
            }
            _ = kept.withLock { $0.count }
        }
    }
}
