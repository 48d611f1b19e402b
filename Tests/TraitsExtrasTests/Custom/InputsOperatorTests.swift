import Testing
import TraitsRuntime
import TraitsTesting

/// The promises of `InputsOperator`. `Laws.traits` has a row of `Joined`.
@Suite("Custom operators of any number of publishers")
struct InputsOperatorTests {
    private let sources = (0..<3).map { _ in ManualPublisher<Int, TestFailure>() }

    // MARK: Values

    @Test func aMachineKnowsTheInput() {
        let recorder = Agreed(upstreams: sources).record()
        sources[0].send(1)
        sources[1].send(1)
        sources[2].send(2)
        #expect(recorder.values == [])
        sources[2].send(1)
        #expect(recorder.values == [1])
    }

    // MARK: Demand

    @Test func allIsAskedForIfTheSubscriberAsksForAll() {
        let recorder = Joined(sources).record()
        #expect(sources.allSatisfy { $0.uses == [.requested(.unlimited)] })
        recorder.cancel()
    }

    @Test func aValueThatIsNotAskedForWaitsAndItsPublisherToo() {
        let recorder = Joined(sources).record(demand: .none)
        #expect(sources.allSatisfy { $0.uses == [.requested(.max(1))] })
        #expect(sources[1].send(1) == .none)
        #expect(sources[0].send(2) == .none)
        #expect(recorder.values == [])
        recorder.request(.max(1))
        #expect(recorder.values == [2])
        #expect(sources[0].uses == [.requested(.max(1)), .requested(.max(1))])
        #expect(sources[1].uses == [.requested(.max(1))])
        recorder.request(.max(1))
        #expect(recorder.values == [2, 1])
    }

    @Test func aSkippedValueIsReplaced() {
        let recorder = Agreed(upstreams: sources).record(demand: .atOnce(1))
        #expect(sources[0].send(1) == .max(1))
        recorder.cancel()
    }

    // MARK: The end

    @Test func theLastFinishEndsAfterWhatWaits() {
        let recorder = Joined(sources).record(demand: .none)
        sources[0].send(1)
        for source in sources { source.send(completion: .finished) }
        #expect(recorder.completion == nil)
        recorder.request(.max(1))
        #expect(recorder.values == [1])
        #expect(recorder.completion == .finished)
    }

    @Test func aFailureEndsAll() {
        let recorder = Joined(sources).record()
        sources[1].send(completion: .failure(TestFailure()))
        #expect(recorder.completion == .failure(TestFailure()))
        #expect(sources[0].uses.last == .cancelled && sources[2].uses.last == .cancelled)
    }

    /// The machine's answer to the last finish counts.
    @Test func aValueAtTheLastFinish() {
        let recorder = Counted(upstreams: sources).record()
        for source in sources { source.send(completion: .finished) }
        #expect(recorder.values == [1, 2, 3])
        #expect(recorder.completion == .finished)
    }

    @Test func noPublishersFinish() {
        let recorder = Joined([Just<Int>]()).record()
        #expect(recorder.recording == "|")
    }

    // MARK: Cancellation and release

    @Test func aCancellationCancelsAll() {
        let recorder = Joined(sources).record()
        recorder.cancel()
        #expect(sources.allSatisfy { $0.uses.last == .cancelled })
    }

    /// A machine may release a value that sends to its own stream, before the first request too.
    @Test(arguments: [DemandPolicy.none, .unlimited]) func aReleaseThatSends(demand: DemandPolicy) {
        let source = PassthroughSubject<Sending, Never>()
        let recorder = Newest(upstreams: [source]).record(demand: demand)
        source.send(Sending { source.send(Sending {}) })
        source.send(Sending {})
        recorder.request(.unlimited)
        source.send(completion: .finished)
        #expect(recorder.completion == .finished)
    }

    @Test func aValueThatIsSentInsideOfAValue() {
        let source = PassthroughSubject<Int, Never>()
        var values: [Int] = []
        let cancellable = Joined([source, source]).sink { value in
            values.append(value)
            if value < 2 { source.send(value + 1) }
        }
        source.send(1)
        #expect(values.sorted() == [1, 1, 2, 2, 2, 2])
        cancellable.cancel()
    }

    // MARK: Laws

    @Test func everyHistory() throws {
        try Laws.check(promise: .anything, inputs: 2, bound: LawBound(values: 2, plans: .short)) {
            Agreed(upstreams: [$0, $1])
        }
    }

    @Test func threads() throws {
        try Laws.race(inputs: 3) { Joined($0) }
        try Laws.race(inputs: 2) { Agreed(upstreams: $0) }
        try Laws.raceInOrder("joined") { upstream, _ in Joined([upstream]) }
    }
}

private final class Sending {
    private let send: () -> Void

    init(_ send: @escaping () -> Void) { self.send = send }

    deinit { send() }
}

/// Sends a value when the newest values of all publishers are equal to it.
private struct Agreed<Upstream: Publisher>: InputsOperator where Upstream.Output: Equatable {
    typealias Output = Upstream.Output

    let upstreams: [Upstream]

    func makeMachine() -> Machine { Machine(newest: Array(repeating: nil, count: upstreams.count)) }

    struct Machine: OperatorInputsMachine {
        var newest: [Upstream.Output?]

        static var name: String { "Agreed" }

        mutating func receive(
            _ input: Upstream.Output, from index: Int
        ) -> OperatorStep<Upstream.Output, Upstream.Failure> {
            newest[index] = input
            return newest.allSatisfy { $0 == input } ? .next(input) : .skip
        }
    }
}

/// Keeps the newest value, and sends nothing.
private struct Newest<Upstream: Publisher>: InputsOperator {
    typealias Output = Int

    let upstreams: [Upstream]

    func makeMachine() -> Machine { Machine() }

    struct Machine: OperatorInputsMachine {
        var newest: Upstream.Output?

        static var name: String { "Newest" }

        mutating func receive(
            _ input: Upstream.Output, from index: Int
        ) -> OperatorStep<Int, Upstream.Failure> {
            newest = input
            return .skip
        }
    }
}

/// Counts the publishers that have finished.
private struct Counted<Upstream: Publisher>: InputsOperator {
    typealias Output = Int

    let upstreams: [Upstream]

    func makeMachine() -> Machine { Machine() }

    struct Machine: OperatorInputsMachine {
        var count = 0

        static var name: String { "Counted" }

        func receive(_ input: Upstream.Output, from index: Int) -> OperatorStep<Int, Upstream.Failure> {
            .skip
        }

        mutating func receive(
            completion: Subscribers.Completion<Upstream.Failure>, from index: Int
        ) -> OperatorStep<Int, Upstream.Failure> {
            count += 1
            return .next(count)
        }
    }
}
