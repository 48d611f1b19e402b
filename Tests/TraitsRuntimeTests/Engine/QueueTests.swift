import Testing

@testable import TraitsRuntime
@testable import TraitsStreams

/// The queue in which values wait wherever one side of an operator runs ahead of the other.
@Suite struct QueueTests {
    @Test func `what was ahead once isn't kept when all has been taken`() {
        var queue = _Queue<Int>()
        for number in 0..<100_000 { queue.push(number) }
        let popped = (0..<100_000).map { _ in queue.pop() }
        #expect(popped == Array(0..<100_000))
        #expect(queue.isEmpty)
        #expect(capacity(of: queue) <= 32)
    }

    /// The block that is left holds the next few elements.
    @Test func `what comes and goes a few at a time takes no other block`() {
        var queue = _Queue<Int>()
        for number in 0..<1000 { queue.push(number) }
        while queue.pop() != nil {}
        let block = queue.rest.block
        for count in 0...32 {
            for number in 0..<count { queue.push(number) }
            while queue.pop() != nil {}
            #expect(queue.rest.block === block)
        }
    }

    @Test func `nor while a few go on waiting`() {
        var queue = _Queue<Int>()
        for number in 0..<100_000 { queue.push(number) }
        var popped: [Int?] = []
        for number in 100_000..<300_000 {
            queue.push(number)
            popped.append(queue.pop())
            if queue.count > 5 { popped.append(queue.pop()) }
        }
        #expect(popped == Array(0..<299_995))
        #expect(queue.count == 5)
        #expect(capacity(of: queue) <= 32)
    }

    @Test func `keeps the order, whatever runs ahead and for how long`() {
        var queue = _Queue<Int>()
        var pushed = 0
        var popped: [Int] = []
        var seed: UInt64 = 14
        for round in 0..<400 {
            seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            let length = Int(seed >> 33) % (round.isMultiple(of: 20) ? 5000 : 90)
            for _ in 0..<length {
                if seed >> 20 & 1 == 0 {
                    queue.push(pushed)
                    pushed += 1
                } else if let element = queue.pop() {
                    popped.append(element)
                }
            }
            #expect(queue.count == pushed - popped.count)
        }
        #expect(popped == Array(0..<popped.count))
    }

    /// Objects, in a block that has wrapped around when it grows, shrinks and is dropped.
    @Test func `holds each element until it is taken, and what is left until it is dropped itself`() {
        final class Element {
            let number: Int
            let counter: Counter
            init(_ number: Int, _ counter: Counter) {
                (self.number, self.counter) = (number, counter)
                counter.value += 1
            }
            deinit { counter.value -= 1 }
        }
        final class Counter { var value = 0 }
        let counter = Counter()
        var (pushed, popped) = (0, 0)
        do {
            var queue = _Queue<Element>()
            for length in [3, 5, 2, 40, 3000, 700, 9, 0, 4097] {
                while queue.count < length {
                    queue.push(Element(pushed, counter))
                    pushed += 1
                }
                while queue.count > length / 2 {
                    #expect(queue.pop()?.number == popped)
                    popped += 1
                    #expect(counter.value == queue.count)
                }
                #expect(queue.elements.map(\.number) == Array(popped..<pushed))
            }
            #expect(queue.count == 2048)
            #expect(counter.value == 2048)
        }
        #expect(counter.value == 0)
    }

    @Test func `children that ran at the same time leave no list behind`() {
        var children = _FlatMapChildren()
        let numbers = (0..<50_000).map { _ in children.add() }
        for number in numbers { children.update(number) { $0.isOver = true } }
        #expect(children.all.isEmpty)
        #expect(children.all.capacity <= 1024)
    }
}

private func capacity<Element>(of queue: _Queue<Element>) -> Int { queue.rest.block.map { $0.mask + 1 } ?? 0 }
