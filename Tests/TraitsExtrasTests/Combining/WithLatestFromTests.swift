import Testing
import TraitsExtras
import TraitsRuntime
import TraitsTesting

@Suite("withLatestFrom(_:)")
struct WithLatestFromTests {
    @Test func sendsTheNewestValueOfTheOther() throws {
        let scheduler = TestScheduler()
        let source = try scheduler.cold("-1---2-3-|", of: Int.self)
        let other = try scheduler.cold("--4-5---|", of: Int.self)
        let recorder = source.withLatestFrom(other).record(on: scheduler)
        try scheduler.run()
        #expect(recorder.values == [5, 5])
        #expect(recorder.completion == .finished)
    }

    @Test func pairsWithOneToFourOthers() {
        let source = PassthroughSubject<Int, Never>()
        var texts: [String] = []
        let cancellables = [
            source.withLatestFrom(Just(1)) { "\($0)\($1)" }.sink { texts.append($0) },
            source.withLatestFrom(Just(1), Just(2)).sink { texts.append("\($0.0)\($0.1)") },
            source.withLatestFrom(Just(1), Just(2), Just(3)).sink { texts.append("\($0.0)\($0.1)\($0.2)") },
            source.withLatestFrom(Just(1), Just(2), Just(3), Just(4)).sink {
                texts.append("\($0.0)\($0.1)\($0.2)\($0.3)")
            },
        ]
        source.send(7)
        #expect(texts.sorted() == ["12", "123", "1234", "71"])
        withExtendedLifetime(cancellables) {}
    }

    @Test func aSingleStaysASingleBesideAProperty() {
        let name = MutableProperty("Alice"), age = MutableProperty(30)
        func greeting(_ tap: AnySinglePublisher<Int, Never>) -> AnySinglePublisher<String, Never> {
            tap.withLatestFrom(name.allValues, age.allValues).map { "\($0.0) \($0.1)" }
                .eraseToAnySinglePublisher()
        }
        let tap = PassthroughSubject<Int, Never>()
        var results: [String] = []
        let cancellable = greeting(tap.first().uncheckedSingle().eraseToAnySinglePublisher())
            .sinkSingle { if case .success(let text) = $0 { results.append(text) } }
        age.value = 31
        tap.send(1)
        #expect(results == ["Alice 31"])
        withExtendedLifetime(cancellable) {}
    }

    @Test func asksForAnotherValueInPlaceOfOneThatIsLeftOut() {
        let (source, other) = (ManualPublisher<Int, Never>(), ManualPublisher<Int, Never>())
        let recorder = source.withLatestFrom(other).record(demand: .atOnce(1))
        #expect(source.uses == [.requested(.max(1))])
        #expect(other.uses == [.requested(.unlimited)])
        #expect(source.send(1) == .max(1))
        other.send(10)
        #expect(source.send(2) == .none)
        #expect(recorder.values == [10])
    }

    @Test func aFailureOfTheOtherEndsAll() {
        let (source, other) = (ManualPublisher<Int, TestFailure>(), ManualPublisher<Int, TestFailure>())
        let recorder = source.withLatestFrom(other).record()
        other.send(completion: .failure(TestFailure()))
        #expect(recorder.completion == .failure(TestFailure()))
        #expect(source.uses.last == .cancelled)
    }

    @Test func cancelsBoth() {
        let (source, other) = (ManualPublisher<Int, Never>(), ManualPublisher<Int, Never>())
        let cancellable = source.withLatestFrom(other).sink { _ in }
        cancellable.cancel()
        #expect(source.uses.last == .cancelled)
        #expect(other.uses.last == .cancelled)
    }

    /// An operator of the program's own is preferred.
    @Test func anOperatorOfTheProgramWins() {
        #expect(Just(1).pairwise() == "ours")
    }
}

extension Publisher {
    fileprivate func pairwise() -> String { "ours" }
}
