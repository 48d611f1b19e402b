import Testing
import TraitsRuntime
import TraitsTesting

@Suite("A mutable property")
struct MutablePropertyTests {
    @Test func canBeReadSetModifiedAndSwapped() {
        let property = MutableProperty(1)
        let recorder = property.allValues.record()
        property.value = 2
        #expect(
            property.modify { value in
                value += 1
                return value * 10
            } == 30)
        #expect(property.swap(7) == 3)
        #expect(property.withValue { $0 + 1 } == 8)
        #expect(recorder.values == [1, 2, 3, 7])
    }

    @Test func aModificationThatThrowsChangesNothing() {
        enum Refused: Error { case always }
        let property = MutableProperty([1])
        let recorder = property.allValues.record()
        #expect(throws: Refused.always) {
            try property.modify { (value: inout [Int]) throws(Refused) in
                value.append(2)
                throw .always
            }
        }
        #expect(property.value == [1])
        #expect(recorder.values == [[1]])
        #expect(throws: Refused.always) { try property.withValue { _ throws(Refused) in throw .always } }
    }

    final class Form {
        @MutableProperty var name = ""
        @MutableProperty var age = 0
        @ValidatingProperty<Int, RangeError>({ $0 < 0 ? .invalid(.tooSmall) : .valid }) var size = 1
        private(set) lazy var summary = $name.combineLatest($age) { "\($0), \($1)" }
    }

    @Test func isAPropertyWrapper() {
        let form = Form()
        let recorder = form.summary.allValues.record()
        form.name = "Ann"
        form.age += 30
        #expect(recorder.values == [", 0", "Ann, 0", "Ann, 30"])
        let name: Property<String> = form.$name
        #expect(name.value == "Ann")
        form.size = -1
        #expect(form.size == 1)
        #expect(form.$size.outcome.value == .invalid(proposed: -1, reason: .tooSmall))
    }

    struct Address: Equatable {
        struct Person: Equatable { var first = "", last = "" }
        var person = Person(), city = ""
    }

    @Test func lensesWriteBack() {
        let address = MutableProperty(Address())
        let person = address.lens(\.person), city = address.lens.city
        let last = person.lens.last
        let recorder = last.allValues.record()
        city.value = "Paris"
        last.value = "Ito"
        person.modify { $0.first = "Ann" }
        #expect(address.value == Address(person: .init(first: "Ann", last: "Ito"), city: "Paris"))
        address.value = Address(person: .init(first: "Bo", last: "Li"))
        #expect(last.value == "Li")
        #expect(last.swap("Xu") == "Li")
        #expect(address.value.person == .init(first: "Bo", last: "Xu"))
        #expect(recorder.values == ["", "", "Ito", "Ito", "Li", "Xu"])
    }

    @Test func bindsToPublishersAndProperties() {
        let property = MutableProperty(0)
        let subject = PassthroughSubject<Int, Never>()
        let other = MutableProperty(5)
        let first = property.bind(to: subject)
        subject.send(1)
        #expect(property.value == 1)
        let second = property.bind(to: other.property)
        #expect(property.value == 5)
        other.value = 6
        #expect(property.value == 6)
        second.cancel()
        other.value = 7
        #expect(property.value == 6)
        subject.send(completion: .finished)
        property.value = 8
        #expect(property.value == 8)
        first.cancel()
        let whole = MutableProperty((1, 2))
        let third = whole.lens(\.1).bind(to: other.property)
        other.value = 9
        #expect(whole.value == (1, 9))
        third.cancel()
    }

    @Test func bindingsBothWaysComeToRest() {
        let a = MutableProperty(0), b = MutableProperty(1)
        let bindings = [
            a.bind(to: b.property.removeDuplicates()), b.bind(to: a.property.removeDuplicates()),
        ]
        a.value = 5
        #expect(b.value == 5)
        b.value = 6
        #expect(a.value == 6)
        for binding in bindings { binding.cancel() }
    }

    @Test func aModificationInsideOfItselfStopsTheProgram() async {
        await #expect(processExitsWith: .failure) {
            let number = MutableProperty(0)
            number.modify { _ in number.modify { $0 += 1 } }
        }
        await #expect(processExitsWith: .failure) {
            let number = MutableProperty(0)
            Properties.transaction { number.modify { _ in number.modify { $0 += 1 } } }
        }
    }

    @Test func aValidatedModificationContinuesInATransaction() {
        let number = ValidatingProperty(0) { (value: Int) -> Validation<Int, RangeError> in
            value > 9 ? .invalid(.tooLarge) : .valid
        }
        Properties.transaction {
            number.modify { $0 += 1 }
            number.modify { $0 += 1 }
        }
        #expect(number.value == 2)
        number.value = 10
        number.modify { $0 += 1 }
        #expect(number.value == 3)
    }

    enum RangeError: Error { case tooSmall, tooLarge }

    @Test func validates() {
        let property = ValidatingProperty(5) { (value: Int) -> Validation<Int, RangeError> in
            if value < 0 { return .invalid(.tooSmall) }
            return value > 9 ? .coerced(9, .tooLarge) : .valid
        }
        let values = property.property.allValues.record()
        let outcomes = property.outcome.allValues.record()
        // Value and outcome never disagree.
        let pairs = property.property.combineLatest(property.outcome) {
            $1.accepted == nil || $1.accepted == $0
        }
        .allValues.record()
        property.value = 6
        property.value = -1
        #expect(property.value == 6)
        property.value = 20
        property.modify { $0 -= 2 }
        #expect(values.values == [5, 6, 9, 7])
        #expect(
            outcomes.values == [
                .valid(5), .valid(6), .invalid(proposed: -1, reason: .tooSmall),
                .coerced(9, proposed: 20, reason: .tooLarge), .valid(7),
            ])
        #expect(pairs.values == [true, true, true, true, true])
        #expect(outcomes.values.map(\.isInvalid) == [false, false, true, false, false])
        #expect(outcomes.values[2].error == .tooSmall)
    }

    @Test func validatesAgainWhenTheRuleChanges() {
        let limit = MutableProperty(10)
        let property = ValidatingProperty(0, with: limit.property) { (value: Int, limit: Int) in
            value > limit ? Validation<Int, RangeError>.invalid(.tooLarge) : .valid
        }
        property.value = 20
        #expect(property.value == 0)
        limit.value = 30
        #expect(property.value == 20)
        let subject = PassthroughSubject<Int, Never>()
        let binding = property.bind(to: subject)
        subject.send(25)
        #expect(property.value == 25)
        binding.cancel()
    }
}
