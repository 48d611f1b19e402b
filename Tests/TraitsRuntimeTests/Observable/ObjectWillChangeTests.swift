import Testing
import TraitsRuntime
import TraitsTesting

/// Shows nothing of itself.
private class Hidden: ObservableObject, CustomReflectable {
    @Published var name = "a"
    var customMirror: Mirror { Mirror(self, children: []) }
}

private final class HiddenChild: Hidden {
    @Published var age = 1
}

/// Its mirror asks for the publisher.
private final class Curious: ObservableObject, CustomReflectable {
    @Published var name = "a"
    var customMirror: Mirror {
        Mirror(self, children: ["changes": objectWillChange])
    }
}

private class Base {
    @Published var name = "a"
}

private final class Derived: Base, ObservableObject {
    @Published var age = 1
    func replaceAge() { _age = Published(initialValue: 10) }
}

private final class Filled: ObservableObject {
    @Published var name: String
    @Published var count = 0
    var seen = 0
    private var cancellable: AnyCancellable?

    init(_ name: String) {
        self.name = "first"
        cancellable = objectWillChange.sink { [weak self] in self?.seen += 1 }
        self.name = name
        $name.map(\.count).assign(to: &$count)
    }

    deinit {
        // Neither may stop the program, though nobody can refer to the object weakly any more.
        name = "gone"
        _ = $count
    }
}

/// `objectWillChange` finds the properties by what sets them, whatever the class shows in its mirror.
@Suite("objectWillChange")
struct ObjectWillChangeTests {
    @Test func ofAClassWithAMirrorOfItsOwn() {
        let object = HiddenChild()
        var log: [String] = []
        let cancellable = object.objectWillChange.sink { log.append("\(object.name) \(object.age)") }
        object.name = "b"
        object.age = 2
        Just("c").assign(to: &object.$name)
        #expect(log == ["a 1", "b 1", "b 2"])
        cancellable.cancel()
        object.name = "d"
        #expect(log.count == 3)
    }

    @Test func ofAClassWhoseMirrorAsksForIt() {
        let object = Curious()
        let recorder = object.objectWillChange.record()
        object.name = "b"
        #expect(recorder.values.count == 1)
        #expect(Mirror(reflecting: object).children.count == 1)
    }

    @Test func ofASubclassOfAClassThatIsNotObservable() {
        let object = Derived()
        let recorder = object.objectWillChange.record()
        object.name = "b"
        object.age = 2
        (object as Base).name = "c"
        #expect(recorder.values.count == 3)
    }

    @Test func isFoundByAPropertyThatWasUsedBefore() {
        let object = Hidden()
        object.name = "b"
        let names = object.$name.record()
        // Makes the property look for a publisher, and find none.
        object.name = "c"
        _ = Hidden().objectWillChange
        object.name = "d"
        let recorder = object.objectWillChange.record()
        object.name = "e"
        #expect(recorder.values.count == 1)
        #expect(names.values == ["b", "c", "d", "e"])
    }

    @Test func followsAPropertyThatIsReplaced() {
        let object = Derived()
        let recorder = object.objectWillChange.record()
        object.age = 2
        object.replaceAge()
        object.age = 3
        #expect(recorder.values.count == 2)
        object.name = "b"
        #expect(recorder.values.count == 3)
    }

    @Test func changesInsideOfAnInitAndOfADeinit() {
        do {
            let object = Filled("long")
            #expect(object.count == 4)
            #expect(object.seen == 2, "the name, and the count by its projection")
            object.name = "longer"
            #expect(object.seen == 4)
        }
    }

    @Test func aPropertyThatOutlivesItsObjectTellsNobody() {
        let source = PassthroughSubject<Int, Never>()
        var publisher: Published<Int>.Publisher?
        var notices = 0
        do {
            let object = Derived()
            source.assign(to: &object.$age)
            publisher = object.$age
        }
        // New objects may stand where that one stood.
        let others = (0..<100).map { _ in Derived() }
        let cancellables = others.map { $0.objectWillChange.sink { notices += 1 } }
        source.send(5)
        #expect(notices == 0)
        #expect(publisher?.record().values == [5])
        withExtendedLifetime((others, cancellables)) {}
    }

    @Test func objectsOfBothKindsAreReleased() throws {
        let leaks = LeakTracker()
        for round in 0..<300 {
            let object = leaks.track(HiddenChild(), "object")
            let publisher = leaks.track(object.objectWillChange, "publisher")
            let token = leaks.token("subscriber")
            let cancellable = publisher.sink { _ = token }
            if round % 2 == 0 { object.name = "b" } else { object.age = 2 }
            if round % 3 == 0 { _ = object.$name }
            cancellable.cancel()
        }
        try leaks.expectAllReleased()
    }

    @Test func thePublisherIsOneForAllThreads() async {
        for _ in 0..<100 {
            let object = Sent(object: HiddenChild())
            let publishers = await withTaskGroup(of: ObservableObjectPublisher.self) { group in
                for index in 0..<4 {
                    group.addTask {
                        object.object.age = index
                        return object.object.objectWillChange
                    }
                }
                return await group.reduce(into: []) { $0.append($1) }
            }
            #expect(publishers.allSatisfy { $0 === publishers[0] })
            let recorder = object.object.objectWillChange.record()
            object.object.age = 9
            #expect(recorder.values.count == 1)
        }
    }

    /// An object on its way to several threads. Published properties may be set on each.
    private struct Sent: @unchecked Sendable { let object: HiddenChild }
}
