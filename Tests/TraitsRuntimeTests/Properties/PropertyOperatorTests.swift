import Testing
import TraitsRuntime
import TraitsTesting

@Suite("Operators of properties, in marbles")
struct PropertyOperatorTests {
    let marbles = PropertyMarbles()

    @Test func map() throws {
        try marbles.expect(try marbles.property("1--2---3--|").map { $0 * 2 }, "2--4---6--|")
        try marbles.expect(try marbles.property("1--2---3--|").map(to: 7), "7--7---7--|")
    }

    @Test func mapKeyPaths() throws {
        struct Point: Equatable { var x = 1, y = 2, z = 3 }
        let point = Property(Point())
        #expect(point.map(\.x).value == 1)
        #expect(point.map(\.x, \.y).value == (1, 2))
        #expect(point.map(\.x, \.y, \.z).value == (1, 2, 3))
    }

    @Test func compactMap() throws {
        let source = try marbles.property("1--2---3--4|")
        try marbles.expect(source.compactMap(initial: 0) { $0 % 2 == 0 ? $0 : nil }, "0--2-----4|")
    }

    @Test func filter() throws {
        try marbles.expect(
            try marbles.property("1--2---3--4|").filter(initial: 0) { $0 % 2 == 0 }, "0--2-----4|")
        try marbles.expect(
            try marbles.property("2--3---4--5|").filter(initial: 0) { $0 % 2 == 0 }, "2-----4--|")
    }

    @Test func dropWhile() throws {
        try marbles.expect(
            try marbles.property("1--2--5--2--|").drop(initial: 0) { $0 < 3 }, "0----5--2--|")
        try marbles.expect(
            try marbles.property("4--2--5--2--|").drop(initial: 0) { $0 < 3 }, "4--2--5--2--|")
    }

    @Test func prefixWhile() throws {
        try marbles.expect(
            try marbles.property("1--2--5--2--|").prefix(initial: 0) { $0 < 3 }, "1--2--|")
        try marbles.expect(try marbles.property("5--2--5--2--|").prefix(initial: 0) { $0 < 3 }, "0|")
        try marbles.expect(try marbles.property("1--2--|").prefix(initial: 0) { $0 < 3 }, "1--2--|")
    }

    @Test func removeDuplicates() throws {
        try marbles.expect(try marbles.property("1--1--2--2--1--|").removeDuplicates(), "1----2----1--|")
        try marbles.expect(
            try marbles.property("1--3--2--4--1--|").removeDuplicates { $0 % 2 == $1 % 2 },
            "1----2----1--|")
    }

    @Test func uniqueValues() throws {
        try marbles.expect(try marbles.property("1--2--1--3--2--|").uniqueValues(), "1--2----3----|")
        try marbles.expect(
            try marbles.property("1--2--3--5--4--|").uniqueValues { $0 % 2 }, "1--2--------|")
    }

    @Test func scan() throws {
        try marbles.expect(try marbles.property("1--2--3--|").scan(0, +), "1--3--6--|")
    }

    @Test func combinePrevious() throws {
        try marbles.expect(
            try marbles.property("1--2--5--|").combinePrevious(0).map { $0.current - $0.previous },
            "1--1--3--|")
        try marbles.expect(
            try marbles.property("1--2--5--|").combinePrevious().map { $0.previous ?? 9 }, "9--1--2--|")
    }

    @Test func combineLatest() throws {
        let a = try marbles.property("1----2-----|")
        let b = try marbles.property("3--4--5--|")
        // Both change at tick 4, one after the other: those are two changes.
        try marbles.expect(a.combineLatest(b) { $0 + $1 }, "4--5--67-----|")
    }

    @Test func combineLatestOfMany() throws {
        let a = MutableProperty(1)
        let p = a.property
        #expect(p.combineLatest(p).value == (1, 1))
        #expect(p.combineLatest(p, p).value == (1, 1, 1))
        #expect(p.combineLatest(p, p, p).value == (1, 1, 1, 1))
        let next = p.map { $0 + 1 }
        let text: Property<String> = p.map { "\($0)" }
        let six = p.combineLatest(next, p, p, p, text)
        let sum = six.map { (values: (Int, Int, Int, Int, Int, String)) -> Int in
            values.0 + values.1 + values.2 + values.3 + values.4
        }
        let recorder = sum.allValues.record()
        a.value = 2
        #expect(six.value.5 == "2")
        #expect(recorder.values == [6, 11])
        #expect(p.combineLatest(p, p) { $0 + $1 + $2 }.value == 6)
        #expect(p.combineLatest(p, p, p) { $0 + $1 + $2 + $3 }.value == 8)
        let list = [p, p.map { $0 * 2 }].combineLatest()
        let lists = list.allValues.record()
        a.value = 3
        #expect(lists.values == [[2, 4], [3, 6]])
        #expect(Property<Int>.combineLatest([]).allValues.record().values == [[]])
    }

    @Test func zip() throws {
        let a = try marbles.property("1--2--3-------|")
        let b = try marbles.property("4-------5---|")
        try marbles.expect(a.zip(b) { $0 + $1 }, "5-------7---|")
    }

    @Test func zipEndsWhenPartnersAreUsedUp() throws {
        let a = try marbles.property("1--2|")
        let b = try marbles.property("4-------5---6")
        try marbles.expect(a.zip(b) { $0 + $1 }, "5-------7|")
    }

    @Test func zipOfMany() throws {
        let a = MutableProperty(1), b = MutableProperty(10)
        let p = a.property, q = b.property
        #expect(p.zip(q).value == (1, 10))
        #expect(p.zip(q, p).value == (1, 10, 1))
        #expect(p.zip(q, p, q).value == (1, 10, 1, 10))
        #expect(p.zip(q, p) { $0 + $1 + $2 }.value == 12)
        #expect(p.zip(q, p, q) { $0 + $1 + $2 + $3 }.value == 22)
        let six = p.zip(q, p, p, p, p)
        let lists = Property<Int>.zip([p, q]).allValues.record()
        let same = p.zip(p.map { $0 * 2 }) { $0 + $1 }.allValues.record()
        a.value = 2
        #expect(six.value.0 == 1)
        a.value = 3
        b.value = 20
        #expect(six.value.0 == 2)
        #expect(lists.values == [[1, 10], [2, 20]])
        #expect(same.values == [3, 6, 9])
        #expect(Property<Int>.zip([]).value == [])
    }

    @Test func flatMap() throws {
        let outer = try marbles.property("0-----1-----|")
        let inner = [try marbles.property("1--2------4"), try marbles.property("7-----8--9--|")]
        try marbles.expect(outer.flatMap { inner[$0] }, "1--2---78--9---|")
    }

    @Test func switchToLatest() {
        let a = MutableProperty(1), b = MutableProperty(2)
        let choice = MutableProperty(a.property)
        let latest = choice.property.switchToLatest()
        let recorder = latest.allValues.record()
        a.value = 3
        b.value = 4
        choice.value = b.property
        a.value = 5
        b.value = 6
        #expect(recorder.values == [1, 3, 4, 6])
        #expect(latest.value == 6)
    }

    @Test func optionals() {
        let a = MutableProperty<Int?>(1), b = MutableProperty(7), c = MutableProperty<Int?>(nil)
        let replaced = a.property.replaceNil(with: 0).allValues.record()
        let either = a.property.coalesce(b.property).allValues.record()
        let maybe = a.property.coalesce(c.property).allValues.record()
        let optional: Property<Int?> = b.property.optional()
        a.value = nil
        b.value = 8
        c.value = 9
        a.value = 2
        #expect(replaced.values == [1, 0, 2])
        #expect(either.values == [1, 7, 8, 2])
        #expect(maybe.values == [1, nil, 9, 2])
        #expect(optional.value == 8)
    }

    @Test func booleans() throws {
        let a = try marbles.bools("t-----f-----t--|")
        let b = try marbles.bools("f--t-----f-----|")
        let and = a.and(b).map { $0 ? "t" : "f" }.allValues.record(on: marbles.scheduler)
        let or = a.or(b).map { $0 ? "t" : "f" }.allValues.record(on: marbles.scheduler)
        let not = a.negate().map { $0 ? "t" : "f" }.allValues.record(on: marbles.scheduler)
        try marbles.scheduler.run()
        try and.expect("f--t---f--f---f--|")
        try or.expect("t--t---t--f---t--|")
        try not.expect("f-----t-----f--|")
    }

    /// A peer waits until all inputs have changed before `all` and `any` move: each change must count.
    @Test func allAndAnyFollowEachChange() {
        let inputs = [MutableProperty(true), MutableProperty(false), MutableProperty(true)]
        let all = Property.all(inputs.map(\.property))
        let any = inputs.map(\.property).any()
        let recorder = all.allValues.record()
        inputs[1].value = true
        #expect(all.value)
        inputs[0].value = false
        #expect(!all.value)
        #expect(any.value)
        inputs[1].value = false
        inputs[2].value = false
        #expect(!any.value)
        #expect(recorder.values == [false, true, false, false, false])
        #expect(Property.all([]).value)
        #expect(!Property.any([]).value)
        #expect(Property.any(inputs[0].property, Property(true)).value)
        #expect(!Property.all(inputs[0].property, Property(true)).value)
        #expect(![inputs[0].property].all().value)
    }

    @Test func receiveOn() throws {
        let source = try marbles.property("0--1--2--|")
        let delayed = source.receive(on: marbles.scheduler)
        let recorder = delayed.allValues.record(on: marbles.scheduler)
        try marbles.scheduler.run()
        try recorder.expect("0--1--2--|")
        let manual = MutableProperty(1)
        let moved = manual.property.receive(on: marbles.scheduler)
        manual.value = 2
        #expect(moved.value == 1)
        marbles.scheduler.advance()
        #expect(moved.value == 2)
    }

    struct Refused: Error {}

    /// Encodes numbers that are not negative as text.
    struct Coder: TopLevelEncoder, TopLevelDecoder {
        func encode<T: Encodable>(_ value: T) throws -> String {
            guard let number = value as? Int, number >= 0 else { throw Refused() }
            return "\(number)"
        }

        func decode<T: Decodable>(_ type: T.Type, from text: String) throws -> T {
            guard let number = Int(text) as? T else { throw Refused() }
            return number
        }
    }

    @Test func coding() throws {
        let source = MutableProperty(1)
        let encoded = source.property.encode(encoder: Coder())
        let text = encoded.map { (try? $0.get()) ?? "refused" }
        let decoded = text.decode(type: Int.self, decoder: Coder()).map { try? $0.get() }
        let texts = text.allValues.record(), numbers = decoded.allValues.record()
        source.value = -1
        source.value = 2
        #expect(texts.values == ["1", "refused", "2"])
        #expect(numbers.values == [1, nil, 2])
    }

    @Test func operatorsCountOncePerChange() {
        let source = MutableProperty(0)
        var calls = 0
        let mapped = source.property.map { value in
            calls += 1
            return value
        }
        let recorders = (0..<5).map { _ in mapped.allValues.record() }
        let calm = mapped.removeDuplicates().map { _ in calls }
        source.value = 1
        source.value = 1
        #expect(calls == 3)
        #expect(mapped.value == 1)
        #expect(calls == 3)
        #expect(calm.value == 2)
        #expect(recorders.allSatisfy { $0.values == [0, 1, 1] })
    }

    @Test func flatMapWithALimitFollowsEarlierPropertiesToo() {
        let inner = [MutableProperty(10), MutableProperty(20), MutableProperty(30)]
        let choice = MutableProperty(0)
        let all = choice.property.flatMap(maxPublishers: .unlimited) { inner[$0].property }
        let first = choice.property.flatMap(maxPublishers: .max(1)) { inner[$0].property }
        #expect((all.value, first.value) == (10, 10))
        choice.value = 1
        #expect((all.value, first.value) == (20, 10))
        inner[0].value = 11
        #expect((all.value, first.value) == (11, 11))
        inner[1].value = 21
        #expect((all.value, first.value) == (21, 11))
    }

    @Test func flatMapWithALimitGoesOnWhenAnInnerPropertyHasEnded() {
        let subject = PassthroughSubject<Int, Never>()
        let inner = [Property(initial: 1, then: subject), Property(2)]
        let choice = MutableProperty(0)
        let flat = choice.property.flatMap(maxPublishers: .max(1)) { inner[$0] }
        choice.value = 1
        #expect(flat.value == 1)
        subject.send(completion: .finished)
        #expect(flat.value == 2)
    }
}
