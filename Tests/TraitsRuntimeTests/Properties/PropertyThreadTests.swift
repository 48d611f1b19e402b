import Synchronization
import Testing
import TraitsRuntime
import TraitsTesting

@Suite("Properties on many threads", .limited)
struct PropertyThreadTests {
    @Test(arguments: Laws.seeds(1...8)) func noReaderSeesHalfAChange(_ seed: UInt64) {
        let source = MutableProperty(0)
        let small = source.property.map { $0 + 1 }
        let large = small.map { [Int](repeating: $0, count: 3) }
        let joined = source.property.combineLatest(large) { $0 &- $1[0] }
        let torn = Atomic(0), isOver = Atomic(false)
        let reader: @Sendable () -> Void = {
            while !isOver.load(ordering: .relaxed) {
                // After a value of one change, no older value of another property.
                let first = source.value
                if small.value < first + 1 { torn.add(1, ordering: .relaxed) }
                let second = large.value
                if source.value < second[0] - 1 { torn.add(1, ordering: .relaxed) }
                if small.value < second[2] { torn.add(1, ordering: .relaxed) }
                if joined.value != -1 { torn.add(1, ordering: .relaxed) }
            }
        }
        let writer: @Sendable () -> Void = {
            for value in 1...2000 { source.value = value &+ Int(seed) }
            isOver.store(true, ordering: .relaxed)
        }
        onThreads(seed: seed, [writer, reader, reader])
        #expect(torn.load(ordering: .relaxed) == 0)
        #expect(large.value == [Int](repeating: 2001 + Int(seed), count: 3))
    }

    @Test(arguments: Laws.seeds(1...8)) func noChangeIsLost(_ seed: UInt64) {
        let a = MutableProperty(0), b = MutableProperty([0])
        let sum = a.property.combineLatest(b.property) { $0 + $1[0] }
        let calls = Atomic(0), overlaps = Atomic(0), inside = Atomic(0)
        let last = Atomic(0)
        let cancellable = sum.subsequentValues.sink { value in
            if inside.add(1, ordering: .acquiringAndReleasing).newValue != 1 {
                overlaps.add(1, ordering: .relaxed)
            }
            calls.add(1, ordering: .relaxed)
            // Both only grow, so values in order grow too.
            if value < last.exchange(value, ordering: .relaxed) { overlaps.add(1, ordering: .relaxed) }
            inside.subtract(1, ordering: .acquiringAndReleasing)
        }
        let writer = { @Sendable (number: UInt64) -> @Sendable () -> Void in
            {
                var numbers = SeededGenerator(seed: seed &* 31 &+ number)
                for _ in 0..<500 {
                    if Bool.random(using: &numbers) {
                        a.modify { $0 += 1 }
                    } else {
                        b.modify { $0[0] += 1 }
                    }
                }
            }
        }
        onThreads(seed: seed, [writer(1), writer(2), writer(3)])
        #expect(a.value + b.value[0] == 1500)
        #expect(sum.value == 1500)
        #expect(calls.load(ordering: .relaxed) == 1500)
        #expect(last.load(ordering: .relaxed) == 1500)
        #expect(overlaps.load(ordering: .relaxed) == 0)
        cancellable.cancel()
    }

    @Test(arguments: Laws.seeds(1...8)) func propertiesAndObserversComeAndGo(_ seed: UInt64) throws {
        let leaks = LeakTracker()
        let sources = [MutableProperty(0), MutableProperty(0)]
        let wrong = Atomic(0)
        let worker = { @Sendable (number: UInt64) -> @Sendable () -> Void in
            {
                var numbers = SeededGenerator(seed: seed &* 17 &+ number)
                for round in 0..<150 {
                    let token = leaks.token("worker \(number), round \(round)")
                    let (a, b) =
                        Bool.random(using: &numbers) ? (sources[0], sources[1]) : (sources[1], sources[0])
                    let joined = a.property.map { [token] in $0 + token.name.count - token.name.count }
                        .combineLatest(b.property) { ($0, $1) }
                    let flat = joined.flatMap { pair in pair.0 % 2 == 0 ? a.property : b.property.map { $0 } }
                    let recorder = flat.allValues.record()
                    sources[round % 2].modify { $0 += 1 }
                    if recorder.values.isEmpty { wrong.add(1, ordering: .relaxed) }
                    if Bool.random(using: &numbers) { sources[0].modify { $0 += 1 } }
                    recorder.cancel()
                }
            }
        }
        onThreads(seed: seed, [worker(1), worker(2), worker(3)])
        #expect(wrong.load(ordering: .relaxed) == 0)
        try leaks.expectAllReleased()
    }

    @Test(arguments: Laws.seeds(1...4)) func observersOfTwoGraphsRunSideBySide(_ seed: UInt64) {
        // Each observer changes the other graph's source: no lock is held while they run, so neither waits.
        let a = MutableProperty(0), b = MutableProperty(0), echoes = MutableProperty(0)
        let first = a.subsequentValues.sink { _ in echoes.modify { $0 += 1 } }
        let second = b.subsequentValues.sink { _ in echoes.modify { $0 += 1 } }
        onThreads(
            seed: seed,
            [
                { for value in 1...500 { a.value = value } },
                { for value in 1...500 { b.value = value } },
            ])
        #expect(echoes.value == 1000)
        first.cancel()
        second.cancel()
    }

    /// Also for a subscriber that asks after all the subscriptions, as the other operators with several inputs do.
    @Test(arguments: Laws.seeds(1...8)) func whoSubscribesDuringAChangeHasAValueAtOnce(_ seed: UInt64) {
        let source = MutableProperty(0)
        let values = source.property.allValues, doubled = source.property.map { $0 * 2 }.allValues
        let late = Atomic(0), isOver = Atomic(false)
        let writer: @Sendable () -> Void = {
            while !isOver.load(ordering: .relaxed) { source.modify { $0 &+= 1 } }
        }
        let reader: @Sendable () -> Void = {
            for _ in 0..<8000 {
                let one = Atomic(0), two = Atomic(0)
                let cancellables = [
                    values.sink { _ in one.store(1, ordering: .relaxed) },
                    values.zip(doubled).sink { _ in two.store(1, ordering: .relaxed) },
                ]
                if one.load(ordering: .relaxed) == 0 { late.add(1, ordering: .relaxed) }
                if two.load(ordering: .relaxed) == 0 { late.add(1, ordering: .relaxed) }
                for cancellable in cancellables { cancellable.cancel() }
            }
            isOver.store(true, ordering: .relaxed)
        }
        onThreads(seed: seed, [writer, reader])
        #expect(late.load(ordering: .relaxed) == 0)
    }

    @Test func areSendable() {
        func check<T: Sendable>(_: T) -> Bool { true }
        #expect(check(Property(1)))
        #expect(check(MutableProperty(1)))
        #expect(check(Property(1).allValues))
    }
}
