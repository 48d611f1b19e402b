import Foundation
import Testing
import TraitsExtras
import TraitsFoundation

/// Every name of CombineProperty, with the value that it gives there.
@Suite("Names of CombineProperty")
struct CombinePropertyNameTests {
    private let source = CurrentValueSubject<Int, Never>(1)
    private var number: Property<Int> { Property(source) }

    @Test func making() {
        let later = PassthroughSubject<Int, Never>()
        let property = Property(initial: 0, then: later)
        later.send(2)
        #expect(property.value == 2)
        #expect(Property(5).value == 5)
        #expect(number.value == 1)
        let value: Property<Int>.Output = 3
        #expect(value == 3)
    }

    @Test func observing() {
        let number = number
        var all: [Int] = [], later: [Int] = []
        let kept = [
            number.allValues.eraseToAnyPublisher().sink { all.append($0) },
            number.subsequentValues.eraseToAnyPublisher().sink { later.append($0) },
        ]
        source.send(2)
        #expect((all, later) == ([1, 2], [2]))
        withExtendedLifetime(kept) {}
    }

    @Test func maps() {
        struct Pair { var a = 1, b = "b", c = 2.5 }
        let pair = Property(Pair())
        #expect(number.map { $0 + 1 }.value == 2)
        #expect(pair.map(\.a).value == 1)
        #expect(pair.map(\.a, \.b).value == (1, "b"))
        #expect(pair.map(\.a, \.b, \.c).value == (1, "b", 2.5))
        #expect(number.map(value: "x").value == "x")
        #expect(number.optional().value == .some(1))
    }

    @Test func fallbacks() {
        let number = number
        let even = number.filter(initialFallback: 0) { $0 % 2 == 0 }
        let text = number.compactMap(initialFallback: "none") { $0 > 1 ? "\($0)" : nil }
        let dropped = number.drop(initialFallback: -1) { $0 < 3 }
        let taken = number.prefix(initialFallback: -1) { $0 < 3 }
        #expect((even.value, text.value, dropped.value, taken.value) == (0, "none", -1, 1))
        source.send(2)
        #expect((even.value, text.value, dropped.value, taken.value) == (2, "2", -1, 2))
        source.send(3)
        #expect((even.value, text.value, dropped.value, taken.value) == (2, "3", 3, 2))
        #expect(Property(4).filter(initialFallback: 0) { $0 > 3 }.value == 4)
        #expect(Property(4).prefix(initialFallback: 0) { $0 < 3 }.value == 0)
    }

    @Test func zips() {
        let a = Property(1), b = Property("b"), c = Property(2.5), d = Property(true)
        #expect(a.zip(b).value == (1, "b"))
        #expect(a.zip(b, c).value == (1, "b", 2.5))
        #expect(a.zip(b, c, d).value == (1, "b", 2.5, true))
        #expect(a.zip(b) { "\($0)\($1)" }.value == "1b")
        #expect(a.zip(b, c) { "\($0)\($1)\($2)" }.value == "1b2.5")
        #expect(a.zip(b, c, d) { "\($0)\($1)\($2)\($3)" }.value == "1b2.5true")
    }

    @Test func combinations() {
        let a = number, b = Property("b"), c = Property(2.5), d = Property(true)
        #expect(a.combineLatest(b).value == (1, "b"))
        #expect(a.combineLatest(b, c).value == (1, "b", 2.5))
        #expect(a.combineLatest(b, c, d).value == (1, "b", 2.5, true))
        #expect(a.combineLatest(b) { "\($0)\($1)" }.value == "1b")
        #expect(a.combineLatest(b, c) { "\($0)\($1)\($2)" }.value == "1b2.5")
        #expect(a.combineLatest(b, c, d) { "\($0)\($1)\($2)\($3)" }.value == "1b2.5true")
        let all = a.combineLatest(with: [Property(2), Property(3)])
        let none: [Property<Int>] = []
        source.send(9)
        #expect(all.value == [9, 2, 3])
        #expect(Property<Int>.combineLatest([a, Property(2)], emptySentinel: 0).value == [9, 2])
        #expect(Property<Int>.combineLatest(none, emptySentinel: 0).value == [0])
        #expect([a, Property(2)].combineLatest(emptySentinel: 0).value == [9, 2])
        #expect([Property<Int>]().combineLatest(emptySentinel: 7).value == [7])
    }

    @Test func history() {
        let number = number
        let sum = number.scan(+)
        let previous = number.combinePrevious(0)
        let unique = number.uniqueValues(), odd = number.uniqueValues { $0 % 2 }
        let changed = number.removeDuplicates(), same = number.removeDuplicates { $0 % 2 == $1 % 2 }
        #expect((sum.value, unique.value, odd.value) == (1, 1, 1))
        #expect(previous.value == (0, 1))
        source.send(2)
        #expect(sum.value == 3)
        #expect(previous.value == (1, 2))
        source.send(1)
        #expect((sum.value, unique.value, odd.value) == (4, 2, 2))
        #expect((changed.value, same.value) == (1, 1))
    }

    @Test func innerProperties() {
        let number = number
        #expect(number.flatMap { Property($0 * 10) }.value == 10)
        #expect(number.flatMap(maxPublishers: .max(1)) { Property($0 * 10) }.value == 10)
        #expect(number.map { Property($0 * 10) }.switchToLatest().value == 10)
    }

    @Test func optionals() {
        let missing = Property(Int?.none), present = Property(Int?.some(1))
        #expect(missing.replaceNil(with: 5).value == 5)
        #expect(missing.coalesce(present).value == 1)
        #expect(present.coalesce(missing).value == 1)
    }

    @Test func booleans() {
        let yes = Property(true), no = Property(false)
        #expect(!yes.negate().value)
        #expect(!yes.and(no).value)
        #expect(yes.or(no).value)
        #expect(!Property<Bool>.all([yes, no]).value)
        #expect(Property<Bool>.any([yes, no]).value)
    }

    @Test func coders() throws {
        let data = try Property([1, 2]).encode(encoder: JSONEncoder()).value.get()
        #expect(try Property(data).decode(type: [Int].self, decoder: JSONDecoder()).value.get() == [1, 2])
    }

    @Test func schedulers() {
        #expect(number.receive(on: ImmediateScheduler.shared).value == 1)
        #expect(number.receive(on: DispatchQueue.main, options: nil).value == 1)
    }
}
