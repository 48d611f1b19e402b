import Testing

@testable import TraitsRuntime
@testable import TraitsStreams

/// The set in which subscribers wait for the thread that delivers: each can be taken out again immediately.
@Suite struct IndexedSetTests {
    private final class Member: _ListedNode {
        let number: Int
        init(_ number: Int) {
            self.number = number
            super.init { _, _ in }
        }
    }

    /// Takes out all, which has to be these.
    private func expect(_ set: inout _IndexedSet<Member>, _ numbers: [Int]) {
        let all = set.removeAll().compactMap { $0?.number }
        #expect(all == numbers)
    }

    @Test func `holds a member once`() {
        var set = _IndexedSet<Member>()
        let one = Member(1)
        set.insert(one)
        set.insert(Member(2))
        set.insert(one)
        expect(&set, [1, 2])
        #expect(one.setIndex < 0)
        expect(&set, [])
    }

    @Test func `takes out what is in it, and nothing else`() {
        var set = _IndexedSet<Member>()
        let one = Member(1)
        let isThereBefore = set.remove(one)
        set.insert(one)
        let isThere = set.remove(one)
        let isThereAfter = set.remove(one)
        #expect((isThereBefore, isThere, isThereAfter) == (false, true, false))
        set.insert(one)
        expect(&set, [1])
    }

    @Test(arguments: 1...40) func `keeps the order, whatever is taken out`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var set = _IndexedSet<Member>()
        var kept: [Member] = []
        for number in 0..<300 {
            let member = Member(number)
            set.insert(member)
            kept.append(member)
            while !kept.isEmpty, Int.random(in: 0..<9, using: &random) < 4 {
                let wasThere = set.remove(kept.remove(at: Int.random(in: kept.indices, using: &random)))
                #expect(wasThere)
            }
        }
        expect(&set, kept.map(\.number))
        #expect(kept.allSatisfy { $0.setIndex < 0 })
    }

    /// A member that stays doesn't keep the places of the many that came and went before it.
    @Test func `gives back the places of what is taken out`() {
        var set = _IndexedSet<Member>()
        let members = (0..<10_000).map(Member.init)
        for member in members { set.insert(member) }
        for member in members.dropLast() { set.remove(member) }
        #expect(set.places.count <= 2)
        #expect(set.places.capacity <= 64)
        expect(&set, [9_999])
    }

    @Test func `releases what is taken out`() {
        var set = _IndexedSet<Member>()
        var one: Member? = Member(1)
        weak let released = one
        set.insert(one!)
        set.insert(Member(2))
        let wasThere = set.remove(one!)
        one = nil
        #expect(wasThere)
        #expect(released == nil)
    }
}
