import Synchronization
import Testing
import TraitsRuntime
import TraitsTesting

/// Properties that are bound to each other settle, in whichever order they were bound.
@Suite("Bindings of properties")
struct BindingTests {
    typealias Text = MutableProperty<String>

    /// How two properties can be bound to each other.
    enum Layout: CaseIterable {
        case plain, withoutDuplicates, mapped, late

        func bind(_ field: Text, _ model: Text) -> [AnyCancellable] {
            switch self {
            case .plain: [field.bind(to: model.property), model.bind(to: field.property)]
            case .withoutDuplicates:
                [
                    field.bind(to: model.property.removeDuplicates()),
                    model.bind(to: field.property.removeDuplicates()),
                ]
            case .mapped:
                [
                    field.bind(to: model.property.map { $0 + "" }),
                    model.bind(to: field.property.map { $0 + "" }.removeDuplicates()),
                ]
            case .late: [model.bind(to: field.property), field.bind(to: model.property)]
            }
        }
    }

    private static func trim(_ field: Text) -> AnyCancellable {
        field.allValues.sink { text in
            let trimmed = text.filter { $0 != " " }
            if trimmed != text { field.value = trimmed }
        }
    }

    @Test(arguments: Layout.allCases, [false, true])
    func anObserverThatTrimsComesLast(layout: Layout, observesFirst: Bool) {
        let field = Text(""), model = Text("Ann")
        var kept = observesFirst ? [Self.trim(field)] : []
        kept += layout.bind(field, model)
        if !observesFirst { kept.append(Self.trim(field)) }
        #expect(field.value == model.value)
        field.value = "Bob "
        #expect(field.value == "Bob")
        #expect(model.value == "Bob")
        model.value = " Cy "
        #expect(field.value == "Cy")
        #expect(model.value == "Cy")
        for cancellable in kept { cancellable.cancel() }
    }

    @Test(arguments: Layout.allCases) func threeInARow(layout: Layout) {
        let all = [Text("a"), Text("b"), Text("c")]
        let kept = layout.bind(all[0], all[1]) + layout.bind(all[1], all[2]) + [Self.trim(all[1])]
        for (index, property) in all.enumerated() {
            property.value = "\(index) "
            #expect(all.map(\.value) == ["\(index)", "\(index)", "\(index)"])
        }
        withExtendedLifetime(kept) {}
    }

    @Test func threeInARingWithObserversThatDisagree() {
        let all = (0..<3).map { Text("\($0)") }
        var kept = (0..<3).map { all[$0].bind(to: all[($0 + 1) % 3].property) }
        kept.append(Self.trim(all[0]))
        var changes = 0
        kept.append(
            all[1].subsequentValues.sink { _ in
                changes += 1
                if changes == 1 { all[2].value = "other " }
            })
        all[0].value = "x "
        // Each change that an observer makes goes through all of them before the next observer is told.
        #expect(Set(all.map(\.value)).count == 1)
        #expect(!all[0].value.contains(" "))
        withExtendedLifetime(kept) {}
    }

    @Test func aTextAndItsNumber() {
        let number = MutableProperty(1), text = Text("")
        let kept = [
            text.bind(to: number.property.map(String.init)),
            number.bind(to: text.property.compactMap(initial: 0) { Int($0) }),
        ]
        text.value = "007"
        #expect(number.value == 7)
        #expect(text.value == "7")
        number.value = 8
        #expect(text.value == "8")
        withExtendedLifetime(kept) {}
    }

    @Test func partsOfAWhole() {
        struct Form { var name = "", city = "" }
        let form = MutableProperty(Form()), name = Text("Ann")
        let kept = [form.lens.name.bind(to: name.property), name.bind(to: form.lens.name.property)]
        #expect(form.value.name == "Ann")
        form.modify { $0.name = "Bob" }
        #expect(name.value == "Bob")
        name.value = "Cy"
        #expect(form.value.name == "Cy")
        withExtendedLifetime(kept) {}
    }

    @Test func valuesThatCannotBeCompared() {
        struct Text { var text: String }
        let a = MutableProperty(Text(text: "a")), b = MutableProperty(Text(text: "b"))
        let isSame = { (one: Text, other: Text) in one.text == other.text }
        let kept = [
            a.bind(to: b.property.removeDuplicates(by: isSame)),
            b.bind(to: a.property.removeDuplicates(by: isSame)),
        ]
        let seen = a.allValues.map(\.text).record()
        b.value.text = "c"
        #expect(a.value.text == "c")
        a.value.text = "d"
        #expect(b.value.text == "d")
        #expect(seen.values.last == "d")
        withExtendedLifetime(kept) {}
    }

    @Test func changesComeBeforeObserversAndEachIsSeen() {
        let source = MutableProperty(0), target = MutableProperty(-1)
        var log: [String] = []
        let observer = source.allValues.sink { log.append("\($0) \(target.value)") }
        let binding = target.bind(to: source.property)
        let values = target.allValues.record()
        for value in 1...3 { source.value = value }
        source.value = 3
        #expect(log == ["0 -1", "1 1", "2 2", "3 3", "3 3"])
        #expect(values.values == [0, 1, 2, 3], "a value that is there already is no change")
        binding.cancel()
        source.value = 4
        #expect(target.value == 3)
        observer.cancel()
    }

    @Test func boundInsideOfAChange() {
        let source = MutableProperty(1), target = MutableProperty(0), trigger = MutableProperty(0)
        var binding: AnyCancellable?
        let derived = trigger.property.map { count in
            if count == 1 { binding = target.bind(to: source.property) }
            if count == 2 { binding?.cancel() }
            return count
        }
        trigger.value = 1
        #expect(target.value == 1)
        source.value = 2
        #expect(target.value == 2)
        trigger.value = 2
        source.value = 3
        #expect(target.value == 2)
        withExtendedLifetime(derived) {}
    }

    /// A closure ends a binding to the same source, which the change has already come to, and which nobody else holds.
    @Test func cancelledInsideOfTheChangeThatItFollows() {
        let source = MutableProperty(1), target = MutableProperty(0)
        var binding: AnyCancellable?
        let derived = source.property.map { value in
            if value == 2 { binding = nil }
            return value
        }
        binding = target.bind(to: source.property)
        source.value = 2
        source.value = 3
        #expect(derived.value == 3)
        #expect(target.value == 1)
    }

    @Test func theSourceIsReleasedAfterItsEndAndAfterTheBinding() throws {
        let leaks = LeakTracker()
        let target = MutableProperty([leaks.token("target")])
        for isCancelled in [false, true] {
            let source = MutableProperty([leaks.token("source")])
            let binding = target.bind(to: source.property.map { $0 })
            #expect(target.value[0] === source.value[0])
            target.value = []
            if isCancelled { binding.cancel() }
            withExtendedLifetime(source) {}
        }
        try leaks.expectAllReleased()
        let target2 = MutableProperty(0)
        for _ in 0..<100 {
            let source = leaks.track(MutableProperty(1), "property")
            let constant = leaks.track(Property(constant: 2), "constant")
            let bindings = [target2.bind(to: source.property), target2.bind(to: constant)]
            let other = leaks.track(MutableProperty(3), "target")
            let third = other.bind(to: target2.property)
            withExtendedLifetime((bindings, third)) {}
        }
        try leaks.expectAllReleased()
    }

    @Test(arguments: Laws.seeds(1...16)) func twoThreadsThatSetOneSideEach(_ seed: UInt64) {
        let all = (0..<3).map { _ in MutableProperty(0) }
        let kept = (0..<3).flatMap { index -> [AnyCancellable] in
            let next = all[(index + 1) % 3]
            return [
                all[index].bind(to: next.property.removeDuplicates()), next.bind(to: all[index].property),
            ]
        }
        let differences = Atomic(0)
        // An observer sees that all have had the change that it is told of, or a later one.
        let observer = all[1].subsequentValues.sink { _ in
            if all[0].value < 0 { differences.add(1, ordering: .relaxed) }
        }
        onThreads(
            seed: seed,
            (0..<2).map { side in { for value in 1...200 { all[side].value = value * 2 + side } } })
        #expect(Set(all.map(\.value)).count == 1)
        #expect([400, 401].contains(all[0].value))
        #expect(differences.load(ordering: .relaxed) == 0)
        withExtendedLifetime((kept, observer)) {}
    }

    /// A binding of equal values is no change: it visits none of the properties that are bound already.
    @Test func aBindingOfEqualValuesChangesNothing() {
        let (a, b, c) = (MutableProperty(1), MutableProperty(1), MutableProperty(2))
        let follower = c.bind(to: a.property)
        c.value = 3
        let binding = a.bind(to: b)
        #expect(c.value == 3)
        b.value = 4
        #expect([a.value, b.value, c.value] == [4, 4, 4])
        follower.cancel()
        binding.cancel()
    }
}
