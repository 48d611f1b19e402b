import Testing
import TraitsRuntime
import TraitsTesting

@Suite("A property")
struct PropertyTests {
    @Test func followsItsPublisher() {
        let subject = PassthroughSubject<Int, Never>()
        let property = Property(initial: 0, then: subject)
        let all = property.allValues.record()
        let later = property.subsequentValues.record()
        #expect(property.value == 0)
        subject.send(1)
        #expect(property.value == 1)
        subject.send(2)
        subject.send(completion: .finished)
        subject.send(3)
        #expect(property.value == 2)
        #expect(all.recording == "012|")
        #expect(later.recording == "12|")
    }

    @Test func followsASubject() {
        let subject = CurrentValueSubject<Int, Never>(1)
        let property = Property(subject)
        let recorder = property.allValues.record()
        subject.value = 2
        #expect(property.value == 2)
        subject.send(completion: .finished)
        #expect(recorder.recording == "12|")
    }

    @Test func startsWithWhatThePublisherSendsAtOnce() {
        let property = Property(initial: 0, then: [1, 2, 3].publisher)
        #expect(property.value == 3)
        #expect(property.allValues.record().recording == "3|")
        #expect(property.subsequentValues.record().recording == "|")
    }

    @Test func canBeConstant() {
        #expect(Property(5).allValues.record().recording == "5|")
        #expect(Property(constant: 5).subsequentValues.record().recording == "|")
        #expect(Property(5).map { $0 + 1 }.allValues.record().recording == "6|")
        var got: [Int] = []
        let cancellable = Property(5).allValues.map { $0 + 1 }.sink { got.append($0) }
        cancellable.cancel()
        #expect(got == [6])
    }

    @Test(arguments: [0, 1, 3]) func holdsValuesOfEverySize(_ count: Int) {
        let text = MutableProperty(String(repeating: "long enough for the heap ", count: count))
        let pair = MutableProperty((1, 2, 3))
        let byte = MutableProperty<UInt8>(7)
        let nothing = MutableProperty(())
        text.modify { $0 += "!" }
        pair.value.1 = 5
        byte.value &+= 250
        nothing.value = ()
        #expect(text.value.hasSuffix("!"))
        #expect(pair.value == (1, 5, 3))
        #expect(byte.value == 1)
    }

    @Test func tellsLateSubscribersTheLastValueAndTheEnd() {
        let subject = PassthroughSubject<Int, Never>()
        let property = Property(initial: 0, then: subject)
        let mapped = property.map { "\($0)" }
        subject.send(4)
        subject.send(completion: .finished)
        #expect(mapped.allValues.record().recording == "4|")
        #expect(mapped.map { $0 + "" }.allValues.record().recording == "4|")
        #expect(mapped.subsequentValues.record().recording == "|")
    }

    @Test func sendsTheFirstValueInsideTheCallThatSubscribes() {
        let property = MutableProperty(1).property
        let recorder = property.allValues.record()
        #expect(recorder.recording.immediateCount >= 1)
    }

    @Test func allValuesAreImmediateByTheTable() {
        func values<P: ImmediatePublisher>(_ publisher: P) -> [P.Output] where P.Failure == Never {
            publisher.record().recording.immediateEvents.compactMap {
                if case .value(let value) = $0.signal { value } else { nil }
            }
        }
        #expect(values(MutableProperty(1).property.allValues) == [1])
        #expect(values(Property(2).allValues) == [2])
    }

    @Test func isMadeOfAPublisherThatHasACurrentValue() {
        final class Model { @Published var name = "a" }
        let model = Model()
        let name = Property(model.$name.map { $0 + "!" })
        let source = MutableProperty(1)
        let sums = Property(source.allValues.scan(0, +).removeDuplicates())
        let recorder = sums.allValues.record()
        model.name = "b"
        source.value = 0
        source.value = 2
        #expect(name.value == "b!")
        #expect(recorder.values == [1, 3])
        // Synchronous values come before any other code runs.
        #expect(Property([1, 2, 3].publisher.uncheckedCurrentValue()).value == 3)
        #expect(Property(Just(1)).allValues.record().recording == "1|")
    }

    @Test func endsWithTheCurrentValuePublisherItIsMadeOf() throws {
        let leaks = LeakTracker()
        var source: MutableProperty<Int>? = MutableProperty(1)
        do {
            let made = Property(
                source!.property.allValues.leakTracked(by: leaks, "upstream").uncheckedCurrentValue())
            let recorder = made.allValues.record()
            source = nil
            #expect(recorder.recording == "1|")
        }
        try leaks.expectAllReleased()
    }

    @Test func operatorsAreCurrentValuePublishersByTheTable() {
        func first<P: CurrentValuePublisher>(_ publisher: P) -> P.Output? where P.Failure == Never {
            publisher.record().values.first
        }
        let a = Property(1), b = Property(2)
        #expect(first(Properties.Map(a) { $0 + 1 }) == 2)
        #expect(first(Properties.CombineLatest(a, b, +)) == 3)
        #expect(first(a.zip(b) { $0 - $1 }.allValues.map { $0 * 2 }) == -2)
        #expect(Properties.Filter(a) { $0 > 1 }.record().recording == "|")
        #expect(Properties.Filter(a) { $0 > 1 }.property(initial: 7).value == 7)
        #expect(a.allValues.eraseToAnyCurrentValuePublisher().record().recording == "1|")
    }

    // MARK: Demand

    @Test func waitsForDemand() {
        let source = MutableProperty(0)
        let recorder = source.property.allValues.record(demand: .none)
        source.value = 1
        #expect(recorder.values == [])
        source.value = 2
        recorder.request(.max(1))
        #expect(recorder.values == [2])
        recorder.request(.max(1))
        #expect(recorder.values == [2])
        source.value = 3
        source.value = 4
        #expect(recorder.values == [2, 3])
        recorder.request(.max(2))
        #expect(recorder.values == [2, 3, 4])
        source.value = 5
        #expect(recorder.values == [2, 3, 4, 5])
    }

    @Test func sendsNoLaterValueWithoutDemandAndThenTheNewest() {
        let source = MutableProperty(0)
        let recorder = source.property.subsequentValues.record(demand: .none)
        recorder.request(.max(1))
        #expect(recorder.values == [])
        source.value = 1
        source.value = 2
        source.value = 3
        recorder.request(.max(1))
        #expect(recorder.values == [1, 3])
    }

    @Test func keepsTheLastValueForDemandAfterTheEnd() {
        let recorder = Property(1).allValues.record(demand: .none)
        #expect(recorder.completion == nil)
        recorder.request(.max(1))
        #expect(recorder.recording == "1|")
    }

    @Test func isSilentAfterCancellation() {
        let source = MutableProperty(0)
        let recorders = (0..<10).map { _ in source.property.allValues.record() }
        for index in [3, 0, 9, 4, 5, 6, 7] { recorders[index].cancel() }
        source.value = 1
        for (index, recorder) in recorders.enumerated() {
            #expect(recorder.values == ([1, 2, 8].contains(index) ? [0, 1] : [0]))
        }
    }

    @Test func describesItself() {
        #expect("\(Property(5))" == "Property(5)")
        #expect("\(MutableProperty(5))" == "MutableProperty(5)")
    }
}
