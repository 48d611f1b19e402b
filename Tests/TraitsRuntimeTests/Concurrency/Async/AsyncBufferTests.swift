import Testing
import TraitsRuntime
import TraitsTesting

@Suite("values(buffering:)", .limited)
struct AsyncBufferTests {
    @Test func whatIsSentBeforeTheLoopIsLostWithoutABuffer() async {
        let subject = PassthroughSubject<Int, Never>()
        let (plain, kept) = (subject.values, subject.values(buffering: .unbounded))
        subject.send(1)
        var iterator = plain.makeAsyncIterator()
        subject.send(2)
        subject.send(completion: .finished)
        #expect(await iterator.next() == nil)
        #expect(await all(kept) == [1, 2])
    }

    /// Takes two of three, so that what waits goes round the ring and the ring grows on the way.
    @Test func allValuesWait() async {
        let subject = PassthroughSubject<Int, Never>()
        var iterator = subject.values(buffering: .unbounded).makeAsyncIterator()
        var got: [Int?] = []
        for step in 0..<2000 {
            for value in 0..<3 { subject.send(step * 3 + value) }
            got += [await iterator.next(), await iterator.next()]
        }
        subject.send(completion: .finished)
        while let value = await iterator.next() { got.append(value) }
        #expect(got == Array(0..<6000))
    }

    @Test(arguments: [1, 2, 3, 7])
    func theNewestWait(count: Int) async {
        let subject = PassthroughSubject<Int, Never>()
        var iterator = subject.values(buffering: .bufferingNewest(count)).makeAsyncIterator()
        (1...20).forEach(subject.send)
        #expect(await iterator.next() == 21 - count)
        subject.send(21)
        subject.send(completion: .finished)
        var rest: [Int] = []
        while let value = await iterator.next() { rest.append(value) }
        #expect(rest == Array((22 - count)...21))
    }

    @Test(arguments: [1, 2, 3, 7])
    func theOldestWait(count: Int) async {
        let subject = PassthroughSubject<Int, Never>()
        var iterator = subject.values(buffering: .bufferingOldest(count)).makeAsyncIterator()
        (1...20).forEach(subject.send)
        #expect(await iterator.next() == 1)
        subject.send(21)
        subject.send(22)
        subject.send(completion: .finished)
        var rest: [Int] = []
        while let value = await iterator.next() { rest.append(value) }
        #expect(rest == Array(1...count).dropFirst() + [21])
    }

    @Test func allButBoundedAskForEverything() {
        for policy in [AsyncBufferingPolicy.unbounded, .bufferingNewest(1), .bufferingOldest(1)] {
            let source = ManualPublisher<Int, Never>()
            let values = source.values(buffering: policy)
            #expect(source.uses == [.requested(.unlimited)])
            withExtendedLifetime(values) {}
        }
    }

    @Test func boundedAsksForOneMoreForEachThatIsTaken() async {
        let source = ManualPublisher<Int, Never>()
        var iterator = source.values(buffering: .bounded(2)).makeAsyncIterator()
        #expect(source.uses == [.requested(.max(2))])
        #expect(source.send(1) == .none)
        #expect(source.send(2) == .none)
        #expect(await iterator.next() == 1)
        #expect(source.uses == [.requested(.max(2)), .requested(.max(1))])
        source.send(completion: .finished)
        #expect(await iterator.next() == 2)
        #expect(await iterator.next() == nil)
        #expect(source.uses == [.requested(.max(2)), .requested(.max(1))])
    }

    /// A source without an end is as far ahead of the loop as the policy says.
    @Test func boundedHoldsTheSenderBack() async {
        let made = Locked(0)
        let numbers = sequence(first: 1) { $0 + 1 }.publisher
            .handleEvents(receiveOutput: { _ in made.withLock { $0 += 1 } })
        var taken = 0
        for await number in numbers.values(buffering: .bounded(5)) {
            taken += 1
            #expect(number == taken)
            #expect(made.withLock { $0 } == taken + 5)
            if taken == 1000 { break }
        }
        #expect(taken == 1000)
    }

    @Test func aValueForALoopThatWaitsIsHandedOver() async {
        for policy in [AsyncBufferingPolicy.unbounded, .bufferingNewest(1), .bufferingOldest(1), .bounded(1)]
        {
            let (subject, answers) = (PassthroughSubject<Int, Never>(), PassthroughSubject<Int, Never>())
            let (values, echoes) = (subject.values(buffering: policy), answers.values(buffering: .unbounded))
            let task = Task {
                for await value in values { answers.send(value) }
                answers.send(completion: .finished)
            }
            var iterator = echoes.makeAsyncIterator()
            for value in 1...100 {
                subject.send(value)
                #expect(await iterator.next() == value)
            }
            subject.send(completion: .finished)
            #expect(await iterator.next() == nil)
            await task.value
        }
    }

    @Test func theFailureFollowsWhatWaits() async throws {
        let subject = PassthroughSubject<Int, TestFailure>()
        var iterator = subject.values(buffering: .unbounded).makeAsyncIterator()
        subject.send(1)
        subject.send(2)
        subject.send(completion: .failure("x"))
        #expect(try await iterator.next() == 1)
        #expect(try await iterator.next() == 2)
        await #expect(throws: TestFailure("x")) { try await iterator.next() }
        #expect(try await iterator.next() == nil)
    }

    @Test func aSecondIteratorGoesOnWhereTheFirstStopped() async {
        let subject = PassthroughSubject<Int, Never>()
        let values = subject.values(buffering: .unbounded)
        (1...4).forEach(subject.send)
        for await value in values where value == 2 { break }
        subject.send(5)
        var (first, second) = (values.makeAsyncIterator(), values.makeAsyncIterator())
        #expect(await first.next() == 3)
        #expect(await second.next() == 4)
        #expect(await first.next() == 5)
        subject.send(completion: .finished)
        #expect(await second.next() == nil)
        #expect(await first.next() == nil)
    }

    @Test func sendingFromTheLoop() async {
        let subject = PassthroughSubject<Int, Never>()
        // Each value is sent once more from inside of its own delivery.
        let cancellable = subject.sink { if $0 < 100 { subject.send($0 + 100) } }
        var got: [Int] = []
        let values = subject.values(buffering: .unbounded)
        subject.send(0)
        for await value in values {
            got.append(value)
            if value >= 100 { subject.send(value - 99) }
            if value == 103 { subject.send(completion: .finished) }
        }
        #expect(got.filter { $0 >= 100 } == [100, 101, 102, 103, 104])
        #expect(got.filter { $0 < 100 } == [0, 1, 2, 3, 4])
        cancellable.cancel()
    }

    /// What gives way is released where it may send.
    @Test func aValueThatGivesWayMaySend() async {
        final class Sender: Sendable {
            let last: PassthroughSubject<Int, Never>
            init(_ last: PassthroughSubject<Int, Never>) { self.last = last }
            deinit { last.send(1) }
        }
        for policy in [AsyncBufferingPolicy.bufferingNewest(1), .bufferingOldest(1)] {
            let (subject, last) = (PassthroughSubject<Sender, Never>(), PassthroughSubject<Int, Never>())
            let released = Locked(0)
            let values = subject.values(buffering: policy)
            let relay = last.sink { _ in
                released.withLock { $0 += 1 }
                subject.send(completion: .finished)
            }
            subject.send(Sender(last))
            subject.send(Sender(last))
            #expect(released.withLock { $0 } == 1)
            for await _ in values {}
            #expect(released.withLock { $0 } == 2)
            relay.cancel()
        }
    }

    /// A job of the main actor runs only where the loop suspends, which is at the end.
    @MainActor @Test func whatIsThereIsTakenWithoutASuspension() async {
        final class Box { var isOpen = false }
        let box = Box()
        let subject = PassthroughSubject<Box, Never>()
        let values = subject.values(buffering: .unbounded)
        for _ in 0..<100 { subject.send(box) }
        let other = Task {
            box.isOpen = true
            subject.send(completion: .finished)
        }
        var count = 0
        for await same in values {
            MainActor.assertIsolated()
            #expect(!same.isOpen)
            count += 1
        }
        for await number in (0..<100).publisher.values(buffering: .bounded(1)) {
            count += number < 100 ? 1 : 0
        }
        #expect(box.isOpen)
        #expect(count == 200)
        await other.value
    }

    @MainActor @Test func aPlainLoopOverWhatIsThereDoesNotSuspend() async {
        var isOpen = false
        let other = Task { isOpen = true }
        var count = 0
        for await _ in (0..<100).publisher.values {
            #expect(!isOpen)
            count += 1
        }
        #expect(count == 100)
        await other.value
    }

    private func all<Values: AsyncSequence>(_ values: Values) async -> [Values.Element]
    where Values.Failure == Never {
        var all: [Values.Element] = []
        for await value in values { all.append(value) }
        return all
    }
}
