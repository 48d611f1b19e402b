import Testing
import TraitsRuntime
import TraitsTesting

@Suite("A source that nothing is derived from waits for no closure", .limited)
struct PropertyIndependenceTests {
    @Test func itIsChangedWhileAClosureOfAnotherPropertyRuns() {
        let slow = MutableProperty(0), free = MutableProperty([0])
        let seen = Locked<[[Int]]>([])
        let observer = free.allValues.sink { value in seen.withLock { $0.append(value) } }
        let derived = slow.property.map { value in
            // The closure ends only after the change that the other thread makes.
            if value == 1 { onThreads([{ free.value = [1] }]) }
            return value + free.value[0]
        }
        slow.value = 1
        #expect(derived.value == 2)
        #expect(seen.withLock { $0 } == [[0], [1]])
        withExtendedLifetime(observer) {}
    }

    @Test func itsOldValueIsReleasedWithNoLockHeld() {
        final class Last {
            let source: MutableProperty<Last?>
            let log: MutableProperty<Int>
            init(_ source: MutableProperty<Last?>, _ log: MutableProperty<Int>) {
                (self.source, self.log) = (source, log)
            }
            deinit {
                log.value += source.value == nil ? 1 : 10
                if log.value == 1 { source.value = nil }
            }
        }
        let source = MutableProperty<Last?>(nil), log = MutableProperty(0)
        let changes = source.subsequentValues.map { $0 == nil }.record()
        source.value = Last(source, log)
        source.value = nil
        #expect(log.value == 1)
        #expect(changes.values == [false, true, true])
    }

    @Test func itJoinsTheGraphWhenSomethingIsDerived() {
        let source = MutableProperty(1)
        let seen = source.allValues.record()
        source.value = 2
        source.modify { $0 += 1 }
        source.value = 4
        let derived = source.property.map { $0 * 10 }
        let both = source.property.combineLatest(derived) { $1 - $0 * 10 }.allValues.record()
        for value in 5...7 { source.value = value }
        #expect(derived.value == 70)
        #expect(both.values == [0, 0, 0, 0])
        #expect(seen.values == [1, 2, 3, 4, 5, 6, 7])
    }

    @Test(arguments: Laws.seeds(1...64)) func threadsDeriveFromItWhileOthersChangeIt(_ seed: UInt64) {
        let source = MutableProperty(0), other = MutableProperty([0])
        let wrong = Locked<[String]>([])
        onThreads(
            seed: seed,
            [
                { for value in 1...20 { source.value = value } },
                { for value in 1...20 { other.value = [value] } },
                {
                    let before = (source.value, other.value[0])
                    let both = source.property.combineLatest(other.property) { ($0, $1[0]) }
                    let first = both.value
                    let after = (source.value, other.value[0])
                    if first.0 < before.0 || first.1 < before.1 || after.0 < first.0 || after.1 < first.1 {
                        wrong.withLock { $0.append("\(before), \(first), \(after)") }
                    }
                    let observer = both.allValues.sink { value in
                        if source.value < value.0 || other.value[0] < value.1 {
                            wrong.withLock { $0.append("\(value) is shown before the sources") }
                        }
                    }
                    observer.cancel()
                },
                { source.modify { $0 += 0 } },
            ])
        #expect(source.value == 20)
        #expect(other.value == [20])
        #expect(wrong.withLock { $0 } == [])
    }
}
