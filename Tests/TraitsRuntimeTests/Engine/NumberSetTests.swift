import Testing

@testable import TraitsRuntime
@testable import TraitsStreams

/// The set of the queues of a merge that aren't empty.
@Suite struct NumberSetTests {
    @Test(arguments: [1, 63, 64, 65, 128, 4160, 4161, 300_000])
    func `finds the next number, as a sorted array does`(capacity: Int) {
        var random = Generator(state: UInt64(capacity))
        var set = _NumberSet(capacity: capacity)
        var numbers: Set<Int> = []
        for _ in 0..<400 {
            // Mostly few, at the edges of words too.
            let number =
                Bool.random(using: &random) ? random.below(capacity) : min(capacity - 1, 64 * random.below(3))
            if numbers.contains(number) {
                set.remove(number)
                numbers.remove(number)
            } else {
                set.insert(number)
                numbers.insert(number)
            }
            let start = Bool.random(using: &random) ? random.below(capacity + 1) : 0
            #expect(set.next(from: start) == numbers.filter { $0 >= start }.min())
        }
        for number in numbers { set.remove(number) }
        #expect(set.next(from: 0) == nil)
    }

    @Test func `a number that is in the set stays what it is`() {
        var set = _NumberSet(capacity: 200)
        for _ in 0..<2 { set.insert(150) }
        #expect(set.next(from: 0) == 150 && set.next(from: 151) == nil)
        set.remove(150)
        #expect(set.next(from: 0) == nil)
    }

    private struct Generator: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return state ^ state >> 29
        }

        mutating func below(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &self) }
    }
}
