import Testing
import TraitsRuntime
import TraitsTesting

/// A sink gets a sequence's elements in a plain loop, of which there is one for ranges, one for what is contiguous
/// in memory and one for all else: each does what a subscriber sees that asks for one element at a time.
@Suite("Sequences in a loop")
struct SequenceLoopTests {
    struct Case: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let elements: [Int]
        // Safe to share: a closure without captures.
        private let start: @Sendable () -> AnyPublisher<Int, Never>
        var publisher: AnyPublisher<Int, Never> { start() }

        init<S: Sequence<Int> & Sendable>(_ name: String, _ sequence: S) {
            testDescription = name
            elements = Array(sequence)
            start = { sequence.publisher.eraseToAnyPublisher() }
        }
    }

    static let cases = [
        Case("range", 3..<7), Case("empty range", 3..<3), Case("range at the end", .max - 2 ..< .max),
        Case("range at the start", .min ..< .min + 3), Case("closed range", 3...7),
        Case("closed range of all but few", .max - 3 ... .max), Case("closed range of one", .min ... .min),
        Case("array", [5, 1, 4]), Case("empty array", []), Case("slice", [9, 5, 1, 4, 9][1...3]),
        Case("contiguous array", ContiguousArray([5, 1])), Case("one", CollectionOfOne(8)),
        Case("repeated", repeatElement(2, count: 3)), Case("stride", stride(from: 10, to: 1, by: -3)),
        Case("reversed", (1...4).reversed()), Case("set", Set([6])),
    ]

    @Test(arguments: cases)
    func sendsAllAndFinishes(_ c: Case) {
        var (values, isFinished) = ([Int](), false)
        let cancellable = c.publisher.sink(
            receiveCompletion: { _ in isFinished = true }, receiveValue: { values.append($0) })
        #expect(values == c.elements)
        #expect(isFinished)
        #expect(c.publisher.record(demand: .atATime(1)).values == values)
        cancellable.cancel()
    }

    @Test(arguments: cases)
    func stopsWithTheElementThatCancels(_ c: Case) {
        for last in c.elements.indices {
            var values: [Int] = []
            let subscriber = TrackingSubscriber<Int, Never>(
                receiveSubscription: { $0.request(.unlimited) })
            let canceller = c.publisher.handleEvents(receiveOutput: { value in
                values.append(value)
                if values.count == last + 1 { subscriber.cancel() }
            })
            canceller.subscribe(subscriber)
            #expect(values == Array(c.elements[...last]))
            #expect(subscriber.completions.isEmpty)
            #expect(c.publisher.prefix(last + 1).record().values == values)
        }
    }

    /// Fused with nothing in between, so that the loop is the one that is specialised for the sink.
    @Test func aSinkThatLetsGoStopsTheLoop() {
        var values: [Int] = []
        var cancellable: AnyCancellable?
        let subject = PassthroughSubject<Int, Never>()
        cancellable = subject.flatMap { (0..<$0).publisher }.sink { value in
            values.append(value)
            if value == 2 { cancellable = nil }
        }
        subject.send(10)
        #expect(values == [0, 1, 2])
        withExtendedLifetime(cancellable) {}
    }

    @Test func cancelledAtOnceSendsNothing() {
        for c in Self.cases {
            let subscriber = TrackingSubscriber<Int, Never>(receiveSubscription: { $0.cancel() })
            c.publisher.subscribe(subscriber)
            #expect(subscriber.values.isEmpty)
            // An empty one has finished before it can be cancelled.
            #expect(subscriber.completions.isEmpty || c.elements.isEmpty)
        }
    }

    @Test func elementsOtherThanNumbers() {
        var values: [String] = []
        let cancellable = ["a", "b"].publisher.sink { values.append($0) }
        #expect(values == ["a", "b"])
        var bytes: [UInt8] = []
        let other = (UInt8(250)...255).publisher.sink { bytes.append($0) }
        #expect(bytes == [250, 251, 252, 253, 254, 255])
        withExtendedLifetime((cancellable, other)) {}
    }
}
