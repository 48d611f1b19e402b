import Testing
import TraitsTesting

@testable import TraitsRuntime

@Suite("Properties let go")
struct PropertyLifetimeTests {
    let leaks = LeakTracker()

    @Test func theUpstreamLivesAsLongAsTheProperty() throws {
        let subject = PassthroughSubject<Int, Never>()
        do {
            let property = Property(initial: 0, then: subject.leakTracked(by: leaks, "upstream"))
            subject.send(1)
            #expect(property.value == 1)
            #expect(!leaks.alive.isEmpty)
        }
        try leaks.expectAllReleased()
    }

    @Test func derivedPropertiesAndSubscribersHoldTheUpstream() throws {
        let subject = PassthroughSubject<Int, Never>()
        var derived: Property<Int>? = Property(
            initial: 0, then: subject.leakTracked(by: leaks, "upstream")
        ).map { $0 + 1 }.combineLatest(Property(1)) { $0 + $1 }
        subject.send(1)
        #expect(derived?.value == 3)
        let recorder = derived!.subsequentValues.record()
        derived = nil
        subject.send(2)
        #expect(recorder.values == [4])
        #expect(!leaks.alive.isEmpty)
        recorder.cancel()
        try leaks.expectAllReleased()
    }

    @Test func aSourceDoesNotHoldWhatIsDerivedFromIt() throws {
        let source = MutableProperty(0)
        do {
            let token = leaks.token("closure")
            let mapped = source.property.map { [token] in $0 + token.name.count }
            let joined = mapped.combineLatest(source.property, mapped.removeDuplicates()) { $0 + $1 + $2 }
            let flat = joined.flatMap { [token] value in Property(value + token.name.count) }
            source.value = 1
            #expect(flat.value == 24)
        }
        try leaks.expectAllReleased()
        source.value = 2
    }

    @Test func observersThatGoOnChangingEachOthersPropertyKeepNothing() {
        let (ping, pong) = (MutableProperty(0), MutableProperty(0))
        var longest = 0
        func change(_ property: MutableProperty<Int>, after value: Int) {
            if value < 1_000 { property.value = value + 1 }
            longest = max(longest, _PropertyThread.current.takeUnretainedValue().deliveries.count)
        }
        let cancellables = [
            ping.subsequentValues.sink { change(pong, after: $0) },
            pong.subsequentValues.sink { change(ping, after: $0) },
        ]
        ping.value = 1
        #expect(pong.value == 1_000)
        #expect(longest == 1)
        cancellables.forEach { $0.cancel() }
    }

    @Test func oldValuesAreReleased() throws {
        let source = MutableProperty<LeakToken?>(leaks.token("first"))
        let mapped = source.property.map { $0 }
        let recorder = mapped.map { $0 == nil }.allValues.record()
        source.value = leaks.token("second")
        #expect(leaks.alive.map(\.name) == ["second"])
        source.value = nil
        try leaks.expectAllReleased()
        #expect(recorder.values == [false, false, true])
        #expect(mapped.value == nil)
    }

    @Test func cancelledAndCompletedSubscribersAreReleased() throws {
        let source = MutableProperty(0)
        let subject = PassthroughSubject<Int, Never>()
        let ended = Property(initial: 0, then: subject)
        do {
            let token = leaks.token("sink")
            let first = source.allValues.sink { [token] _ in _ = token }
            first.cancel()
            let second = ended.allValues.sink { [token] _ in _ = token }
            subject.send(completion: .finished)
            withExtendedLifetime(second) {}
            let third = source.property.allValues.sink { [token] _ in _ = token }
            withExtendedLifetime(third) {}
        }
        try leaks.expectAllReleased()
    }

    @Test func cancellingInsideOfADelivery() throws {
        let source = MutableProperty(0)
        do {
            let token = leaks.token("sink")
            var cancellable: AnyCancellable?
            var got: [Int] = []
            cancellable = source.subsequentValues.sink { [token] value in
                got.append(value)
                _ = token
                cancellable?.cancel()
                cancellable = nil
            }
            source.value = 1
            source.value = 2
            #expect(got == [1])
        }
        try leaks.expectAllReleased()
    }

    @Test func flatMapLetsGoOfOldInnerProperties() throws {
        let choice = MutableProperty(0)
        let flat = choice.property.flatMap { [leaks] value in
            Property(
                initial: value,
                then: Empty<Int, Never>(completeImmediately: false)
                    .leakTracked(by: leaks, "inner \(value)"))
        }
        for value in 1...5 { choice.value = value }
        #expect(Set(leaks.alive.map { $0.name.prefix(7) }) == ["inner 5"])
        #expect(flat.value == 5)
    }

    @Test func aLongChainGoesWithoutRecursion() throws {
        let source = MutableProperty(0)
        var chain: Property<Int>? = source.property
        let token = leaks.token("last")
        for _ in 0..<20_000 { chain = chain!.map { $0 + 1 } }
        chain = chain!.map { [token] in $0 + token.name.count - 4 }
        source.value = 1
        #expect(chain?.value == 20_001)
        chain = nil
        #expect(leaks.alive.count == 1)
        source.value = 2
    }

    @Test func aMutablePropertyEndsWhenItIsReleased() {
        var source: MutableProperty<Int>? = MutableProperty(1)
        let property = source!.property
        let recorder = property.map { $0 + 1 }.allValues.record()
        source = nil
        #expect(recorder.recording == "2|")
        #expect(property.allValues.record().recording == "1|")
    }

    @Test func aSubscriptionKeepsTheMutablePropertyWhosePublisherItIs() throws {
        for isAll in [true, false] {
            weak var alive: MutableProperty<Int>?
            let recorder: Recorder<Int, Never>
            do {
                let source = MutableProperty(1)
                alive = source
                recorder = isAll ? source.allValues.record() : source.subsequentValues.record()
            }
            let source = try #require(alive)
            source.value = 2
            #expect(recorder.values == (isAll ? [1, 2] : [2]))
            #expect(recorder.completion == nil)
            recorder.cancel()
        }
        weak var alive: MutableProperty<Int>?
        do {
            let source = MutableProperty(1)
            alive = source
            source.allValues.sink { _ in }.cancel()
            let cancellable = source.subsequentValues.sink { _ in }
            withExtendedLifetime(cancellable) {}
        }
        #expect(alive == nil)
    }

    @Test func aSubscriptionKeepsItsProperty() {
        let subject = PassthroughSubject<Int, Never>()
        for isAll in [true, false] {
            weak var alive: Property<Int>?
            let recorder: Recorder<Int, Never>
            do {
                let property = Property(initial: 0, then: subject)
                alive = property
                recorder = isAll ? property.allValues.record() : property.subsequentValues.record()
            }
            subject.send(1)
            #expect(alive?.value == 1)
            #expect(recorder.values.last == 1)
            recorder.cancel()
            #expect(alive == nil)
        }
    }

    @Test func bindingsAndLensesLetGo() throws {
        let subject = PassthroughSubject<[Int], Never>()
        do {
            let whole = MutableProperty([leaks.token("value")])
            let part = whole.lens(\.[0])
            let binding = whole.bind(to: subject.leakTracked(by: leaks, "bound").map { _ in [] })
            let other = Property([leaks.token("other")])
            let second = whole.bind(to: other)
            #expect(part.value.name == "other")
            binding.cancel()
            second.cancel()
        }
        try leaks.expectAllReleased()
    }

    @Test func receiveOnLetsGo() throws {
        let scheduler = TestScheduler()
        let source = MutableProperty(0)
        do {
            let token = leaks.token("map")
            let moved = source.property.map { [token] in $0 + token.name.count }.receive(on: scheduler)
            source.value = 1
            #expect(moved.value == 3)
        }
        scheduler.advance()
        try leaks.expectAllReleased()
    }

    @Test func objectsThatChangePropertiesAsTheyGo() {
        final class Closing {
            let log: MutableProperty<Int>
            init(_ log: MutableProperty<Int>) { self.log = log }
            deinit { log.value += 1 }
        }
        let log = MutableProperty(0)
        let source = MutableProperty<Closing?>(Closing(log))
        let recorder = log.allValues.record()
        source.value = Closing(log)
        #expect(log.value == 1)
        do {
            let derived = source.property.map { [closing = Closing(log)] _ in closing.log.value }
            #expect(derived.value == 1)
        }
        source.value = nil
        #expect(recorder.values == [0, 1, 2, 3])
    }
}
