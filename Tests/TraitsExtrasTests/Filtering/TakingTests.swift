import Testing
import TraitsExtras
import TraitsRuntime
import TraitsTesting

@Suite("Taking and splitting")
struct TakingTests {
    @Test(arguments: [(0, []), (2, [2, 3]), (9, [1, 2, 3])])
    func takeLast(count: Int, expected: [Int]) {
        let recorder = [1, 2, 3].publisher.takeLast(count).record()
        #expect(recorder.values == expected)
        #expect(recorder.completion == .finished)
    }

    /// The `deinit` of a value that is replaced sends into the same stream.
    @Test func takeLastOfValuesThatSend() {
        final class Value {
            let number: Int
            private let whenReleased: () -> Void

            init(_ number: Int, _ whenReleased: @escaping () -> Void = {}) {
                (self.number, self.whenReleased) = (number, whenReleased)
            }

            deinit { whenReleased() }
        }
        let subject = PassthroughSubject<Value, Never>()
        let recorder = subject.takeLast(2).map(\.number).record()
        subject.send(Value(1) { subject.send(Value(4)) })
        for number in 2...3 { subject.send(Value(number)) }
        subject.send(completion: .finished)
        #expect(recorder.values == [3, 4])
    }

    @Test(arguments: 0...9)
    func takeLastKeepsTheOrder(count: Int) {
        let recorder = (0..<7).publisher.takeLast(count).record()
        #expect(recorder.values == Array((0..<7).suffix(count)))
    }

    /// Its type says so.
    @Test func takeLastOfAMaybeIsAMaybe() {
        let numbers = [
            Just(1).takeLast(2).eraseToAnyMaybePublisher(), Just(1).takeLast(0).eraseToAnyMaybePublisher(),
        ]
        var outcomes: [String] = []
        for number in numbers { _ = number.sinkMaybe { outcomes.append("\($0)") } }
        #expect(outcomes == ["success(1)", "finished"])
    }

    @Test func takeLastSendsNothingBeforeAFailure() {
        let source = ManualPublisher<Int, TestFailure>()
        let recorder = source.takeLast(2).record()
        source.send(1)
        source.send(completion: .failure(TestFailure()))
        #expect(recorder.values == [])
        #expect(recorder.completion == .failure(TestFailure()))
    }

    @Test func prefixForEndsOnTime() throws {
        let scheduler = TestScheduler()
        let source = try scheduler.cold("--1--2--3--4|", of: Int.self)
        let recorder = source.prefix(for: 5, scheduler: scheduler).record(on: scheduler)
        try scheduler.run()
        #expect(recorder.values == [1, 2])
        #expect(recorder.completion == .finished)
    }

    @Test func prefixForStopsTheClockWithUpstream() throws {
        let scheduler = TestScheduler()
        let recorder = try scheduler.cold("-1|", of: Int.self).prefix(for: 99, scheduler: scheduler)
            .record(on: scheduler)
        try scheduler.run()
        #expect(recorder.completion == .finished)
        #expect(scheduler.now == VirtualTime(ticks: 1))
    }

    @Test func partitionAsksOncePerValue() {
        let source = ManualPublisher<Int, Never>()
        var calls = 0
        let (large, small) = source.partition { value in
            calls += 1
            return value > 2
        }
        let (first, second) = (large.record(), small.record())
        for value in 1...4 { source.send(value) }
        source.send(completion: .finished)
        #expect(first.values == [3, 4])
        #expect(second.values == [1, 2])
        #expect(calls == 4)
        #expect(first.completion == .finished)
        #expect(second.completion == .finished)
    }
}
