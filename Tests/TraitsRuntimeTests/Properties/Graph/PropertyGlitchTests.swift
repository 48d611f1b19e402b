import Testing
import TraitsRuntime
import TraitsTesting

@Suite("A graph of properties has no glitches")
struct PropertyGlitchTests {
    @Test func diamond() {
        let source = MutableProperty(1)
        let double = source.property.map { $0 * 2 }
        let triple = double.map { $0 / 2 * 3 }
        var seen: [(Int, Int, Int)] = []
        let joined = source.property.combineLatest(double, triple)
        let counted = joined.map { value in
            seen.append(value)
            return value.0 + value.1 + value.2
        }
        let recorder = counted.allValues.record()
        source.value = 2
        source.value = 3
        #expect(seen.map(\.0) == [1, 2, 3])
        #expect(seen.allSatisfy { $0.1 == $0.0 * 2 && $0.2 == $0.0 * 3 })
        #expect(recorder.values == [6, 12, 18])
    }

    @Test func oneHundredAndOne() {
        let source = MutableProperty(0)
        var runs = [Int](repeating: 0, count: 100)
        let mapped = (0..<100).map { index in
            source.property.map { value in
                runs[index] += 1
                return value + index
            }
        }
        var sums: [Int] = []
        let sum = Property<Int>.combineLatest(mapped).map { values in
            let sum = values.reduce(0, +)
            sums.append(sum)
            return sum
        }
        let observed = sum.allValues.record()
        for value in 1...10 { source.value = value }
        #expect(runs.allSatisfy { $0 == 11 })
        #expect(sums == (0...10).map { 4950 + 100 * $0 })
        #expect(observed.values == sums)
    }

    @Test func twoSourcesBecomeOneGraph() {
        let a = MutableProperty(1), b = MutableProperty(10)
        let left = a.property.map { $0 + 1 }, right = b.property.map { $0 + 1 }
        let both = left.combineLatest(right, a.property, b.property)
        let isWhole = both.map { (left: Int, right: Int, a: Int, b: Int) -> Bool in
            left == a + 1 && right == b + 1
        }
        let recorder = isWhole.allValues.record()
        a.value = 2
        b.value = 20
        a.value = 3
        #expect(recorder.values == [true, true, true, true])
        #expect(both.value == (4, 21, 3, 20))
    }

    @Test func unchangedBranchesStayQuiet() {
        let source = MutableProperty(0)
        var runs = 0
        let parity = source.property.map { $0 % 2 }.removeDuplicates()
        let text = parity.combineLatest(parity.map { $0 }) { a, b in
            runs += 1
            return "\(a)\(b)"
        }
        for value in [2, 4, 6, 7, 9] { source.value = value }
        #expect(runs == 2)
        #expect(text.value == "11")
    }

    @Test func observersAreToldInOrderOfDependency() {
        let source = MutableProperty(0)
        let mapped = source.property.map { $0 * 10 }
        let joined = source.property.combineLatest(mapped) { $0 + $1 }
        var log: [String] = []
        var held: [AnyCancellable] = []
        joined.subsequentValues.sink { log.append("joined \($0)") }.store(in: &held)
        mapped.subsequentValues.sink { log.append("mapped \($0)") }.store(in: &held)
        source.subsequentValues.sink { log.append("source \($0), joined is \(joined.value)") }.store(
            in: &held)
        source.value = 1
        #expect(log == ["source 1, joined is 11", "mapped 10", "joined 11"])
    }

    // MARK: Changes from inside

    @Test func changesByObserversAreVisibleAtOnceAndToldInOrder() {
        let a = MutableProperty(0), b = MutableProperty(0)
        var log: [String] = []
        var held: [AnyCancellable] = []
        a.subsequentValues.sink { value in
            log.append("a1 \(value)")
            if value < 3 { a.value = value + 1 }
            b.value = value * 10
            log.append("b is \(b.value)")
        }.store(in: &held)
        a.subsequentValues.sink { log.append("a2 \($0)") }.store(in: &held)
        b.subsequentValues.sink { log.append("b \($0)") }.store(in: &held)
        a.value = 1
        #expect(
            log == [
                "a1 1", "b is 10", "a1 2", "b is 20", "a1 3", "b is 30", "a2 1", "a2 2", "a2 3", "b 10",
                "b 20",
                "b 30",
            ])
        #expect(a.value == 3)
        #expect(b.value == 30)
    }

    @Test func aChainOfObserversDoesNotNest() {
        let source = MutableProperty(0)
        var deepest = 0, depth = 0
        let cancellable = source.allValues.sink { value in
            depth += 1
            deepest = max(deepest, depth)
            if value < 10_000 { source.value = value + 1 }
            depth -= 1
        }
        #expect(source.value == 10_000)
        #expect(deepest == 1)
        cancellable.cancel()
    }

    @Test func changesByOperatorsAreMadeAfterwards() {
        let a = MutableProperty(0), b = MutableProperty(0)
        let mapped = a.property.map { value in
            if value > 0 {
                b.value = value
                b.value = b.value + value * 10
                b.modify { $0 += 100 }
            }
            return value + b.value
        }
        let recorder = b.allValues.record()
        a.value = 1
        #expect(mapped.value == 1)
        #expect(recorder.values == [0, 1, 10, 110])
        #expect(b.value == 110)
    }

    @Test func closuresSeeTheStateBeforeTheChange() {
        let a = MutableProperty(1)
        let b = a.property.map { $0 * 10 }
        let peek = a.property.map { [b] in $0 + b.value }
        a.value = 2
        #expect(peek.value == 2 + 10)
    }

    // MARK: Graphs that change their shape

    @Test func flatMapToAPropertyOfTheSameSource() {
        let source = MutableProperty(0)
        var evaluations = 0
        // Further from the source than what follows it.
        let late = source.property.map { $0 + 1 }.map { $0 + 1 }.map { $0 + 1 }
        let flat = source.property.flatMap { value -> Property<Int> in
            value % 2 == 0 ? source.property.map { $0 * 100 } : late
        }
        let joined = flat.combineLatest(source.property) { flat, value in
            evaluations += 1
            return value % 2 == 0 ? flat == value * 100 : flat == value + 3
        }
        let recorder = joined.allValues.record()
        for value in 1...6 { source.value = value }
        #expect(recorder.values == [Bool](repeating: true, count: 7))
        #expect(evaluations == 7)
        #expect(flat.value == 600)
    }

    @Test func flatMapOfSeveralLevels() {
        let depth = MutableProperty(0), source = MutableProperty(1)
        let chains = (0..<8).map { count in
            (0..<count).reduce(source.property) { chain, _ in chain.map { $0 + 1 } }
        }
        let chosen = depth.property.flatMap { chains[$0] }
        let next = chosen.flatMap { value in source.property.map { $0 * 1000 + value } }
        let recorder = next.allValues.record()
        for count in [3, 7, 0, 5] { depth.value = count }
        source.value = 2
        #expect(recorder.values == [1001, 1004, 1008, 1001, 1006, 2007])
    }

    @Test func propertiesMadeInsideOfAPassAreUpToDate() {
        let source = MutableProperty(1)
        let late = source.property.map { $0 }.map { $0 * 2 }
        let flat = source.property.flatMap { _ in late.scan(0, +) }
        source.value = 2
        #expect(flat.value == 4)
        source.value = 3
        #expect(flat.value == 6)
    }

    @Test func completionGoesThroughTheGraph() {
        let a = PassthroughSubject<Int, Never>(), b = PassthroughSubject<Int, Never>()
        let left = Property(initial: 0, then: a), right = Property(initial: 0, then: b)
        let joined = left.combineLatest(right) { $0 + $1 }.allValues.record()
        let flat = left.flatMap { _ in right }.allValues.record()
        a.send(completion: .finished)
        b.send(1)
        b.send(completion: .finished)
        #expect(joined.recording == "01|")
        #expect(flat.recording == "01|")
    }
}
