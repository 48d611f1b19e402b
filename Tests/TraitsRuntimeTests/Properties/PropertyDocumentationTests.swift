import Testing
import TraitsRuntime
import TraitsTesting

@Suite("What the documents say about properties")
struct PropertyDocumentationTests {
    @Test func theFirstExample() {
        let price = MutableProperty(10), count = MutableProperty(2)
        let total = price.property.combineLatest(count.property) { $0 * $1 }
        let label = total.map { "Total: \($0)" }
        let recorder = label.allValues.record()
        count.value = 3
        #expect(recorder.values == ["Total: 20", "Total: 30"])
    }

    struct Address { var street = "", city = "" }

    @Test func mutableProperties() {
        let cities = PassthroughSubject<String, Never>()
        let address = MutableProperty(Address())
        address.modify { $0.street = "Main St" }
        let old = address.swap(Address())
        let city = address.lens(\.city)
        city.value = "Springfield"
        let binding = city.bind(to: cities)
        cities.send("Shelbyville")
        #expect(old.street == "Main St")
        #expect(address.value.city == "Shelbyville")
        binding.cancel()
    }

    @Test func theExampleOfProperty() {
        let clicks = PassthroughSubject<Int, Never>()
        let count = Property(initial: 0, then: clicks.scan(0, +))
        let text = count.map { "\($0) clicks" }
        clicks.send(2)
        #expect(text.value == "2 clicks")
    }

    enum AgeError: Error { case negative }
    enum Mismatch: Error { case differs }

    @Test func theExamplesOfValidatingProperty() {
        let age = ValidatingProperty(0) { (age: Int) -> Validation<Int, AgeError> in
            if age < 0 { return .invalid(.negative) }
            return age > 150 ? .coerced(150) : .valid
        }
        age.value = -3
        #expect(age.value == 0)
        #expect(age.outcome.value.error == .negative)
        age.value = 200
        #expect(age.value == 150)
        let password = MutableProperty("secret")
        let repeated = ValidatingProperty("", with: password.property) { (text, password) in
            text == password ? .valid : Validation<String, Mismatch>.invalid(.differs)
        }
        repeated.value = "secret"
        #expect(repeated.value == "secret")
    }
}
