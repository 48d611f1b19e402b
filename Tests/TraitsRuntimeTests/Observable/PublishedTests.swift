import Testing
import TraitsRuntime
import TraitsTesting

private class Person: ObservableObject {
    @Published var name = "Alice"
    @Published var age: Int
    var plain = 0
    init(age: Int = 30) { self.age = age }
}

private final class Employee: Person {
    @Published var salary = 1
}

private final class Bare: ObservableObject {
    var value = 0
}

private final class Custom: ObservableObject {
    let objectWillChange = PassthroughSubject<String, Never>()
}

@Suite("@Published")
struct PublishedTests {
    @Test func startsWithTheCurrentValueAndNeverEnds() {
        let person = Person()
        let recorder = person.$name.record()
        person.name = "Bob"
        #expect(recorder.values == ["Alice", "Bob"])
        #expect(recorder.completion == nil)
        #expect(person.name == "Bob")
        #expect(person.$name.record().values == ["Bob"])
    }

    @Test func sendsBeforeItSets() {
        let person = Person()
        var seen: [String] = []
        let cancellable = person.$age.sink { seen.append("\($0), property \(person.age)") }
        person.age = 31
        #expect(seen == ["30, property 30", "31, property 30"])
        #expect(person.age == 31)
        cancellable.cancel()
        person.age = 32
        #expect(seen.count == 2)
    }

    @Test func demandIsKept() {
        let person = Person(age: 1)
        let recorder = person.$age.record(demand: .none)
        person.age = 2
        recorder.request(.max(1))
        #expect(recorder.values == [2], "the current value when it is asked for")
        person.age = 3
        person.age = 4
        recorder.request(.max(1))
        #expect(recorder.values == [2, 4])
    }

    @Test func setInsideADelivery() {
        let person = Person(age: 0)
        var seen: [Int] = []
        let cancellable = person.$age.sink { age in
            seen.append(age)
            if age == 1 { person.age = 2 }
        }
        person.age = 1
        #expect(seen == [0, 1, 2])
        #expect(person.age == 1, "the outer assignment is the last to be stored")
        cancellable.cancel()
    }

    @Test func aSubscriberInsideADeliveryGetsTheNewValueOnce() {
        let person = Person(age: 0)
        var nested: [Int] = []
        var inner: AnyCancellable?
        let outer = person.$age.sink { age in
            if age == 1 { inner = person.$age.sink { nested.append($0) } }
        }
        person.age = 1
        #expect(nested == [1])
        person.age = 2
        #expect(nested == [1, 2])
        outer.cancel()
        inner?.cancel()
    }

    @Test func aPropertyFollowsItselfInsideADelivery() {
        let person = Person(age: 0)
        let recorder = person.$age.map { _ in person.$age }.switchToLatest().record()
        for age in 1...3 { person.age = age }
        #expect(recorder.values == [0, 1, 2, 3])
    }

    @Test func aSubscriberInsideANestedDeliveryGetsItsValue() {
        let person = Person()
        var nested: [[String]] = []
        var inner: [AnyCancellable] = []
        let outer = person.$name.sink { name in
            if name == "b" { person.name = "c" }
            if name == "b" || name == "c" {
                let index = nested.count
                nested.append([])
                inner.append(person.$name.sink { nested[index].append($0) })
            }
        }
        person.name = "b"
        #expect(nested == [["c"], ["b"]])
        #expect(person.name == "b")
        person.name = "a"
        #expect(nested == [["c", "a"], ["b", "a"]])
        outer.cancel()
        inner = []
    }

    @Test func description() {
        let subscriber = TrackingSubscriber<String, Never>()
        Person().$name.subscribe(subscriber)
        #expect(subscriber.history == [.subscription("PublishedSubject")])
    }

    @Test func assignToAProperty() throws {
        let leaks = LeakTracker()
        let source = ManualPublisher<Int, Never>()
        do {
            let person = leaks.track(Person(), "person")
            source.assign(to: &person.$age)
            #expect(source.uses == [.requested(.unlimited)])
            let changes = person.objectWillChange.record()
            source.send(40)
            #expect(person.age == 40)
            #expect(changes.values.count == 1)
            changes.cancel()
        }
        #expect(source.uses == [.requested(.unlimited), .cancelled], "the property is gone")
        try leaks.expectAllReleased()
    }

    @Test func anUpstreamThatHasEndedIsForgotten() {
        let person = Person(), leaks = LeakTracker()
        for _ in 0..<100 {
            let token = leaks.token("value")
            Future<LeakToken, Never> { $0(.success(token)) }.map { $0.name.count }.assign(to: &person.$age)
        }
        #expect(person.age == 5)
        #expect(leaks.alive.count < 10)
    }

    @Test func twoPropertiesOfOneObject() {
        let person = Person()
        person.$name.map(\.count).assign(to: &person.$age)
        #expect(person.age == 5)
        person.name = "Al"
        #expect(person.age == 2)
    }
}

@Suite("ObservableObject")
struct ObservableObjectTests {
    @Test func sendsBeforeEachSet() {
        let person = Employee()
        var log: [String] = []
        let cancellable = person.objectWillChange.sink {
            log.append("\(person.name) \(person.age) \(person.salary)")
        }
        person.name = "Bob"
        person.age = 31
        person.salary = 2
        person.plain = 1
        #expect(log == ["Alice 30 1", "Bob 30 1", "Bob 31 1"])
        cancellable.cancel()
    }

    @Test func itComesBeforeTheProperty() {
        let person = Person()
        var log: [String] = []
        let object = person.objectWillChange.sink { log.append("object") }
        let property = person.$age.dropFirstValue().sink { log.append("property \($0)") }
        person.age = 1
        #expect(log == ["object", "property 1"])
        object.cancel()
        property.cancel()
    }

    @Test func isOneAndTheSameObject() {
        let person = Person()
        #expect(person.objectWillChange === person.objectWillChange)
        #expect(person.objectWillChange !== Person().objectWillChange)
        let bare = Bare()
        #expect(bare.objectWillChange === bare.objectWillChange)
        let recorder = bare.objectWillChange.record()
        bare.objectWillChange.send()
        #expect(recorder.values.count == 1)
    }

    @Test func canBeCustom() {
        let custom = Custom()
        let recorder = custom.objectWillChange.record()
        custom.objectWillChange.send("name")
        #expect(recorder.values == ["name"])
    }

    @Test func objectsAndPublishersAreReleased() throws {
        let leaks = LeakTracker()
        for _ in 0..<500 {
            let person = leaks.track(Person(), "person")
            leaks.track(person.objectWillChange, "publisher")
            person.name = "Bob"
            let bare = leaks.track(Bare(), "bare")
            bare.objectWillChange.send()
        }
        try leaks.expectAllReleased()
    }

    @Test func aNewObjectInTheSamePlaceIsAnotherObject() {
        var identities: Set<ObjectIdentifier> = []
        var publishers: [ObservableObjectPublisher] = []
        for _ in 0..<200 {
            let bare = Bare()
            identities.insert(ObjectIdentifier(bare))
            publishers.append(bare.objectWillChange)
        }
        #expect(Set(publishers.map { ObjectIdentifier($0) }).count == 200)
        #expect(identities.count >= 1)
    }
}

extension Publisher {
    /// `dropFirst()` without depending on it.
    fileprivate func dropFirstValue() -> Publishers.Filter<Self> {
        var isFirst = true
        return filter { _ in
            defer { isFirst = false }
            return !isFirst
        }
    }
}
