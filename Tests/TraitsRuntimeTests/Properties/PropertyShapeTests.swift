import Testing
import TraitsRuntime
import TraitsTesting

/// The lists that a change goes through, while they change.
@Suite("A graph of properties changes its shape in the middle of a change")
struct PropertyShapeTests {
    /// Nodes that wait on one level, in that order: some stay there (`s`), some are lifted by a `flatMap` (`l`) which
    /// runs before them.
    @Test(arguments: ["l", "ls", "sl", "sls", "ll", "slls", "lsl", "llll", "slsls"])
    func nodesAreLiftedWhileTheyWait(_ order: String) {
        let source = MutableProperty(0)
        let second = source.property.map { $0 }.map { $0 }
        let deep = (0..<10).reduce(source.property) { chain, _ in chain.map { $0 } }.map { -$0 }
        // Follows something that stands higher than what waits, from the first change on.
        let low = source.property.map { $0 }
        let lifting = source.property.map { $0 > 0 }.flatMap { $0 ? deep : low }
        var runs: [Int] = []
        let nodes = order.enumerated().map { index, kind in
            source.property.combineLatest(kind == "l" ? lifting : second) { near, far in
                runs.append(index)
                return near * 10 + far
            }
        }
        var told: [Int] = []
        var held: [AnyCancellable] = []
        for (index, node) in nodes.enumerated() {
            node.subsequentValues.sink { _ in told.append(index) }.store(in: &held)
        }
        let staying = order.indices.filter { order[$0] == "s" }.map { order.distance(to: $0) }
        let lifted = order.indices.filter { order[$0] == "l" }.map { order.distance(to: $0) }
        for value in 1...3 {
            (runs, told) = ([], [])
            source.value = value
            #expect(runs == staying + lifted)
            #expect(told == staying + lifted)
            for index in staying { #expect(nodes[index].value == value * 11) }
            for index in lifted { #expect(nodes[index].value == value * 9) }
        }
    }

    @Test func levelsAreAddedInTheMiddleOfAChange() {
        let source = MutableProperty(0)
        let flat = source.property.flatMap { depth in
            (0..<depth).reduce(source.property) { chain, _ in chain.map { $0 + 1 } }
        }
        let after = flat.map { $0 }.combineLatest(source.property) { $0 - $1 }
        let recorder = after.allValues.record()
        for depth in [300, 1, 5000, 0] { source.value = depth }
        #expect(recorder.values == [0, 300, 1, 5000, 0])
    }

    @Test func aNodeJoinsOnAHigherLevelBetweenTwoChanges() {
        let a = MutableProperty(1), b = MutableProperty(10)
        let near = a.property.map { $0 }
        let far = (0..<30).reduce(b.property) { chain, _ in chain.map { $0 } }
        var calls = 0
        a.value = 2
        let joined = near.combineLatest(far, a.property) { near, far, a in
            calls += 1
            return near + far + a
        }
        let recorder = joined.allValues.record()
        a.value = 3
        b.value = 20
        a.value = 4
        #expect(recorder.values == [14, 16, 26, 28])
        #expect(calls == 4)
    }

    // MARK: Released

    /// One of several nodes on one level goes while it waits there, by the hand of one that runs before.
    @Test(arguments: 0..<4) func aNodeIsReleasedWhileItWaits(_ gone: Int) throws {
        let leaks = LeakTracker()
        let source = MutableProperty(0)
        var waiting: [Property<Int>?] = []
        let first = source.property.map { value in
            if value == 2 { waiting[gone] = nil }
            return value
        }
        waiting = (0..<4).map { index in
            let token = leaks.token("\(index)")
            return source.property.combineLatest(first) { [token] a, b in
                withExtendedLifetime(token) { a * 10 + b }
            }
        }
        for value in 1...3 {
            source.value = value
            let left = value < 2 ? 4 : 3
            #expect(waiting.compactMap { $0?.value } == .init(repeating: value * 11, count: left))
            #expect(leaks.alive.count == left)
        }
        waiting = []
        try leaks.expectAllReleased()
        source.value = 4
        #expect(first.value == 4)
    }

    /// What is made in the middle of a change may have to run later in the same one, and nobody may hold it then.
    @Test func aNodeIsMadeAndReleasedInTheMiddleOfAChange() throws {
        let leaks = LeakTracker()
        let source = MutableProperty(0)
        let late = source.property.map { $0 }.map { $0 }.map { $0 }
        var last: Property<Int>?
        let maker = source.property.map { value in
            let token = leaks.token("\(value)")
            for _ in 0..<3 {
                last = late.prefix(initial: 0) { $0 < 2 }.map { [token] value in
                    withExtendedLifetime(token) { value }
                }
            }
            return value
        }
        for value in 1...4 { source.value = value }
        #expect(maker.value == 4)
        #expect(leaks.alive.map(\.name) == ["4"])
        #expect(last?.value == 0)
        last = nil
        try leaks.expectAllReleased()
    }

    @Test func oldValuesAreReleasedInTheOrderOfDependency() {
        final class Value {
            let name: String, log: (String) -> Void
            init(_ name: String, _ log: @escaping (String) -> Void) { (self.name, self.log) = (name, log) }
            deinit { log(name) }
        }
        var log: [String] = []
        let source = MutableProperty(Value("source", { _ in }))
        let make = { (name: String) in source.property.map { _ in Value(name) { log.append($0) } } }
        let held = [make("a"), make("b").map { $0 }, make("c")]
        #expect(log == [])
        source.value = Value("source") { log.append($0) }
        #expect(log == ["a", "c", "b"])
        log = []
        source.value = Value("source") { log.append($0) }
        #expect(log == ["source", "a", "c", "b"])
        withExtendedLifetime(held) { source.value = Value("last") { _ in } }
    }

    // MARK: Changes from inside

    @Test func sourcesThatShareNodesAreChangedFromInside() {
        let a = MutableProperty(0), b = MutableProperty(0), c = MutableProperty(0)
        var runs = 0
        let echo = a.property.map { value in
            if value % 10 == 1 {
                b.value = value
                a.value = value + 1
                c.value = value
            }
            return value
        }
        let shared = echo.combineLatest(b.property, c.property.map { $0 }) { a, b, c in
            runs += 1
            return [a, b, c]
        }
        let recorder = shared.allValues.record()
        a.value = 1
        #expect(recorder.values == [[0, 0, 0], [1, 0, 0], [1, 1, 0], [2, 1, 0], [2, 1, 1]])
        #expect(runs == 5)
        c.value = 7
        a.value = 11
        #expect(shared.value == [12, 11, 11])
        #expect(recorder.values.count == 10)
    }

    @Test func aSourceEndsInTheMiddleOfItsOwnChange() {
        var source: MutableProperty<Int>? = MutableProperty(0)
        let other = MutableProperty(0)
        let first = source!.property.map { value in
            if value == 1 { source = nil }
            return value
        }
        let joined = first.combineLatest(other.property) { $0 + $1 }
        let ended = first.allValues.record(), going = joined.allValues.record()
        source!.value = 1
        other.value = 10
        #expect(ended.recording == "01|")
        #expect(going.values == [0, 1, 11])
        #expect(going.completion == nil)
    }
}

extension String {
    fileprivate func distance(to index: Index) -> Int { distance(from: startIndex, to: index) }
}
