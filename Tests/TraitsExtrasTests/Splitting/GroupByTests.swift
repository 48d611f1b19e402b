import Testing
import TraitsExtras
import TraitsRuntime
import TraitsTesting

@Suite("groupBy(_:)")
struct GroupByTests {
    @Test func eachKeyHasOneGroup() {
        let recorder = (1...6).publisher.groupBy { $0 % 3 }
            .flatMap { group in group.collect().map { [group.key] + $0 } }
            .record()
        #expect(recorder.values == [[1, 1, 4], [2, 2, 5], [0, 3, 6]])
        #expect(recorder.completion == .finished)
    }

    @Test func valuesWaitForTheFirstSubscriber() {
        let source = PassthroughSubject<Int, TestFailure>()
        let groups = source.groupBy { $0 % 2 }.record()
        for value in 1...3 { source.send(value) }
        let odd = groups.values[0].record()
        let late = groups.values[0].record()
        #expect(odd.values == [1, 3])
        #expect(late.values == [])
        source.send(5)
        source.send(completion: .failure(TestFailure()))
        #expect(odd.values == [1, 3, 5])
        #expect(late.values == [5])
        for recorder in [odd, late] { #expect(recorder.completion == .failure(TestFailure())) }
        let even = groups.values[1].record()
        #expect(even.values == [2])
        #expect(even.completion == .failure(TestFailure()))
        #expect(groups.completion == .failure(TestFailure()))
    }

    @Test func valuesWaitUntilTheyAreAskedFor() {
        let source = PassthroughSubject<Int, Never>()
        let groups = source.groupBy { _ in 0 }.record(demand: .atOnce(1))
        source.send(1)
        let group = groups.values[0].record(demand: .atOnce(1))
        source.send(2)
        source.send(3)
        #expect(group.values == [1])
        group.request(.unlimited)
        #expect(group.values == [1, 2, 3])
    }

    /// A group goes on when the stream of groups has been cancelled.
    @Test func upstreamIsCancelledWithTheLastSubscriber() {
        let source = ManualPublisher<Int, Never>()
        var group: AnyCancellable?
        var values: [Int] = []
        let groups = source.groupBy { $0 % 2 }.sink { made in
            if made.key == 1 { group = made.sink { values.append($0) } }
        }
        source.send(1)
        source.send(2)
        groups.cancel()
        source.send(3)
        #expect(values == [1, 3])
        #expect(source.uses.last != .cancelled)
        group?.cancel()
        #expect(source.uses.last == .cancelled)
    }

    @Test func theFirstGroupAloneCanBeFollowed() {
        let source = ManualPublisher<Int, Never>()
        let recorder = source.groupBy { $0 % 2 }.first().flatMap { $0 }.record()
        for value in [1, 2, 3, 5] { source.send(value) }
        #expect(recorder.values == [1, 3, 5])
        recorder.cancel()
        #expect(source.uses.last == .cancelled)
    }

    /// What nobody can subscribe to any more isn't kept, and doesn't keep upstream.
    @Test func aGroupThatIsReleasedIsOver() {
        let source = ManualPublisher<Int, Never>()
        let cancellable = source.groupBy { $0 % 2 }.sink { _ in }
        source.send(1)
        source.send(3)
        cancellable.cancel()
        #expect(source.uses.last == .cancelled)
    }

    @Test func aSubscriberMaySend() {
        let source = PassthroughSubject<Int, Never>()
        var values: [Int] = []
        let cancellable = source.groupBy { $0 % 2 }.flatMap { $0 }.sink { value in
            values.append(value)
            if value < 6 { source.send(value + 1) }
        }
        source.send(1)
        #expect(values.sorted() == [1, 2, 3, 4, 5, 6])
        cancellable.cancel()
    }

    @Test func aSingleOfAGroupIsASingle() {
        let single: some SinglePublisher<Int, Never> = Just(1).groupBy { $0 }.map(\.key)
        #expect(single.record().values == [1])
    }

    @Test func upstreamStopsInsideOfTheSubscription() {
        var sent = 0
        let numbers = (1...1000).publisher.handleEvents(receiveOutput: { _ in sent += 1 })
        #expect(numbers.groupBy { $0 % 2 }.flatMap { $0 }.prefix(3).record().values == [1, 2, 3])
        #expect(sent == 3)
    }

    @Test func keepsTheLaws() throws {
        try Laws.check(
            promise: .anything, inputs: 1, bound: LawBound(values: 3, laterTicks: 1, plans: .short),
            ignoring: [.patience]
        ) { upstream in
            upstream.groupBy { $0 % 2 }.flatMap { $0 }
        }
    }
}
