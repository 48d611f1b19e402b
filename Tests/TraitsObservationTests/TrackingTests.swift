import Observation
import Synchronization
import Testing
import TraitsObservation

@testable import TraitsRuntime
@testable import TraitsStreams
@_spi(Proof) @testable import TraitsTesting

/// A property that is read inside `withObservationTracking` tells of its next change.
@Suite("Observation of properties")
struct TrackingTests {
    /// Counts calls of `onChange`, which may come on any thread.
    final class Calls: Sendable {
        private let number = Synchronization.Atomic<Int>(0)
        var count: Int { number.load(ordering: .relaxed) }
        func add() { number.add(1, ordering: .relaxed) }

        /// Tracks what a closure reads.
        func track<T>(_ read: () -> T) -> T { withObservationTracking(read) { self.add() } }
    }

    @Test func aChangeIsToldOnce() {
        let number = MutableProperty(1)
        let calls = Calls()
        #expect(calls.track { number.value } == 1)
        #expect(calls.count == 0)
        number.value = 2
        number.value = 3
        #expect(calls.count == 1)
        _ = calls.track { number.value }
        number.value = 4
        #expect(calls.count == 2)
    }

    /// Values that aren't kept in one word, and those of nodes that observers and others follow.
    @Test(arguments: [false, true]) func valuesOfEveryKind(isObserved: Bool) {
        let name = MutableProperty(["Ann"])
        let count = name.property.map(\.count)
        var seen: [Int] = []
        let kept = isObserved ? count.subsequentValues.sink { seen.append($0) } : nil
        let calls = Calls(), others = Calls()
        _ = calls.track { name.value }
        _ = others.track { (count.value, count.value) }
        name.value = ["Ann", "Bob"]
        #expect((calls.count, others.count) == (1, 1))
        #expect(seen == (isObserved ? [2] : []))
        withExtendedLifetime(kept) {}
    }

    @Test func whatIsNotReadIsNotTracked() {
        let read = MutableProperty(1), ignored = MutableProperty(1)
        let calls = Calls()
        _ = ignored.value
        _ = calls.track { read.value }
        ignored.value = 2
        #expect(calls.count == 0)
        read.value = 2
        #expect(calls.count == 1)
    }

    @Test func aDerivedPropertyThatStaysTheSameIsSilent() {
        let number = MutableProperty(1)
        let isOdd = number.property.map { $0 % 2 == 1 }.removeDuplicates()
        let calls = Calls()
        _ = calls.track { isOdd.value }
        number.value = 3
        #expect(calls.count == 0)
        number.value = 4
        #expect(calls.count == 1)
    }

    /// Whoever is told finds all properties changed.
    @Test func noGlitches() {
        let number = MutableProperty(1)
        let double = number.property.map { $0 * 2 }
        let sum = number.property.zip(double).map { $0 + $1 }
        let seen = Mutex<[[Int]]>([])
        let calls = Calls()
        withObservationTracking {
            _ = (number.value, double.value, sum.value)
        } onChange: {
            calls.add()
            seen.withLock { $0.append([number.value, double.value, sum.value]) }
        }
        number.value = 5
        #expect(calls.count == 1)
        #expect(seen.withLock { $0 } == [[5, 10, 15]])
    }

    /// A property that only the read has held.
    @Test func aPropertyMadeForTheReadIsTracked() {
        let name = MutableProperty("Ann")
        let calls = Calls()
        #expect(calls.track { name.property.map(\.count).map { $0 + 1 }.value } == 4)
        name.value = "Robert"
        #expect(calls.count == 1)
        name.value = "Bob"
        #expect(calls.count == 1)
    }

    @Test func aPartOfAPropertyIsTracked() {
        struct Address { var street = "Main St", city = "Springfield" }
        let address = MutableProperty(Address())
        let calls = Calls()
        _ = calls.track { address.lens.city.value }
        address.lens.city.value = "Shelbyville"
        #expect(calls.count == 1)
    }

    @Test func switchedPropertiesAreTracked() {
        let inner = MutableProperty(1), other = MutableProperty(2)
        let outer = MutableProperty(inner.property)
        let latest = outer.property.switchToLatest()
        let calls = Calls()
        _ = calls.track { latest.value }
        inner.value = 3
        #expect(calls.count == 1)
        _ = calls.track { outer.property.switchToLatest().value }
        outer.value = other.property
        #expect(calls.count == 2)
    }

    /// A tracking may read, track and change again in the call that tells it.
    @Test func whatIsToldMayTrackAgain() {
        let number = MutableProperty(0)
        let seen = Mutex<[Int]>([])
        @Sendable func follow() {
            let value = withObservationTracking {
                number.value
            } onChange: {
                follow()
            }
            seen.withLock { $0.append(value) }
            if value == 1 { number.value = 2 }
        }
        follow()
        number.value = 1
        number.value = 5
        #expect(seen.withLock { $0 } == [0, 1, 2, 5])
    }

    @Test func nothingIsKept() {
        weak var kept: Property<Int>?
        weak var source: MutableProperty<String>?
        do {
            let name = MutableProperty("Ann")
            let count = name.property.map(\.count)
            (kept, source) = (count, name)
            _ = Calls().track { (count.value, name.value, name.property.map { $0 }.value) }
        }
        #expect(kept == nil)
        #expect(source == nil)
    }

    /// Reads of properties that are gone are kept only while somebody tracks them.
    @Test func inheritedReadsThatNobodyTracksAreForgotten() {
        let name = MutableProperty("Ann"), tick = MutableProperty(0)
        let calls = Calls()
        func render() {
            _ = calls.track { (tick.value, name.property.map(\.count).value) }
            tick.value += 1
        }
        for _ in 0..<100 { render() }
        #expect(calls.count == 100)
        let reads = name.property.node.reads
        #expect((reads?.heirCount ?? 100) < 10)
    }

    @Test func readsOnOtherThreadsWhileItChanges() {
        let number = MutableProperty(0)
        let calls = Calls()
        let read = {
            for _ in 0..<500 { _ = calls.track { (number.value, number.property.map { $0 + 1 }.value) } }
        }
        let change = { for value in 1...2000 { number.value = value } }
        Threads.race([read, read, change], seed: 1)
        _ = calls.track { number.value }
        let before = calls.count
        number.value = -1
        #expect(calls.count > before)
    }
}
