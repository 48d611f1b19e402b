import Testing
import TraitsRuntime
import TraitsTesting

/// Of properties that are bound together, all have the value that was set last.
@Suite("The value that was set last")
struct BindingOrderTests {
    /// How some properties are bound together, so that each follows each other one.
    enum Layout: CaseIterable {
        case ring, chain, star, all, ringOfPairs, mappedRing

        func bind(_ all: [MutableProperty<Int>]) -> [AnyCancellable] {
            let indices = all.indices
            func next(_ index: Int) -> MutableProperty<Int> { all[(index + 1) % all.count] }
            switch self {
            case .ring: return indices.map { all[$0].bind(to: next($0).property) }
            case .chain: return indices.dropLast().map { all[$0].bind(to: next($0)) }
            case .star: return indices.dropFirst().map { all[$0].bind(to: all[0]) }
            case .all:
                return indices.flatMap { one in indices.filter { $0 > one }.map { all[one].bind(to: all[$0]) }
                }
            case .ringOfPairs: return indices.map { all[$0].bind(to: next($0)) }
            case .mappedRing:
                return indices.map { all[$0].bind(to: next($0).property.map { $0 * 2 }.map { $0 / 2 }) }
            }
        }
    }

    struct Form {
        var first = 0, second = 0, third = 0, fourth = 0
        var doubled: Int {
            get { first * 2 }
            set { first = newValue / 2 }
        }
    }

    @Test(arguments: Layout.allCases, Laws.seeds(1...8))
    func aTransactionThatSetsSeveral(layout: Layout, seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<20 {
            let all = (0..<Int.random(in: 2...6, using: &random)).map { _ in MutableProperty(0) }
            let kept = layout.bind(all)
            expectLast(of: all, random: &random)
            withExtendedLifetime(kept) {}
        }
    }

    @Test(arguments: Layout.allCases, Laws.seeds(1...8))
    func partsOfAWholeAmongThem(layout: Layout, seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let paths = [\Form.first, \Form.second, \Form.third, \Form.fourth]
        for _ in 0..<20 {
            let whole = MutableProperty(Form()), unrelated = whole.lens.fourth
            var all = paths.prefix(3).map { whole.lens($0) }
            all += (0..<Int.random(in: 0...3, using: &random)).map { _ in MutableProperty(0) }
            all.shuffle(using: &random)
            let kept = layout.bind(all)
            expectLast(of: all, random: &random) { unrelated.value += 1 }
            #expect(whole.value.first == all[0].value)
            withExtendedLifetime(kept) {}
        }
    }

    /// Sets some of them in each of several transactions.
    private func expectLast(
        of all: [MutableProperty<Int>], random: inout some RandomNumberGenerator, beside: () -> Void = {}
    ) {
        for _ in 0..<10 {
            // Few values, so that many are set again to what they were.
            let settings = (0..<Int.random(in: 1...5, using: &random)).map { _ in
                (Int.random(in: all.indices, using: &random), Int.random(in: 0...3, using: &random))
            }
            let modifies = Bool.random(using: &random)
            Properties.transaction {
                for (index, value) in settings {
                    if modifies { all[index].modify { $0 = value } } else { all[index].value = value }
                    beside()
                }
            }
            let last = settings.last!.1
            #expect(all.map(\.value) == all.map { _ in last }, "\(settings)")
        }
    }

    @Test(arguments: Laws.seeds(1...8)) func inAChainOfOneDirectionTheLastSettingAbove(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<20 {
            let all = (0..<Int.random(in: 2...6, using: &random)).map { _ in MutableProperty(0) }
            let kept = all.indices.dropFirst().map { all[$0].bind(to: all[$0 - 1].property) }
            var settings = all.map { _ in (time: 0, value: 0) }
            var time = 0
            for _ in 0..<10 {
                Properties.transaction {
                    for _ in 0..<Int.random(in: 1...5, using: &random) {
                        let index = Int.random(in: all.indices, using: &random)
                        time += 1
                        settings[index] = (time, Int.random(in: 0...3, using: &random))
                        all[index].value = settings[index].value
                    }
                }
                let expected = all.indices.map { index in settings[...index].max { $0.time < $1.time }!.value
                }
                #expect(all.map(\.value) == expected, "\(settings)")
            }
            withExtendedLifetime(kept) {}
        }
    }

    /// Both are set at the same time, so either may stay.
    @Test func partsThatAreSetTogetherAgree() {
        let whole = MutableProperty(Form()), first = whole.lens.first, second = whole.lens.second
        for kept in [
            [first.bind(to: second)], [second.bind(to: first.property), first.bind(to: second.property)],
        ] {
            for value in 1...3 {
                whole.modify { $0.first = value }
                #expect(first.value == second.value)
                whole.value = Form(first: value * 10, second: value * 20)
                #expect(first.value == second.value && [10, 20].contains(first.value / value))
            }
            for binding in kept { binding.cancel() }
        }
    }

    @Test func aCorrectionIsKept() {
        for order in 0..<2 {
            let a = MutableProperty(0), b = MutableProperty(0), c = MutableProperty(0)
            let corrected = a.property.map { min($0, 10) }
            var kept = [b.bind(to: corrected), c.bind(to: b.property), a.bind(to: c.property)]
            if order == 1 { kept.reverse() }
            a.value = 50
            #expect([a, b, c].map(\.value) == [10, 10, 10])
            Properties.transaction {
                a.value = 3
                b.value = 60
            }
            #expect([a, b, c].map(\.value) == [10, 10, 10])
            Properties.transaction {
                b.value = 60
                a.value = 3
            }
            #expect([a, b, c].map(\.value) == [3, 3, 3])
        }
    }

    @Test func aClosureThatSetsIsLater() {
        let a = MutableProperty(0), b = MutableProperty(0)
        let binding = a.bind(to: b)
        let even = a.property.map { value in
            if value % 2 == 1 { b.value = value + 1 }
            return value
        }
        a.value = 3
        #expect([a.value, b.value] == [4, 4])
        Properties.transaction {
            b.value = 8
            a.value = 5
        }
        #expect([a.value, b.value] == [6, 6])
        withExtendedLifetime((binding, even)) {}
    }

    @Test func whatCannotBeComparedGoesAroundOnce() {
        struct Text { var text: String }
        let a = MutableProperty(Text(text: "a")), b = MutableProperty(Text(text: "b"))
        let kept = [
            a.bind(to: b.property),
            b.bind(to: a.property.map { Text(text: $0.text.uppercased()) }),
        ]
        a.value.text = "c"
        #expect([a.value.text, b.value.text] == ["C", "C"])
        Properties.transaction {
            a.value.text = "d"
            b.value.text = "e"
        }
        #expect([a.value.text, b.value.text].map { $0.uppercased() } == ["E", "E"])
        withExtendedLifetime(kept) {}
    }

    @Test func aLongRingSettles() {
        let all = (0..<1000).map { _ in MutableProperty(0) }
        let kept = all.indices.map { all[$0].bind(to: all[($0 + 1) % 1000].property) }
        Properties.transaction { for index in all.indices { all[index].value = index } }
        #expect(all.allSatisfy { $0.value == 999 })
        withExtendedLifetime(kept) {}
    }

    @Test func aRingThatDoesNotSettleIsReportedAndStops() async throws {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            let a = MutableProperty(0), b = MutableProperty(0), c = MutableProperty(0)
            let kept = [
                a.bind(to: b.property, file: "A.swift", line: 1),
                b.bind(to: c.property.map { $0 + 1 }, file: "B.swift", line: 2),
                c.bind(to: a.property, file: "C.swift", line: 3),
            ]
            let unrelated = MutableProperty("").bind(to: MutableProperty(""))
            // Settled, the bindings go on as before.
            b.value = 1
            if a.value == b.value && b.value == c.value { fatalError("settled") }
            for binding in kept { binding.cancel() }
            let count = MutableProperty(0), next = MutableProperty(0)
            let binding = count.bind(to: next.property, file: "D.swift", line: 4)
            let endless = count.property.map { next.value = $0 + 1 }
            withExtendedLifetime((unrelated, binding, endless)) {}
        }
        let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
        for place in ["A.swift:1", "B.swift:2", "C.swift:3", "D.swift:4"] {
            #expect(text.contains(place + " (MutableProperty<Int>)"), "\(text)")
        }
    }
}
