import Synchronization
import Testing
import TraitsRuntime
import TraitsTesting

/// A loop over the elements of a sequence takes them itself, without a subscription.
@Suite("values of a sequence", .limited)
struct AsyncSequenceTests {
    /// Counts the elements that a sequence has made.
    private final class Counter: Sendable {
        let made = Mutex(0)
        var count: Int { made.withLock { $0 } }
    }

    @Test func oneElementIsMadeForEachStep() async {
        let counter = Counter()
        var iterator = [1].lazy.map { number in
            counter.made.withLock { $0 += 1 }
            return number
        }.publisher.values.makeAsyncIterator()
        #expect(counter.count == 0)
        #expect(await iterator.next() == 1)
        #expect(counter.count == 1)
        #expect(await iterator.next() == nil)
        #expect(await iterator.next() == nil)
        #expect(counter.count == 1)
    }

    @Test func eachIteratorBeginsAtTheBeginning() async {
        let values = [1, 2, 3].publisher.values
        var (first, second) = (values.makeAsyncIterator(), values.makeAsyncIterator())
        #expect(await first.next() == 1)
        #expect(await first.next() == 2)
        #expect(await second.next() == 1)
        #expect(await first.next() == 3)
        #expect(await second.next() == 2)
    }

    @Test func aCopyGoesOnWhereTheIteratorIs() async {
        var iterator = [1, 2, 3].publisher.values.makeAsyncIterator()
        #expect(await iterator.next() == 1)
        var copy = iterator
        #expect(await copy.next() == 2)
        #expect(await iterator.next() == 3)
        #expect(await copy.next() == nil)
    }

    @Test func aTaskThatIsCancelledTakesNothing() async {
        let counter = Counter()
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            var iterator = [1, 2].lazy.map { number in
                counter.made.withLock { $0 += 1 }
                return number
            }.publisher.values.makeAsyncIterator()
            return await iterator.next()
        }
        #expect(await task.value == nil)
        #expect(counter.count == 0)
    }

    @Test func cancellingTheTaskEndsALoop() async {
        let task = Task {
            var got: [Int] = []
            for await number in (1...).publisher.values {
                got.append(number)
                if number == 3 { withUnsafeCurrentTask { $0?.cancel() } }
            }
            return got
        }
        #expect(await task.value == [1, 2, 3])
    }

    @Test func theElementsAreReleasedAtTheEnd() async {
        weak var element: Counter?
        var iterator: AsyncPublisher<Publishers.Sequence<[Counter], Never>>.Iterator
        do {
            let counters = [Counter()]
            element = counters[0]
            iterator = counters.publisher.values.makeAsyncIterator()
        }
        #expect(element != nil)
        _ = await iterator.next()
        #expect(await iterator.next() == nil)
        #expect(element == nil)
        withExtendedLifetime(iterator) {}
    }

    @Test func anErasedSequenceIsAskedForEachValue() async {
        var got: [Int] = []
        for await number in (1...3).publisher.eraseToAnyPublisher().values { got.append(number) }
        #expect(got == [1, 2, 3])
    }
}
