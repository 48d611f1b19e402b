import Observation
import Testing
import TraitsObservation
import TraitsRuntime
import TraitsTesting

@Observable
private final class Search {
    var text = ""
    var isActive = true
}

/// Properties and publishers that are made of `@Observable` models.
@Suite("Properties of observable models")
struct ObservingTests {
    private let clock = TestScheduler()
    private let search = Search()

    @Test func aPropertyFollows() {
        let property = Property(observing: { [search] in search.isActive ? search.text : "-" }, on: clock)
        #expect(property.value == "")
        search.text = "a"
        search.text = "ab"
        #expect(property.value == "")
        clock.advance(by: 0)
        #expect(property.value == "ab")
        search.isActive = false
        clock.advance(by: 0)
        #expect(property.value == "-")
    }

    /// A model that holds a property of its own field, and a subscription to another one.
    @Observable
    final class Screen {
        var text = ""
        @ObservationIgnored var isTooShort = Property(true)
        @ObservationIgnored var cancellables: Set<AnyCancellable> = []
        @ObservationIgnored var log: [String] = []

        init(on clock: TestScheduler) {
            isTooShort = Property(observing: self, on: clock) { $0.text }.map { $0.count < 3 }
            publisher(on: clock) { $0.text }.sink { [weak self] in self?.log.append($0) }.store(
                in: &cancellables)
        }
    }

    @Test func aModelHoldsPropertiesOfItsOwn() {
        var screen: Screen? = Screen(on: clock)
        weak let released = screen
        screen?.text = "abc"
        clock.advance(by: 0)
        #expect(screen?.isTooShort.value == false)
        #expect(screen?.log == ["", "abc"])
        screen = nil
        #expect(released == nil)
    }

    /// The model goes before the change is read, or without one.
    @Test(arguments: [true, false]) func aPropertyEndsWithItsModel(isChanged: Bool) {
        var screen: Screen? = Screen(on: clock)
        let isTooShort = screen!.isTooShort
        let recorder = isTooShort.allValues.record()
        let texts = screen!.publisher(on: clock) { $0.text }.record()
        if isChanged { screen?.text = "abcd" }
        screen = nil
        clock.advance(by: 0)
        #expect(recorder.values == [true])
        #expect(recorder.completion == .finished)
        #expect(texts.values == [""])
        #expect(texts.completion == .finished)
        #expect(isTooShort.value)
    }

    @Test func aPropertyOfAConstantGoesOnWhileTheModelLives() {
        let recorder = search.publisher(on: clock) { _ in 1 }.record()
        clock.advance(by: 0)
        #expect(recorder.values == [1])
        #expect(recorder.completion == nil)
    }

    /// What the closure didn't read last time doesn't count.
    @Test func onlyWhatIsReadIsTracked() {
        let property = Property(observing: { [search] in search.isActive ? search.text : "-" }, on: clock)
        var changes = 0
        let kept = property.subsequentValues.sink { _ in changes += 1 }
        search.isActive = false
        clock.advance(by: 0)
        search.text = "a"
        clock.advance(by: 0)
        #expect(changes == 1)
        withExtendedLifetime(kept) {}
    }

    @Test func modelsAndPropertiesMix() {
        let limit = MutableProperty(1)
        let property = Property(observing: { [search] in search.text.prefix(limit.value) }, on: clock)
        search.text = "abc"
        clock.advance(by: 0)
        #expect(property.value == "a")
        limit.value = 2
        clock.advance(by: 0)
        #expect(property.value == "ab")
    }

    @Test func aPublisherStartsWithTheCurrentValue() {
        search.text = "s"
        let recorder = search.publisher(on: clock) { $0.text }.removeDuplicates().record(on: clock)
        search.text = "sw"
        clock.advance(by: 0)
        search.text = "sw"
        clock.advance(by: 0)
        search.text = "swi"
        clock.advance(by: 0)
        #expect(recorder.values == ["s", "sw", "swi"])
    }

    @Test func aReleasedPropertyLetsItsModelGo() {
        weak var model: Search?
        do {
            let search = Search()
            model = search
            let property = Property(observing: { search.text }, on: clock)
            search.text = "a"
            clock.advance(by: 0)
            search.text = "b"
            #expect(property.value == "a")
        }
        clock.advance(by: 0)
        #expect(model == nil)
    }

    @Test @MainActor func theActorOfTheCallerReads() async {
        let search = Search()
        let property = Property(observing: { search.text })
        let publisher = search.publisher { $0.isActive }
        var seen: [Bool] = []
        let kept = publisher.sink { seen.append($0) }
        search.text = "a"
        search.text = "ab"
        search.isActive = false
        #expect(property.value == "")
        var looks = 0
        while (property.value != "ab" || seen.count < 2) && looks < 10_000 {
            await Task.yield()
            looks += 1
        }
        #expect(property.value == "ab")
        #expect(seen == [true, false])
        withExtendedLifetime(kept) {}
    }

    /// `@Bindable` and `environment(_:)` of SwiftUI take what is `Observable`.
    @Test func propertiesAreObservable() {
        func isObservable(_ value: some Observable) -> Bool { true }
        #expect(isObservable(Property(1)))
        #expect(isObservable(MutableProperty(1)))
        #expect(isObservable(ValidatingProperty(1) { _ in Validation<Int, Never>.valid }))
    }
}
