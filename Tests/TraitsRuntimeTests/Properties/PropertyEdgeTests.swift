import Synchronization
import Testing
import TraitsRuntime
import TraitsTesting

/// What a second user tries: calls from inside of calls, ends at odd moments, long chains.
@Suite("Properties at their edges")
struct PropertyEdgeTests {
    // MARK: Calls from inside of calls

    @Test func anObserverModifiesThePropertyItObserves() {
        let source = MutableProperty([0])
        var seen: [[Int]] = []
        let cancellable = source.allValues.sink { value in
            seen.append(value)
            if value.count < 4 { source.modify { $0.append($0.count) } }
        }
        #expect(seen == [[0], [0, 1], [0, 1, 2], [0, 1, 2, 3]])
        #expect(source.value == [0, 1, 2, 3])
        cancellable.cancel()
    }

    @Test func aClosureReadsTheValueOfThePropertyItIsPartOf() {
        final class Box { var property: Property<Int>? }
        let source = MutableProperty(1), box = Box()
        var read: [Int?] = []
        let mapped = source.property.map { value in
            read.append(box.property?.value)
            return value * 10
        }
        box.property = mapped
        source.value = 2
        source.value = 3
        #expect(read == [nil, 10, 20])
        #expect(mapped.value == 30)
        box.property = nil
    }

    @Test func aPropertyIsDroppedInsideOfItsOwnObserver() throws {
        let leaks = LeakTracker()
        var source: MutableProperty<Int>? = MutableProperty(0)
        do {
            var derived: Property<Int>? = source!.property.map { [token = leaks.token("closure")] value in
                withExtendedLifetime(token) { value }
            }
            var seen: [Int] = []
            var cancellable: AnyCancellable?
            cancellable = derived!.allValues.sink { [token = leaks.token("sink")] value in
                withExtendedLifetime(token) { seen.append(value) }
                if value == 1 {
                    derived = nil
                    cancellable = nil
                }
            }
            source!.value = 1
            source!.value = 2
            #expect(seen == [0, 1])
            #expect(derived == nil && cancellable == nil)
        }
        source = nil
        try leaks.expectAllReleased()
    }

    @Test func aMutablePropertyIsDroppedInsideOfItsOwnObserver() {
        var source: MutableProperty<Int>? = MutableProperty(0)
        let recorder = source!.property.map { $0 }.allValues.record()
        let cancellable = source!.property.allValues.sink { if $0 == 1 { source = nil } }
        source!.value = 1
        #expect(recorder.recording == "01|")
        cancellable.cancel()
    }

    @Test func anObserverCancelsAnotherThatHasMail() {
        let source = MutableProperty(0)
        var second: AnyCancellable?
        var seen: [Int] = []
        let first = source.subsequentValues.sink { if $0 == 2 { second?.cancel() } }
        second = source.subsequentValues.sink { seen.append($0) }
        source.value = 1
        source.value = 2
        source.value = 3
        #expect(seen == [1])
        first.cancel()
    }

    @Test func whoSubscribesInsideOfADeliveryIsToldOnce() {
        let source = MutableProperty(0)
        let mapped = source.property.map { $0 * 10 }
        var held: [AnyCancellable] = []
        var all: [Int] = [], later: [Int] = []
        source.subsequentValues.sink { value in
            guard value == 1 else { return }
            mapped.allValues.sink { all.append($0) }.store(in: &held)
            mapped.subsequentValues.sink { later.append($0) }.store(in: &held)
        }.store(in: &held)
        source.value = 1
        source.value = 2
        #expect(all == [10, 20])
        #expect(later == [20])
    }

    @Test func anObserverOfTwoPropertiesNeverSeesThemApart() {
        let source = MutableProperty(0)
        let near = source.property.map { $0 }
        let far = (0..<20).reduce(source.property) { chain, _ in chain.map { $0 } }
        var apart = 0, calls = 0
        var held: [AnyCancellable] = []
        for property in [near, far] {
            property.allValues.sink { _ in
                calls += 1
                if near.value != far.value || near.value != source.value { apart += 1 }
                if source.value < 5 { source.value += 1 }
            }.store(in: &held)
        }
        #expect(source.value == 5)
        #expect(apart == 0)
        #expect(calls >= 7)
    }

    @Test func modificationsInsideOfModifications() {
        let a = MutableProperty(0), b = MutableProperty(0)
        let sum = a.property.combineLatest(b.property) { $0 + $1 }
        let recorder = sum.allValues.record()
        a.modify { value in
            value = 1
            b.modify { $0 += 10 }
            b.modify { $0 += 10 }
            #expect(b.value == 0)
        }
        #expect(b.value == 20)
        #expect(recorder.values == [0, 1, 11, 21])
    }

    @Test func lensesWriteFromInsideOfAClosure() {
        struct Point: Equatable { var x = 0, y = 0 }
        let point = MutableProperty(Point())
        let x = point.lens(\.x), y = point.lens(\.y)
        let mirrored = x.property.map { value in
            if y.value != value { y.value = value }
            return value
        }
        // The closure sees each change before it is published, so it writes once more than it has to.
        let recorder = point.property.removeDuplicates().allValues.record()
        x.value = 3
        #expect(mirrored.value == 3)
        #expect(recorder.values == [Point(), Point(x: 3), Point(x: 3, y: 3)])
    }

    // MARK: Ends

    @Test func oneInputOfCombineLatestEnds() {
        let a = PassthroughSubject<Int, Never>(), b = PassthroughSubject<Int, Never>()
        let left = Property(initial: 0, then: a), right = Property(initial: 0, then: b)
        let joined = left.combineLatest(right) { $0 * 10 + $1 }
        let recorder = joined.allValues.record()
        a.send(1)
        a.send(completion: .finished)
        b.send(2)
        b.send(3)
        #expect(recorder.values == [0, 10, 12, 13])
        #expect(recorder.completion == nil)
        b.send(completion: .finished)
        #expect(recorder.completion != nil)
        #expect(joined.allValues.record().recording.immediateCount == 2)
    }

    @Test func oneInputOfZipEnds() {
        let a = PassthroughSubject<Int, Never>(), b = PassthroughSubject<Int, Never>()
        let left = Property(initial: 0, then: a), right = Property(initial: 0, then: b)
        let zipped = left.zip(right) { $0 * 10 + $1 }
        let recorder = zipped.allValues.record()
        a.send(1)
        a.send(2)
        a.send(completion: .finished)
        b.send(1)
        #expect(recorder.completion == nil)
        b.send(2)
        #expect(recorder.values == [0, 11, 22])
        #expect(recorder.completion != nil)
        b.send(3)
        #expect(zipped.value == 22)
        // One that has ended before has one value to give.
        #expect(Property(7).zip(right) { $0 + $1 }.allValues.record().recording.immediateCount == 2)
    }

    @Test func inputsEndInsideOfOneChange() {
        let source = MutableProperty(0)
        let short = source.property.prefix(initial: 9) { $0 < 2 }
        let joined = short.combineLatest(source.property.prefix(initial: 9) { $0 < 3 }) { $0 * 10 + $1 }
        let recorder = joined.allValues.record()
        for value in 1...4 { source.value = value }
        #expect(recorder.values == [0, 11, 12])
        #expect(recorder.completion != nil)
    }

    // MARK: Made in the middle of a change

    @Test func aPropertyOfASubjectIsMadeInTheMiddleOfAChange() {
        let subjects = [CurrentValueSubject<Int, Never>(10), CurrentValueSubject<Int, Never>(20)]
        let choice = MutableProperty(0)
        let chosen = choice.property.flatMap { Property(subjects[$0]) }
        let recorder = chosen.allValues.record()
        choice.value = 1
        #expect(chosen.value == 20)
        subjects[1].value = 21
        choice.value = 0
        #expect(recorder.values == [10, 20, 21, 10])
    }

    @Test func valuesThatComeAtOnceAreTheFirstOnesOfAPropertyMadeInTheMiddleOfAChange() {
        let choice = MutableProperty(1)
        let chosen = choice.property.flatMap { Property(initial: 0, then: [$0, $0 * 10].publisher) }
        let kept = choice.property.flatMap { Property([$0, $0 * 10].publisher.uncheckedCurrentValue()) }
        let recorder = chosen.allValues.record(), second = kept.allValues.record()
        choice.value = 2
        choice.value = 3
        #expect(recorder.values == [10, 20, 30])
        #expect(second.values == [10, 20, 30])
    }

    @Test func operatorsWithAMemoryAreMadeInTheMiddleOfAChange() {
        let source = MutableProperty(1)
        let late = source.property.map { $0 }.map { $0 }.map { $0 * 10 }
        var made: [[Property<Int>]] = []
        let maker = source.property.map { value in
            made.append([
                late.scan(0, +), late.removeDuplicates(), late.uniqueValues(), late.zip(source.property, +),
                late.filter(initial: 0) { $0 > 15 }, late.drop(initial: 0) { $0 < 15 },
                late.prefix(initial: 0) { $0 > 15 }, late.combinePrevious().map { $0.current },
                late.flatMap { value in late.map { $0 + value - value } },
            ])
            return value
        }
        source.value = 2
        // Made before the late property had its new value; that is the first one they know.
        #expect(made[1].map(\.value) == [20, 20, 20, 22, 20, 20, 20, 20, 20])
        source.value = 3
        #expect(made[1].map(\.value) == [50, 30, 30, 33, 30, 30, 30, 30, 30])
        #expect(made[2].map(\.value) == [30, 30, 30, 33, 30, 30, 30, 30, 30])
        #expect(maker.value == 3)
    }

    @Test func flatMapToAPropertyThatChangesWithTheChoice() {
        struct State { var isDeep = false, number = 0 }
        let state = MutableProperty(State())
        let number = state.property.map(\.number)
        let deep = (0..<10).reduce(number) { chain, _ in chain.map { $0 } }.map { -$0 }
        var calls = 0
        let shown = state.property.map(\.isDeep).flatMap { $0 ? deep : number }.map { value in
            calls += 1
            return value
        }
        let recorder = shown.allValues.record()
        state.modify { ($0.isDeep, $0.number) = (true, 1) }
        state.modify { ($0.isDeep, $0.number) = (false, 2) }
        state.modify { ($0.isDeep, $0.number) = (true, 3) }
        state.modify { $0.number = 4 }
        #expect(recorder.values == [0, -1, 2, -3, -4])
        #expect(calls == 5)
    }

    @Test func aDiamondWithArmsOfDifferentDepth() {
        let source = MutableProperty(0)
        for depth in [1, 2, 10, 100] {
            let arm = (0..<depth).reduce(source.property) { chain, _ in chain.map { $0 + 1 } }
            var calls = 0
            let joined = source.property.combineLatest(arm) { near, far in
                calls += 1
                return far - near
            }
            let zipped = source.property.zip(arm) { $1 - $0 }
            let recorder = joined.allValues.record()
            for _ in 0..<3 { source.value += 1 }
            #expect(calls == 4)
            #expect(recorder.values == [depth, depth, depth, depth])
            #expect(zipped.value == depth)
        }
    }

    // MARK: Long chains

    @Test(arguments: [
        "map", "combineLatest", "zip", "scan", "flatMap", "receive", "then", "removeDuplicates",
    ])
    func aLongChain(_ operator: String) throws {
        let leaks = LeakTracker()
        let source = MutableProperty(0)
        var chain: Property<Int>? = source.property.map { [token = leaks.token("first")] value in
            withExtendedLifetime(token) { value }
        }
        let length = 20_000
        for _ in 0..<length {
            let last = chain!
            switch `operator` {
            case "map": chain = last.map { $0 }
            case "combineLatest": chain = last.combineLatest(source.property) { a, _ in a }
            case "zip": chain = last.zip(source.property) { a, _ in a }
            case "scan": chain = last.scan(0) { $1 }
            case "flatMap":
                let constant = Property(0)
                chain = last.flatMap { value in value < 0 ? constant : last }
            case "receive": chain = last.receive(on: ImmediateScheduler.shared)
            case "then": chain = Property(initial: 0, then: last.allValues)
            default: chain = last.removeDuplicates()
            }
        }
        var seen: [Int] = []
        var cancellable: AnyCancellable? = chain!.allValues.sink { seen.append($0) }
        source.value = 1
        source.value = 2
        #expect(seen == [0, 1, 2])
        chain = nil
        #expect(!leaks.alive.isEmpty)
        cancellable = nil
        #expect(cancellable == nil)
        try leaks.expectAllReleased()
    }

    // MARK: Threads

    @Test(arguments: 1...4) func twoSourcesChangeOnTwoThreads(_ seed: UInt64) {
        let a = MutableProperty(0), b = MutableProperty(0)
        let pair = a.property.combineLatest(b.property)
        let deep = a.property.map { $0 }.map { $0 }.combineLatest(b.property.map { $0 }) { ($0, $1) }
        let chosen = a.property.map { $0 % 2 == 0 }.flatMap { $0 ? pair : deep }
        let faults = Atomic(0), isOver = Atomic(0)
        let counts = (UInt64(1)...2).map { writer -> Int in
            var numbers = SeededGenerator(seed: seed &* 53 &+ writer)
            return Int.random(in: 200...400, using: &numbers)
        }
        let writers = zip([a, b], counts).map { property, count -> @Sendable () -> Void in
            {
                for value in 1...count { property.value = value }
                isOver.add(1, ordering: .relaxed)
            }
        }
        let reader: @Sendable () -> Void = {
            var last = (0, 0)
            repeat {
                // All three show the same instant or later ones.
                for property in [pair, deep, chosen] {
                    let now = property.value
                    if now.0 < last.0 || now.1 < last.1 { faults.add(1, ordering: .relaxed) }
                    last = now
                }
            } while isOver.load(ordering: .relaxed) < 2
        }
        onThreads(writers + [reader, reader])
        #expect(faults.load(ordering: .relaxed) == 0)
        for property in [pair, deep, chosen] { #expect(property.value == (counts[0], counts[1])) }
    }
}
