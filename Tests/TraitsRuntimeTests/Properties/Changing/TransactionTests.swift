import Testing
import TraitsRuntime
import TraitsTesting

/// Changes of several properties that are made as one.
@Suite("Transactions of properties")
struct TransactionTests {
    let first = MutableProperty("Ann"), last = MutableProperty("Lee")

    /// Counts how often a closure runs, beside what it returns.
    final class Names {
        var computed = 0
        var seen: [String] = []
    }

    @Test func oneChangeForAll() {
        let names = Names()
        let name = first.property.combineLatest(last.property) { first, last in
            names.computed += 1
            return "\(first) \(last)"
        }
        let kept = name.subsequentValues.sink { names.seen.append($0) }
        names.computed = 0
        Properties.transaction {
            first.value = "Bob"
            last.value = "Ray"
        }
        #expect(names.seen == ["Bob Ray"])
        #expect(names.computed == 1)
        withExtendedLifetime(kept) {}
    }

    /// An observer of one of the properties finds the other one changed.
    @Test func noObserverSeesHalf() {
        var seen: [[String]] = []
        let kept = [first, last].map { property in
            property.subsequentValues.sink { _ in seen.append([first.value, last.value]) }
        }
        Properties.transaction {
            last.value = "Ray"
            first.value = "Bob"
        }
        #expect(seen == [["Bob", "Ray"], ["Bob", "Ray"]])
        withExtendedLifetime(kept) {}
    }

    @Test func theLastValueCounts() {
        var seen: [String] = []
        let kept = first.subsequentValues.sink { seen.append($0) }
        let result = Properties.transaction {
            first.value = "Bob"
            first.modify { $0 += "by" }
            #expect(first.value == "Ann")
            first.modify { $0 += "!" }
            return first.value
        }
        #expect(result == "Ann")
        #expect(seen == ["Bobby!"])
        withExtendedLifetime(kept) {}
    }

    /// A value that is set in a transaction, and its number of instances.
    final class Token {
        static nonisolated(unsafe) var live = 0
        static nonisolated(unsafe) var most = 0

        init() {
            Self.live += 1
            Self.most = max(Self.most, Self.live)
        }
        deinit { Self.live -= 1 }
    }

    /// Nobody sees the values in between, so they aren't kept.
    @Test func valuesInBetweenAreNotKept() {
        struct Pair { var a = Token(), b = Token() }
        let pair = MutableProperty(Pair())
        let part = pair.lens(\.b)
        var seen = 0
        let kept = pair.subsequentValues.sink { _ in seen += 1 }
        Properties.transaction {
            for _ in 0..<100 {
                pair.modify { $0.a = Token() }
                part.value = Token()
                pair.value = Pair()
            }
        }
        #expect(seen == 1)
        #expect(Token.most <= 8)
        #expect(Token.live == 2)
        withExtendedLifetime(kept) {}
    }

    /// A property that is set again counts as set last, and a failed inner transaction gives back what was set before it.
    @Test func aPropertyThatIsSetAgainIsSetLast() {
        let binding = first.bind(to: last)
        Properties.transaction {
            first.value = "A"
            last.value = "B"
            first.value = "C"
        }
        #expect(first.value == "C" && last.value == "C")
        Properties.transaction {
            first.value = "D"
            try? Properties.transaction {
                first.value = "E"
                first.value = "F"
                throw TestFailure()
            }
            first.modify { $0 += "!" }
        }
        #expect(first.value == "D!" && last.value == "D!")
        binding.cancel()
    }

    @Test func nothingChangesIfItThrows() {
        enum Stop: Error { case now }
        var seen: [String] = []
        let kept = first.subsequentValues.sink { seen.append($0) }
        #expect(throws: Stop.now) {
            try Properties.transaction {
                first.value = "Bob"
                first.modify { $0 += "by" }
                last.value = "Ray"
                throw Stop.now
            }
        }
        #expect([first.value, last.value] == ["Ann", "Lee"])
        first.modify { $0 += "e" }
        #expect(seen == ["Anne"])
        withExtendedLifetime(kept) {}
    }

    /// A transaction inside another one is part of that, and may fail alone.
    @Test func transactionsNest() {
        enum Stop: Error { case now }
        var seen: [String] = []
        let name = first.property.combineLatest(last.property) { "\($0) \($1)" }
        let kept = name.subsequentValues.sink { seen.append($0) }
        Properties.transaction {
            first.value = "Bob"
            try? Properties.transaction {
                first.value = "Cy"
                last.value = "Ray"
                throw Stop.now
            }
            Properties.transaction { last.value = "May" }
            first.modify { $0 += "by" }
        }
        #expect(seen == ["Bobby May"])
        #expect(throws: Stop.now) {
            try Properties.transaction {
                Properties.transaction { last.value = "Fay" }
                throw Stop.now
            }
        }
        #expect(name.value == "Bobby May")
        withExtendedLifetime(kept) {}
    }

    /// Inside a closure of an operator it takes effect after the change that the closure is part of.
    @Test func insideAClosure() {
        enum Stop: Error { case now }
        var seen: [String] = []
        let kept = first.property.combineLatest(last.property) { "\($0) \($1)" }.subsequentValues
            .sink { seen.append($0) }
        let trigger = MutableProperty(0)
        let follower = trigger.property.map { [first, last] number in
            if number == 0 { return }
            try? Properties.transaction {
                first.value = "Bob"
                last.value = "Ray"
                if number == 2 { throw Stop.now }
            }
        }
        trigger.value = 2
        #expect(seen == [])
        trigger.value = 1
        #expect(seen == ["Bob Ray"])
        withExtendedLifetime((kept, follower)) {}
    }

    /// What isn't a change of a value is kept when a transaction fails.
    @Test func endsAndBindingsOutliveAFailure() {
        enum Stop: Error { case now }
        var isFinished = false
        var source: MutableProperty? = MutableProperty(1)
        let kept = source?.property.subsequentValues.sink(
            receiveCompletion: { _ in isFinished = true }, receiveValue: { _ in })
        var binding: AnyCancellable?
        #expect(throws: Stop.now) {
            try Properties.transaction {
                source = nil
                binding = last.bind(to: first.property)
                throw Stop.now
            }
        }
        #expect(isFinished)
        #expect(last.value == "Ann")
        first.value = "Bob"
        #expect(last.value == "Bob")
        withExtendedLifetime((kept, binding)) {}
    }

    @Test func derivedPropertiesAndBindingsFollow() {
        let copy = MutableProperty("")
        let binding = copy.bind(to: first.property.combineLatest(last.property) { $0 + $1 })
        var seen: [String] = []
        let kept = copy.subsequentValues.sink { seen.append($0) }
        Properties.transaction {
            first.value = "B"
            last.value = "R"
        }
        #expect(seen == ["BR"])
        withExtendedLifetime((binding, kept)) {}
    }
}

/// Two mutable properties that are kept equal.
@Suite("Two-way bindings of properties")
struct TwoWayBindingTests {
    let model = MutableProperty("Ann"), field = MutableProperty("")

    @Test func eachFollowsTheOther() {
        let binding = field.bind(to: model)
        #expect(field.value == "Ann")
        field.value = "Bob"
        #expect(model.value == "Bob")
        model.value = "Cy"
        #expect(field.value == "Cy")
        binding.cancel()
        field.value = "Di"
        #expect(model.value == "Cy")
    }

    @Test func oneChangeIsOneNotificationForEach() {
        let binding = field.bind(to: model)
        var seen: [String] = []
        let kept = [field, model].map { property in property.subsequentValues.sink { seen.append($0) } }
        field.value = "Bob"
        #expect(seen == ["Bob", "Bob"])
        withExtendedLifetime((binding, kept)) {}
    }

    @Test func valuesThatAClosureCompares() {
        let a = MutableProperty([1.0]), b = MutableProperty([0.0])
        let binding = a.bind(to: b) { $0.count == $1.count }
        #expect(a.value == [1])
        a.value = [1, 2]
        #expect(b.value == [1, 2])
        withExtendedLifetime(binding) {}
    }

    @Test func partsCanBeBound() {
        struct Person: Equatable { var name = "Ann", age = 1 }
        let person = MutableProperty(Person())
        let binding = field.bind(to: person.lens.name)
        field.value = "Bob"
        #expect(person.value == Person(name: "Bob"))
        person.value.name = "Cy"
        #expect(field.value == "Cy")
        withExtendedLifetime(binding) {}
    }

    @Test func neitherObjectIsKept() {
        weak var released: MutableProperty<String>?
        let binding: AnyCancellable
        do {
            let other = MutableProperty("Di")
            released = other
            binding = other.bind(to: model)
        }
        #expect(released == nil)
        model.value = "Ed"
        binding.cancel()
    }
}
